import type { Deps } from '../../context.ts';
import { type ListingSearch, type Place, type Purpose, placesAt } from './listing-search.map.ts';
import * as queries from './search.queries.ts';
import { findAgency } from './site.queries.ts';

export type { FoundCard } from './search.queries.ts';

/** Listings of each purpose on the home page. */
const HOME_LISTINGS = 6;

export async function openHome({ db }: Deps) {
  const newest = (purpose: Purpose) => queries.findCards(db, { purpose }, 1, HOME_LISTINGS);
  const [places, toLet, forSale] = await Promise.all([queries.findPlaces(db), newest('alugar'), newest('comprar')]);
  return { places, toLet, forSale };
}

export type Found = { places: Place[]; cards: queries.FoundCard[]; total: number; lastPage: number };

export async function findListings({ db }: Deps, search: ListingSearch): Promise<Found & { agency: string }> {
  const [{ name: agency }, places] = await Promise.all([findAgency(db), queries.findPlaces(db)]);
  const wanted = { ...search, places: search.place === undefined ? undefined : placesAt(places, search.place) };
  const [cards, total] = await Promise.all([
    queries.findCards(db, wanted, search.page),
    queries.countCards(db, wanted),
  ]);
  return { agency, places, cards, total, lastPage: Math.max(1, Math.ceil(total / queries.CARDS)) };
}

export const findAddresses = ({ db }: Deps) => queries.findAddresses(db);
