import type { Deps } from '#api/context.ts';
import * as queries from './certificates.queries.ts';
import { placeOf, SEALED } from './certificates.service.ts';

/** Seals with the current key the certificates that were sealed with an old one; see `sealSecrets`. */
export async function sealCertificates({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
  const { prefix } = secrets;
  const done = { sealed: 0, unreadable: 0 };
  if (prefix === undefined) return done;
  await db.transaction().execute(async (trx) => {
    for (const row of await queries.lockCertificates(trx)) {
      for (const column of SEALED) {
        if (row[column].startsWith(prefix)) continue;
        const place = placeOf(column, row.client_id);
        const plain = secrets.openText(place, row[column]);
        if (plain === undefined) done.unreadable += 1;
        else {
          await queries.resealCertificate(trx, row.id, { [column]: secrets.sealText(place, plain) });
          done.sealed += 1;
        }
      }
    }
  });
  return done;
}
