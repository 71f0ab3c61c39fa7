import type { BillingRun } from '@morada/contract/money/billing';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const SELECTED = [
  'billing_run.id',
  'billing_run.status',
  'billing_run.done',
  'billing_run.total',
  'billing_run.issued',
  'admin_user.name as by',
  'billing_run.started_at',
  'billing_run.ended_at',
] as const;

export const findLastRun = (db: Db): Promise<BillingRun | undefined> =>
  db
    .selectFrom('billing_run')
    .leftJoin('admin_user', 'admin_user.id', 'billing_run.admin_user_id')
    .select(SELECTED)
    .orderBy('billing_run.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export type Going = {
  id: number;
  status: 'RUNNING' | 'DONE' | 'FAILED';
  done: number;
  admin_user_id: number | null;
  by: string | null;
};

export const findGoing = (db: Db): Promise<Going | undefined> =>
  db
    .selectFrom('billing_run')
    .leftJoin('admin_user', 'admin_user.id', 'billing_run.admin_user_id')
    .select([
      'billing_run.id',
      'billing_run.status',
      'billing_run.done',
      'billing_run.admin_user_id',
      'admin_user.name as by',
    ])
    .where('billing_run.status', '=', 'RUNNING')
    .executeTakeFirst();

/** Undefined when a run is already in progress. */
export const beginRun = async (db: Db, values: { total: number; admin_user_id: number | null }) =>
  (
    await db
      .insertInto('billing_run')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Resumes a run whose worker died. Its total is recounted, since contracts may have been added. */
export const resumeRun = (db: Db, id: number, total: number) =>
  db
    .updateTable('billing_run')
    .set((q) => ({ total: sql<number>`greatest(${q.ref('total')}, ${total})` }))
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();

/** Adds to the counters: several servers may share one run. */
export const advanceRun = (db: Db, id: number, { due, issued }: { due: number; issued: number }) =>
  db
    .updateTable('billing_run')
    .set((q) => ({ done: q('done', '+', due), issued: q('issued', '+', issued) }))
    .where('id', '=', id)
    .execute();

export const endRun = (db: Db, id: number, status: 'DONE' | 'FAILED') =>
  db
    .updateTable('billing_run')
    .set({ status, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .execute();

/** Deletes a scheduled run that issued nothing because another server did it all. */
export const dropIdleRun = (db: Db, id: number) =>
  db
    .deleteFrom('billing_run')
    .where('id', '=', id)
    .where('admin_user_id', 'is', null)
    .where('issued', '=', 0)
    .execute();
