import { PAGE_SIZE } from '@morada/contract/base/fields';
import { BULK_LIMITS, BULK_PILES, type BulkPile, type BulkState } from '@morada/contract/desk/bulk';
import type { StateOf } from '@morada/domain/base/life-cycle';
import { type Insertable, sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import type { BulkRun } from '#api/db/schema.ts';
import type { runLife } from '#api/runs/life.ts';
import type { Item } from './bulk.action.ts';

const COLUMNS = [
  'id',
  'action',
  'options',
  'status',
  'total',
  'done',
  'admin_user_id',
  'created_at',
  'finished_at',
] as const;

/** Deadline of undo by the database's clock, the same on every server. */
const UNDO_UNTIL = sql<string | null>`
  case when status in ('DONE', 'FAILED') and undo_until > now() then undo_until end`.as('undo_until');

const runs = (db: Db) => db.selectFrom('bulk_run').select([...COLUMNS, UNDO_UNTIL]);

/** Runs belong to the person who started them: a run of another person is not found. */
export const findRun = (db: Db, id: number, adminId: number) =>
  runs(db).where('id', '=', id).where('admin_user_id', '=', adminId).executeTakeFirst();
export type FoundRun = NonNullable<Awaited<ReturnType<typeof findRun>>>;

export const lockRun = (trx: Db, id: number, adminId: number) =>
  runs(trx).where('id', '=', id).where('admin_user_id', '=', adminId).forUpdate().executeTakeFirst();

/** For the job, which processes runs of any person. */
export const findAny = (db: Db, id: number) => runs(db).where('id', '=', id).executeTakeFirst();

const RECENT_RUNS = 10;

/** Runs that the person started in the last 12 hours. */
export const findRecent = (db: Db, adminId: number) =>
  runs(db)
    .where('admin_user_id', '=', adminId)
    .where('status', '<>', 'STAGED')
    .where('created_at', '>', sql<string>`now() - interval '12 hours'`)
    .orderBy('id', 'desc')
    .limit(RECENT_RUNS)
    .execute();

export async function findShares(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ run_id: number; state: BulkState; count: number; amount: number }>`
    select run_id, state, count(*) as count, coalesce(sum(amount), 0) as amount from bulk_item
    where run_id = any(${ids}::bigint[]) group by 1, 2`.execute(db);
  return rows;
}

export async function findReasons(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ run_id: number; state: BulkState; reason: string; count: number }>`
    select run_id, state, reason, count(*) as count from bulk_item
    where run_id = any(${ids}::bigint[]) and reason is not null group by 1, 2, 3 order by 4 desc, 3 limit 50`.execute(
    db,
  );
  return rows;
}

export const insertRun = async (trx: Db, run: Insertable<BulkRun>) =>
  (await trx.insertInto('bulk_run').values(run).returning('id').executeTakeFirstOrThrow()).id;

export type NewItem = Item & { position: number; version: number; state: 'READY' | 'REFUSED'; reason: string | null };

export const insertItems = (trx: Db, runId: number, items: readonly NewItem[]) =>
  sql`insert into bulk_item (run_id, position, record_id, version, amount, lines, trace, state, reason)
      select ${runId}::bigint, position, record_id, version, amount, lines, trace, state, reason
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as made(position int, record_id bigint, version int, amount bigint,
        lines jsonb, trace jsonb, state text, reason text)`.execute(trx);

const pile = (db: Db, runId: number, which: BulkPile) =>
  db
    .selectFrom('bulk_item')
    .where('run_id', '=', runId)
    .where('state', 'in', [...BULK_PILES[which]]);

const MENDS = sql<string | null>`trace ->> 'mends'`.as('mends');
const SHOWN = ['position as id', 'record_id', 'amount', 'lines', 'state', 'reason', MENDS] as const;

export const findItems = (db: Db, runId: number, { pile: which, page }: { pile: BulkPile; page: number }) =>
  pile(db, runId, which)
    .select(SHOWN)
    .orderBy('position')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();

export const countItems = async (db: Db, runId: number, which: BulkPile) =>
  (
    await pile(db, runId, which)
      .select((q) => q.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
  ).found;

export const findPositions = async (db: Db, runId: number) =>
  (await db.selectFrom('bulk_item').select('position').where('run_id', '=', runId).orderBy('position').execute()).map(
    ({ position }) => position,
  );

export const findItemsAt = (db: Db, runId: number, positions: readonly number[]) =>
  db
    .selectFrom('bulk_item')
    .select(SHOWN)
    .where('run_id', '=', runId)
    .where('position', '=', sql<number>`any(${positions}::int[])`)
    .orderBy('position')
    .execute();
export type FoundItem = Awaited<ReturnType<typeof findItemsAt>>[number];

// The run -------------------------------------------------------------------------------------------------------------

type Way = 'RUNNING' | 'UNDOING';

/** Sets the status to RUNNING or UNDOING and returns the number of items in state `from`. */
export async function startRun(trx: Db, id: number, status: Way, from: BulkState) {
  const { rows } = await sql<{ total: number }>`
    update bulk_run set status = ${status}, done = 0, started_at = now(), finished_at = null,
      total = (select count(*) from bulk_item where run_id = ${id} and state = ${from})
    where id = ${id} returning total`.execute(trx);
  return present(rows[0], 'the run').total;
}

export const findNext = (db: Db, runId: number, state: BulkState, size: number) =>
  db
    .selectFrom('bulk_item')
    .select(['position', 'record_id', 'version', 'left_version', 'amount', 'lines', 'trace'])
    .where('run_id', '=', runId)
    .where('state', '=', state)
    .orderBy('position')
    .limit(size)
    .execute();
export type NextItem = Awaited<ReturnType<typeof findNext>>[number];

/** Whether the run still has this status; locks it until the transaction ends. */
export const holdRun = async (trx: Db, id: number, status: Way) =>
  (await trx
    .selectFrom('bulk_run')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Whether all of these items are still in the state. */
export const areStill = async (trx: Db, runId: number, positions: readonly number[], state: BulkState) =>
  (
    await trx
      .selectFrom('bulk_item')
      .select((q) => q.fn.countAll<number>().as('found'))
      .where('run_id', '=', runId)
      .where('position', '=', sql<number>`any(${positions}::int[])`)
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
  ).found === positions.length;

export type Outcome = {
  position: number;
  state: BulkState;
  reason?: string;
  left_version?: number | undefined;
  trace?: Record<string, unknown>;
};

/** Advances the run by these items, in the transaction that processes their records. */
export const settleItems = (trx: Db, runId: number, outcomes: readonly Outcome[]) =>
  sql`with made as (
      select * from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as made(position int, state text, reason text, left_version int, trace jsonb)),
    settled as (
      update bulk_item item set state = made.state, reason = coalesce(made.reason, item.reason),
        left_version = coalesce(made.left_version, item.left_version), trace = coalesce(made.trace, item.trace)
      from made where item.run_id = ${runId} and item.position = made.position)
    update bulk_run set done = done + (select count(*) from made) where id = ${runId}`.execute(trx);

/** Ends the run. A reversible one can be undone for some minutes from now. */
export const endRun = (db: Db, id: number, from: Way, to: StateOf<typeof runLife>, reversible = false) =>
  db
    .updateTable('bulk_run')
    .set({
      status: to,
      finished_at: sql`now()`,
      ...(reversible && { undo_until: sql`now() + make_interval(mins => ${BULK_LIMITS.undoMinutes})` }),
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .execute();

export const dropStaged = (trx: Db, id: number, adminId: number) =>
  trx
    .deleteFrom('bulk_run')
    .where('id', '=', id)
    .where('admin_user_id', '=', adminId)
    .where('status', '=', 'STAGED')
    .returning('id')
    .executeTakeFirst();

/** Deletes stale previews and runs older than 90 days. The trail of each record remains. */
export async function sweepRuns(db: Db) {
  await sql`delete from bulk_run where (status = 'STAGED' and created_at < now() - interval '1 day')
    or (status in ('DONE', 'UNDONE', 'FAILED') and created_at < now() - interval '90 days')`.execute(db);
}
