import type { Db } from '#api/context.ts';

/** Public data that name a property, listed or not. */
export const findPlace = (db: Db, id: number) =>
  db
    .selectFrom('property')
    .select(['id', 'location', 'bedrooms', 'neighborhood', 'street', 'city', 'state', 'country', 'is_exterior'])
    .where('id', '=', id)
    .executeTakeFirst();
