import { type Cents, centsToReais, formatMoney, parseMoney } from '@morada/domain/base/money';
import { inNeighborhood } from '@morada/domain/property/listing';
import { slug } from '@morada/domain/property/property';
import { LOCATIONS, type PropertyLocation } from '@morada/domain/property/property-words';

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
  /** Absent: the newest first, after those that the agency puts forward. */
  order?: Order;
  page: number;
};

/** Orders of the results beside the first one, as they are in the address. */
const ORDERS = { menor: 'cheapest', maior: 'dearest', area: 'largest' } as const;
type OrderSlug = keyof typeof ORDERS;
export type Order = (typeof ORDERS)[OrderSlug];

export const ORDER_NAMES: readonly (readonly [Order | undefined, string])[] = [
  [undefined, 'Mais recentes'],
  ['cheapest', 'Menor valor'],
  ['dearest', 'Maior valor'],
  ['largest', 'Maior área'],
];

const ORDER_SLUGS = Object.entries(ORDERS) as [OrderSlug, Order][];
const readOrder = (text: string) => ORDER_SLUGS.find(([name]) => name === text)?.[1];
const orderSlug = (order: Order) => ORDER_SLUGS.find(([, known]) => known === order)?.[0];

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
  const order = readOrder(text('ordem'));
  return {
    purpose: text('para') === 'comprar' ? 'comprar' : 'alugar',
    ...(location && { location }),
    ...(place && { place }),
    ...(bedrooms && { bedrooms }),
    ...(least && { least }),
    ...(most && { most }),
    ...(order && { order }),
    page: whole(text('pagina'), MAX_PAGE) ?? 1,
  };
}

export const RESULTS_PATH = '/imoveis';
export const MAP_PATH = `${RESULTS_PATH}/mapa.json`;

/** Canonical address of a search: omits unset fields. */
export const searchPath = (search: ListingSearch): string => `${RESULTS_PATH}?${searchQuery(search)}`;

/** Query string of `searchPath`. */
export function searchQuery({ purpose, location, place, bedrooms, least, most, order, page }: ListingSearch): string {
  const fields = {
    para: purpose,
    tipo: location && locationSlug(location),
    lugar: place,
    quartos: bedrooms,
    de: least && centsToReais(least),
    ate: most && centsToReais(most),
    ordem: order && orderSlug(order),
    pagina: page > 1 ? page : undefined,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replace('%2F', '/')}`).join('&');
}

/** Address of the listings on the map of a search. */
export const mapPath = (search: ListingSearch): string => `${MAP_PATH}?${searchQuery(filtersOf(search))}`;

/** What a search looks for, without the order and the page of its results. */
export const filtersOf = ({ order: _order, ...search }: ListingSearch): ListingSearch => ({ ...search, page: 1 });

export const isFiltered = ({ location, place, bedrooms, least, most }: ListingSearch) =>
  [location, place, bedrooms, least, most].some((value) => value !== undefined);

export type Place = { city: string; neighborhood: string };

export const citySlug = ({ city }: Pick<Place, 'city'>) => slug(city);
export const placeSlug = ({ city, neighborhood }: Place) => `${slug(city)}/${slug(neighborhood)}`;

/** Places of a slug; spellings with the same slug are one place. */
export const placesAt = (places: readonly Place[], at: string): Place[] =>
  places.filter((place) => (at.includes('/') ? placeSlug(place) : citySlug(place)) === at);

/** Number of a listing as a visitor types it: `12`, `Cód. 12`. Undefined when there is none. */
export function readCode(text: unknown): number | undefined {
  const digits = typeof text === 'string' ? /^\D{0,12}(\d{1,15})\s*$/.exec(text)?.[1] : undefined;
  return digits && Number(digits) > 0 ? Number(digits) : undefined;
}

function placeName(place: string, places: readonly Place[]) {
  const [at] = placesAt(places, place);
  return at && (place.includes('/') ? `${inNeighborhood(at.neighborhood)}, ${at.city}` : `em ${at.city}`);
}

/**
 * `Apartamento para alugar em São Mateus, Juiz de Fora`. Kinds stay in the singular, as elsewhere: plurals would need
 * sixteen more words.
 */
export const searchTitle = ({ purpose, location, place }: ListingSearch, places: readonly Place[]) =>
  [location ? LOCATIONS[location] : 'Imóveis', 'para', purpose, place !== undefined && placeName(place, places)]
    .filter(Boolean)
    .join(' ');

const bedroomsText = (bedrooms: number) => `${bedrooms} ${bedrooms === 1 ? 'quarto' : 'quartos'} ou mais`;

/** One filter of a search, and the search without it. */
export type ActiveFilter = { name: string; without: ListingSearch };

export function activeFilters(search: ListingSearch, places: readonly Place[]): ActiveFilter[] {
  const { location, place, bedrooms, least, most } = search;
  const [at] = place === undefined ? [] : placesAt(places, place);
  const without = ({ ...rest }: ListingSearch, field: 'location' | 'place' | 'bedrooms' | 'least' | 'most') => {
    delete rest[field];
    return { ...rest, page: 1 };
  };
  const filters = [
    location && { name: LOCATIONS[location], without: without(search, 'location') },
    place && {
      name: at ? (place.includes('/') ? `${at.neighborhood}, ${at.city}` : at.city) : 'Lugar sem anúncios',
      without: without(search, 'place'),
    },
    bedrooms && { name: bedroomsText(bedrooms), without: without(search, 'bedrooms') },
    least && { name: `A partir de ${formatMoney(least)}`, without: without(search, 'least') },
    most && { name: `Até ${formatMoney(most)}`, without: without(search, 'most') },
  ];
  return filters.filter((filter) => typeof filter === 'object');
}

/** A whole search in words: `Apartamento para alugar em Juiz de Fora, 2 quartos ou mais, até R$ 2.000,00`. */
export function searchWords(search: ListingSearch, places: readonly Place[]): string {
  const { bedrooms, least, most } = search;
  const limits = [
    bedrooms && bedroomsText(bedrooms),
    least && `a partir de ${formatMoney(least)}`,
    most && `até ${formatMoney(most)}`,
  ];
  return [searchTitle(search, places), ...limits.filter(Boolean)].join(', ');
}
