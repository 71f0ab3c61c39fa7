import type { Deps } from '#api/context.ts';
import { resealRows } from '#api/db/resealing.ts';
import * as queries from './credit.queries.ts';
import { placeOf, SEALED } from './credit-provider.service.ts';

/** Seals with the current key the provider's tokens that were sealed with an old one; see `sealSecrets`. */
export const sealCreditProvider = (deps: Pick<Deps, 'db' | 'secrets'>) =>
  resealRows(deps, {
    columns: SEALED,
    placeOf,
    lock: queries.lockProvider,
    write: (trx, _, renewed) => queries.resealProvider(trx, renewed),
  });
