import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { isReservedOn } from '#api/db/reservation.ts';

/** Locks the listing, which serialises concurrent forms about it, so that a double submit finds the first. */
export const holdListing = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select('id')
    .where('id', '=', id)
    .where('is_listed', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whether a listing is kept for somebody's bid. */
export const isReserved = async (trx: Db, id: number, today: CalendarDate): Promise<boolean> =>
  (
    await trx
      .selectFrom('property')
      .select(isReservedOn(sql`property.id`, today).as('reserved'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).reserved;

/** What a person looks for who asks about a listing. */
export const findKind = async (trx: Db, id: number): Promise<'RENT' | 'SALE'> =>
  (await trx.selectFrom('property').select('type').where('id', '=', id).executeTakeFirstOrThrow()).type === 'RENT'
    ? 'RENT'
    : 'SALE';

type Message = {
  property_id: number;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  campaign: string | null;
};
type Visit = {
  property_id: number;
  name: string;
  phone: string;
  email: string | null;
  date: CalendarDate;
  shift: 'AM' | 'PM';
  time: string;
  campaign: string | null;
};

export const findSameMessage = (trx: Db, { property_id, email, message }: Message) =>
  trx
    .selectFrom('contact_message')
    .select('id')
    .where('property_id', '=', property_id)
    .where('email', '=', email)
    .where('message', '=', message)
    .where('read_at', 'is', null)
    .executeTakeFirst();

export const insertMessage = (trx: Db, message: Message) =>
  trx
    .insertInto('contact_message')
    .values({ ...message, consented_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();

/** The same form sent again, in all that it says: its answer is the visit's own page. */
export const findSameVisit = (trx: Db, { property_id, name, phone, email, date, time }: Visit) =>
  trx
    .selectFrom('schedule')
    .select('id')
    .where('property_id', '=', property_id)
    .where('name', '=', name)
    .where('phone', '=', phone)
    .where('email', 'is not distinct from', email)
    .where('date', '=', date)
    .where('time', '=', time)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .executeTakeFirst();

/** Undefined when another visit has the hour already, which the index `schedule_slot` decides. */
export const insertVisit = (trx: Db, visit: Visit) =>
  trx
    .insertInto('schedule')
    .values({ ...visit, consented_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Counts a visit of a network, and answers how many it has taken that day. */
export async function countVisit(trx: Db, day: CalendarDate, network: Uint8Array): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    insert into visit_network (day, network, visits) values (${day}, ${network}, 1)
    on conflict (day, network) do update set visits = visit_network.visits + 1 returning visits`.execute(trx);
  return rows[0]?.visits ?? 0;
}

/** Forgets the networks of past days. */
export const dropNetworksBefore = (db: Db, day: CalendarDate) =>
  db.deleteFrom('visit_network').where('day', '<', day).execute();

/** Whether another visit has the hour. */
export const isTaken = async (trx: Db, { property_id, date, time }: Visit) =>
  (await trx
    .selectFrom('schedule')
    .select('id')
    .where('property_id', '=', property_id)
    .where('date', '=', date)
    .where('time', '=', time)
    .where('status', '<>', 'CANCELED')
    .executeTakeFirst()) !== undefined;
