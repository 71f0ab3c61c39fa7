import type { Deps } from '#api/context.ts';
import * as queries from './second-factor.queries.ts';

const BLOCK = 200;

/** Name that a sealed value is bound to: it can't be opened as a value of another person or column. */
export const placeOf = (column: 'secret' | 'pending', id: number) => `second_factor.${column}:${id}`;

/**
 * Seals, with the current key and in blocks beside a running server, the secrets that are plain or sealed with an old
 * key. `unreadable` ones, of a key that isn't here, stay as they are. Does nothing without a key.
 */
export async function sealSecrets({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;

  const renew = (column: 'secret' | 'pending', id: number, stored: string | null) => {
    if (stored === null || stored.startsWith(prefix)) return stored;
    const plain = secrets.openText(placeOf(column, id), stored);
    if (plain === undefined) {
      done.unreadable += 1;
      return stored;
    }
    done.sealed += 1;
    return secrets.sealText(placeOf(column, id), plain);
  };

  for (let after = 0; ; ) {
    const last = await db.transaction().execute(async (trx) => {
      const block = await queries.lockSealedOtherwise(trx, prefix, after, BLOCK);
      if (block.length === 0) return undefined;
      const renewed = block.map(({ admin_user_id: id, secret, pending }) => ({
        id,
        secret: renew('secret', id, secret),
        pending: renew('pending', id, pending),
      }));
      await queries.replaceSecrets(trx, renewed);
      return renewed.at(-1)?.id;
    });
    if (last === undefined) return done;
    after = last;
  }
}
