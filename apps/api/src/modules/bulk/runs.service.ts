import { type BulkRun, type BulkState, bulkProblems } from '@morada/contract/bulk';
import { BULK_ACCESS } from '@morada/contract/bulk.access';
import { common, Problem } from '@morada/contract/problem';
import { granted } from '@morada/domain/access/permissions';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import { actorStill } from '../session/on-behalf.service.ts';
import type { Action } from './action.ts';
import { actionOf } from './actions.ts';
import * as queries from './bulk.queries.ts';
import { ownRun, showRun } from './bulk.service.ts';

/** Starts the previewed run in the background, once; a failed run can be started again. */
export async function run(ctx: Context, id: number): Promise<BulkRun> {
  await change(ctx, async (trx) => {
    const { action, status } = await ownRun(trx, ctx, id, queries.lockRun);
    if (status !== 'STAGED' && status !== 'FAILED') throw bulkProblems.BULK_STARTED();
    const records = await queries.startRun(trx, id, 'RUNNING', 'READY');
    if (records === 0) throw bulkProblems.BULK_NOTHING_TO_DO();
    await leaveTrail(trx, ctx, 'bulk_run', id, 'run', { action, records });
    await begin(trx, id);
  });
  return showRun(ctx, id);
}

/** Starts the undo of a run, record by record, within its minutes. Records touched since are left. */
export async function undo(ctx: Context, id: number): Promise<BulkRun> {
  await change(ctx, async (trx) => {
    const { action, status, undo_until } = await ownRun(trx, ctx, id, queries.lockRun);
    const right = BULK_ACCESS[action].undo;
    if (right === null) throw bulkProblems.BULK_ONE_WAY();
    if (!granted(ctx.actor.permissions, right)) throw common.PERMISSION_DENIED();
    if (status !== 'DONE' && status !== 'FAILED') throw bulkProblems.BULK_NOT_DONE();
    if (undo_until === null) throw bulkProblems.BULK_TOO_LATE();
    const records = await queries.startRun(trx, id, 'UNDOING', 'DONE');
    if (records === 0) throw bulkProblems.BULK_NOT_DONE();
    await leaveTrail(trx, ctx, 'bulk_run', id, 'undo', { action, records });
    await begin(trx, id);
  });
  return showRun(ctx, id);
}

async function begin(trx: Db, id: number) {
  await queries.enqueueRun(trx, id);
  await notify(trx, 'bulk');
}

type Way = {
  status: 'RUNNING' | 'UNDOING';
  from: BulkState;
  /** State of a record that refuses the action. */
  refused: BulkState;
  changed: string;
  carry: (trx: Db, ctx: Context, action: Action, item: queries.NextItem, options: object) => ReturnType<typeof acted>;
  version: (item: queries.NextItem) => number | null;
};

const FORWARD: Way = {
  status: 'RUNNING',
  from: 'READY',
  refused: 'FAILED',
  changed: 'Mudou depois da conferência',
  carry: (trx, ctx, action, item, options) => acted(trx, ctx, action, item, options),
  version: ({ version }) => version,
};

const REVERSE: Way = {
  status: 'UNDOING',
  from: 'DONE',
  refused: 'LEFT',
  changed: 'Mudou desde então',
  carry: async (trx, ctx, action, item) => {
    if (!action.undo) throw bulkProblems.BULK_ONE_WAY();
    await action.undo(trx, ctx, item);
    return { state: 'UNDONE' };
  },
  version: ({ left_version }) => left_version,
};

type Outcome = { state: BulkState; left_version?: number | undefined; trace?: Record<string, unknown> };

async function acted(trx: Db, ctx: Context, action: Action, item: queries.NextItem, options: object): Promise<Outcome> {
  const made = await action.act(trx, ctx, item, options as Record<string, unknown>);
  const trace = { ...item.trace, ...made };
  return { state: 'DONE', left_version: await action.version(trx, { ...item, trace }), trace };
}

/**
 * Processes record after record. Each transaction also records the progress, so a killed run resumes where it stopped.
 */
export async function carryOut(deps: Deps, id: number): Promise<void> {
  const found = await queries.findAny(deps.db, id);
  if (found?.status !== 'RUNNING' && found?.status !== 'UNDOING') return;
  const way = found.status === 'RUNNING' ? FORWARD : REVERSE;
  const action = actionOf(found.action);
  const tell = progressNotifier(deps);
  while (await processNext(deps, found, action, way)) await tell();
  if (way === FORWARD) await queries.endRun(deps.db, id, 'RUNNING', 'DONE', action.undo !== undefined);
  else await queries.endRun(deps.db, id, 'UNDOING', 'UNDONE');
  await notify(deps.db, 'bulk');
}

type Run = Pick<queries.FoundRun, 'id' | 'action' | 'options' | 'admin_user_id'>;

/** Processes the next record; false when there is none, or the run's status has changed. */
async function processNext(deps: Deps, run: Run, action: Action, way: Way): Promise<boolean> {
  const item = await queries.findNext(deps.db, run.id, way.from);
  if (!item) return false;
  const { act, undo } = BULK_ACCESS[run.action];
  const right = way === FORWARD ? act : (undo ?? act);
  /** Runs the work only if the record is still pending: another worker may have processed it. */
  const ifPending = (work: (trx: Db) => Promise<Outcome & { reason?: string }>) =>
    deps.db.transaction().execute(async (trx) => {
      if (!(await queries.holdRun(trx, run.id, way.status))) return false;
      if (!(await queries.isStill(trx, run.id, item.position, way.from))) return true;
      await queries.settleItem(trx, run.id, item.position, await work(trx));
      return true;
    });
  const expected = way.version(item) ?? -1;
  return ifPending(async (trx) => {
    const actor = await actorStill(trx, run.admin_user_id, right);
    return way.carry(trx, { ...deps, actor, expected }, action, item, run.options);
  }).catch((error: unknown) => {
    // Retries after a deadlock, which the database resolved by aborting this transaction.
    if (isDeadlock(error)) return true;
    if (!(error instanceof Problem)) throw error;
    return ifPending(async () => ({ state: way.refused, reason: wordsOf(error, way) }));
  });
}

const isDeadlock = (error: unknown) => (error as { code?: unknown }).code === '40P01';

function wordsOf({ code, message, extra }: Problem, { changed }: Way): string {
  if (code === 'BULK_CHANGED') return `${changed}.`;
  if (code !== 'STALE_VERSION') return message;
  const who = extra?.saved_by;
  return typeof who === 'string' ? `${changed}, por ${who}.` : `${changed}.`;
}

const NOTIFY_INTERVAL_MS = 300;

/** Notifies listeners a few times a second at most, not for every record. */
function progressNotifier({ db }: Deps) {
  let last = 0;
  return async () => {
    const now = Date.now();
    if (now - last < NOTIFY_INTERVAL_MS) return;
    last = now;
    await notify(db, 'bulk');
  };
}

/** Called when the job exhausts its retries: processed records stand, and the rest can be started again. */
export async function giveUp({ db }: Deps, id: number) {
  await queries.endRun(db, id, 'RUNNING', 'FAILED', true);
  await queries.endRun(db, id, 'UNDOING', 'DONE');
  await notify(db, 'bulk');
}

/** Re-enqueues runs whose worker has died. */
export const resumeBulk = ({ db }: Deps) =>
  db.transaction().execute(async (trx) => {
    for (const { id } of await queries.lockStranded(trx)) await queries.enqueueRun(trx, id);
  });

export const sweepBulk = ({ db }: Deps) => queries.sweepRuns(db);
