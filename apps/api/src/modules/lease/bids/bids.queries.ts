import { lastPage } from '@morada/contract/base/fields';
import type { BidRow } from '@morada/contract/lease/bid-row';
import type { BidDetail, BidVersion } from '@morada/contract/lease/bids';
import type { BidSearch } from '@morada/contract/lease/bids.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BidInstalment, BidState } from '@morada/domain/lease/bid';
import { addressLine } from '@morada/domain/property/property';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';
import type { Bid, BidVersion as Version } from '#api/db/schema.ts';

type Search = z.output<typeof BidSearch> & { seen: Seen };
type Row = Omit<BidRow, 'property'> & { street: string; number: string | null; complement: string | null };

/** The state as it is read on a day. */
const stateOn = (today: CalendarDate) =>
  sql`case when b.state in ('SENT', 'COUNTERED') and b.expires_on < ${today}::date then 'EXPIRED' else b.state end`;
const reservedOn = (today: CalendarDate) => sql`
  case when b.reserved_until >= ${today}::date and not (b.state in ('SENT', 'COUNTERED') and b.expires_on < ${today}::date)
    then b.reserved_until end`;

function selection({ query, state, kind, property, client, seen }: Omit<Search, 'page'>, today: CalendarDate) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (state === 'OPEN') conditions.push(sql`${stateOn(today)} in ('DRAFT', 'SENT', 'COUNTERED', 'ACCEPTED')`);
  else if (state && state !== 'ALL') conditions.push(sql`${stateOn(today)} = ${state}`);
  if (kind) conditions.push(sql`b.kind = ${kind}`);
  if (property !== undefined) conditions.push(sql`b.property_id = ${property}`);
  if (client !== undefined) conditions.push(sql`b.client_id = ${client}`);
  if (query) {
    const number = /^\d{1,15}$/.test(query) ? Number(query) : null;
    conditions.push(sql`(b.client_id in (${peopleFound(query, seen)}) or ${matches(sql`search_words(b.name)`, query)}
      or b.property_id in (select id from property where ${matches(sql`search`, query)}) or b.id = ${number})`);
  }
  return sql.join(conditions, sql` and `);
}

const rowsOf = (today: CalendarDate) => sql`
  select b.id, b.kind, ${stateOn(today)} as state, b.property_id, p.street, p.number, p.complement, b.client_id,
    coalesce(c.name, b.name) as name, v.amount, v.number as versions, b.expires_on, ${reservedOn(today)} as reserved_until,
    b.proposal_id, b.created_at
  from cut join bid b on b.id = cut.id join property p on p.id = b.property_id left join client c on c.id = b.client_id
  join lateral (select amount, number from bid_version where bid_id = b.id order by number desc limit 1) v on true`;

const shown = ({ street, number, complement, ...row }: Row): BidRow => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

/** Newest first. */
export async function findBids(db: Db, { page = 1, ...search }: Search, today: CalendarDate) {
  const where = selection(search, today);
  const [found, counted] = await Promise.all([
    sql<Row>`with cut as (select b.id from bid b where ${where} order by b.id desc ${cutPage(page)})
      ${rowsOf(today)} order by b.id desc`.execute(db),
    sql<{ total: number }>`select count(*) as total from bid b where ${where}`.execute(db),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { data: found.rows.map(shown), page, lastPage: lastPage(total), total };
}

export async function findBidIds(db: Db, search: Omit<Search, 'page'>, today: CalendarDate) {
  const { rows } = await sql<{ id: number }>`
    select b.id from bid b where ${selection(search, today)} order by b.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findBidsAt(db: Db, ids: readonly number[], today: CalendarDate) {
  const { rows } = await sql<Row>`
    with cut as (select id, place from unnest(${ids}::bigint[]) with ordinality as wanted(id, place))
    ${rowsOf(today)} order by cut.place`.execute(db);
  return rows.map(shown);
}

/** Bids that wait for an answer or for their contract, those that expire first at the head. */
export async function findWaiting(db: Db, today: CalendarDate, most: number) {
  const { rows } = await sql<Row & { total: number }>`
    with cut as (
      select b.id, count(*) over () as total from bid b
      where b.state = 'ACCEPTED' or b.state in ('SENT', 'COUNTERED') and b.expires_on >= ${today}::date
      order by b.expires_on, b.id limit ${most}),
    row as (${rowsOf(today)})
    select row.*, cut.total from row join cut on cut.id = row.id order by row.expires_on, row.id`.execute(db);
  return { total: rows[0]?.total ?? 0, data: rows.map(({ total: _, ...row }) => shown(row)) };
}

type Found = Row &
  Pick<BidDetail, 'phone' | 'email' | 'owner' | 'lead_id' | 'end_reason' | 'decided_on' | 'version'> & {
    stored: BidState;
    erased: boolean;
    neighborhood: string | null;
    city: string | null;
    uf: string | null;
    cep: string | null;
  };

/** A bid with its person and the first owner of its property. */
export async function findBid(db: Db, id: number, today: CalendarDate) {
  const { rows } = await sql<Found>`
    with cut as (select ${id}::bigint as id), row as (${rowsOf(today)})
    select row.*, b.state as stored, b.lead_id, b.end_reason, b.decided_on, b.version, p.neighborhood, p.city, p.state as uf, p.cep,
      b.client_id is null and b.name is null or c.anonymised_at is not null as erased,
      case when b.client_id is null then b.phone else coalesce(c.cellphone, c.phone) end as phone,
      case when b.client_id is null then b.email else c.email end as email,
      (select jsonb_build_object('id', o.id, 'name', o.name, 'phone', coalesce(o.cellphone, o.phone), 'email', o.email)
        from property_owner w join client o on o.id = w.client_id where w.property_id = b.property_id
        order by w.position limit 1) as owner
    from row join bid b on b.id = row.id join property p on p.id = b.property_id left join client c on c.id = b.client_id`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { neighborhood, city, uf, cep, erased, stored, ...row } = found;
  const { street, number, complement } = row;
  const place = { street, number, complement, neighborhood, city, state: uf, cep };
  return { ...row, ...shown(row), place, erased, stored };
}

/** Every version, the latest first. */
export async function findVersions(db: Db, id: number): Promise<BidVersion[]> {
  return db
    .selectFrom('bid_version as v')
    .leftJoin('admin_user as u', 'u.id', 'v.admin_user_id')
    .select(['v.number', 'v.party', 'v.amount', 'v.guarantee', 'v.term_months', 'v.start_on', 'v.down_payment'])
    .select(['v.financed', 'v.instalments', 'v.conditions', 'u.name as author', 'v.created_at'])
    .where('v.bid_id', '=', id)
    .orderBy('v.number', 'desc')
    .execute();
}

export const findLastNumber = async (trx: Db, id: number) =>
  (
    await trx
      .selectFrom('bid_version')
      .select((q) => q.fn.max('number').as('number'))
      .where('bid_id', '=', id)
      .executeTakeFirst()
  )?.number ?? 0;

/** Locks a property before its bids, so that those who accept, reserve or sign wait for each other. */
export const lockProperty = (trx: Db, id: number) =>
  trx
    .selectFrom('property')
    .select(['id', 'type', 'status'])
    .select((q) =>
      q
        .exists(
          q
            .selectFrom('proposal')
            .select('proposal.id')
            .whereRef('proposal.property_id', '=', 'property.id')
            .where('proposal.status', '=', 'APPROVED')
            .where('proposal.deleted_at', 'is', null),
        )
        .as('signed'),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findPropertyId = async (trx: Db, id: number) =>
  (await trx.selectFrom('bid').select('property_id').where('id', '=', id).executeTakeFirst())?.property_id;

const LOCKED = [
  ...(['id', 'kind', 'state', 'property_id', 'client_id', 'name', 'phone', 'email'] as const),
  ...(['expires_on', 'reserved_until', 'lead_id', 'version'] as const),
] as const;

export const lockBid = (trx: Db, id: number) =>
  trx.selectFrom('bid').select(LOCKED).where('id', '=', id).forUpdate().executeTakeFirst();
export type LockedBid = NonNullable<Awaited<ReturnType<typeof lockBid>>>;

export const lockBidsOf = (trx: Db, propertyId: number) =>
  trx.selectFrom('bid').select(LOCKED).where('property_id', '=', propertyId).orderBy('id').forUpdate().execute();

/** Bids of leads that are under way, locked after their properties. */
export async function lockBidsOfLeads(trx: Db, leadIds: readonly number[]) {
  const ofThese = sql<boolean>`lead_id = any(${[...leadIds]}::bigint[]) and state in ('SENT', 'COUNTERED', 'ACCEPTED')`;
  await sql`
    select from property where id in (select property_id from bid where ${ofThese}) order by id for no key update`.execute(
    trx,
  );
  return trx.selectFrom('bid').select(LOCKED).where(ofThese).orderBy('id').forUpdate().execute();
}

/** Bids whose last day has passed, some at a time. */
export const lockLapsed = (trx: Db, today: CalendarDate, limit: number) =>
  trx
    .selectFrom('bid')
    .select(LOCKED)
    .where('state', 'in', ['SENT', 'COUNTERED'])
    .where('expires_on', '<', today)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Bids of erased clients, and those that were typed with their e-mail or telephone. */
export const lockBidsOfPeople = async (trx: Db, clientIds: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select b.id from bid b where b.client_id = any(${[...clientIds]}::bigint[])
      or b.client_id is null and exists (select from client c where c.id = any(${[...clientIds]}::bigint[])
        and (lower(c.email) = lower(b.email) or b.phone in (c.phone, c.cellphone)))
    order by b.id for update`.execute(trx);
  return trx
    .selectFrom('bid')
    .select(LOCKED)
    .where('id', 'in', rows.length > 0 ? rows.map(({ id }) => id) : [0])
    .orderBy('id')
    .execute();
};

export const findClient = (trx: Db, id: number) =>
  trx
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();

export const isErased = async (trx: Db, { client_id, name }: LockedBid) =>
  client_id === null
    ? name === null
    : (await trx.selectFrom('client').select('anonymised_at').where('id', '=', client_id).executeTakeFirst())
        ?.anonymised_at != null;

export const isOwner = async (trx: Db, propertyId: number, clientId: number) =>
  (await trx
    .selectFrom('property_owner')
    .select('client_id')
    .where('property_id', '=', propertyId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()) !== undefined;

export const insertBid = (trx: Db, bid: Insertable<Bid>) =>
  trx.insertInto('bid').values(bid).returning('id').executeTakeFirstOrThrow();

type Terms = Omit<Insertable<Version>, 'bid_id' | 'number' | 'party' | 'instalments' | 'admin_user_id'> & {
  instalments: readonly BidInstalment[];
};
const kept = ({ instalments, ...terms }: Terms) => ({ ...terms, instalments: JSON.stringify(instalments) });

export const insertVersion = (
  trx: Db,
  of: { bid_id: number; number: number; party: 'PROSPECT' | 'OWNER'; admin_user_id: number | null },
  terms: Terms,
) =>
  trx
    .insertInto('bid_version')
    .values({ ...of, ...kept(terms) })
    .execute();

/** Only a draft's: nobody was shown it. */
export const updateDraft = (trx: Db, bidId: number, admin_user_id: number | null, terms: Terms) =>
  trx
    .updateTable('bid_version')
    .set({ ...kept(terms), admin_user_id })
    .where('bid_id', '=', bidId)
    .where('number', '=', 1)
    .execute();

export const updateBid = (trx: Db, id: number, changes: Updateable<Bid>) =>
  trx
    .updateTable('bid')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Ends reservations of a property whose day has passed. */
export const dropPassedReservations = (trx: Db, propertyId: number, today: CalendarDate) =>
  trx
    .updateTable('bid')
    .set({ reserved_until: null })
    .where('property_id', '=', propertyId)
    .where('reserved_until', '<', today)
    .execute();

/** Ends every reservation whose day has passed. */
export const dropAllPassedReservations = (db: Db, today: CalendarDate) =>
  db.updateTable('bid').set({ reserved_until: null }).where('reserved_until', '<', today).returning('id').execute();

export const hasLead = async (trx: Db, id: number) =>
  (await trx.selectFrom('lead').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const nameLead = (trx: Db, id: number, lead_id: number) =>
  trx.updateTable('bid').set({ lead_id }).where('id', '=', id).execute();

export const deleteBid = (trx: Db, id: number) => trx.deleteFrom('bid').where('id', '=', id).execute();

/** Forgets who made a bid, and the texts about them. */
export async function forgetPerson(trx: Db, ids: readonly number[]) {
  await trx
    .updateTable('bid')
    .set({ name: null, phone: null, email: null, end_reason: null })
    .where('id', 'in', ids)
    .execute();
  await trx.updateTable('bid_version').set({ conditions: null }).where('bid_id', 'in', ids).execute();
}

/** Ended bids of people who became no clients, since before a day. */
export const findForgettable = async (db: Db, before: CalendarDate) =>
  (
    await db
      .selectFrom('bid')
      .select('id')
      .where('client_id', 'is', null)
      .where('name', 'is not', null)
      .where('state', 'in', ['REFUSED', 'EXPIRED', 'WITHDRAWN'])
      .where('decided_on', '<', before)
      .execute()
  ).map(({ id }) => id);

/** The bid whose contract was deleted comes back as accepted, unless another one is meanwhile. */
export const unsign = async (trx: Db, contractIds: readonly number[], today: CalendarDate) => {
  const { rows } = await sql<{ id: number; state: BidState }>`
    update bid b set proposal_id = null, version = b.version + 1, decided_on = ${today}, state = case
      when exists (select from bid o where o.property_id = b.property_id and o.state = 'ACCEPTED') then 'WITHDRAWN' else 'ACCEPTED' end
    where b.proposal_id = any(${[...contractIds]}::bigint[]) returning b.id, b.state`.execute(trx);
  return rows;
};

/** Number of bids under way of each property or client; one that has expired counts until the job wrote it down. */
export async function countOpen(db: Db, of: 'property_id' | 'client_id', ids: readonly number[]) {
  const { rows } = await sql<{ id: number; open: number }>`
    select b.${sql.ref(of)} as id, count(*) as open from bid b
    where b.${sql.ref(of)} = any(${[...ids]}::bigint[]) and b.state in ('DRAFT', 'SENT', 'COUNTERED', 'ACCEPTED')
    group by 1`.execute(db);
  return rows;
}
