import type { Received } from '@morada/contract/endpoint';
import type { movimentations } from '@morada/contract/movimentations';
import { CASH_KINDS } from '@morada/domain/cash';
import { spanOf } from '@morada/domain/span';
import { cashSheet } from '../ledger/cash-sheet.service.ts';

export const MOVIMENTATION_LIST = cashSheet<Received<typeof movimentations.export>['query']>({
  name: 'caixa',
  title: 'Caixa',
  search: (ctx, { kind, startDate, endDate }) => ({
    ...spanOf({ start: startDate, end: endDate }, ctx.today()),
    department: CASH_KINDS[kind],
    standing: true,
  }),
});
