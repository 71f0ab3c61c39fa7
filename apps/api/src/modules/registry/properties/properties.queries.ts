import type { PropertySearch, RequestSearch as Requests } from '@morada/contract/registry/properties.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { isOffMarket, type PropertyStatus } from '@morada/domain/property/property';
import { PROPERTY_STATUSES, TRANSACTION_TYPES, type TransactionType } from '@morada/domain/property/property-words';
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { standsOn } from '#api/db/parties.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import { matches } from '#api/db/reading/search.ts';
import { reservedUntil } from '#api/db/reservation.ts';
import type { Property } from '#api/db/schema.ts';

type Search = z.output<typeof PropertySearch>;
type RequestSearch = z.output<typeof Requests>;

const STATUSES = Object.keys(PROPERTY_STATUSES) as PropertyStatus[];
const TYPES = Object.keys(TRANSACTION_TYPES) as TransactionType[];
const OFF_MARKET = STATUSES.filter(isOffMarket);
export const ORDERS = {
  'id:desc': sql`property.id desc`,
  'price:asc': sql`property.price, property.id`,
  'price:desc': sql`property.price desc, property.id desc`,
};

const properties = (db: Db) => db.selectFrom('property').where('property.deleted_at', 'is', null);

/** Properties that the filters of the list match. */
export const selectProperties = (
  db: Db,
  { id, query, transaction = 'ALL', category, available = 'ALL' }: Omit<Search, 'page' | 'order'>,
) => {
  let selection = properties(db);
  if (id !== undefined) selection = selection.where('property.id', '=', id);
  if (query !== undefined) selection = selection.where(matches(sql.ref('property.search'), query));
  if (transaction !== 'ALL') selection = selection.where('property.type', '=', transaction);
  if (category !== undefined) selection = selection.where('property.location', '=', category);
  if (available === 'AVAILABLE') selection = selection.where('property.status', '=', sql.lit('AVAILABLE'));
  if (available === 'UNAVAILABLE') selection = selection.where('property.status', 'in', OFF_MARKET);
  return selection;
};

/**
 * Text that a search of the requests matches: the address and the names of owners and requester. Documents and phones
 * are matched only by the clients' own search. Requests are few, so there is no index.
 */
const REQUEST_TEXT = sql`property.search || search_words(variadic array(
  select c.name from property_owner w join client c on c.id = w.client_id where w.property_id = property.id
  union all select r.name from property_request r where r.property_id = property.id))`;

type Requested = Pick<RequestSearch, 'query' | 'state'> & {
  /** Whether offers already decided may be found. */
  decided?: boolean;
};

/** Properties that wait for a decision, or offers of the site in one state. */
export const selectRequests = (db: Db, { query, state, decided = false }: Requested) => {
  let requests = selectProperties(db, {});
  if (state === undefined || !decided) requests = requests.where('property.status', '=', 'PENDING');
  if (state !== undefined)
    requests = requests.where('property.id', 'in', (q) =>
      q
        .selectFrom('property_request')
        .select('property_request.property_id')
        .where('property_request.state', '=', state),
    );
  return query === undefined ? requests : requests.where(matches(REQUEST_TEXT, query));
};

type Selection = ReturnType<typeof selectProperties>;

const cut = (selection: Selection, page: number) => selection.limit(PAGE).offset(rowsBefore(page));

/** Cuts the page of ids before any join. */
const rows = (db: Db, selection: Selection, order: RawBuilder<unknown>) =>
  db
    .selectFrom(selection.select('property.id').orderBy(order).as('cut'))
    .innerJoin('property', 'property.id', 'cut.id')
    .select((q) => [
      'property.id',
      'property.status',
      'property.advertised',
      'property.type',
      'property.location',
      'property.price',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state',
      'property.bedrooms',
      'property.bathrooms',
      'property.garage',
      'property.views',
      'property.created_at',
      q
        .selectFrom('property_owner')
        .innerJoin('client', 'client.id', 'property_owner.client_id')
        .select('client.name')
        .whereRef('property_owner.property_id', '=', 'property.id')
        .orderBy('property_owner.position')
        .limit(1)
        .as('owner'),
      q
        .selectFrom('property_image')
        .select('property_image.key')
        .whereRef('property_image.property_id', '=', 'property.id')
        .orderBy('property_image.position')
        .orderBy('property_image.id')
        .limit(1)
        .as('image_key'),
    ])
    .orderBy(order)
    .execute();

const count = async (selection: Selection) => {
  const { total } = await selection.select((q) => q.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
};

export const findProperties = (db: Db, { page = 1, order = 'id:desc', ...search }: Search) =>
  rows(db, cut(selectProperties(db, search), page), ORDERS[order]);

export async function countProperties(db: Db, search: Search) {
  const { id, query, transaction = 'ALL', category, available = 'ALL' } = search;
  if (id !== undefined || query !== undefined || category !== undefined) return count(selectProperties(db, search));
  const statuses = available === 'ALL' ? STATUSES : available === 'AVAILABLE' ? (['AVAILABLE'] as const) : OFF_MARKET;
  const types = transaction === 'ALL' ? TYPES : [transaction];
  return listTotal(
    db,
    'property',
    statuses.flatMap((status) => types.map((type) => `${status}:${type}` as const)),
  );
}

/** Newest first, with only address and state. */
export const findFewProperties = (db: Db, search: Pick<Search, 'id' | 'query'>, limit: number) =>
  selectProperties(db, search)
    .select([
      'property.id',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.type',
      'property.status',
    ])
    .orderBy('property.id', 'desc')
    .limit(limit)
    .execute();

/** Newest first: a page, or all without a page. */
export const findRequests = (db: Db, { page, ...search }: RequestSearch & Requested) => {
  const requests = selectRequests(db, search);
  return rows(db, page === undefined ? requests : cut(requests, page), ORDERS['id:desc']);
};

/** Requester of a property, and the agency's data for the answer. */
export const findRequester = (db: Db, id: number) =>
  db
    .selectFrom('property_request')
    .select((q) => [
      'property_request.name',
      'property_request.email',
      'property_request.phone',
      jsonObjectFrom(q.selectFrom('agency').select(['agency.name', 'agency.phone']))
        .$notNull()
        .as('agency'),
    ])
    .where('property_request.property_id', '=', id)
    .executeTakeFirst();

export const countRequests = (db: Db, search: Requested) => count(selectRequests(db, search));

/** The property with its parts in order, and the contract in force with its people. */
export const findProperty = (db: Db, id: number, today: CalendarDate) =>
  properties(db)
    .leftJoin('proposal', (join) =>
      join
        .onRef('proposal.property_id', '=', 'property.id')
        .on('proposal.status', '=', 'APPROVED')
        .on('proposal.deleted_at', 'is', null),
    )
    .selectAll('property')
    .select((q) => [
      'proposal.id as proposal_id',
      q
        .exists(
          q
            .selectFrom('import_record')
            .select('record_id')
            .where('kind', '=', 'property')
            .where('made', '=', true)
            .whereRef('record_id', '=', 'property.id'),
        )
        .$castTo<boolean>()
        .as('imported'),
      jsonArrayFrom(
        q
          .selectFrom('property_fee')
          .select(['property_fee.id', 'property_fee.name', 'property_fee.price', 'property_fee.to_owner'])
          .whereRef('property_fee.property_id', '=', 'property.id')
          .orderBy('property_fee.position')
          .orderBy('property_fee.id'),
      ).as('fees'),
      jsonArrayFrom(
        q
          .selectFrom('property_feature')
          .select(['property_feature.id', 'property_feature.name'])
          .whereRef('property_feature.property_id', '=', 'property.id')
          .orderBy('property_feature.position')
          .orderBy('property_feature.id'),
      ).as('features'),
      jsonArrayFrom(
        q
          .selectFrom('property_image')
          .select([
            'property_image.id',
            'property_image.key',
            'property_image.name',
            'property_image.width',
            'property_image.height',
          ])
          .whereRef('property_image.property_id', '=', 'property.id')
          .orderBy('property_image.position')
          .orderBy('property_image.id'),
      ).as('photographs'),
      jsonArrayFrom(
        q.selectFrom('client').select(['client.id', 'client.name']).whereRef('client.id', '=', 'proposal.user_id'),
      ).as('tenants'),
      jsonArrayFrom(
        q
          .selectFrom('contract_party as y')
          .innerJoin('client', 'client.id', 'y.client_id')
          .select(['client.id', 'client.name'])
          .whereRef('y.proposal_id', '=', 'proposal.id')
          .where('y.role', '=', 'GUARANTOR')
          .where(standsOn(today))
          .orderBy('y.id'),
      ).as('guarantors'),
      q
        .selectFrom('whatsapp_opening')
        .select((e) => e.fn.coalesce(e.fn.sum<number>('openings'), sql<number>`0`).as('openings'))
        .whereRef('whatsapp_opening.property_id', '=', 'property.id')
        .$asScalar()
        .$notNull()
        .as('whatsapp_openings'),
      reservedUntil(sql`property.id`, today).as('reserved_until'),
    ])
    .where('property.id', '=', id)
    .executeTakeFirst();

export const isThere = async (db: Db, id: number) =>
  (await properties(db).select('property.id').where('property.id', '=', id).executeTakeFirst()) !== undefined;

export const countSchedules = async (db: Db, propertyId: number) =>
  (
    await db
      .selectFrom('schedule')
      .select((q) => q.fn.countAll<number>().as('total'))
      .where('property_id', '=', propertyId)
      .executeTakeFirstOrThrow()
  ).total;

/** Newest first, by page. */
export const findSchedules = (db: Db, propertyId: number, page = 1) =>
  db
    .selectFrom('schedule')
    .select(['id', 'name', 'phone', 'date', 'shift', 'time', 'status'])
    .where('property_id', '=', propertyId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .offset(rowsBefore(page))
    .execute();

export const isImported = async (trx: Db, id: number) =>
  (await trx
    .selectFrom('import_record')
    .select('record_id')
    .where('kind', '=', 'property')
    .where('made', '=', true)
    .where('record_id', '=', id)
    .executeTakeFirst()) !== undefined;

export const lockProperty = (trx: Db, id: number) =>
  properties(trx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export type FoundProperty = NonNullable<Awaited<ReturnType<typeof lockProperty>>>;

export const insertProperty = (trx: Db, property: Insertable<Property>) =>
  trx.insertInto('property').values(property).returning('id').executeTakeFirstOrThrow();

export const updateProperty = (trx: Db, id: number, changes: Updateable<Property>) =>
  trx
    .updateTable('property')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .execute();

/** Properties of an owner, locked in order of id. */
export const lockPropertiesOf = (trx: Db, ownerId: number) =>
  properties(trx)
    .select(['property.id', 'property.status'])
    .where('property.id', 'in', (q) =>
      q
        .selectFrom('property_owner')
        .select('property_owner.property_id')
        .where('property_owner.client_id', '=', ownerId),
    )
    .orderBy('property.id')
    .forNoKeyUpdate()
    .execute();

/** Whether an owner is deleted or anonymised: the property can't be let or sold then. */
export const hasGoneOwner = async (trx: Db, id: number) =>
  (await trx
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select('client.id')
    .where('property_owner.property_id', '=', id)
    .where((q) => q.or([q('client.deleted_at', 'is not', null), q('client.anonymised_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Gives the properties of contracts the status and reason from before, where their status is still the one that the
 * contract gave. An ended lease has freed its property already; a sale keeps it sold until it is deleted.
 */
export async function restoreBefore(trx: Db, contractIds: readonly number[]) {
  const { rows } = await sql<{ id: number; status: PropertyStatus }>`
    update property p set status = coalesce(c.property_status_before, 'AVAILABLE'), reason = c.property_reason_before,
      version = p.version + 1, updated_at = now()
    from proposal c
    where c.id = any(${[...contractIds]}::bigint[]) and p.id = c.property_id
      and p.status = case when p.type = 'RENT' then 'RENTED' else 'SOLD' end
      and (c.status = 'APPROVED' or p.type <> 'RENT' and c.property_status_before is not null)
      and not exists (select from proposal other where other.property_id = p.id and other.status = 'APPROVED'
        and other.deleted_at is null and other.id <> c.id)
    returning p.id, p.status`.execute(trx);
  return rows;
}

/** Marks a change of a dependent record without raising the version, so open forms don't conflict. */
export const touchProperty = (trx: Db, id: number) =>
  trx.updateTable('property').set({ updated_at: sql`now()` }).where('id', '=', id).execute();

/** In any state but deleted: closed contracts still refer to the property. */
export const findContractOf = (trx: Db, id: number) =>
  trx
    .selectFrom('proposal')
    .select('id')
    .where('property_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();

export const hasContractInForce = async (trx: Db, id: number) => {
  const contract = await trx
    .selectFrom('proposal')
    .select('id')
    .where('property_id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return contract !== undefined;
};

/** What an advertisement needs, counted. */
export const findListingFacts = (trx: Db, id: number) =>
  properties(trx)
    .select([
      'advertised',
      'type',
      'location',
      'price',
      'bedrooms',
      'bathrooms',
      'building_area',
      'land_area',
      'description',
    ])
    .select((q) => [
      q
        .selectFrom('property_owner')
        .select((e) => e.fn.countAll<number>().as('owners'))
        .whereRef('property_owner.property_id', '=', 'property.id')
        .$asScalar()
        .$notNull()
        .as('owners'),
      q
        .selectFrom('property_image')
        .select((e) => e.fn.countAll<number>().as('photographs'))
        .whereRef('property_image.property_id', '=', 'property.id')
        .$asScalar()
        .$notNull()
        .as('photographs'),
    ])
    .where('property.id', '=', id)
    .executeTakeFirst();

/** Without a new version: the change that it follows from has raised it. */
export const updateAdvertised = (trx: Db, id: number, advertised: boolean) =>
  trx.updateTable('property').set({ advertised }).where('id', '=', id).execute();

/** Restores since when a property has been offered, after a change of its status was undone. */
export const restoreListed = (trx: Db, id: number, listed_at: string) =>
  trx.updateTable('property').set({ listed_at }).where('id', '=', id).execute();
