import { lastPage } from '@morada/contract/base/fields';
import type { MaintenanceDetail, MaintenanceQuote, MaintenanceRow } from '@morada/contract/desk/maintenance';
import type { MaintenanceSearch } from '@morada/contract/desk/maintenance.search';
import type { MaintenanceState } from '@morada/domain/attendance/maintenance';
import { WAITING_FOR_STAFF } from '@morada/domain/attendance/maintenance-words';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { Maintenance, MaintenanceQuote as StoredQuote } from '#api/db/schema.ts';

type Place = { property_id: number; street: string; house: string | null; complement: string | null };
type Row = Omit<MaintenanceRow, 'property' | 'client'> & Place & { client_id: number | null; client: string | null };

const labelOf = ({ street, house, complement }: Omit<Place, 'property_id'>) =>
  addressLine({ street, number: house, complement });

function shown({ property_id, street, house, complement, client_id, client, ...row }: Row): MaintenanceRow {
  return {
    ...row,
    property: { id: property_id, label: labelOf({ street, house, complement }) },
    client: client_id === null || client === null ? null : { id: client_id, name: client },
  };
}

const COLUMNS = sql`m.id, m.title, m.state, m.property_id, p.street, p.number as house, p.complement, m.client_id, c.name as client,
  coalesce(m.cost, q.amount) as cost, m.created_at, m.updated_at`;
const JOINS = sql`join property p on p.id = m.property_id left join client c on c.id = m.client_id
  left join maintenance_quote q on q.id = m.quote_id`;

type Search = z.output<typeof MaintenanceSearch> & { seen: Seen };

function selection({ query, state, property, client, seen }: Search): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (state) conditions.push(sql`m.state = ${state}`);
  if (property !== undefined) conditions.push(sql`m.property_id = ${property}`);
  if (client !== undefined) conditions.push(sql`m.client_id = ${client}`);
  if (query !== undefined) {
    const number = /^\d+$/.test(query) ? Number(query) : null;
    conditions.push(sql`(m.id = ${number} or ${matches(sql`search_text(m.title)`, query)}
      or m.client_id in (${peopleFound(query, seen)})
      or m.property_id in (select id from property where ${matches(sql`search`, query)}))`);
  }
  return sql.join(conditions, sql` and `);
}

/** A page of requests, the newest first. */
export async function findMaintenances(db: Db, search: Search) {
  const page = search.page ?? 1;
  const where = selection(search);
  const { rows } = await sql<Row>`
    with cut as (select m.id from maintenance m where ${where} order by m.id desc ${cutPage(page)})
    select ${COLUMNS} from cut join maintenance m on m.id = cut.id ${JOINS} order by m.id desc`.execute(db);
  const counted = await sql<{ found: number }>`select count(*) as found from maintenance m where ${where}`.execute(db);
  const total = counted.rows[0]?.found ?? 0;
  return { data: rows.map(shown), page, lastPage: lastPage(total), total };
}

type Waiting = {
  id: number;
  state: (typeof WAITING_FOR_STAFF)[number];
  title: string;
  street: string;
  house: string | null;
  complement: string | null;
  since: string;
};

/** Requests in which the next step is the staff's, the longest waiting first. */
export async function findWaiting(db: Db, most: number) {
  const { rows } = await sql<Waiting & { total: number }>`
    select m.id, m.state, m.title, p.street, p.number as house, p.complement, m.updated_at as since, count(*) over () as total
    from maintenance m join property p on p.id = m.property_id
    where m.state = any(${[...WAITING_FOR_STAFF]}) order by m.updated_at, m.id limit ${most}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    data: rows.map(({ id, state, title, since, ...place }) => ({ id, state, title, since, property: labelOf(place) })),
  };
}

type Detail = Row & Omit<MaintenanceDetail, keyof MaintenanceRow | 'quotes'>;

/** Contract in force of the property, with the tenant. */
const CONTRACT = sql`(select jsonb_build_object('id', k.id, 'tenant', t.name) from proposal k join client t on t.id = k.user_id
  where k.property_id = m.property_id and k.status = 'APPROVED' and k.deleted_at is null and p.type = 'RENT')`;

export async function findMaintenance(db: Db, id: number): Promise<MaintenanceDetail | undefined> {
  const { rows } = await sql<Detail>`
    select ${COLUMNS}, m.description, m.submitted_at, m.decided_at, d.name as decided_by, m.decision_note, m.charged_to,
      m.instalments, m.cancel_reason, m.closed_at, ${CONTRACT} as contract,
      (select coalesce(jsonb_agg(jsonb_build_object('id', oc.id, 'name', oc.name) order by o.position), '[]')
        from property_owner o join client oc on oc.id = o.client_id where o.property_id = m.property_id) as owners,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by ph.id), '[]')
        from maintenance_photo ph join stored_file f on f.id = ph.file_id
        where ph.maintenance_id = m.id and f.deleted_at is null) as photos
    from maintenance m ${JOINS} left join client d on d.id = m.decided_by where m.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { description, photos, owners, contract, submitted_at, decided_at, decided_by, ...rest } = row;
  const { decision_note, charged_to, instalments, cancel_reason, closed_at, ...listed } = rest;
  return {
    ...shown(listed),
    ...{ description, photos, owners, contract, submitted_at, decided_at, decided_by },
    ...{ decision_note, charged_to, instalments, cancel_reason, closed_at },
    quotes: await findQuotes(db, id),
  };
}

export async function findQuotes(db: Db, maintenanceId: number): Promise<MaintenanceQuote[]> {
  const { rows } = await sql<MaintenanceQuote>`
    select q.id, q.supplier, q.amount, q.note, coalesce(q.id = m.quote_id, false) as chosen,
      case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as file
    from maintenance_quote q join maintenance m on m.id = q.maintenance_id
      left join stored_file f on f.id = q.file_id and f.deleted_at is null
    where q.maintenance_id = ${maintenanceId} and q.removed_at is null order by q.id`.execute(db);
  return rows;
}

/** Locked until the transaction ends, with the amount of the approved quote and the contract that takes the cost. */
export async function lockMaintenance(trx: Db, id: number) {
  const { rows } = await sql<{
    id: number;
    property_id: number;
    state: MaintenanceState;
    title: string;
    approved: number | null;
    proposal_id: number | null;
    start_date: CalendarDate | null;
    /** Latest month of the contract that has an invoice. */
    billed: Reference | null;
  }>`
    select m.id, m.property_id, m.state, m.title,
      (select q.amount from maintenance_quote q where q.id = m.quote_id) as approved,
      k.id as proposal_id, k.start_date,
      (select max(i.reference) from invoice i
        where i.proposal_id = k.id and i.deleted_at is null and i.debt_agreement_id is null) as billed
    from maintenance m join property p on p.id = m.property_id
      left join proposal k on k.property_id = p.id and p.type = 'RENT' and k.status = 'APPROVED' and k.deleted_at is null
    where m.id = ${id} for update of m`.execute(trx);
  return rows[0];
}

export const insertMaintenance = (trx: Db, row: Insertable<Maintenance>) =>
  trx.insertInto('maintenance').values(row).returning('id').executeTakeFirstOrThrow();

/** An open request of the same person with the same words, sent twice by a double click or the back button. */
export const findSame = (
  trx: Db,
  { client_id, property_id, title, description }: Insertable<Maintenance> & { client_id: number },
) =>
  trx
    .selectFrom('maintenance')
    .select('id')
    .where('client_id', '=', client_id)
    .where('property_id', '=', property_id)
    .where('title', '=', title)
    .where('description', '=', description)
    .where('state', '=', 'OPENED')
    .executeTakeFirst();

/** False when the request is in none of the states `from`: another call was first. */
export async function moveMaintenance(
  trx: Db,
  id: number,
  from: readonly MaintenanceState[],
  changes: Updateable<Maintenance>,
): Promise<boolean> {
  const moved = await trx
    .updateTable('maintenance')
    .set({ ...changes, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Requests whose approved quote was decided by this owner, or by staff on an owner's word, and that are not over; locked. */
export async function findApprovedBy(trx: Db, propertyId: number, clientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from maintenance where property_id = ${propertyId} and state in ('APPROVED', 'IN_PROGRESS')
      and quote_id is not null and (decided_by = ${clientId} or decided_by is null) order by id for update`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function findAwaiting(trx: Db, propertyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from maintenance where property_id = ${propertyId} and state = 'AWAITING_APPROVAL' order by id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Takes the decision back; the quotes wait for another. */
export const askAgain = (trx: Db, id: number) =>
  trx
    .updateTable('maintenance')
    .set({
      ...{ state: 'AWAITING_APPROVAL', decided_at: null, decided_by: null, decision_note: null, quote_id: null },
      ...{ submitted_at: sql<string>`now()`, updated_at: sql<string>`now()` },
    })
    .where('id', '=', id)
    .execute();

export const insertPhotos = (trx: Db, maintenanceId: number, fileIds: readonly number[]) =>
  trx
    .insertInto('maintenance_photo')
    .values(fileIds.map((file_id) => ({ maintenance_id: maintenanceId, file_id })))
    .execute();

export const countPhotos = async (trx: Db, maintenanceId: number) =>
  (
    await trx
      .selectFrom('maintenance_photo')
      .select((q) => q.fn.countAll<number>().as('found'))
      .where('maintenance_id', '=', maintenanceId)
      .executeTakeFirstOrThrow()
  ).found;

export const insertQuote = (trx: Db, quote: Insertable<StoredQuote>) =>
  trx.insertInto('maintenance_quote').values(quote).returning('id').executeTakeFirstOrThrow();

/** Locks the client, so that a double submit waits for the first. */
export const holdClient = (trx: Db, clientId: number) =>
  trx.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().executeTakeFirst();

export const findQuote = (trx: Db, id: number) =>
  trx
    .selectFrom('maintenance_quote')
    .select(['id', 'maintenance_id', 'supplier', 'amount', 'file_id'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const setQuoteFile = (trx: Db, id: number, file_id: number) =>
  trx.updateTable('maintenance_quote').set({ file_id }).where('id', '=', id).execute();

export const removeQuote = (trx: Db, id: number) =>
  trx.updateTable('maintenance_quote').set({ removed_at: sql<string>`now()` }).where('id', '=', id).execute();

/** Whether the property exists, and whether the person owns it or rents it. The property is not deleted meanwhile. */
export async function findRelation(db: Db, propertyId: number, clientId: number | undefined) {
  const { rows } = await sql<{ related: boolean }>`
    select exists (select from property_owner o where o.property_id = p.id and o.client_id = ${clientId ?? null})
      or exists (select from proposal k where k.property_id = p.id and k.user_id = ${clientId ?? null}
        and k.status = 'APPROVED' and k.deleted_at is null) as related
    from property p where p.id = ${propertyId} and p.deleted_at is null for key share`.execute(db);
  return rows[0];
}

const OWNED = (clientId: number) =>
  sql`exists (select from property_owner o where o.property_id = m.property_id and o.client_id = ${clientId})`;

/** Requests that a client may read: their own, and those of their properties once they were sent to the owners. */
const READABLE = (clientId: number) =>
  sql`(m.client_id = ${clientId} or m.submitted_at is not null and ${OWNED(clientId)})`;

export type ClientRow = {
  id: number;
  title: string;
  state: MaintenanceState;
  property: string;
  updated_at: string;
  /** The client owns the property. */
  owns: boolean;
};

const CLIENT_ROWS = (clientId: number) => sql`
  select m.id, m.title, m.state, p.street, p.number as house, p.complement, m.updated_at, ${OWNED(clientId)} as owns
  from maintenance m join property p on p.id = m.property_id where ${READABLE(clientId)}`;

const OVER = sql`m.state in ('DONE', 'CANCELLED')`;

type FoundRow = Omit<ClientRow, 'property'> & Omit<Place, 'property_id'>;

const rowOf = ({ street, house, complement, ...row }: FoundRow): ClientRow => ({
  ...row,
  property: labelOf({ street, house, complement }),
});

/** Requests that a client may read and that are not over, the last changed first. */
export async function findOpenOfClient(db: Db, clientId: number) {
  const { rows } = await sql<FoundRow>`
    ${CLIENT_ROWS(clientId)} and not ${OVER} order by m.updated_at desc, m.id desc`.execute(db);
  return rows.map(rowOf);
}

/** A page of requests that a client may read and that are over, the newest first. */
export async function findOverOfClient(db: Db, clientId: number, page: number) {
  const { rows } = await sql<FoundRow>`
    ${CLIENT_ROWS(clientId)} and ${OVER} order by m.id desc ${cutPage(page)}`.execute(db);
  const counted = await sql<{ found: number }>`
    select count(*) as found from maintenance m where ${READABLE(clientId)} and ${OVER}`.execute(db);
  return { rows: rows.map(rowOf), page, lastPage: lastPage(counted.rows[0]?.found ?? 0) };
}

/** Relation of a client to a request; undefined when the client may not read it. */
export async function findStandingOf(db: Db, clientId: number, id: number) {
  const { rows } = await sql<{ asked: boolean; owns: boolean }>`
    select coalesce(m.client_id = ${clientId}, false) as asked, ${OWNED(clientId)} as owns
    from maintenance m where m.id = ${id} and ${READABLE(clientId)}`.execute(db);
  return rows[0];
}

/** A photograph, or the document of a quote, of a request. */
export async function findFile(db: Db, id: number, fileId: number) {
  const { rows } = await sql<{ key: string; name: string; media_type: string; of_quote: boolean }>`
    select f.key, f.name, f.media_type, false as of_quote from maintenance_photo ph join stored_file f on f.id = ph.file_id
    where ph.maintenance_id = ${id} and f.id = ${fileId} and f.deleted_at is null
    union all select f.key, f.name, f.media_type, true from maintenance_quote q join stored_file f on f.id = q.file_id
    where q.maintenance_id = ${id} and f.id = ${fileId} and q.removed_at is null and f.deleted_at is null`.execute(db);
  return rows[0];
}
