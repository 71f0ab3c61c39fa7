import { lastPage } from '@morada/contract/base/fields';
import type { Visit } from '@morada/contract/desk/schedules';
import type { VisitFilter } from '@morada/contract/desk/schedules.search';
import type { VisitResult, VisitStatus } from '@morada/domain/attendance/visit';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { VISIT_HELD } from '#api/db/lettings.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { cutPage } from '#api/db/reading/page.ts';
import type { Schedule } from '#api/db/schema.ts';

type Row = Omit<Visit, 'user' | 'property' | 'place'> & {
  client_id: number | null;
  name: string;
  phone: string | null;
  email: string | null;
  street: string;
  house: string | null;
  complement: string | null;
  neighborhood: string;
  city: string;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
};

export type Booked = Omit<Insertable<Schedule>, 'phone' | 'status'> & { phone: string };

const COLUMNS = sql`
  s.id, s.property_id, s.date, s.shift, s.time, s.note, s.check_in as "checkIn", s.check_out as "checkOut", s.status,
  s.cancel_reason, s.result, s.result_note, s.campaign, s.version, s.client_id, s.name, s.phone, s.email, p.street, p.number as house, p.complement,
  p.neighborhood, p.city, p.state, p.latitude, p.longitude`;
const PROGRESS = sql`s.status in ('PENDING', 'CONFIRMED', 'USING')`;
const HISTORY = sql`s.status in ('RETURNED', 'CANCELED')`;
const NEXT = sql`s.date, s.time nulls last, s.id`;
const NEWEST = sql`s.id desc`;

const shown = ({ client_id, name, phone, email, street, house, complement, ...found }: Row): Visit => {
  const { neighborhood, city, state, latitude, longitude, ...row } = found;
  return {
    ...row,
    property: addressLine({ street, number: house, complement }),
    place:
      latitude !== null && longitude !== null
        ? `${latitude},${longitude}`
        : [addressLine({ street, number: house }), neighborhood, city, state].filter(Boolean).join(', '),
    user: { id: client_id, name, phone, email },
  };
};

async function findRows(db: Db, where: RawBuilder<unknown>, order = NEWEST, cut = sql``) {
  const { rows } = await sql<Row>`
    with cut as (select s.id from schedule s where ${where} order by ${order} ${cut})
    select ${COLUMNS} from cut join schedule s on s.id = cut.id join property p on p.id = s.property_id
    order by ${order}`.execute(db);
  return rows.map(shown);
}

type Filter = z.output<typeof VisitFilter>;

const OUTCOMES = {
  HELD: VISIT_HELD,
  ABSENT: sql<boolean>`s.status = 'RETURNED' and s.result = 'ABSENT'`,
  CANCELED: sql<boolean>`s.status = 'CANCELED'`,
};

function within(part: RawBuilder<unknown>, { transaction, outcome, start, end }: Filter) {
  const all = [part];
  if (transaction)
    all.push(
      sql`exists (select from property t where t.id = s.property_id and (t.type = 'RENT') = ${transaction === 'RENT'})`,
    );
  if (outcome) all.push(OUTCOMES[outcome]);
  if (start) all.push(sql`s.date >= ${start}`);
  if (end) all.push(sql`s.date <= ${end}`);
  return sql.join(all, sql` and `);
}

/** Upcoming first. */
export const findProgress = (db: Db, filter: Filter) => findRows(db, within(PROGRESS, filter), NEXT);

/** Ids of upcoming or past visits, in list order. */
export async function findVisitIds(db: Db, filter: Filter, tab?: 'history') {
  const [where, order] = tab ? [within(HISTORY, filter), NEWEST] : [within(PROGRESS, filter), NEXT];
  const { rows } = await sql<{ id: number }>`select s.id from schedule s where ${where} order by ${order}`.execute(db);
  return rows.map(({ id }) => id);
}

export const findVisitsAt = (db: Db, ids: number[], tab?: 'history') =>
  findRows(db, sql`s.id = any(${ids})`, tab ? NEWEST : NEXT);

/** A page of past visits, or all of them. */
export async function findHistory(db: Db, filter: Filter, page: number | undefined) {
  const where = within(HISTORY, filter);
  if (page === undefined) {
    const history = await findRows(db, where);
    return { history, page: 1, lastPage: 1, total: history.length };
  }
  const history = await findRows(db, where, NEWEST, cutPage(page));
  const narrowed = Object.values(filter).some((value) => value !== undefined);
  const total = narrowed ? await countVisits(db, where) : await listTotal(db, 'schedule', ['RETURNED', 'CANCELED']);
  return { history, page, lastPage: lastPage(total), total };
}

async function countVisits(db: Db, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ n: number }>`select count(*) as n from schedule s where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function findVisit(db: Db, id: number): Promise<Visit> {
  const [visit] = await findRows(db, sql`s.id = ${id}`);
  if (!visit) throw new Error(`visit ${id} is gone`);
  return visit;
}

/** Locks the property, so that concurrent bookings of the same visit are serialised. */
export const holdProperty = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findClient = (trx: Db, id: number) =>
  trx.selectFrom('client').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findSameVisit = (trx: Db, { property_id, phone, date, shift }: Booked) =>
  trx
    .selectFrom('schedule')
    .select('id')
    .where('property_id', '=', property_id)
    .where('phone', '=', phone)
    .where('date', '=', date)
    .where('shift', '=', shift)
    .where('status', 'in', ['PENDING', 'CONFIRMED', 'USING'])
    .executeTakeFirst();

/** Undefined when another visit has the hour already, which the index `schedule_slot` decides. */
export const insertVisit = (trx: Db, visit: Booked) =>
  trx
    .insertInto('schedule')
    .values({ ...visit, status: 'CONFIRMED' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Hours that a property's visits take, in some days. */
export const findTaken = (db: Db, propertyId: number, { first, last }: { first: CalendarDate; last: CalendarDate }) =>
  db
    .selectFrom('schedule')
    .select('date')
    .select((q) => q.ref('time').$notNull().as('time'))
    .where('property_id', '=', propertyId)
    .where('date', '>=', first)
    .where('date', '<=', last)
    .where('time', 'is not', null)
    .where('status', '<>', 'CANCELED')
    .execute();

export const lockVisit = (trx: Db, id: number) =>
  trx
    .selectFrom('schedule')
    .select(['id', 'status', 'version', 'property_id', 'client_id', 'phone', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** `now`: the transaction's time; `null`: cleared. */
export type Stamp = { check_in?: 'now' | null; check_out?: 'now' | null };

/** How a visit ended, as the columns hold it. */
export type Ending = { result: VisitResult | null; result_note: string | null };

const moment = (stamp: 'now' | null) => (stamp === 'now' ? sql<Date>`now()` : null);

export const moveVisit = (
  trx: Db,
  id: number,
  status: VisitStatus,
  { check_in, check_out, ...ending }: Stamp & Partial<Ending>,
) =>
  trx
    .updateTable('schedule')
    .set((q) => ({
      status,
      version: q('version', '+', 1),
      ...ending,
      ...(check_in !== undefined && { check_in: moment(check_in) }),
      ...(check_out !== undefined && { check_out: moment(check_out) }),
    }))
    .where('id', '=', id)
    .execute();
