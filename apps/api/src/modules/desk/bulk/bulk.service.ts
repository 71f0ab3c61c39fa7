import { lastPage } from '@morada/contract/base/fields';
import { common } from '@morada/contract/base/problem';
import { type BulkItem, type BulkPile, type BulkRun, type BulkState, bulkProblems } from '@morada/contract/desk/bulk';
import { BULK_ACCESS } from '@morada/contract/desk/bulk.access';
import { granted } from '@morada/domain/access/permissions';
import { actorId, type Context, type Db } from '#api/context.ts';
import { snapshot } from '#api/db/transaction.ts';
import * as queries from './bulk.queries.ts';
import { actionOf } from './registry.action.ts';

export const listRuns = (ctx: Context): Promise<BulkRun[]> =>
  snapshot(ctx.db, async (trx) => present(trx, ctx, await queries.findRecent(trx, actorId(ctx))));

export const showRun = (ctx: Context, id: number): Promise<BulkRun> =>
  snapshot(ctx.db, async (trx) => {
    const [shown] = await present(trx, ctx, [await ownRun(trx, ctx, id)]);
    if (!shown) throw bulkProblems.BULK_NOT_FOUND();
    return shown;
  });

/** A run is visible only to the person who started it, while they hold the permission for its action. */
export async function ownRun(db: Db, ctx: Context, id: number, find = queries.findRun): Promise<queries.FoundRun> {
  const run = await find(db, id, actorId(ctx));
  if (!run) throw bulkProblems.BULK_NOT_FOUND();
  if (!granted(ctx.actor.permissions, BULK_ACCESS[run.action].act)) throw common.PERMISSION_DENIED();
  return run;
}

/** Names and amounts are shown only to callers who may read the list of the records; others get ids and states. */
const maySee = ({ actor }: Context, action: BulkRun['action']) =>
  granted(actor.permissions, actionOf(action).readers) !== undefined;

async function present(trx: Db, ctx: Context, found: queries.FoundRun[]): Promise<BulkRun[]> {
  const ids = found.map(({ id }) => id);
  const shares = Map.groupBy(await queries.findShares(trx, ids), ({ run_id }) => run_id);
  const reasons = Map.groupBy(await queries.findReasons(trx, ids), ({ run_id }) => run_id);
  return found.map(({ admin_user_id: _, ...run }) => {
    const counted = shares.get(run.id) ?? [];
    const of = (state: BulkState) => {
      const { count = 0, amount = 0 } = counted.find((share) => share.state === state) ?? {};
      return { count, amount: maySee(ctx, run.action) ? amount : 0 };
    };
    const { undo } = BULK_ACCESS[run.action];
    return {
      ...run,
      states: {
        ...{ READY: of('READY'), REFUSED: of('REFUSED'), DONE: of('DONE') },
        ...{ FAILED: of('FAILED'), UNDONE: of('UNDONE'), LEFT: of('LEFT') },
      },
      reasons: (reasons.get(run.id) ?? []).map(({ run_id: __, ...reason }) => reason),
      reversible: undo !== null && granted(ctx.actor.permissions, undo) !== undefined,
    };
  });
}

export const listItems = (ctx: Context, id: number, wanted: { pile: BulkPile; page: number }) =>
  snapshot(ctx.db, async (trx) => {
    const { action } = await ownRun(trx, ctx, id);
    const total = await queries.countItems(trx, id, wanted.pile);
    const data = await named(trx, ctx, action, await queries.findItems(trx, id, wanted));
    return { data, page: wanted.page, lastPage: lastPage(total), total };
  });

const GONE = { title: 'Registro removido', below: '' };

/** Adds the current names of the records; the run stores none. */
export async function named(
  db: Db,
  ctx: Context,
  action: BulkRun['action'],
  items: queries.FoundItem[],
): Promise<BulkItem[]> {
  if (!maySee(ctx, action))
    return items.map((item) => ({
      ...{ ...item, title: `Registro ${item.record_id}`, below: '', amount: null, lines: [], mends: null },
    }));
  const names = await actionOf(action).named(
    db,
    items.map(({ record_id }) => record_id),
  );
  const known = new Map(names.map(({ id, ...name }) => [id, name]));
  return items.map((item) => ({ ...item, ...(known.get(item.record_id) ?? GONE) }));
}

export async function discard(ctx: Context, id: number) {
  await ownRun(ctx.db, ctx, id);
  if (!(await queries.dropStaged(ctx.db, id, actorId(ctx)))) throw bulkProblems.BULK_STARTED();
}
