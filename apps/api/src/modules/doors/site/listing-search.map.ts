import { type Cents, cents, centsToReais, formatMoney, parseMoney } from '@morada/domain/base/money';
import { formatArea, inNeighborhood } from '@morada/domain/property/listing';
import { slug } from '@morada/domain/property/property';
import { LOCATIONS, type PropertyLocation } from '@morada/domain/property/property-words';

export type Purpose = 'alugar' | 'comprar';

/** A visitor's search, as encoded in the page's address. */
export type ListingSearch = {
  purpose: Purpose;
  location?: PropertyLocation;
  /** `juiz-de-fora`, `juiz-de-fora/sao-mateus`, or several with a comma between them. */
  place?: string;
  bedrooms?: number;
  bathrooms?: number;
  garage?: number;
  /** Square metres, of the building or else of the land. */
  area?: number;
  furnished?: true;
  pet?: true;
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

const SCALES = [
  [/^(.*\d)\s*(?:mil|k)$/i, 1_000],
  [/^(.*\d)\s*(?:mi|milh(?:ão|ao|ões|oes))$/i, 1_000_000],
] as const;

/** A price as people type it: `1.500`, `3 mil`, `1,2 milhão`. */
function amount(text: string): Cents | undefined {
  const [found] = SCALES.flatMap(([pattern, times]) => {
    const typed = pattern.exec(text)?.[1];
    return typed === undefined ? [] : [{ typed, times }];
  });
  const value = parseMoney(found?.typed ?? text);
  if (value === undefined || value <= 0) return undefined;
  const whole = value * (found?.times ?? 1);
  return Number.isSafeInteger(whole) ? cents(whole) : undefined;
}

/** Prices that were typed and can't be read. */
export const unreadPrices = (query: unknown): string[] =>
  Object.entries(query ?? {}).flatMap(([name, text]) =>
    (name === 'de' || name === 'ate') && typeof text === 'string' && text.trim() !== '' && !amount(text.trim())
      ? [text.trim().slice(0, 40)]
      : [],
  );

const PLACE = /^[a-z0-9-]{1,200}(?:\/[a-z0-9-]{1,200})?$/;
const MOST_PLACES = 10;

/** Places of a parameter that may come several times, each once. */
function readPlaces(given: unknown): string | undefined {
  const texts = [given].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
  const places = texts.map((text) => text.trim()).filter((text) => PLACE.test(text));
  return [...new Set(places)].slice(0, MOST_PLACES).join(',') || undefined;
}

/** Ignores invalid values, so that an edited address still opens. */
export function readSearch(query: unknown): ListingSearch {
  const given = new Map(Object.entries(query ?? {}));
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const location = LOCATION_SLUGS.find(([name]) => name === text('tipo'))?.[1];
  const place = readPlaces(given.get('lugar'));
  const bedrooms = whole(text('quartos'), 99);
  const bathrooms = whole(text('banheiros'), 99);
  const garage = whole(text('vagas'), 99);
  const area = whole(text('area'), 999_999);
  const least = amount(text('de'));
  const most = amount(text('ate'));
  const order = readOrder(text('ordem'));
  return {
    purpose: text('para') === 'comprar' ? 'comprar' : 'alugar',
    ...(location && { location }),
    ...(place && { place }),
    ...(bedrooms && { bedrooms }),
    ...(bathrooms && { bathrooms }),
    ...(garage && { garage }),
    ...(area && { area }),
    ...(text('mobiliado') === 'sim' && { furnished: true }),
    ...(text('animais') === 'sim' && { pet: true }),
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
export function searchQuery(search: ListingSearch): string {
  const { purpose, location, place, bedrooms, bathrooms, garage, area, furnished, pet, least, most, order, page } =
    search;
  const fields = {
    para: purpose,
    tipo: location && locationSlug(location),
    lugar: place,
    quartos: bedrooms,
    banheiros: bathrooms,
    vagas: garage,
    area,
    mobiliado: furnished && 'sim',
    animais: pet && 'sim',
    de: least && centsToReais(least),
    ate: most && centsToReais(most),
    ordem: order && orderSlug(order),
    pagina: page > 1 ? page : undefined,
  };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given
    .map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2F', '/').replaceAll('%2C', ',')}`,
    )
    .join('&');
}

/** Address of the listings on the map of a search. */
export const mapPath = (search: ListingSearch): string => `${MAP_PATH}?${searchQuery(filtersOf(search))}`;

/** Address of one listing on the map. */
export const mapPathOf = (id: number): string => `${MAP_PATH}?codigo=${id}`;

/** What a search looks for, without the order and the page of its results. */
export const filtersOf = ({ order: _order, ...search }: ListingSearch): ListingSearch => ({ ...search, page: 1 });

export const isFiltered = ({ purpose: _purpose, order: _order, page: _page, ...filters }: ListingSearch) =>
  Object.keys(filters).length > 0;

export type Place = { city: string; neighborhood: string };

export const citySlug = ({ city }: Pick<Place, 'city'>) => slug(city);
export const placeSlug = ({ city, neighborhood }: Place) => `${slug(city)}/${slug(neighborhood)}`;

/** Places of a search; spellings with the same slug are one place. */
export function placesAt(places: readonly Place[], at: string): Place[] {
  const wanted = new Set(at.split(','));
  return places.filter((place) => wanted.has(citySlug(place)) || wanted.has(placeSlug(place)));
}

/** Number of a listing as a visitor types it: `12`, `Cód. 12`. Undefined when there is none. */
export function readCode(text: unknown): number | undefined {
  const digits = typeof text === 'string' ? /^\D{0,12}(\d{1,15})\s*$/.exec(text)?.[1] : undefined;
  return digits && Number(digits) > 0 ? Number(digits) : undefined;
}

function placeName(place: string, places: readonly Place[]) {
  if (place.includes(',')) return `em ${listed(place.split(',').map((one) => shortPlace(one, places)))}`;
  const [at] = placesAt(places, place);
  return at && (place.includes('/') ? `${inNeighborhood(at.neighborhood)}, ${at.city}` : `em ${at.city}`);
}

const listed = (names: readonly string[]) => new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names);

/** `São Mateus`, or the city of a place that is one. */
function shortPlace(place: string, places: readonly Place[]): string {
  const [at] = placesAt(places, place);
  return at ? (place.includes('/') ? at.neighborhood : at.city) : 'lugar sem anúncios';
}

/**
 * `Apartamento para alugar em São Mateus, Juiz de Fora`. Kinds stay in the singular, as elsewhere: plurals would need
 * sixteen more words.
 */
export const searchTitle = ({ purpose, location, place }: ListingSearch, places: readonly Place[]) =>
  [location ? LOCATIONS[location] : 'Imóveis', 'para', purpose, place !== undefined && placeName(place, places)]
    .filter(Boolean)
    .join(' ');

const orMore = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many} ou mais`;

/** Filters without a place and prices, in words that follow a comma. */
const limitsOf = ({ bedrooms, bathrooms, garage, area, furnished, pet }: ListingSearch) => ({
  bedrooms: bedrooms && orMore(bedrooms, 'quarto', 'quartos'),
  bathrooms: bathrooms && orMore(bathrooms, 'banheiro', 'banheiros'),
  garage: garage && orMore(garage, 'vaga', 'vagas'),
  area: area && `${formatArea(area)} ou mais`,
  furnished: furnished && 'mobiliado',
  pet: pet && 'aceita animais',
});
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
type Limit = keyof ReturnType<typeof limitsOf>;

/** One filter of a search, and the search without it. */
export type ActiveFilter = { name: string; without: ListingSearch };

export function activeFilters(search: ListingSearch, places: readonly Place[]): ActiveFilter[] {
  const { location, place, least, most } = search;
  const without = ({ ...rest }: ListingSearch, field: 'location' | 'place' | 'least' | 'most' | Limit) => {
    delete rest[field];
    return { ...rest, page: 1 };
  };
  const chosen = place?.split(',') ?? [];
  const placeFilter = (one: string): ActiveFilter => {
    const [at] = placesAt(places, one);
    const rest = chosen.filter((other) => other !== one).join(',');
    return {
      name: at ? (one.includes('/') ? `${at.neighborhood}, ${at.city}` : at.city) : 'Lugar sem anúncios',
      without: rest ? { ...search, place: rest, page: 1 } : without(search, 'place'),
    };
  };
  const limits = Object.entries(limitsOf(search)) as [Limit, string | undefined][];
  const filters = [
    location && { name: LOCATIONS[location], without: without(search, 'location') },
    ...chosen.map(placeFilter),
    ...limits.map(([field, words]) => words && { name: capital(words), without: without(search, field) }),
    least && { name: `A partir de ${formatMoney(least)}`, without: without(search, 'least') },
    most && { name: `Até ${formatMoney(most)}`, without: without(search, 'most') },
  ];
  return filters.filter((filter) => typeof filter === 'object');
}

/** A whole search in words: `Apartamento para alugar em Juiz de Fora, 2 quartos ou mais, até R$ 2.000,00`. */
export function searchWords(search: ListingSearch, places: readonly Place[]): string {
  const { least, most } = search;
  const limits = [
    ...Object.values(limitsOf(search)),
    least && `a partir de ${formatMoney(least)}`,
    most && `até ${formatMoney(most)}`,
  ];
  return [searchTitle(search, places), ...limits.filter(Boolean)].join(', ');
}
