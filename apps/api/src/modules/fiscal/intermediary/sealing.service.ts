import type { Deps } from '#api/context.ts';
import { resealRows } from '#api/db/resealing.ts';
import * as queries from './intermediary.queries.ts';
import { TOKEN_PLACE } from './intermediary.service.ts';

/** Seals with the current key a token that was sealed with an old one; see `sealSecrets`. */
export const sealIntermediary = (deps: Pick<Deps, 'db' | 'secrets'>) =>
  resealRows(deps, {
    columns: ['token'],
    placeOf: () => TOKEN_PLACE,
    lock: queries.lockIntermediary,
    write: (trx, _, renewed) => queries.resealIntermediary(trx, renewed),
  });
