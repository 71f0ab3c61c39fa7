import type { Deps } from '#api/context.ts';
import { placeOf, SEALED } from './connection.service.ts';
import * as queries from './links.queries.ts';

/** Seals with the current key the secrets of links that are plain or sealed with an old one; see `sealSecrets`. */
export async function sealPayoutLinks({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const link of await queries.lockLinks(trx)) {
      const renewed: Partial<Record<(typeof SEALED)[number], string>> = {};
      for (const column of SEALED) {
        if (link[column].startsWith(prefix)) continue;
        const plain = secrets.openText(placeOf(column, link.id), link[column]);
        if (plain === undefined) done.unreadable += 1;
        else renewed[column] = secrets.sealText(placeOf(column, link.id), plain);
      }
      const columns = Object.keys(renewed).length;
      if (columns > 0) await queries.updateLink(trx, link.id, renewed);
      done.sealed += columns;
    }
  });
  return done;
}
