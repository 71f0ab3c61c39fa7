import type { Db } from '#api/context.ts';

/** Public data that name a property, listed or not. */
export const findPlace = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .select(['id', 'type', 'location', 'bedrooms', 'neighborhood', 'street', 'city', 'state', 'country', 'is_exterior'])
    .select(['contact_name', 'pickup'])
    .where('id', '=', id)
    .executeTakeFirst();
