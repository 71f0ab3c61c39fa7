import { lastPage } from '@morada/contract/base/fields';
import type { CommissionRow } from '@morada/contract/money/finance';
import { type Span, spanOf } from '@morada/domain/base/span';
import { commissionLines } from '@morada/domain/ledger/commissions';
import { addressLine } from '@morada/domain/property/property';
import type { Context } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import * as queries from './commissions.queries.ts';

/** A row as the page and the export show it. */
export const shownCommission = ({
  street,
  number,
  complement,
  reversal,
  lines,
  ...row
}: queries.CommissionRow): CommissionRow => ({
  ...row,
  property: addressLine({ street, number, complement }),
  extra: row.transfer - row.price + row.commission,
  lines: (lines ?? [])
    .filter(({ kind }) => kind !== 'SHARE' && kind !== 'DEBIT')
    .map((line) => (reversal ? { ...line, amount: 0 - line.amount } : line)),
});

/** Rents received, with fee and transfer of each; the totals cover all pages. */
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
    data: rows.map(shownCommission),
    page: page ?? 1,
    lastPage: page === undefined ? 1 : lastPage(found),
    found,
  };
}
