import { financeProblems } from '@morada/contract/money/finance';
import type { LateSearch } from '@morada/contract/money/finance.search';
import { LATE_READERS } from '@morada/contract/money/finance.search';
import type * as z from 'zod/mini';
import { searchLate } from '#api/modules/collection/late/late.service.ts';
import { type Action, BLOCK } from '../bulk.action.ts';
import * as candidates from '../candidates.queries.ts';
import {
  evaluateReceipts,
  giveBack,
  invoiceVersions,
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
  block: BLOCK,
  act: (trx, ctx, items, receipt) => receive(trx, ctx, items, receipt),
  undo: (trx, ctx, items) => giveBack(trx, ctx, items),
  versions: (trx, items) => invoiceVersions(trx, items),
};
