import { type Billing, billing, billingProblems } from '@morada/contract/billing';
import { Problem } from '@morada/contract/problem';
import { type Context, type Db, type Deps, systemContext } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, snapshot } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import { actorOrReason } from '../session/on-behalf.service.ts';
import { billDay, billingHorizon, countWaiting } from './billing.service.ts';
import * as queries from './billing-runs.queries.ts';

export async function showBilling(ctx: Context): Promise<Billing> {
  const [{ leadDays, through }, waiting, run] = await Promise.all([
    billingHorizon(ctx),
    countWaiting(ctx),
    queries.findLastRun(ctx.db),
  ]);
  return { waiting, through, lead_days: leadDays, run: run ?? null };
}

/** What the clock would do within the hour, now. */
export async function startBilling(ctx: Context): Promise<Billing> {
  await change(ctx, async (trx) => {
    const total = await countWaiting({ ...ctx, db: trx });
    if (total === 0) throw billingProblems.NOTHING_TO_ISSUE();
    const id = await queries.beginRun(trx, { total, admin_user_id: ctx.actor.id });
    if (id === undefined) throw billingProblems.BILLING_GOING();
    await queries.enqueueBilling(trx);
    await leaveTrail(trx, ctx, 'billing_run', id, 'run', { contracts: total });
    await notify(trx, 'billing');
  });
  return showBilling(ctx);
}

/**
 * The daily job, seen by those who look: the run that somebody asked for, one that a dead server left, or a new one where
 * there is something to issue. Returns how many invoices it issued.
 */
export async function carryOutBilling(deps: Deps): Promise<number> {
  const system = systemContext(deps);
  // As of one instant: another server may be at it, and what it did waits no longer.
  const [found, waiting] = await snapshot(deps.db, async (db) => [
    await queries.findGoing(db),
    await countWaiting({ ...system, db }),
  ]);
  if (waiting === 0 && !found) return 0;
  const run = found ?? (await begunByClock(deps, waiting));
  if (!run) return 0;
  if (found) await queries.resumeRun(deps.db, run.id, found.done + waiting);
  await notify(deps.db, 'billing');
  // Once the person who asked has left, the rest is issued in the system's name, as the clock would within the hour.
  const actorNow = async (trx: Db) => {
    const still = await actorOrReason(trx, run.admin_user_id, billing.start.access);
    return still instanceof Problem ? system.actor : still;
  };
  const issued = await billDay(system, { note: (trx, batch) => queries.advanceRun(trx, run.id, batch), actorNow });
  await queries.dropIdleRun(deps.db, run.id);
  await queries.endRun(deps.db, run.id, 'DONE');
  await notify(deps.db, 'billing');
  return issued;
}

/** Two servers may come to it at once: the second joins the first, or finds it over. */
async function begunByClock({ db }: Deps, total: number) {
  await queries.beginRun(db, { total, admin_user_id: null });
  return queries.findGoing(db);
}

/** What was issued stands; the rest goes out with the next one. */
export async function giveUpBilling({ db }: Deps) {
  const going = await queries.findGoing(db);
  if (!going) return;
  await queries.endRun(db, going.id, 'FAILED');
  await notify(db, 'billing');
}
