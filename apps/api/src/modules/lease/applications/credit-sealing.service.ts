import type { Deps } from '#api/context.ts';
import * as queries from './credit.queries.ts';
import { openedToken, placeOf, SEALED, type SealedColumn } from './credit-provider.service.ts';

/** Seals with the current key the provider's tokens that were sealed with an old one; see `sealSecrets`. */
export async function sealCreditProvider({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const done = { sealed: 0, unreadable: 0 };
  const { prefix } = secrets;
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    const row = await queries.lockProvider(trx);
    if (!row) return;
    const renewed: Partial<Record<SealedColumn, string>> = {};
    for (const column of SEALED) {
      if (row[column].startsWith(prefix)) continue;
      const plain = openedToken({ secrets }, row, column);
      if (plain === undefined) done.unreadable += 1;
      else renewed[column] = secrets.sealText(placeOf(column), plain);
    }
    done.sealed = Object.keys(renewed).length;
    if (done.sealed > 0) await queries.resealProvider(trx, renewed);
  });
  return done;
}
