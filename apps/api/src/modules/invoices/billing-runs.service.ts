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

/** Runs now the billing that the hourly schedule would start. */
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
 * The daily job with visible progress: continues a run that a person started or that a dead worker left, or begins a
 * new one if there is something to issue. Returns the number of invoices issued.
 */
export async function carryOutBilling(deps: Deps): Promise<number> {
  const system = systemContext(deps);
  // One snapshot, since another server may be issuing at the same time.
  const [found, waiting] = await snapshot(deps.db, async (db) => [
    await queries.findGoing(db),
    await countWaiting({ ...system, db }),
  ]);
  if (waiting === 0 && !found) return 0;
  const run = found ?? (await begunByClock(deps, waiting));
  if (!run) return 0;
  if (found) await queries.resumeRun(deps.db, run.id, found.done + waiting);
  await notify(deps.db, 'billing');
  // Once the person who started it loses the permission, the rest is issued as the system, like the scheduled job.
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

/** Concurrent servers join one run: the second finds the first's run, or an ended one. */
async function begunByClock({ db }: Deps, total: number) {
  await queries.beginRun(db, { total, admin_user_id: null });
  return queries.findGoing(db);
}

/** Marks the run as failed. Issued invoices stand; the next run issues the rest. */
export async function giveUpBilling({ db }: Deps) {
  const going = await queries.findGoing(db);
  if (!going) return;
  await queries.endRun(db, going.id, 'FAILED');
  await notify(db, 'billing');
}
