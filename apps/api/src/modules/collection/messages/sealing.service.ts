import type { Deps } from '#api/context.ts';
import * as queries from './channels.queries.ts';
import { opened, placeOf, SEALED, type SealedColumn } from './connection.service.ts';

/** Seals with the current key the secrets of channels that were sealed with an old one; see `sealSecrets`. */
export async function sealMessageChannels({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const row of await queries.lockChannels(trx)) {
      const renewed: Partial<Record<SealedColumn, string>> = {};
      for (const column of SEALED) {
        if (row[column] === null || row[column].startsWith(prefix)) continue;
        const plain = opened({ secrets }, row, column);
        if (plain === undefined) done.unreadable += 1;
        else renewed[column] = secrets.sealText(placeOf(column, row.channel), plain);
      }
      const columns = Object.keys(renewed).length;
      if (columns > 0) await queries.resealChannel(trx, row.channel, renewed);
      done.sealed += columns;
    }
  });
  return done;
}
