import type { Received } from '@morada/contract/base/endpoint';
import type { movimentations } from '@morada/contract/money/movimentations';
import { spanOf } from '@morada/domain/base/span';
import { CASH_KINDS } from '@morada/domain/ledger/cash';
import { cashSheet } from '../postings/cash-sheet.service.ts';

export const MOVIMENTATION_LIST = cashSheet<Received<typeof movimentations.export>['query']>({
  name: 'caixa',
  title: 'Caixa',
  search: (ctx, { kind, startDate, endDate }) => ({
    ...spanOf({ start: startDate, end: endDate }, ctx.today()),
    ...CASH_KINDS[kind],
    standing: true,
  }),
});
