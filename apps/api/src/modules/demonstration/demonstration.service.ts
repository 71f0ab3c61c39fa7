import { type Demonstration, demonstrationProblems } from '@morada/contract/demonstration';
import { Problem } from '@morada/contract/problem';
import { ALL, granted } from '@morada/domain/access/permissions';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change, withinTransaction } from '../../db/transaction.ts';
import { FILLING_STEPS, fillPortfolio } from '../../demo/agency.ts';
import { drawPhotographs } from '../../demo/drawings.ts';
import { removeOnFailure } from '../../files/storage.ts';
import { notify } from '../../live/notify.ts';
import { AGENCY } from '../agency/agency.service.ts';
import { actorOrReason, actorStill } from '../session/on-behalf.service.ts';
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
    if (!(await queries.beginFilling(trx, ctx.actor.id, FILLING_STEPS)))
      throw demonstrationProblems.DEMONSTRATION_THERE();
    await requireEmpty(trx);
    await queries.enqueueFilling(trx);
    await leaveTrail(trx, ctx, 'agency', AGENCY, 'add-demonstration');
    await notify(trx, 'demonstration');
    return presented(trx, ctx);
  });
}

/**
 * Fills in one transaction with a snapshot that excludes concurrent changes. A killed run leaves nothing and starts
 * again.
 */
export async function carryOut(deps: Deps): Promise<void> {
  // Checked before drawing the data, which takes seconds.
  const asked = await queries.findDemonstration(deps.db);
  if (asked?.status !== 'FILLING') return;
  if ((await actorOrReason(deps.db, asked.admin_user_id, ALL)) instanceof Problem) return giveUp(deps);
  if (!(await queries.hasRecords(deps.db))) await requireEmpty(deps.db);
  const drawings = await drawPhotographs();
  const kept: string[] = [];
  const files: Deps['files'] = {
    ...deps.files,
    put: (key, bytes, type) => {
      kept.push(key);
      return deps.files.put(key, bytes, type);
    },
  };
  const onStep = progressReporter(deps);
  const isIn = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      if (!(await queries.claimFilling(trx))) return false;
      const found = await queries.findDemonstration(trx);
      if (found?.status !== 'FILLING') return false;
      // A previous worker committed and died before it set the status.
      if (await queries.hasRecords(trx)) return true;
      await requireEmpty(trx);
      const staff = { id: found.admin_user_id, name: found.by };
      await fillPortfolio({ ...deps, files, db: withinTransaction(trx) }, { staff, drawings, onStep }).catch(
        removeOnFailure(deps.files, kept),
      );
      await queries.keepMade(trx);
      // Read outside the transaction, whose snapshot may predate a dismissal.
      await actorStill(deps.db, found.admin_user_id, ALL);
      return true;
    });
  if (!isIn) return;
  await queries.setStatus(deps.db, 'IN');
  await notify(deps.db, 'demonstration');
}

const NOTIFY_INTERVAL_MS = 300;

/** Reports the progress a few times a second at most. */
function progressReporter({ db }: Deps) {
  let done = 0;
  let last = 0;
  return async () => {
    done += 1;
    if (Date.now() - last < NOTIFY_INTERVAL_MS) return;
    last = Date.now();
    await queries.setDone(db, done);
    await notify(db, 'demonstration');
  };
}

export async function giveUp({ db }: Deps) {
  await queries.setStatus(db, 'FAILED');
  await notify(db, 'demonstration');
}

/** Re-enqueues a filling whose worker has died; the job of a live one is locked and stays as it is. */
export const resumeDemonstration = ({ db }: Deps) =>
  db.transaction().execute(async (trx) => {
    const found = await queries.findDemonstration(trx);
    if (found?.status === 'FILLING' && (await queries.claimFilling(trx))) await queries.enqueueFilling(trx);
  });
