import { common, Problem } from '@morada/contract/base/problem';
import { type BulkRun, type BulkState, bulkProblems } from '@morada/contract/desk/bulk';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { granted } from '@morada/domain/access/permissions';
import { present } from '#api/base/present.ts';
import type { Context, Db, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { actorStill } from '#api/modules/access/session/on-behalf.service.ts';
import { backgroundRun } from '#api/runs/background-run.ts';
import { runLife } from '#api/runs/life.ts';
import type { Portions } from '#api/runs/portions.ts';
import { lockStranded } from '#api/runs/runs.queries.ts';
import { type Action, BLOCK, type Expected } from './bulk.action.ts';
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

/** Starts the undo of a run, within its minutes. Records touched since are left. */
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

/** An item of a block, with its position in the run. */
type Carried = Expected & { position: number };
/** Refusal of an item, or how it is recorded. */
type Answer = Problem | Omit<queries.Outcome, 'position'>;

type Way = {
  status: 'RUNNING' | 'UNDOING';
  from: BulkState;
  /** State of a record that refuses the action. */
  refused: BulkState;
  changed: string;
  /** Answers each item in order. */
  carry: (trx: Db, ctx: Context, action: Action, items: readonly Carried[], options: object) => Promise<Answer[]>;
  version: (item: queries.NextItem) => number | null;
};

const FORWARD: Way = {
  status: 'RUNNING',
  from: 'READY',
  refused: 'FAILED',
  changed: 'Mudou depois da conferência',
  carry: acted,
  version: ({ version }) => version,
};

const REVERSE: Way = {
  status: 'UNDOING',
  from: 'DONE',
  refused: 'LEFT',
  changed: 'Mudou desde então',
  carry: async (trx, ctx, action, items) => {
    if (!action.undo) throw bulkProblems.BULK_ONE_WAY();
    return (await action.undo(trx, ctx, items)).map((problem) => problem ?? { state: 'UNDONE' });
  },
  version: ({ left_version }) => left_version,
};

async function acted(
  trx: Db,
  ctx: Context,
  action: Action,
  items: readonly Carried[],
  options: object,
): Promise<Answer[]> {
  const made = await action.act(trx, ctx, items, options as Record<string, unknown>);
  const answered = items.map((item, index) => {
    const answer = made[index];
    return answer instanceof Problem
      ? { item, refusal: answer }
      : { item: { ...item, trace: { ...item.trace, ...answer } } };
  });
  const versions = await action.versions(
    trx,
    answered.map(({ item }) => item),
  );
  return answered.map(
    ({ item, refusal }, index) => refusal ?? { state: 'DONE', left_version: versions[index], trace: item.trace },
  );
}

type Run = Pick<queries.FoundRun, 'id' | 'action' | 'options' | 'admin_user_id'>;

/** Processes the run block by block, each in the transaction that also records the progress. */
function inBlocks(deps: Deps, run: Run, way: Way, most: number): Portions<queries.NextItem[]> {
  const action = actionOf(run.action);
  const { act, undo } = BULK_ACCESS[run.action];
  const right = way === FORWARD ? act : (undo ?? act);
  const size = Math.min(most, action.block ?? 1);
  const asRefused = (position: number, problem: Problem): queries.Outcome => ({
    position,
    state: way.refused,
    reason: wordsOf(problem, way),
  });
  return {
    portion: async () => {
      const items = await queries.findNext(deps.db, run.id, way.from, size);
      return items.length > 0 ? items : undefined;
    },
    lock: async (trx, items) => {
      if (!(await queries.holdRun(trx, run.id, way.status))) return 'ENDED';
      const positions = items.map(({ position }) => position);
      return (await queries.areStill(trx, run.id, positions, way.from)) ? 'MINE' : 'CARRIED';
    },
    carry: async (trx, items) => {
      const actor = await actorStill(trx, run.admin_user_id, right);
      const carried = items.map((item) => ({ ...item, expected: way.version(item) ?? -1 }));
      const answers = await way.carry(trx, { ...deps, actor }, action, carried, run.options);
      const outcomes = items.map(({ position }, index): queries.Outcome => {
        const answer = present(answers[index], 'the answer of an item');
        return answer instanceof Problem ? asRefused(position, answer) : { position, ...answer };
      });
      await queries.settleItems(trx, run.id, outcomes);
      return outcomes.filter(({ state }) => state !== way.refused).length;
    },
    refuse: (trx, items, problem) =>
      queries.settleItems(
        trx,
        run.id,
        items.map(({ position }) => asRefused(position, problem)),
      ),
    divide: (items) => items.map((item) => [item]),
  };
}

function wordsOf({ code, message, extra }: Problem, { changed }: Way): string {
  if (code === 'BULK_CHANGED') return `${changed}.`;
  if (code !== 'STALE_VERSION') return message;
  const who = extra?.saved_by;
  return typeof who === 'string' ? `${changed}, por ${who}.` : `${changed}.`;
}

/** Runs in bulk, in blocks of at most this many records. The trail of each record outlives its run. */
export const bulkRunsOf = (most: number) =>
  backgroundRun({
    name: 'bulk',
    idIn: 'run',
    topic: 'bulk',
    find: async ({ db }, id: number) => {
      const run = await queries.findAny(db, id);
      return run?.status === 'RUNNING' || run?.status === 'UNDOING' ? run : undefined;
    },
    forward: async (deps, run) => ({
      ...inBlocks(deps, run, FORWARD, most),
      finish: () =>
        queries.endRun(
          deps.db,
          run.id,
          'RUNNING',
          runLife.next('RUNNING', 'finish'),
          actionOf(run.action).undo !== undefined,
        ),
    }),
    undo: async (deps, run) => ({
      ...inBlocks(deps, run, REVERSE, most),
      finish: () => queries.endRun(deps.db, run.id, 'UNDOING', runLife.next('UNDOING', 'finish')),
    }),
    fail: async ({ db }, id) => {
      await queries.endRun(db, id, 'RUNNING', runLife.next('RUNNING', 'giveUp'), true);
      await queries.endRun(db, id, 'UNDOING', runLife.next('UNDOING', 'giveUp'));
    },
    stranded: (trx) => lockStranded(trx, 'bulk_run'),
    sweep: queries.sweepRuns,
  });

export const bulkRuns = bulkRunsOf(BLOCK);
