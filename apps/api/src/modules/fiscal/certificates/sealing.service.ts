import type { Deps } from '#api/context.ts';
import { resealRows } from '#api/db/resealing.ts';
import * as queries from './certificates.queries.ts';
import { placeOf, SEALED } from './certificates.service.ts';

/** Seals with the current key the certificates that were sealed with an old one; see `sealSecrets`. */
export const sealCertificates = (deps: Pick<Deps, 'db' | 'secrets'>) =>
  resealRows(deps, {
    columns: SEALED,
    placeOf: (column, { client_id }) => placeOf(column, client_id),
    lock: queries.lockCertificates,
    write: (trx, { id }, renewed) => queries.resealCertificate(trx, id, renewed),
  });
