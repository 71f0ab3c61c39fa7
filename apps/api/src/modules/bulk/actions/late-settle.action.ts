import { financeProblems } from '@morada/contract/finance';
import type { LateSearch } from '@morada/contract/finance.search';
import { LATE_READERS } from '@morada/contract/finance.search';
import type * as z from 'zod/mini';
import { searchLate } from '../../finance/late.service.ts';
import type { Action } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersion,
  namedInvoices,
  type Receipt,
  receive,
} from './receipts.service.ts';

/** "Dar baixa" of the overdue list: settles with the charges of today, paid in cash. */
export const lateSettle: Action<Receipt> = {
  readers: LATE_READERS,
  name: 'atrasadas-baixadas',
  search: (ctx, filter: z.output<typeof LateSearch>, most) => searchLate(ctx, filter, most),
  options: (ctx) => ({ pay_day: ctx.today(), payment_method: 'MANUAL' }),
  evaluate: async (ctx, ids, receipt) => {
    const due = new Map((await candidates.findReceivable(ctx.db, ids)).map((row) => [row.id, row.due_date]));
    return (await evaluateReceipts(ctx, ids, receipt)).map((evaluated) => ({
      ...evaluated,
      reason:
        evaluated.reason ??
        ((due.get(evaluated.id) ?? receipt.pay_day) < receipt.pay_day ? undefined : financeProblems.NOT_LATE().message),
    }));
  },
  named: namedInvoices,
  act: async (trx, ctx, item, receipt) => {
    await receive(trx, ctx, item.record_id, item, receipt);
    return undefined;
  },
  undo: (trx, ctx, { record_id }) => giveBack(trx, ctx, record_id),
  version: (trx, { record_id }) => invoiceVersion(trx, record_id),
};
