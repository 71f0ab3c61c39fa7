import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { hashOf } from '#api/base/secrets/secrets.ts';
import type { Db, Deps } from '#api/context.ts';
import { FileMissing } from '#api/files/storage.ts';
import * as queries from './signed-words.queries.ts';

/** A word that only this installation can derive from a name, for addresses of other pages. */
export const signedWord = async ({ files }: Pick<Deps, 'files'>, db: Db, name: string): Promise<string> =>
  createHmac('sha256', await installationKey(files, db))
    .update(name)
    .digest('base64url');

export const isSignedWord = async (deps: Pick<Deps, 'files'>, db: Db, name: string, word: string): Promise<boolean> =>
  isSame(await signedWord(deps, db, name), word);

const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other));

/** Cached by file name: the content of a file never changes. */
const keys = new Map<string, Buffer>();

/** Created with the first link. Backups include it, since a row refers to it. `found`: its file, if just read. */
export async function installationKey(files: Deps['files'], db: Db, found?: string): Promise<Buffer> {
  for (let lost: string | undefined, read = found; ; read = undefined) {
    const name = read ?? (await queries.findKeyFile(db));
    const known = name && keys.get(name);
    if (known) return known;
    if (name && name !== lost) {
      try {
        const key = await buffer(await files.stream(name));
        keys.set(name, key);
        return key;
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error;
        // After the loss of its file a new key is made: links sent before stop working, new ones can be sent.
        lost = name;
      }
    }
    await makeKey(files, db, lost);
  }
}

async function makeKey(files: Deps['files'], db: Db, lost: string | undefined): Promise<void> {
  const name = `secret/${randomBytes(16).toString('hex')}.key`;
  await files.put(name, randomBytes(32), 'application/octet-stream');
  await queries.nameKeyFile(db, name, lost);
  if ((await queries.findKeyFile(db)) !== name) await files.remove(name);
}
