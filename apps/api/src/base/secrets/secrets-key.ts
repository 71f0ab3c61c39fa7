import { randomBytes } from 'node:crypto';
import { chown, link, stat, unlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MIN_SECRETS_KEY, type Settings } from '../settings.ts';
import { readKeyFile } from './key-file.ts';
import type { SecretKeys } from './sealed-secret.ts';

const NAME = 'secrets.key';

type KeySettings = Pick<
  Settings,
  'DATA_DIR' | 'DATABASE_URL' | 'SECRETS_KEY' | 'SECRETS_KEY_FILE' | 'SECRETS_OLD_KEY' | 'SECRETS_OLD_KEY_FILE'
>;

/**
 * Keys of the secrets at rest, from the settings or else from `secrets.key` in DATA_DIR. With the embedded database
 * `create` makes that file. A key that can't be read is reported as `problem`, since the server works without it.
 */
export async function readSecretsKeys(settings: KeySettings, { create }: { create: boolean }): Promise<SecretKeys> {
  try {
    const { SECRETS_KEY, SECRETS_KEY_FILE, SECRETS_OLD_KEY, SECRETS_OLD_KEY_FILE } = settings;
    const old = await given(SECRETS_OLD_KEY, SECRETS_OLD_KEY_FILE, 'SECRETS_OLD_KEY_FILE');
    const key = (await given(SECRETS_KEY, SECRETS_KEY_FILE, 'SECRETS_KEY_FILE')) ?? (await ownKey(settings, create));
    return { key, old: old === undefined ? [] : [old] };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

const given = async (text: string | undefined, file: string | undefined, setting: string) =>
  file === undefined ? text : readKeyFile(file, { setting, minLength: MIN_SECRETS_KEY });

/** Key in DATA_DIR. It is read with an outside PostgreSQL too, since the database may have been moved there. */
async function ownKey({ DATA_DIR, DATABASE_URL }: KeySettings, create: boolean) {
  const file = join(resolve(DATA_DIR), NAME);
  const exists = await stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw new Error(`O arquivo da chave ${file} não pôde ser lido: ${error.code}.`);
    },
  );
  if (!exists && (DATABASE_URL || !create)) return undefined;
  if (!exists) await makeKey(file, resolve(DATA_DIR));
  return readKeyFile(file, { setting: 'DATA_DIR', minLength: MIN_SECRETS_KEY });
}

/** Creates the key file. Of two processes that start at the same time, the second keeps the file of the first. */
async function makeKey(file: string, folder: string) {
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // The folder's owner must be able to read it later, even if root was first.
    const { uid, gid } = await stat(folder);
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(draft);
  } catch (error) {
    throw new Error(`A chave dos segredos não pôde ser gravada em ${file}: ${(error as NodeJS.ErrnoException).code}.`);
  }
}
