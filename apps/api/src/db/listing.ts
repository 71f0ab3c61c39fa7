import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB } from './schema.ts';

type Property = Pick<ExpressionBuilder<DB, 'property'>, 'selectFrom'>;

/** What the site, its search and the portals say alike of a property. Other columns are public only where a page adds them. */
export const LISTING = [
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
  'property.street',
  'property.neighborhood',
  'property.city',
  'property.state',
  'property.country',
  'property.is_exterior',
] as const;

export const feesOf = (q: Property) =>
  jsonArrayFrom(
    q
      .selectFrom('property_fee')
      .select(['property_fee.name', 'property_fee.price'])
      .whereRef('property_fee.property_id', '=', 'property.id')
      .orderBy('property_fee.position')
      .orderBy('property_fee.id'),
  );

export const featuresOf = (q: Property) =>
  jsonArrayFrom(
    q
      .selectFrom('property_feature')
      .select('property_feature.name')
      .whereRef('property_feature.property_id', '=', 'property.id')
      .orderBy('property_feature.position')
      .orderBy('property_feature.id'),
  );

/** Photographs in the order in which they are shown. */
export const photographsOf = (q: Property) =>
  q
    .selectFrom('property_image')
    .select(['property_image.key', 'property_image.width', 'property_image.height'])
    .whereRef('property_image.property_id', '=', 'property.id')
    .orderBy('property_image.position')
    .orderBy('property_image.id');
