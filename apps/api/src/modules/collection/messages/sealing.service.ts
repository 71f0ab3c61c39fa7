import type { Deps } from '#api/context.ts';
import { resealRows } from '#api/db/resealing.ts';
import * as queries from './channels.queries.ts';
import { placeOf, SEALED } from './connection.service.ts';

/** Seals with the current key the secrets of channels that were sealed with an old one; see `sealSecrets`. */
export const sealMessageChannels = (deps: Pick<Deps, 'db' | 'secrets'>) =>
  resealRows(deps, {
    columns: SEALED,
    placeOf: (column, { channel }) => placeOf(column, channel),
    lock: queries.lockChannels,
    write: (trx, { channel }, renewed) => queries.resealChannel(trx, channel, renewed),
  });
