import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { PropertyLocation, TransactionType } from '@morada/domain/property/property-words';
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import { civilDayOf } from '#api/db/civil-day.ts';
import { feesOf, LISTING, photographsOf } from '#api/db/listing.ts';
import { isReservedOn } from '#api/db/reservation.ts';
import type { Order, Place, Purpose } from './listing-search.map.ts';

export const CARDS = 12;

export type Wanted = {
  purpose: Purpose;
  location?: PropertyLocation | undefined;
  bedrooms?: number | undefined;
  bathrooms?: number | undefined;
  garage?: number | undefined;
  area?: number | undefined;
  furnished?: true | undefined;
  pet?: true | undefined;
  least?: Cents | undefined;
  most?: Cents | undefined;
  /** Any of these; all places when absent. */
  places?: readonly Place[] | undefined;
  order?: Order | undefined;
};

const offered = (db: Db) => db.selectFrom('property').where('property.is_listed', '=', true);

function wanted(db: Db, search: Wanted) {
  const { purpose, location, bedrooms, bathrooms, garage, area, furnished, pet, least, most, places } = search;
  return (
    offered(db)
      .where('property.type', purpose === 'alugar' ? '=' : '<>', 'RENT')
      .$if(location !== undefined, (q) => q.where('property.location', '=', location as PropertyLocation))
      .$if(bedrooms !== undefined, (q) => q.where('property.bedrooms', '>=', bedrooms as number))
      .$if(bathrooms !== undefined, (q) => q.where('property.bathrooms', '>=', bathrooms as number))
      .$if(garage !== undefined, (q) => q.where('property.garage', '>=', garage as number))
      .$if(area !== undefined, (q) =>
        q.where(sql<boolean>`coalesce(property.building_area, property.land_area) >= ${area as number}`),
      )
      .$if(furnished === true, (q) => q.where('property.furnished', '=', true))
      .$if(pet === true, (q) => q.where('property.pet', '=', true))
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

/** Each has an index of its own. A price told on request comes last, and in the first order a listing without a photograph. */
const ORDERS = {
  newest: sql`property.photographed desc, property.spotlight desc, property.listed_at desc, property.id desc`,
  cheapest: sql`property.advertised_total, property.id desc`,
  dearest: sql`property.advertised_total desc nulls last, property.id desc`,
  largest: sql`coalesce(property.building_area, property.land_area) desc nulls last, property.id desc`,
};
const orderOf = (order: Order | 'newest' = 'newest') => ORDERS[order];

/** Columns of a card, and its first photograph. */
const cards = (db: Db, today: CalendarDate) =>
  db
    .selectFrom('property')
    .select((q) => [
      ...LISTING,
      'property.spotlight',
      q('property.latitude', 'is not', null).as('has_position'),
      isReservedOn(sql`property.id`, today).as('reserved'),
      feesOf(q).as('fees'),
      jsonObjectFrom(photographsOf(q).limit(1)).as('cover'),
    ]);

/** Cuts the page first, then reads what a card shows: only shown photographs are read. */
export async function findCards(db: Db, today: CalendarDate, search: Wanted, page: number, size = CARDS) {
  const shown = await wanted(db, search)
    .select('property.id')
    .orderBy(orderOf(search.order))
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return findCardsAt(
    db,
    today,
    shown.map(({ id }) => id),
  );
}

/** Cards of those of the listings that are offered, in the given order. */
export async function findCardsAt(db: Db, today: CalendarDate, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const found = await cards(db, today).where('property.id', 'in', ids).where('property.is_listed', '=', true).execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return found.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

export type FoundCard = Awaited<ReturnType<typeof findCardsAt>>[number];

type Like = { id: number; type: TransactionType; location: PropertyLocation; city: string; neighborhood: string };

/** Listings of the same purpose, kind and city: those of the neighbourhood first, then by how near their price is. */
export const findSimilar = (
  db: Db,
  today: CalendarDate,
  like: Like,
  price: { least: Cents; most: Cents; near: Cents },
  size: number,
) =>
  cards(db, today)
    .where('property.is_listed', '=', true)
    .where('property.type', '=', like.type)
    .where('property.location', '=', like.location)
    .where('property.city', '=', like.city)
    .where('property.price', '>=', price.least)
    .where('property.price', '<=', price.most)
    .where('property.id', '<>', like.id)
    .orderBy('property.photographed', 'desc')
    .orderBy((q) => q('property.neighborhood', '=', like.neighborhood), 'desc')
    .orderBy(sql`abs(property.price - ${price.near})`)
    .orderBy('property.id', 'desc')
    .limit(size)
    .execute();

/** Parts of a listing's address. */
export const findAddress = (db: Db, id: number) =>
  offered(db)
    .select(['property.id', 'property.type', 'property.street', 'property.city'])
    .where('property.id', '=', id)
    .executeTakeFirst();

/** Pins on a map of results. */
const MAX_PINS = 300;

const PIN = [
  ...(['property.id', 'property.type', 'property.location', 'property.price', 'property.bedrooms'] as const),
  ...(['property.street', 'property.neighborhood', 'property.city', 'property.advertised_total'] as const),
  ...(['property.latitude', 'property.longitude'] as const),
] as const;

export const findPin = (db: Db, id: number) =>
  offered(db).select(PIN).where('property.id', '=', id).where('property.latitude', 'is not', null).execute();

/** The first listings that have a position. */
export const findPins = (db: Db, search: Wanted) =>
  wanted(db, search)
    .select(PIN)
    .where('property.latitude', 'is not', null)
    .where('property.longitude', 'is not', null)
    .orderBy(orderOf(search.order))
    .limit(MAX_PINS)
    .execute();

type NewOf = { alert: number; wanted: Wanted; since: string; until: string };

/** Listings that were offered in a time, of each of several searches: at most `size` of each, in one statement. */
export async function findNewOf(db: Db, searches: readonly NewOf[], size: number) {
  const [first, ...rest] = searches.map(({ alert, wanted: search, since, until }) =>
    db
      .selectFrom(
        wanted(db, search)
          .where('property.listed_at', '>', since)
          .where('property.listed_at', '<=', until)
          .select(['property.id', 'property.listed_at'])
          .orderBy('property.listed_at', 'desc')
          .orderBy('property.id', 'desc')
          .limit(size)
          .as('found'),
      )
      .select(['found.id', sql.lit(alert).as('alert')]),
  );
  if (!first) return [];
  return rest.reduce((all, one) => all.unionAll(one), first).execute();
}

export const countCards = async (db: Db, search: Wanted) =>
  (
    await wanted(db, search)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Places in which something of a purpose is offered. */
export const findPlacesOf = (db: Db) =>
  offered(db)
    .select((q) => [
      'property.city',
      'property.neighborhood',
      q.fn.agg<boolean>('bool_or', [sql`property.type = 'RENT'`]).as('toLet'),
      q.fn.agg<boolean>('bool_or', [sql`property.type <> 'RENT'`]).as('forSale'),
    ])
    .groupBy(['property.city', 'property.neighborhood'])
    .orderBy('property.city')
    .orderBy('property.neighborhood')
    .execute();

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
