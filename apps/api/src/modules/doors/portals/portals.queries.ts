import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { featuresOf, feesOf, LISTING } from '#api/db/listing.ts';

export const findAgency = (db: Db) => readAgency(db, ['name', 'email', 'phone']);

/**
 * Published listings after the id `after`, without house number, complement and coordinates, which are not published.
 * Demonstration listings are excluded.
 */
export const findListingsAfter = (db: Db, after: number, most: number) =>
  db
    .selectFrom('property')
    .select((q) => [
      ...LISTING,
      'property.comercial',
      'property.cep',
      'property.description',
      feesOf(q).as('fees'),
      featuresOf(q).as('features'),
      q
        .selectFrom('property_image')
        .select(
          sql<
            string[]
          >`coalesce(array_agg(property_image.key order by property_image.position, property_image.id), '{}')`.as(
            'keys',
          ),
        )
        .whereRef('property_image.property_id', '=', 'property.id')
        .$asScalar()
        .$notNull()
        .as('keys'),
    ])
    .where('property.id', '>', after)
    .where('property.is_listed', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demonstration_record')
            .select('record_id')
            .where('kind', '=', 'property')
            .whereRef('record_id', '=', 'property.id'),
        ),
      ),
    )
    .orderBy('property.id')
    .limit(most)
    .execute();

export type FoundListing = Awaited<ReturnType<typeof findListingsAfter>>[number];
