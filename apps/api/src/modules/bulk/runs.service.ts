import { type BulkRun, type BulkState, bulkProblems } from '@morada/contract/bulk';
import { BULK_ACCESS } from '@morada/contract/bulk.access';
import { common, type Problem } from '@morada/contract/problem';
import { granted } from '@morada/domain/access/permissions';
import type { Context, Db, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { notify } from '../../live/notify.ts';
import { backgroundRun } from '../../runs/background-run.ts';
import { runLife } from '../../runs/life.ts';
import type { Portions } from '../../runs/portions.ts';
import { actorStill } from '../session/on-behalf.service.ts';
import type { Action } from './bulk.action.ts';
import * as queries from './bulk.queries.ts';
import { ownRun, showRun } from './bulk.service.ts';
import { actionOf } from './registry.action.ts';

/** Starts the previewed run in the background, once; a failed run can be started again. */
export async function run(ctx: Context, id: number): Promise<BulkRun> {
  await change(ctx, async (trx) => {
    const { action, status } = await ownRun(trx, ctx, id, queries.lockRun);
    if (!runLife.can(status, 'start')) throw bulkProblems.BULK_STARTED();
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
    if (!runLife.can(status, 'undo')) throw bulkProblems.BULK_NOT_DONE();
    if (undo_until === null) throw bulkProblems.BULK_TOO_LATE();
    const records = await queries.startRun(trx, id, 'UNDOING', 'DONE');
    if (records === 0) throw bulkProblems.BULK_NOT_DONE();
    await leaveTrail(trx, ctx, 'bulk_run', id, 'undo', { action, records });
    await begin(trx, id);
  });
  return showRun(ctx, id);
}

async function begin(trx: Db, id: number) {
  await bulkRuns.enqueue(trx, id);
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

type Run = Pick<queries.FoundRun, 'id' | 'action' | 'options' | 'admin_user_id'>;

/** Record after record, each in the transaction that also records the progress. */
function recordByRecord(deps: Deps, run: Run, way: Way): Portions<queries.NextItem> {
  const action = actionOf(run.action);
  const { act, undo } = BULK_ACCESS[run.action];
  const right = way === FORWARD ? act : (undo ?? act);
  return {
    portion: () => queries.findNext(deps.db, run.id, way.from),
    lock: async (trx, { position }) => {
      if (!(await queries.holdRun(trx, run.id, way.status))) return 'ENDED';
      return (await queries.isStill(trx, run.id, position, way.from)) ? 'MINE' : 'CARRIED';
    },
    carry: async (trx, item) => {
      const actor = await actorStill(trx, run.admin_user_id, right);
      const ctx = { ...deps, actor, expected: way.version(item) ?? -1 };
      await queries.settleItem(trx, run.id, item.position, await way.carry(trx, ctx, action, item, run.options));
      return 1;
    },
    refuse: (trx, { position }, problem) =>
      queries.settleItem(trx, run.id, position, { state: way.refused, reason: wordsOf(problem, way) }),
  };
}

function wordsOf({ code, message, extra }: Problem, { changed }: Way): string {
  if (code === 'BULK_CHANGED') return `${changed}.`;
  if (code !== 'STALE_VERSION') return message;
  const who = extra?.saved_by;
  return typeof who === 'string' ? `${changed}, por ${who}.` : `${changed}.`;
}

/** Runs in bulk. The trail of each record outlives its run. */
export const bulkRuns = backgroundRun({
  name: 'bulk',
  idIn: 'run',
  topic: 'bulk',
  find: async ({ db }, id: number) => {
    const run = await queries.findAny(db, id);
    return run?.status === 'RUNNING' || run?.status === 'UNDOING' ? run : undefined;
  },
  forward: async (deps, run) => ({
    ...recordByRecord(deps, run, FORWARD),
    finish: () => queries.endRun(deps.db, run.id, 'RUNNING', 'DONE', actionOf(run.action).undo !== undefined),
  }),
  undo: async (deps, run) => ({
    ...recordByRecord(deps, run, REVERSE),
    finish: () => queries.endRun(deps.db, run.id, 'UNDOING', 'UNDONE'),
  }),
  fail: async (db, id) => {
    await queries.endRun(db, id, 'RUNNING', 'FAILED', true);
    await queries.endRun(db, id, 'UNDOING', 'DONE');
  },
  stranded: queries.lockStranded,
  sweep: queries.sweepRuns,
});
