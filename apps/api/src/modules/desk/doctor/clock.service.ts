import { doctorProblems } from '@morada/contract/desk/doctor';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { findJump, setWorkedDay } from '#api/db/worked-day.ts';
import { billingRuns } from '#api/modules/money/invoices/billing-runs.service.ts';

export async function showClock(ctx: Context) {
  const worked = await findJump(ctx);
  return { jump: worked === undefined ? null : { worked, today: ctx.today() } };
}

/** A person says that the clock is right, for the day that they saw: the work that waited is done. */
export const confirmClock = (ctx: Context, today: CalendarDate) =>
  change(ctx, async (trx) => {
    if (today !== ctx.today()) throw doctorProblems.CLOCK_OTHER();
    if (!(await findJump({ ...ctx, db: trx }))) return;
    await setWorkedDay(trx, today);
    await leaveTrail(trx, ctx, 'agency', 1, 'confirm-day', { date: today });
    await billingRuns.enqueue(trx);
  });
