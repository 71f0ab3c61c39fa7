import type { PeriodSearch } from '@morada/contract/money/finance.search';
import { earlier, referenceOf } from '@morada/domain/base/calendar';
import { spanOf } from '@morada/domain/base/span';
import { incomeByDay, incomeByMonth, incomeOf, rentsByMonth } from '@morada/domain/ledger/income';
import type * as z from 'zod/mini';
import type { Context } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import { latestCash } from '#api/modules/ledger/postings/cash.service.ts';
import { findDailyMovements, findMovements } from './resume.queries.ts';

const MONTHS = 12;
const LATEST = 10;

/** The three cards, with their lines and months, and the latest entries. */
export async function resume(ctx: Context, search: z.output<typeof PeriodSearch>) {
  const today = ctx.today();
  const { start, end } = spanOf(search, today, MONTHS);
  const last = earlier(end, today);
  // A single month is drawn by day: by month it would be one point.
  const byDay = referenceOf(start) === referenceOf(last);
  const [movements, daily, latest] = await snapshot(ctx.db, async (trx) => [
    await findMovements(trx, { start, end }),
    byDay ? await findDailyMovements(trx, { start, end }) : [],
    await latestCash(trx, LATEST),
  ]);
  const { gross, net, fees } = incomeOf(movements);
  return {
    start,
    end,
    grossIncome: gross.amount,
    netIncome: net.amount,
    feesIncome: fees.amount,
    lines: { grossIncome: gross.lines, netIncome: net.lines, feesIncome: fees.lines },
    graph: byDay ? incomeByDay(daily, start, last) : incomeByMonth(movements, referenceOf(start), referenceOf(last)),
    latest,
  };
}

/** Rents of the last twelve months, the current one included. */
export async function rentsOfYear(ctx: Context) {
  const span = spanOf({}, ctx.today(), MONTHS);
  return rentsByMonth(await findMovements(ctx.db, span), referenceOf(span.start), referenceOf(span.end));
}
