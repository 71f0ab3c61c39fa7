import { type Cents, centsToReais, parseMoney } from '@morada/domain/base/money';
import { LOCATIONS, type PropertyLocation, slug } from '@morada/domain/property/property';

export type Purpose = 'alugar' | 'comprar';

/** A visitor's search, as encoded in the page's address. */
export type ListingSearch = {
  purpose: Purpose;
  location?: PropertyLocation;
  /** `juiz-de-fora` or `juiz-de-fora/sao-mateus`. */
  place?: string;
  bedrooms?: number;
  least?: Cents;
  most?: Cents;
  page: number;
};

const LOCATION_SLUGS = Object.entries(LOCATIONS).map(([code, name]) => [slug(name), code as PropertyLocation] as const);
export const locationSlug = (location: PropertyLocation) => slug(LOCATIONS[location]);

const MAX_PAGE = 10_000;
const whole = (text: string, max: number) => {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : undefined;
};
const amount = (text: string) => {
  const value = parseMoney(text);
  return value !== undefined && value > 0 ? value : undefined;
};

/** Ignores invalid values, so that an edited address still opens. */
export function readSearch(query: unknown): ListingSearch {
  const given = new Map(Object.entries(query ?? {}));
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const location = LOCATION_SLUGS.find(([name]) => name === text('tipo'))?.[1];
  const place = /^[a-z0-9-]{1,200}(?:\/[a-z0-9-]{1,200})?$/.exec(text('lugar'))?.[0];
  const bedrooms = whole(text('quartos'), 99);
  const least = amount(text('de'));
  const most = amount(text('ate'));
  return {
    purpose: text('para') === 'comprar' ? 'comprar' : 'alugar',
    ...(location && { location }),
    ...(place && { place }),
    ...(bedrooms && { bedrooms }),
    ...(least && { least }),
    ...(most && { most }),
    page: whole(text('pagina'), MAX_PAGE) ?? 1,
  };
}

/** Canonical address of a search: omits unset fields. */
export function searchPath({ purpose, location, place, bedrooms, least, most, page }: ListingSearch): string {
  const fields = {
    para: purpose,
    tipo: location && locationSlug(location),
    lugar: place,
    quartos: bedrooms,
    de: least && centsToReais(least),
    ate: most && centsToReais(most),
    pagina: page > 1 ? page : undefined,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `/imoveis?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replace('%2F', '/')}`).join('&')}`;
}

export const isFiltered = ({ location, place, bedrooms, least, most }: ListingSearch) =>
  [location, place, bedrooms, least, most].some((value) => value !== undefined);

export type Place = { city: string; neighborhood: string };

export const citySlug = ({ city }: Pick<Place, 'city'>) => slug(city);
export const placeSlug = ({ city, neighborhood }: Place) => `${slug(city)}/${slug(neighborhood)}`;

/** Places of a slug; spellings with the same slug are one place. */
export const placesAt = (places: readonly Place[], at: string): Place[] =>
  places.filter((place) => (at.includes('/') ? placeSlug(place) : citySlug(place)) === at);
