import type { Received } from '@morada/contract/base/endpoint';
import type { CommissionRow, finance } from '@morada/contract/money/finance';
import { spanOf } from '@morada/domain/base/span';
import type { ListSheet } from '#api/sheets/export.ts';
import { type Column, day, money, number, text } from '#api/sheets/write.ts';
import { findCommissionIds, findCommissionsAt } from './commissions.queries.ts';
import { shownCommission } from './commissions.service.ts';

const COLUMNS: Column<CommissionRow>[] = [
  number('ID', 10, (row) => row.id),
  number('Fatura', 10, (row) => row.invoice_id),
  number('Contrato', 10, (row) => row.proposal_id),
  text('Proprietário', 36, (row) => row.owner),
  text('Imóvel', 36, (row) => row.property),
  day('Vencimento', 12, (row) => row.due_date),
  day('Pagamento', 12, (row) => row.pay_day),
  money('Aluguel', 14, (row) => row.price),
  number('Percentual', 12, (row) => row.percentage / 100),
  money('Comissão', 14, (row) => row.commission),
  money('Multas e juros', 14, (row) => row.late),
  money('Extras', 14, (row) => row.extra),
  money('Repasse', 14, (row) => row.transfer),
];

export const COMMISSION_LIST: ListSheet<Received<typeof finance.exportCommissions>['query'], CommissionRow> = {
  name: 'comissoes',
  title: 'Comissões',
  columns: COLUMNS,
  find: (ctx, search) => findCommissionIds(ctx.db, spanOf(search, ctx.today())),
  load: async ({ db }, ids) => (await findCommissionsAt(db, ids)).map(shownCommission),
  undated: true,
};
