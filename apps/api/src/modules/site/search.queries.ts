import type { Cents } from '@morada/domain/base/money';
import type { PropertyLocation } from '@morada/domain/property/property';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../context.ts';
import { civilDayOf } from '../../db/civil-day.ts';
import type { Place, Purpose } from './listing-search.map.ts';

export const CARDS = 12;

export type Wanted = {
  purpose: Purpose;
  location?: PropertyLocation | undefined;
  bedrooms?: number | undefined;
  least?: Cents | undefined;
  most?: Cents | undefined;
  /** Any of these; all places when absent. */
  places?: readonly Place[] | undefined;
};

const offered = (db: Db) =>
  db.selectFrom('property').where('property.status', '=', 'AVAILABLE').where('property.deleted_at', 'is', null);

function wanted(db: Db, { purpose, location, bedrooms, least, most, places }: Wanted) {
  return (
    offered(db)
      .where('property.type', purpose === 'alugar' ? '=' : '<>', 'RENT')
      .$if(location !== undefined, (q) => q.where('property.location', '=', location as PropertyLocation))
      .$if(bedrooms !== undefined, (q) => q.where('property.bedrooms', '>=', bedrooms as number))
      .$if(least !== undefined, (q) => q.where('property.price', '>=', least as Cents))
      // A price "sob consulta" is stored as 0 and can't be compared.
      .$if(most !== undefined, (q) => q.where('property.price', '<=', most as Cents).where('property.price', '>', 0))
      .$if(places !== undefined, (q) =>
        q.where((e) =>
          e.or(
            (places ?? []).map(({ city, neighborhood }) =>
              e.and([e('property.city', '=', city), e('property.neighborhood', '=', neighborhood)]),
            ),
          ),
        ),
      )
  );
}

/** Cuts the page first, then joins what a card shows: only shown photographs are read. */
export const findCards = (db: Db, search: Wanted, page: number, size = CARDS) =>
  db
    .with('shown', () =>
      wanted(db, search)
        .select(['property.id', 'property.spotlight'])
        .orderBy('property.spotlight', 'desc')
        .orderBy('property.id', 'desc')
        .limit(size)
        .offset((page - 1) * size),
    )
    .selectFrom('shown')
    .innerJoin('property', 'property.id', 'shown.id')
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
      'property.street',
      'property.neighborhood',
      'property.city',
      'property.state',
      'property.country',
      'property.is_exterior',
      jsonObjectFrom(
        q
          .selectFrom('property_image')
          .select(['property_image.key', 'property_image.width', 'property_image.height'])
          .whereRef('property_image.property_id', '=', 'property.id')
          .orderBy('property_image.position')
          .orderBy('property_image.id')
          .limit(1),
      ).as('cover'),
    ])
    .orderBy('shown.spotlight', 'desc')
    .orderBy('shown.id', 'desc')
    .execute();

export type FoundCard = Awaited<ReturnType<typeof findCards>>[number];

export const countCards = async (db: Db, search: Wanted) =>
  (
    await wanted(db, search)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

export const findPlaces = (db: Db) =>
  offered(db)
    .select(['property.city', 'property.neighborhood'])
    .groupBy(['property.city', 'property.neighborhood'])
    .orderBy('property.city')
    .orderBy('property.neighborhood')
    .execute();

/** Limit of a sitemap. */
const SITEMAP_SIZE = 50_000;

export const findAddresses = (db: Db) =>
  offered(db)
    .select(['property.id', 'property.type', 'property.street', 'property.city'])
    .select(civilDayOf('property.updated_at').as('changed_on'))
    .orderBy('property.id', 'desc')
    .limit(SITEMAP_SIZE)
    .execute();
