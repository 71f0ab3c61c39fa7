import { Problem } from '@morada/contract/base/problem';
import { type Billing, billingProblems, billing as contract } from '@morada/contract/money/billing';
import { type Context, type Deps, inside, systemContext } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change, snapshot } from '#api/db/transaction.ts';
import { findJump, worksToday } from '#api/db/worked-day.ts';
import { notify } from '#api/live/notify.ts';
import { actorOrReason } from '#api/modules/access/session/on-behalf.service.ts';
import { backgroundRun } from '#api/runs/background-run.ts';
import { billingBatches, billingHorizon, countWaiting } from './billing.service.ts';
import * as queries from './billing-runs.queries.ts';

/** One snapshot, since a run may end meanwhile. */
export const showBilling = (ctx: Context): Promise<Billing> =>
  snapshot(ctx.db, async (db) => {
    const within = { ...ctx, db };
    const { leadDays, through } = await billingHorizon(within);
    const waiting = await countWaiting(within);
    return { waiting, through, lead_days: leadDays, run: (await queries.findLastRun(db)) ?? null };
  });

/** Runs now the billing that the hourly schedule would start. */
export async function startBilling(ctx: Context): Promise<Billing> {
  await change(ctx, async (trx) => {
    if (await findJump(inside(ctx, trx))) throw billingProblems.CLOCK_UNCONFIRMED();
    const total = await countWaiting(inside(ctx, trx));
    if (total === 0) throw billingProblems.NOTHING_TO_ISSUE();
    const id = await queries.beginRun(trx, { total, admin_user_id: ctx.actor.id });
    if (id === undefined) throw billingProblems.BILLING_GOING();
    await billingRuns.enqueue(trx);
    await leaveTrail(trx, ctx, 'billing_run', id, 'run', { contracts: total });
    await notify(trx, 'billing');
  });
  return showBilling(ctx);
}

/**
 * Continues the run that a person started or that a dead worker left, or begins one by the clock if there is something
 * to issue.
 */
async function findOrBegin(deps: Deps): Promise<queries.Going | undefined> {
  const system = systemContext(deps);
  // One snapshot, since another server may be issuing at the same time.
  const [found, waiting] = await snapshot(deps.db, async (db) => [
    await queries.findGoing(db),
    await countWaiting({ ...system, db }),
  ]);
  if (!found && (!(await worksToday(deps)) || waiting === 0)) return undefined;
  const run = found ?? (await begunByClock(deps, waiting));
  if (!run) return undefined;
  if (found) await queries.resumeRun(deps.db, run.id, found.done + waiting);
  await notify(deps.db, 'billing');
  return run;
}

/** Concurrent servers join one run: the second finds the first's run, or an ended one. */
async function begunByClock({ db }: Deps, total: number) {
  await queries.beginRun(db, { total, admin_user_id: null });
  return queries.findGoing(db);
}

async function billing(deps: Deps, run: queries.Going) {
  const system = systemContext(deps);
  const batches = await billingBatches(system, {
    note: (trx, batch) => queries.advanceRun(trx, run.id, batch),
    // Once the person who started it loses the permission, the rest is issued as the system, like the scheduled job.
    actorNow: async (trx) => {
      const still = await actorOrReason(trx, run.admin_user_id, contract.start.access);
      return still instanceof Problem ? system.actor : still;
    },
  });
  return {
    ...batches,
    finish: async () => {
      await batches.finish();
      await queries.dropIdleRun(deps.db, run.id);
      await queries.endRun(deps.db, run.id, 'DONE');
    },
  };
}

/**
 * The daily job with visible progress. Several servers share a run, and the hourly schedule repeats the job, so that a
 * dead worker's run needs no resuming. Issued invoices stand when it fails, and the next run issues the rest.
 */
export const billingRuns = backgroundRun({
  name: 'billing',
  topic: 'billing',
  find: findOrBegin,
  forward: billing,
  fail: async ({ db }) => {
    const going = await queries.findGoing(db);
    if (going) await queries.endRun(db, going.id, 'FAILED');
  },
});
