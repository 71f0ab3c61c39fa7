import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { CommissionState } from '@morada/domain/rent/people/entry-life';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { CommissionPayment } from '#api/db/schema.ts';

export const findPerson = (db: Db, id: number) =>
  db.selectFrom('admin_user').select(['id', 'name', 'deleted_at']).where('id', '=', id).executeTakeFirst();

export type OpenPart = { id: number; state: CommissionState; amount: Cents; received_on: CalendarDate };

/** What is due to a person until a day, and all that is owed back whatever its day, locked. */
export async function lockOpen(trx: Db, person: number, until: CalendarDate): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    select c.id, c.state, c.amount, r.received_on from people_commission c join commission_receipt r on r.id = c.receipt_id
    where c.admin_user_id = ${person} and (c.state = 'OWED' or (c.state = 'EARNED' and (r.received_on <= ${until} or c.amount < 0)))
    order by c.id for update of c`.execute(trx);
  return rows;
}

export const insertPayment = async (trx: Db, payment: Insertable<CommissionPayment>) =>
  (await trx.insertInto('commission_payment').values(payment).returning('id').executeTakeFirstOrThrow()).id;

/** Takes the open parts into a payment: what was due is paid, what was owed back is collected. */
export const takeParts = (trx: Db, payment: number, ids: readonly number[]) =>
  sql`update people_commission set
      payment_id = case state when 'EARNED' then ${payment} else payment_id end,
      collected_by = case state when 'OWED' then ${payment}::bigint end,
      state = case state when 'EARNED' then 'PAID' else 'COLLECTED' end
    where id = any(${ids}::bigint[])`.execute(trx);

export type PaidPart = { id: number; state: CommissionState; collects: boolean };

/** Parts that a payment paid or collected, locked in order. */
export async function lockPartsOf(trx: Db, payment: number): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select id, state, collected_by is not distinct from ${payment} as collects from people_commission
    where payment_id = ${payment} or collected_by = ${payment} order by id for update`.execute(trx);
  return rows;
}

/** Moves parts out of an undone payment, each to its state. */
export const leaveParts = (trx: Db, moves: readonly { id: number; state: CommissionState }[]) =>
  sql`update people_commission c set state = m.state, collected_by = null,
      payment_id = case when m.state in ('EARNED', 'REVERSED') then null else c.payment_id end
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id bigint, state text) where m.id = c.id`.execute(
    trx,
  );

export const markUndone = (trx: Db, id: number) =>
  trx
    .updateTable('commission_payment')
    .set({ undone_at: new Date() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning(['admin_user_id', 'amount', 'movimentation_id', 'paper', 'paper_number'])
    .executeTakeFirst();

export const isPayment = async (db: Db, id: number) =>
  (await db.selectFrom('commission_payment').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
