import { transferProblems } from '@morada/contract/money/transfers';
import type { TransferSearch } from '@morada/contract/money/transfers.search';
import { TRANSFER_READERS } from '@morada/contract/money/transfers.search';
import { type CalendarDate, calendarDate, formatDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import {
  concludeTransfers,
  findConclusionRefusals,
  searchPending,
  undoTransfers,
} from '#api/modules/money/transfers/transfers.service.ts';
import { type Action, BLOCK, ordersOf, recordsOf } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';

/** The day on which all of them were paid. */
type Options = { pay_day: CalendarDate };

/** "Marcar como efetuado". */
export const transferConclude: Action<Options> = {
  readers: TRANSFER_READERS,
  name: 'repasses-efetuados',
  search: (ctx, filter: z.output<typeof TransferSearch>, most) => searchPending(ctx, filter, most),
  options: (ctx, { pay_day = ctx.today() }) => {
    const day = calendarDate(String(pay_day));
    if (day > ctx.today()) throw transferProblems.TRANSFER_PAID_IN_FUTURE();
    return { pay_day: day };
  },
  evaluate: async (ctx, ids, options) => {
    const [found, refusals] = await Promise.all([
      candidates.findTransfers(ctx.db, ids),
      findConclusionRefusals(
        ctx.db,
        ctx,
        ids.map((id) => ({ id, ...options })),
      ),
    ]);
    return found.map(({ id, version, amount, status }) => ({
      id,
      version,
      amount,
      reason: (status === 'PENDING' ? refusals.get(id) : transferProblems.TRANSFER_ALREADY_DONE())?.message,
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
  act: (trx, ctx, items, options) =>
    concludeTransfers(
      trx,
      ctx,
      ordersOf(items).map((order) => ({ ...order, ...options })),
    ),
  undo: (trx, ctx, items) => undoTransfers(trx, ctx, ordersOf(items)),
  versions: (trx, items) => candidates.findVersions(trx, 'transfer', recordsOf(items)),
};
