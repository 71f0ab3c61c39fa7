import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import type { NoteKind } from '@morada/domain/fiscal/service-note';
import type { PriceIndex } from '@morada/domain/lease/readjustment';
import type { AnnouncedKind, NewsKind } from '@morada/domain/messages/kinds';
import type { Address } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { standsOn } from '#api/db/parties.ts';
import type { MessageKind } from '#api/db/schema.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';

export const findNews = (db: Db) => db.selectFrom('message_kind').selectAll().execute();
export type NewsRow = Awaited<ReturnType<typeof findNews>>[number];

/** The kind, if it is switched on. */
export const findActive = (db: Db, kind: NewsKind) =>
  db.selectFrom('message_kind').selectAll().where('kind', '=', kind).where('active', '=', true).executeTakeFirst();

/** Saves the agency's settings of a kind. Events before it was switched on are not announced. */
export const saveNews = (trx: Db, news: Insertable<MessageKind>) =>
  trx
    .insertInto('message_kind')
    .values({ ...news, active_since: news.active ? sql<string>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({
        ...news,
        active_since: news.active ? sql<string>`coalesce(message_kind.active_since, now())` : null,
        version: sql<number>`message_kind.version + 1`,
      }),
    )
    .execute();

/** A person and a property, as every kind of news shows them. */
type Shown = { client_id: number; name: string; person_type: 'FISICA' | 'JURIDICA' } & Pick<
  Address,
  'street' | 'number' | 'complement'
>;

const PERSON = sql`c.id as client_id, c.name, c.person_type`;
const PLACE = sql`pr.street, pr.number, pr.complement`;

export type InvoiceFacts = Shown & {
  id: number;
  proposal_id: number;
  reference: Reference;
  due_date: CalendarDate;
  amount: Cents;
  pay_day: CalendarDate | null;
  paid_amount: Cents | null;
  version: number;
  /** What the key of a co-tenant's message adds; '' of the tenant. */
  suffix: string;
};

/** An invoice with its tenant, and with each who rents with them on a day where the contract tells co-tenants. */
const invoices = (where: RawBuilder<unknown>, day: CalendarDate) => sql<InvoiceFacts>`
  select i.id, i.proposal_id, i.reference, i.due_date, i.amount, i.pay_day, i.paid_amount, i.version, who.suffix, ${PERSON}, ${PLACE}
  from invoice i cross join lateral (
      select i.user_id as client_id, '' as suffix
      union all select y.client_id, ':' || y.client_id from contract_party y
        join proposal k on k.id = y.proposal_id and k.tells_co_tenants
        where y.proposal_id = i.proposal_id and y.role = 'TENANT' and y.client_id <> i.user_id and ${standsOn(day)}) as who
    join client c on c.id = who.client_id join property pr on pr.id = i.property_id
  where i.deleted_at is null and ${where}`;

const those = (column: string, ids: readonly number[]) => sql`${sql.ref(column)} = any(${ids}::bigint[])`;
const latest = (column: string) => sql`order by ${sql.ref(column)} desc limit 1`;

export const findInvoices = async (db: Db, ids: readonly number[], today: CalendarDate): Promise<InvoiceFacts[]> =>
  (await invoices(those('i.id', ids), today).execute(db)).rows;

/** The latest invoice in a state, for a preview. */
export const findLatestInvoice = async (
  db: Db,
  status: 'PENDING' | 'PAID',
  today: CalendarDate,
): Promise<InvoiceFacts | undefined> =>
  (await invoices(sql`who.suffix = '' and i.status = ${status} ${latest('i.id')}`, today).execute(db)).rows[0];

/**
 * Days to announce: up to `days` ahead of today. A day whose announcement was due before `since`, when the kind was
 * switched on, is skipped.
 */
type Ahead = { today: CalendarDate; days: number; since: string };

/** Condition on a column of days that are announced by today and not over. */
const announced = (day: string, { today, days, since }: Ahead) => sql`
  ${sql.ref(day)} between ${today}::date and ${today}::date + ${days}::int
  and ${sql.ref(day)} - ${days}::int >= (${since}::timestamptz at time zone 'America/Sao_Paulo')::date`;

/** Open invoices that fall due within some days, and were not announced. */
export const findDueSoon = async (db: Db, ahead: Ahead, limit: number): Promise<InvoiceFacts[]> =>
  (
    await invoices(
      sql`i.status = 'PENDING' and ${announced('i.due_date', ahead)} and not ${paymentWaits(sql`i.id`)}
      and not exists (select from message m where m.key = 'due-soon:' || i.id || ':' || i.due_date || who.suffix)
      order by i.id limit ${sql.lit(limit)}`,
      ahead.today,
    ).execute(db)
  ).rows;

export type ContractFacts = Shown & { id: number; end_date: CalendarDate };

export type EndingKind = Exclude<AnnouncedKind, 'DUE_SOON'>;

/**
 * People of a contract `p` who get the message about its end, and the suffix that distinguishes their keys from the
 * tenant's.
 */
const endingOn = (
  today: CalendarDate,
): Readonly<Record<EndingKind, { people: RawBuilder<unknown>; suffix: RawBuilder<string> }>> => ({
  CONTRACT_ENDING: { people: sql`join client c on c.id = p.user_id`, suffix: sql`''` },
  CONTRACT_ENDING_OWNER: {
    people: sql`join property_owner o on o.property_id = p.property_id join client c on c.id = o.client_id`,
    suffix: sql`':owner:' || c.id`,
  },
  CONTRACT_ENDING_GUARANTOR: {
    people: sql`join contract_party y on y.proposal_id = p.id and y.role = 'GUARANTOR' and ${standsOn(today)} join client c on c.id = y.client_id`,
    suffix: sql`':guarantor:' || c.id`,
  },
});

const contracts = (kind: EndingKind, where: RawBuilder<unknown>, today: CalendarDate) => {
  const { people, suffix } = endingOn(today)[kind];
  return sql<ContractFacts & { key: string }>`
  select * from (
    select p.id, p.end_date, ${PERSON}, ${PLACE}, 'ending:' || p.id || ':' || p.end_date || ${suffix} as key
    from proposal p ${people} join property pr on pr.id = p.property_id
    where p.deleted_at is null and p.status = 'APPROVED' and pr.type = 'RENT') as p
  where ${where}`;
};

/** Contracts in force that end within some days, with each person of the kind who has no message about it. */
export const findEnding = async (db: Db, kind: EndingKind, ahead: Ahead, limit: number) =>
  (
    await contracts(
      kind,
      sql`${announced('p.end_date', ahead)} and not exists (select from message m where m.key = p.key)
      order by p.id, p.client_id limit ${sql.lit(limit)}`,
      ahead.today,
    ).execute(db)
  ).rows;

export const findNextEnding = async (db: Db, kind: EndingKind, today: CalendarDate) =>
  (await contracts(kind, sql`p.end_date >= ${today} order by p.end_date, p.id limit 1`, today).execute(db)).rows[0];

export type TransferFacts = Shown & {
  id: number;
  proposal_id: number | null;
  amount: Cents;
  done_on: CalendarDate | null;
  version: number;
};

const transfers = (where: RawBuilder<unknown>) => sql<TransferFacts>`
  select t.id, t.proposal_id, t.amount, t.done_on, t.version, ${PERSON}, ${PLACE}
  from transfer t join client c on c.id = t.user_id join property pr on pr.id = t.property_id
  where t.deleted_at is null and t.purpose = 'OWNER' and t.status = 'DONE' and t.amount > 0 and ${where}`;

/** Concluded transfers to owners. */
export const findTransfers = async (db: Db, ids: readonly number[]): Promise<TransferFacts[]> =>
  (await transfers(those('t.id', ids)).execute(db)).rows;

export const findLatestTransfer = async (db: Db): Promise<TransferFacts | undefined> =>
  (await transfers(sql`true ${latest('t.id')}`).execute(db)).rows[0];

export type TicketFacts = Pick<Shown, 'client_id' | 'name' | 'person_type'> & { id: number; title: string };

const tickets = (where: RawBuilder<unknown>) => sql<TicketFacts>`
  select t.id, t.title, ${PERSON} from ticket t join client c on c.id = t.user_id where t.deleted_at is null and ${where}`;

export const findTicket = async (db: Db, id: number): Promise<TicketFacts | undefined> =>
  (await tickets(those('t.id', [id])).execute(db)).rows[0];

export const findLatestTicket = async (db: Db): Promise<TicketFacts | undefined> =>
  (await tickets(sql`true ${latest('t.id')}`).execute(db)).rows[0];

export type VisitFacts = Omit<Shown, 'client_id'> & {
  id: number;
  version: number;
  /** Null: a visitor without a record. */
  client_id: number | null;
  date: CalendarDate;
  shift: string;
  time: string | null;
  property_id: number;
  type: 'RENT' | 'SALE';
  city: string | null;
  /** Whether the site shows the property. */
  listed: boolean;
};

const visits = (where: RawBuilder<unknown>) => sql<VisitFacts>`
  select v.id, v.version, v.date, v.shift, v.time, v.client_id, coalesce(c.name, v.name) as name,
    coalesce(c.person_type, 'FISICA') as person_type, ${PLACE}, pr.id as property_id, pr.type, pr.city,
    pr.is_listed as listed
  from schedule v left join client c on c.id = v.client_id join property pr on pr.id = v.property_id where ${where}`;

export const findVisit = async (db: Db, id: number): Promise<VisitFacts | undefined> =>
  (await visits(those('v.id', [id])).execute(db)).rows[0];

export const findLatestVisit = async (db: Db): Promise<VisitFacts | undefined> =>
  (await visits(sql`true ${latest('v.id')}`).execute(db)).rows[0];

export type RepairFacts = Shown & { id: number; title: string; last_quote: number };

const repairs = (where: RawBuilder<unknown>) => sql<RepairFacts>`
  select m.id, m.title, ${PERSON}, ${PLACE},
    coalesce((select max(q.id) from maintenance_quote q where q.maintenance_id = m.id), 0) as last_quote
  from maintenance m join property pr on pr.id = m.property_id join property_owner o on o.property_id = m.property_id
    join client c on c.id = o.client_id where ${where}`;

/** A request for repair, once for each owner of its property. */
export const findRepairs = async (db: Db, id: number): Promise<RepairFacts[]> =>
  (await repairs(those('m.id', [id])).execute(db)).rows;

export const findLatestRepair = async (db: Db): Promise<RepairFacts | undefined> =>
  (await repairs(sql`m.submitted_at is not null ${latest('m.id')}`).execute(db)).rows[0];

export type RentFacts = Shown & {
  id: number;
  proposal_id: number;
  index: PriceIndex | null;
  percent: BasisPoints;
  old_price: Cents;
  new_price: Cents;
};

const rents = (where: RawBuilder<unknown>) => sql<RentFacts>`
  select r.id, r.proposal_id, r.index, r.percent, r.old_price, r.new_price, ${PERSON}, ${PLACE}
  from readjustment r join proposal p on p.id = r.proposal_id join client c on c.id = p.user_id
    join property pr on pr.id = p.property_id
  where r.new_price <> r.old_price and ${where}`;

/** Readjustments that changed a rent. */
export const findRents = async (db: Db, ids: readonly number[]): Promise<RentFacts[]> =>
  (await rents(those('r.id', ids)).execute(db)).rows;

export const findLatestRent = async (db: Db): Promise<RentFacts | undefined> =>
  (await rents(sql`r.undone_at is null ${latest('r.id')}`).execute(db)).rows[0];

export type NoteFacts = Pick<Shown, 'client_id' | 'name' | 'person_type'> & {
  id: number;
  kind: NoteKind;
  /** Its key, or its number in a city. */
  key: string;
  amount: Cents;
};

const notes = (where: RawBuilder<unknown>) => sql<NoteFacts>`
  select n.id, n.kind, coalesce(n.key, n.city_number) as key, n.amount, ${PERSON} from service_note n join client c on c.id = n.taker_id
  where n.state = 'ISSUED' and n.environment = 'PRODUCTION' and ${where}`;

/** Issued notes, each with whom it is for. Those of the restricted environment have no fiscal value, and are told to nobody. */
export const findNotes = async (db: Db, ids: readonly number[]): Promise<NoteFacts[]> =>
  (await notes(those('n.id', ids)).execute(db)).rows;

export const findLatestNote = async (db: Db): Promise<NoteFacts | undefined> =>
  (await notes(sql`true ${latest('n.id')}`).execute(db)).rows[0];

/** The tenant of a payment whose note the owner issued elsewhere. */
export async function findTenantOf(db: Db, transfer: number) {
  const { rows } = await sql<Pick<Shown, 'client_id' | 'name' | 'person_type'>>`
    select ${PERSON} from transfer x join invoice i on i.id = x.invoice_id join client c on c.id = i.user_id
    where x.id = ${transfer}`.execute(db);
  return rows[0];
}

/** Whether there is anything of notes: a certificate, or a note. */
export async function hasNotes(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from note_certificate) or exists (select from note_intermediary) or exists (select from service_note) or exists (select from lease_note) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

export const isAnnouncing = (db: Db, kinds: readonly AnnouncedKind[]) =>
  db
    .selectFrom('message_kind')
    .selectAll()
    .where('active', '=', true)
    .where('kind', 'in', [...kinds])
    .execute();
