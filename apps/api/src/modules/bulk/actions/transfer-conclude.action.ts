import { transferProblems } from '@morada/contract/transfers';
import type { TransferSearch } from '@morada/contract/transfers.search';
import { TRANSFER_READERS } from '@morada/contract/transfers.search';
import { formatDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { findUnderWay } from '../../payouts/orders.service.ts';
import { concludeTransfers, searchPending, undoTransfers } from '../../transfers/transfers.service.ts';
import { type Action, BLOCK, ordersOf, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** "Marcar como efetuado". */
export const transferConclude: Action = {
  readers: TRANSFER_READERS,
  name: 'repasses-efetuados',
  search: (ctx, filter: z.output<typeof TransferSearch>, most) => searchPending(ctx, filter, most),
  evaluate: async (ctx, ids) => {
    const [found, underWay] = await Promise.all([candidates.findTransfers(ctx.db, ids), findUnderWay(ctx.db, ids)]);
    return found.map(({ id, version, amount, status }) => ({
      id,
      version,
      amount,
      reason: (status === 'PENDING' ? underWay.get(id) : transferProblems.TRANSFER_ALREADY_DONE())?.message,
    }));
  },
  named: async (db, ids) =>
    (await candidates.nameOfTransfers(db, ids)).map((row) => ({
      id: row.id,
      title: row.who,
      below: [
        `Repasse ${row.id}`,
        addressLine(row),
        `prazo ${formatDate(row.due_date)}`,
        ...(row.payment_id === null ? [] : [`no pagamento ${row.payment_id}`]),
      ].join(' · '),
    })),
  block: BLOCK,
  act: (trx, ctx, items) => concludeTransfers(trx, ctx, ordersOf(items)),
  undo: (trx, ctx, items) => undoTransfers(trx, ctx, ordersOf(items)),
  versions: (trx, items) => candidates.findVersions(trx, 'transfer', recordsOf(items)),
};
