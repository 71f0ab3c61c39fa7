import { Problem } from '@morada/contract/base/problem';
import { type Demonstration, demonstrationProblems } from '@morada/contract/desk/demonstration';
import { ALL, granted } from '@morada/domain/access/permissions';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { FILLING_STEPS, fillPortfolio } from '#api/demo/agency.ts';
import { type Drawings, drawPhotographs } from '#api/demo/drawings.ts';
import type { Staff } from '#api/demo/staff.ts';
import { removeOnFailure } from '#api/files/storage.ts';
import { notify } from '#api/live/notify.ts';
import { actorOrReason, actorStill } from '#api/modules/access/session/on-behalf.service.ts';
import { AGENCY } from '#api/modules/registry/agency/agency.service.ts';
import { backgroundRun, type Work } from '#api/runs/background-run.ts';
import { throttled } from '#api/runs/throttled.ts';
import * as queries from './demonstration.queries.ts';

export const showDemonstration = (ctx: Context) => presented(ctx.db, ctx);

async function presented(db: Db, { actor }: Context): Promise<Demonstration> {
  const found = await queries.findDemonstration(db);
  const mayFill = granted(actor.permissions, '*') === 'full' && (!found || found.status === 'FAILED');
  const possible = mayFill && (await queries.isEmpty(db));
  if (!found) return { status: 'NONE', done: 0, total: 0, possible, by: null, since: null };
  const { admin_user_id: _, ...shown } = found;
  return { ...shown, possible };
}

async function requireEmpty(db: Db) {
  if (!(await queries.isEmpty(db))) throw demonstrationProblems.AGENCY_NOT_EMPTY();
}

/** Starts the filling, only if nothing is registered yet: the data is removed as a whole later. */
export function startFilling(ctx: Context): Promise<Demonstration> {
  return change(ctx, async (trx) => {
    if (ctx.actor.id === null) throw new Error('a demonstration is put in by a person');
    const known = await queries.findDemonstration(trx);
    // Before its row is written, which the database refuses once money has moved.
    if (!known || known.status === 'FAILED') await requireEmpty(trx);
    if (!(await queries.beginFilling(trx, ctx.actor.id, FILLING_STEPS)))
      throw demonstrationProblems.DEMONSTRATION_THERE();
    await requireEmpty(trx);
    await demonstrationRuns.enqueue(trx);
    await leaveTrail(trx, ctx, 'agency', AGENCY, 'add-demonstration');
    await notify(trx, 'demonstration');
    return presented(trx, ctx);
  });
}

/** Fills the portfolio in the run's transaction. Its files are removed again when it fails. */
async function fill(trx: Db, deps: Deps, { staff, drawings }: Filling) {
  const kept: string[] = [];
  const files: Deps['files'] = {
    ...deps.files,
    put: (key, bytes, type) => {
      kept.push(key);
      return deps.files.put(key, bytes, type);
    },
  };
  const onStep = progressOf(deps);
  await fillPortfolio({ ...deps, files, db: trx }, { staff, drawings, onStep }).catch(
    removeOnFailure(deps.files, kept),
  );
  await queries.keepMade(trx);
  // Read outside the transaction, whose snapshot may predate a dismissal.
  await actorStill(deps.db, staff.id, ALL);
}

/** Counts steps, and publishes the count a few times a second. */
function progressOf({ db }: Deps) {
  let done = 0;
  const publish = throttled(async () => {
    await queries.setDone(db, done);
    await notify(db, 'demonstration');
  });
  return () => {
    done += 1;
    return publish();
  };
}

async function findFilling({ db }: Pick<Deps, 'db'>) {
  const found = await queries.findDemonstration(db);
  return found?.status === 'FILLING' ? found : undefined;
}

type Filling = { staff: Staff; drawings: Drawings };

/**
 * The whole filling is one portion, in a snapshot that excludes concurrent changes: a killed worker leaves no partial
 * data.
 */
async function filling(
  deps: Deps,
  { admin_user_id, by }: NonNullable<Awaited<ReturnType<typeof findFilling>>>,
): Promise<Work<Filling> | undefined> {
  // Checked before drawing the data, which takes seconds.
  if ((await actorOrReason(deps.db, admin_user_id, ALL)) instanceof Problem) {
    await queries.setStatus(deps.db, 'FAILED');
    await notify(deps.db, 'demonstration');
    return undefined;
  }
  return {
    isolation: 'repeatable read',
    // A previous worker may have committed the records and died before it set the status.
    portion: async () => {
      if (await queries.hasRecords(deps.db)) return undefined;
      await requireEmpty(deps.db);
      return { staff: { id: admin_user_id, name: by }, drawings: await drawPhotographs() };
    },
    lock: async (trx) => {
      if (!(await queries.claimFilling(trx)) || !(await findFilling({ db: trx }))) return 'ENDED';
      return (await queries.hasRecords(trx)) ? 'CARRIED' : 'MINE';
    },
    carry: async (trx, portion) => {
      await requireEmpty(trx);
      await fill(trx, deps, portion);
      return FILLING_STEPS;
    },
    finish: () => queries.setStatus(deps.db, 'IN'),
  };
}

export const demonstrationRuns = backgroundRun({
  name: 'demonstration',
  topic: 'demonstration',
  find: findFilling,
  forward: filling,
  fail: ({ db }) => queries.setStatus(db, 'FAILED'),
  stranded: async (trx): Promise<Iterable<void>> =>
    (await findFilling({ db: trx })) && (await queries.claimFilling(trx)) ? [undefined] : [],
});
