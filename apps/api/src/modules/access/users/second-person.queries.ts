import type { AccessChange, HeldChangeState } from '@morada/domain/access/second-person';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { HeldChange } from '#api/db/schema.ts';

/** Changes of the access of people by others, within some days; of a group's permissions for each of its people. */
export async function findAccessChanges(db: Db, days: number): Promise<AccessChange[]> {
  const { rows } = await sql<AccessChange>`
    with recent as (select * from trail where record in ('admin_user', 'permission_group') and admin_user_id is not null
      and at > now() - interval '1 day' * ${days})
    select distinct r.admin_user_id::int as by, r.record_id::int as of from recent r
    where r.record = 'admin_user' and r.admin_user_id <> r.record_id
      and (r.action in ('create', 'invite', 'password', 'second-factor-reset') or (r.action = 'update' and r.changes ?| array['group', 'email']))
    union select r.admin_user_id::int, u.id::int from recent r join admin_user u on u.group_id = r.record_id
    where r.record = 'permission_group' and r.action = 'update' and r.changes ? 'permissions' and r.admin_user_id <> u.id`.execute(
    db,
  );
  return rows;
}

/** Days of the safeguards' pause; 0 where none is set, or this agency has paid nothing and has no bank that pays. */
export async function findPause(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select case when exists (select from bank_link where kind = 'PAYOUT') or exists (select from payment_batch) then people_days else 0 end as days
    from payout_safeguard`.execute(db);
  return rows[0]?.days ?? 0;
}

export const insertChange = (trx: Db, change: Insertable<HeldChange>) =>
  trx.insertInto('held_change').values(change).returning('id').executeTakeFirstOrThrow();

const open = (db: Db) =>
  db
    .selectFrom('held_change as c')
    .innerJoin('admin_user as asker', 'asker.id', 'c.asked_by')
    .where('c.state', 'in', ['WAITING', 'PAUSED']);

/** Changes that wait, the oldest first. */
export const findOpen = (db: Db) =>
  open(db)
    .select(['c.id', 'c.what', 'c.asked_by', 'c.about', 'c.asked_at', 'c.not_before', 'asker.name as by'])
    .orderBy('c.id')
    .execute();

export const lockChange = (trx: Db, id: number) =>
  trx.selectFrom('held_change').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Changes whose pause has passed. */
export const findDue = (db: Db) =>
  open(db).select('c.id').where('c.state', '=', 'PAUSED').where('c.not_before', '<=', sql<string>`now()`).execute();

/** Ends a change in this state; false when it was decided meanwhile. What it held goes. */
export async function decide(
  trx: Db,
  id: number,
  from: HeldChangeState,
  decision: { state: HeldChangeState; decided_by: number | null; note?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('held_change')
    .set({ ...decision, decided_at: new Date(), input: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
