import type { Deps } from '#api/context.ts';
import * as queries from './intermediary.queries.ts';
import { TOKEN_PLACE } from './intermediary.service.ts';

/** Seals with the current key a token that was sealed with an old one; see `sealSecrets`. */
export async function sealIntermediary({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const done = { sealed: 0, unreadable: 0 };
  const { prefix } = secrets;
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    const row = await queries.lockIntermediary(trx);
    if (!row || row.token.startsWith(prefix)) return;
    const plain = secrets.openText(TOKEN_PLACE, row.token);
    if (plain === undefined) done.unreadable += 1;
    else {
      await queries.resealIntermediary(trx, secrets.sealText(TOKEN_PLACE, plain));
      done.sealed += 1;
    }
  });
  return done;
}
