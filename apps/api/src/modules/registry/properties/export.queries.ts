import type { PropertySearch, RequestSearch as Requests } from '@morada/contract/registry/properties.search';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { civilDayOf } from '#api/db/civil-day.ts';
import { ORDERS, selectProperties, selectRequests } from './properties.queries.ts';

type Search = z.output<typeof PropertySearch>;
type RequestSearch = z.output<typeof Requests>;

/** Ids of all properties that the filters match, in list order, up to `most` if given. */
export async function findPropertyIds(db: Db, { order = 'id:desc', ...search }: Search, most?: number) {
  const all = selectProperties(db, search).select('property.id').orderBy(ORDERS[order]);
  return (await (most === undefined ? all : all.limit(most)).execute()).map((row) => row.id);
}

export const findPropertiesToSave = (db: Db, ids: number[], order: Search['order'] = 'id:desc') =>
  db
    .selectFrom('property')
    .selectAll()
    .select((q) => [
      civilDayOf('property.created_at').as('registered_on'),
      q
        .selectFrom('property_owner')
        .innerJoin('client', 'client.id', 'property_owner.client_id')
        .select(sql<string>`string_agg(client.name, ', ' order by property_owner.position)`.as('names'))
        .whereRef('property_owner.property_id', '=', 'property.id')
        .as('owners'),
    ])
    .where('property.id', '=', sql<number>`any(${ids})`)
    .where('property.deleted_at', 'is', null)
    .orderBy(ORDERS[order])
    .execute();

export type SavedProperty = Awaited<ReturnType<typeof findPropertiesToSave>>[number];

export const findRequestIds = async (db: Db, search: Pick<RequestSearch, 'query' | 'state'>) =>
  (await selectRequests(db, search).select('property.id').orderBy(ORDERS['id:desc']).execute()).map(({ id }) => id);

/** Requests still pending: a caller with only this permission may read nothing else. */
export const findRequestsAt = (db: Db, ids: number[]) =>
  selectRequests(db, {})
    .leftJoin('property_request', 'property_request.property_id', 'property.id')
    .selectAll('property')
    .select([
      'property_request.name as requester_name',
      'property_request.phone as requester_phone',
      'property_request.email as requester_email',
    ])
    .where('property.id', '=', sql<number>`any(${ids})`)
    .orderBy(ORDERS['id:desc'])
    .execute();
