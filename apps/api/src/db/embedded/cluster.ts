import { randomBytes } from 'node:crypto';
import { chown, constants, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError, messageOf, OWN_DATABASE_HINT } from './failure.ts';
import { type Home, homeAt, type Place, writePointer } from './location.ts';
import { asAccount, run } from './run.ts';
import type { Settings } from './settings.ts';

export const USER = 'morada';

/** The account owns the folder, so root must not follow its symbolic links. */
const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;

/**
 * Creates the cluster beside its place and renames it when complete, so that a killed start leaves no partial database.
 */
export async function ensureCluster(place: Place, binaries: Binaries, settings: Settings = {}) {
  if (!place.exists) {
    await sweep(place.drafts);
    // A new name each time, since the initdb of a killed process may still be writing to the last one.
    const draft = homeAt(`${place.drafts}${randomBytes(3).toString('hex')}`);
    await build(draft, binaries, place.account, settings.fsync === 'off' ? ['--no-sync'] : []);
    await moveInto(place.home, draft);
    if (place.outside) await writePointer(place);
    await flush(place.dataDir);
  }
  await checkVersion(place.home, binaries);
}

async function build(draft: Home, { folder }: Binaries, account: Account, haste: string[]) {
  if (!account) ensureKnownUser();
  await mkdir(draft.folder, { mode: 0o700 });
  await mkdir(draft.socket, { mode: 0o700 });
  await giveTo(draft.socket, account);
  await writePassword(draft, account);
  await giveTo(draft.folder, account);
  const what = 'Não foi possível criar o banco de dados';
  // Locales built into PostgreSQL (builtin and ICU), since a minimal system has none.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${draft.password}`];
  const wishes = ['-D', draft.cluster, ...locale, ...access, '--data-checksums', ...haste];
  await run(what, join(folder, 'bin/initdb'), wishes, asAccount(account));
}

/** initdb refuses a user id without a name, as containers often have. */
function ensureKnownUser() {
  try {
    userInfo();
  } catch {
    throw new EmbeddedDatabaseError(
      `O usuário ${process.getuid?.()} não tem nome neste sistema (/etc/passwd), e o PostgreSQL não aceita isso. ${OWN_DATABASE_HINT}`,
    );
  }
}

export async function moveInto(home: Home, draft: Home) {
  await rename(draft.folder, home.folder).catch((error: unknown) => {
    throw new EmbeddedDatabaseError(
      `Não foi possível criar o banco de dados em ${home.folder} (${messageOf(error)}). A pasta precisa estar livre.`,
    );
  });
  await flush(dirname(home.folder));
}

export async function sweep(drafts: string) {
  for (const path of await draftsOf(drafts)) await rm(path, { recursive: true, force: true, maxRetries: 10 });
}

export async function draftsOf(drafts: string): Promise<string[]> {
  const paths = (await readdir(dirname(drafts))).map((name) => join(dirname(drafts), name));
  return paths.filter((path) => path.startsWith(drafts));
}

export async function checkVersion(home: Home, { major }: Binaries) {
  const made = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (made.trim() === major) return;
  throw new EmbeddedDatabaseError(
    made
      ? `O banco de dados em ${home.folder} é do PostgreSQL ${made.trim()}, e o instalado é o ${major}. Volte à versão anterior do sistema, ou passe os dados por um backup.`
      : `A pasta ${home.cluster} não é um banco de dados completo, e nada foi mudado nela. Restaure um backup, ou mova a pasta ${basename(home.folder)} para outro lugar para começar um banco vazio.`,
  );
}

/** Empty when the file is missing. */
export const readPassword = async (home: Home) =>
  (await readFile(home.password, { encoding: 'utf8', flag: NO_LINK }).catch(() => '')).trim();

export async function writePassword(home: Home, account: Account) {
  const password = randomBytes(24).toString('base64url');
  await rm(home.password, { force: true });
  await writeFile(home.password, `${password}\n`, { mode: 0o600, flag: 'wx' });
  await giveTo(home.password, account);
  return password;
}

async function giveTo(path: string, account: Account) {
  if (account) await chown(path, account.uid, account.gid);
}

export async function flush(folder: string) {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
