import { PAGE_SIZE } from '@morada/contract/fields';
import type { PropertySearch } from '@morada/contract/properties.search';
import { isOffMarket, PROPERTY_STATUSES, type PropertyStatus } from '@morada/domain/property';
import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type * as z from 'zod/mini';
import type { Db } from '../../context.ts';
import type { Property, PropertyFee } from '../../db/schema.ts';
import { matches } from '../../db/search.ts';

type Search = z.output<typeof PropertySearch>;
type Fee = Pick<Insertable<PropertyFee>, 'name' | 'price' | 'to_owner'>;

const OFF_MARKET = (Object.keys(PROPERTY_STATUSES) as PropertyStatus[]).filter(isOffMarket);
const ORDERS = {
  'id:desc': sql`property.id desc`,
  'price:asc': sql`property.price, property.id`,
  'price:desc': sql`property.price desc, property.id desc`,
};

const properties = (db: Db) => db.selectFrom('property').where('property.deleted_at', 'is', null);

const found = (db: Db, { id, query, transaction = 'ALL', category, available = 'ALL' }: Search) => {
  let selection = properties(db);
  if (id !== undefined) selection = selection.where('property.id', '=', id);
  if (query !== undefined) selection = selection.where(matches(sql.ref('property.search'), query));
  if (transaction !== 'ALL') selection = selection.where('property.type', '=', transaction);
  if (category !== undefined) selection = selection.where('property.location', '=', category);
  if (available === 'AVAILABLE') selection = selection.where('property.status', '=', 'AVAILABLE');
  if (available === 'UNAVAILABLE') selection = selection.where('property.status', 'in', OFF_MARKET);
  return selection;
};

/** The page of ids is cut before anything is joined to it. */
export const findProperties = (db: Db, search: Search) => {
  const order = ORDERS[search.order ?? 'id:desc'];
  const cut = found(db, search)
    .select('property.id')
    .orderBy(order)
    .limit(PAGE_SIZE)
    .offset(((search.page ?? 1) - 1) * PAGE_SIZE);
  return db
    .selectFrom(cut.as('cut'))
    .innerJoin('property', 'property.id', 'cut.id')
    .select((q) => [
      'property.id',
      'property.status',
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
      q
        .selectFrom('property_owner')
        .innerJoin('client', 'client.id', 'property_owner.client_id')
        .select('client.name')
        .whereRef('property_owner.property_id', '=', 'property.id')
        .orderBy('property_owner.position')
        .limit(1)
        .as('owner'),
    ])
    .orderBy(order)
    .execute();
};

export const countProperties = async (db: Db, search: Search) => {
  const { total } = await found(db, search)
    .select((q) => q.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

/** The property with its fees in order, and the contract in force with its people. */
export const findProperty = (db: Db, id: number) =>
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
      jsonArrayFrom(
        q
          .selectFrom('property_fee')
          .select(['property_fee.id', 'property_fee.name', 'property_fee.price', 'property_fee.to_owner'])
          .whereRef('property_fee.property_id', '=', 'property.id')
          .orderBy('property_fee.position'),
      ).as('fees'),
      jsonArrayFrom(
        q.selectFrom('client').select(['client.id', 'client.name']).whereRef('client.id', '=', 'proposal.user_id'),
      ).as('tenants'),
      jsonArrayFrom(
        q
          .selectFrom('proposal_guarantor')
          .innerJoin('client', 'client.id', 'proposal_guarantor.user_id')
          .select(['client.id', 'client.name'])
          .whereRef('proposal_guarantor.proposal_id', '=', 'proposal.id')
          .orderBy('proposal_guarantor.id'),
      ).as('guarantors'),
    ])
    .where('property.id', '=', id)
    .executeTakeFirst();

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

/** Something beside the property's own fields moved: the version that a form holds stays good. */
export const touchProperty = (trx: Db, id: number) =>
  trx.updateTable('property').set({ updated_at: sql`now()` }).where('id', '=', id).execute();

/** In any state but deleted: what is closed is history that needs its property. */
export const findContractOf = (trx: Db, id: number) =>
  trx
    .selectFrom('proposal')
    .select('id')
    .where('property_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();

export const findFees = (trx: Db, propertyId: number) =>
  trx
    .selectFrom('property_fee')
    .select(['name', 'price', 'to_owner'])
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute();

export async function replaceFees(trx: Db, property_id: number, fees: Fee[]) {
  await trx.deleteFrom('property_fee').where('property_id', '=', property_id).execute();
  if (fees.length === 0) return;
  await trx
    .insertInto('property_fee')
    .values(fees.map((fee, position) => ({ ...fee, property_id, position })))
    .execute();
}

/** The main owner first. */
export const findOwners = (db: Db, propertyId: number) =>
  db
    .selectFrom('property_owner')
    .innerJoin('client', 'client.id', 'property_owner.client_id')
    .select(['client.id', 'client.name', 'property_owner.share'])
    .where('property_owner.property_id', '=', propertyId)
    .orderBy('property_owner.position')
    .execute();

/** Keeps a client from being deleted until this transaction ends. */
export const holdClient = (trx: Db, id: number) =>
  trx
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();

/** Comes last in line; one who is there already keeps the place, and the share too unless another is given. */
export const putOwner = (trx: Db, property_id: number, client_id: number, share?: number | null) =>
  trx
    .insertInto('property_owner')
    .values((q) => ({
      property_id,
      client_id,
      share,
      position: q
        .selectFrom('property_owner')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('property_id', '=', property_id),
    }))
    .onConflict((conflict) => {
      const same = conflict.columns(['property_id', 'client_id']);
      return share === undefined ? same.doNothing() : same.doUpdateSet({ share });
    })
    .execute();

export const deleteOwner = (trx: Db, propertyId: number, clientId: number) =>
  trx.deleteFrom('property_owner').where('property_id', '=', propertyId).where('client_id', '=', clientId).execute();
