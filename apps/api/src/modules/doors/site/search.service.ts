import { similarPrices } from '@morada/domain/property/listing';
import { publicPosition } from '@morada/domain/property/public-position';
import type { Deps } from '#api/context.ts';
import { type ListingSearch, type Place, type Purpose, placesAt } from './listing-search.map.ts';
import * as queries from './search.queries.ts';
import { findAgency } from './site.queries.ts';
import type { FoundListing } from './site.service.ts';

export type { FoundCard } from './search.queries.ts';

/** Listings of each purpose on the home page. */
const HOME_LISTINGS = 6;

export async function openHome({ db, today }: Deps) {
  const newest = (purpose: Purpose) => queries.findCards(db, today(), { purpose }, 1, HOME_LISTINGS);
  const [places, toLet, forSale] = await Promise.all([queries.findPlaces(db), newest('alugar'), newest('comprar')]);
  return { places, toLet, forSale };
}

export type Found = { places: Place[]; cards: queries.FoundCard[]; total: number; lastPage: number };

export async function findListings({ db, today }: Deps, search: ListingSearch): Promise<Found & { agency: string }> {
  const [{ name: agency }, places] = await Promise.all([findAgency(db), queries.findPlaces(db)]);
  const wanted = resolved(search, places);
  const [cards, total] = await Promise.all([
    queries.findCards(db, today(), wanted, search.page),
    queries.countCards(db, wanted),
  ]);
  return { agency, places, cards, total, lastPage: Math.max(1, Math.ceil(total / queries.CARDS)) };
}

/** A search with the places that its slug stands for. */
export const resolved = (search: ListingSearch, places: readonly Place[]): queries.Wanted => ({
  ...search,
  places: search.place === undefined ? undefined : placesAt(places, search.place),
});

/** Listings on a map, each at its public position. */
export async function findPins({ db }: Deps, search: ListingSearch) {
  const places = search.place === undefined ? [] : await queries.findPlaces(db);
  return atPublicPositions(await queries.findPins(db, resolved(search, places)));
}

/** The one listing of a number, if it is offered and has a position. */
export const findPin = async ({ db }: Deps, id: number) => atPublicPositions(await queries.findPin(db, id));

type Pin = Awaited<ReturnType<typeof queries.findPins>>[number];
function atPublicPositions(pins: readonly Pin[]) {
  return pins.flatMap(({ latitude, longitude, ...pin }) =>
    latitude === null || longitude === null ? [] : [{ ...pin, ...publicPosition(pin.id, { latitude, longitude }) }],
  );
}

/** Similar listings below a listing. */
const SIMILAR = 3;

/** A listing whose price is told on request has no similar ones, since similarity is by price. */
export async function findSimilar({ db, today }: Deps, listing: FoundListing): Promise<queries.FoundCard[]> {
  const near = listing.price;
  return near > 0 ? queries.findSimilar(db, today(), listing, { ...similarPrices(near), near }, SIMILAR) : [];
}

export const findCardsAt = ({ db, today }: Deps, ids: readonly number[]) => queries.findCardsAt(db, today(), ids);

/** Parts of the address of a listing that is offered. */
export const findAddress = async ({ db }: Deps, id: number | undefined) =>
  id === undefined ? undefined : queries.findAddress(db, id);

export const findPlaces = ({ db }: Pick<Deps, 'db'>) => queries.findPlaces(db);

export const findPlacesOf = ({ db }: Pick<Deps, 'db'>) => queries.findPlacesOf(db);

/** Newest listings of a purpose and place, below a page that isn't there. */
export async function findLike({ db, today }: Pick<Deps, 'db' | 'today'>, search: ListingSearch) {
  const places = await queries.findPlaces(db);
  return { places, cards: await queries.findCards(db, today(), resolved(search, places), 1, SIMILAR) };
}

export const findAddresses = ({ db }: Deps) => queries.findAddresses(db);
