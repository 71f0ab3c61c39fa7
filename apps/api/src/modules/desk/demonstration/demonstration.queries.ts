import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';

export const findDemonstration = (db: Db) =>
  db
    .selectFrom('demonstration')
    .innerJoin('admin_user', 'admin_user.id', 'demonstration.admin_user_id')
    .select([
      'demonstration.status',
      'demonstration.done',
      'demonstration.total',
      'demonstration.admin_user_id',
      'admin_user.name as by',
      'demonstration.created_at as since',
    ])
    .executeTakeFirst();

export const lockDemonstration = (trx: Db) =>
  trx.selectFrom('demonstration').selectAll().forUpdate().executeTakeFirst();

/** Whether there is no portfolio and no money ever moved. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select
    not exists (select from client where deleted_at is null)
    and not exists (select from property where deleted_at is null)
    and not exists (select from proposal where deleted_at is null)
    and not exists (select from movimentation where deleted_at is null)
    and not exists (select from post where deleted_at is null)
    and not exists (select from ledger_entry) as empty`.execute(db);
  return rows[0]?.empty === true;
}

/** Starts the filling; false when another call started it first. A failed filling can be started again. */
export const beginFilling = async (trx: Db, admin_user_id: number, total: number) =>
  (await trx
    .insertInto('demonstration')
    .values({ status: 'FILLING', total, admin_user_id })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ status: 'FILLING', done: 0, admin_user_id, created_at: sql`now()` })
        .where('demonstration.status', '=', 'FAILED'),
    )
    .returning('status')
    .executeTakeFirst()) !== undefined;

/** Takes the lock of the filling until the transaction ends; false while another worker holds it. */
export async function claimFilling(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(${LOCKS.demonstration}::int, 0) as free`.execute(trx);
  return rows[0]?.free === true;
}

/** Written outside the filling's own transaction, so that others see the progress. */
export const setDone = (db: Db, done: number) =>
  db.updateTable('demonstration').set({ done }).where('status', '=', 'FILLING').execute();

export const setStatus = (db: Db, status: 'IN' | 'FAILED') =>
  db
    .updateTable('demonstration')
    .set((q) => ({ status, done: status === 'IN' ? q.ref('total') : 0 }))
    .where('status', '=', 'FILLING')
    .execute();

export const hasRecords = async (db: Db) =>
  (await db.selectFrom('demonstration_record').select('kind').limit(1).executeTakeFirst()) !== undefined;

const MADE = [
  'client',
  'property',
  'property_image',
  'proposal',
  'stored_file',
  'invoice',
  'transfer',
  'movimentation',
  'schedule',
  'ticket',
  'contact_message',
  'lead',
  'post',
  'system_notification',
];

/** Records the rows written by this transaction, identified by xmin; concurrent inserts are not included. */
export async function keepMade(trx: Db) {
  for (const kind of MADE)
    await sql`insert into demonstration_record
      select ${kind}, id from ${sql.table(kind)} where xmin = pg_current_xact_id()::xid`.execute(trx);
}
