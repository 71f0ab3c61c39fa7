import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';

export const findAgency = (db: Db) => readAgency(db, ['name', 'email', 'phone']);

/**
 * Published listings after the id `after`, without house number, complement and coordinates, which are not published.
 * Demonstration listings are excluded.
 */
export const findListingsAfter = (db: Db, after: number, most: number) =>
  db
    .selectFrom('property')
    .select((q) => [
      'property.id',
      'property.type',
      'property.location',
      'property.price',
      'property.bedrooms',
      'property.bathrooms',
      'property.garage',
      'property.building_area',
      'property.land_area',
      'property.pet',
      'property.furnished',
      'property.floor',
      'property.comercial',
      'property.cep',
      'property.street',
      'property.neighborhood',
      'property.city',
      'property.state',
      'property.country',
      'property.is_exterior',
      'property.description',
      jsonArrayFrom(
        q
          .selectFrom('property_fee')
          .select(['property_fee.name', 'property_fee.price'])
          .whereRef('property_fee.property_id', '=', 'property.id')
          .orderBy('property_fee.position'),
      ).as('fees'),
      jsonArrayFrom(
        q
          .selectFrom('property_feature')
          .select('property_feature.name')
          .whereRef('property_feature.property_id', '=', 'property.id')
          .orderBy('property_feature.position')
          .orderBy('property_feature.id'),
      ).as('features'),
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
