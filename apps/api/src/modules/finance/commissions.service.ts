import { lastPage } from '@morada/contract/fields';
import type { CommissionRow } from '@morada/contract/finance';
import { commissionLines } from '@morada/domain/commissions';
import { addressLine } from '@morada/domain/property';
import { type Span, spanOf } from '@morada/domain/span';
import type { Context } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { type Column, day, money, number, SHEET_TYPES, text, writeSheet } from '../../sheets/write.ts';
import * as queries from './commissions.queries.ts';

const shown = ({ street, number, complement, reversal, lines, ...row }: queries.CommissionRow): CommissionRow => ({
  ...row,
  property: addressLine({ street, number, complement }),
  extra: row.transfer - row.price + row.commission,
  lines: (lines ?? [])
    .filter(({ kind }) => kind !== 'SHARE')
    .map((line) => (reversal ? { ...line, amount: 0 - line.amount } : line)),
});

/** What was received of rents, and what became of it; the totals are of all rows, whatever the page. */
export async function commissions(ctx: Context, search: Partial<Span> & { page?: number }) {
  const period = spanOf(search, ctx.today());
  const { page } = search;
  const [totals, received, rows] = await snapshot(ctx.db, async (trx) => [
    await queries.findCommissionTotals(trx, period),
    await queries.findReceivedRents(trx, period),
    await queries.findCommissions(trx, period, page),
  ]);
  const { found, total, commissions: fees, late, transfers } = totals;
  return {
    ...period,
    sum: fees + late,
    total,
    transfers,
    commissions: fees,
    lines: commissionLines(totals, received),
    data: rows.map(shown),
    page: page ?? 1,
    lastPage: page === undefined ? 1 : lastPage(found),
    found,
  };
}

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

/** The same rows, to be kept. */
export async function saveCommissions(ctx: Context, search: Partial<Span>) {
  const period = spanOf(search, ctx.today());
  const rows = (await queries.findCommissions(ctx.db, period)).map(shown);
  await change(ctx, (trx) =>
    leaveTrail(trx, ctx, 'admin_user', ctx.actor.id ?? 0, 'export', {
      list: 'comissoes',
      format: 'csv',
      ...period,
      rows: rows.length,
    }),
  );
  return {
    stream: writeSheet('csv', { name: 'Comissões', columns: COLUMNS, rows: each(rows) }),
    name: 'comissoes.csv',
    type: SHEET_TYPES.csv,
  };
}

async function* each(rows: CommissionRow[]) {
  yield* rows;
}
