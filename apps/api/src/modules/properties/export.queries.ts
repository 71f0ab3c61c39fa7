import type { PropertySearch } from '@morada/contract/properties.search';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../context.ts';
import { civilDayOf } from '../../db/civil-day.ts';
import { ORDERS, selectProperties } from './properties.queries.ts';

type Search = z.output<typeof PropertySearch>;

/** Everything that the filters find, in the order of the list. */
export const findPropertyIds = async (db: Db, { order = 'id:desc', ...search }: Search) =>
  (await selectProperties(db, search).select('property.id').orderBy(ORDERS[order]).execute()).map((row) => row.id);

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
    .orderBy(ORDERS[order])
    .execute();

export type SavedProperty = Awaited<ReturnType<typeof findPropertiesToSave>>[number];
