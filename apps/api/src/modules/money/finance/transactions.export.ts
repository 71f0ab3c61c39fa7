import type { Received } from '@morada/contract/base/endpoint';
import type { finance } from '@morada/contract/money/finance';
import { spanOf } from '@morada/domain/base/span';
import { cashSheet } from '#api/modules/ledger/postings/cash-sheet.service.ts';

export const TRANSACTION_LIST = cashSheet<Received<typeof finance.exportTransactions>['query']>({
  name: 'transacoes',
  title: 'Transações',
  search: (ctx, { department, method, start, end }) => ({
    ...spanOf({ start, end }, ctx.today()),
    department,
    method,
  }),
});
