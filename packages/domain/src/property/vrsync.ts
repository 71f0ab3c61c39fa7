import { type Cents, ratio, sum } from '../base/money.ts';
import { truncate } from '../base/truncate.ts';
import { type Listing, listingFacts, listingTitle, publicAddress } from './listing.ts';
import { slug } from './property.ts';
import type { PropertyLocation, TransactionType } from './property-words.ts';
import { VRSYNC_FEATURES } from './vrsync-features.ts';

/** Listing as sent to the portals: the public page, and the CEP, which they require. */
export type PortalListing = Listing & {
  cep: string | null;
  comercial: boolean | null;
  description: string | null;
  fees: readonly { name: string; price: Cents }[];
  features: readonly { name: string }[];
  /** How many photographs it has. */
  photographs: number;
};

/** Kinds of property, by the words of the format. */
const TYPES = {
  APARTMENT: 'Residential / Apartment',
  ROOF: 'Residential / Penthouse',
  HOUSE: 'Residential / Home',
  KITNET: 'Residential / Kitnet',
  LOT: 'Residential / Land Lot',
  FARM: 'Residential / Agricultural',
  SITE: 'Residential / Agricultural',
  CHACARA: 'Residential / Farm Ranch',
  CLINIC: 'Commercial / Consultorio',
  COMERCIAL: 'Commercial / Office',
  STORE: 'Commercial / Business',
  COMERCIO: 'Commercial / Business',
  SHED: 'Commercial / Industrial',
  GALPAO: 'Commercial / Industrial',
  INDUSTRIA: 'Commercial / Industrial',
  GARAGE: 'Commercial / Garage',
} as const satisfies Record<PropertyLocation, string>;

/** Swaps have no equivalent at the portals. */
const TRANSACTIONS: Readonly<Partial<Record<TransactionType, 'For Rent' | 'For Sale'>>> = {
  RENT: 'For Rent',
  SALE: 'For Sale',
  PRE_SALE: 'For Sale',
};

/** Kinds measured by land area. */
const BY_LAND = new Set<PropertyLocation>(['LOT', 'FARM', 'SITE', 'CHACARA']);
/** Kinds measured by land area, else by building area. */
const BY_EITHER = new Set<PropertyLocation>(['SHED', 'GALPAO', 'INDUSTRIA']);
const WITH_BEDROOMS = new Set<PropertyLocation>(['APARTMENT', 'ROOF', 'HOUSE', 'FARM', 'SITE', 'CHACARA']);
const WITH_BATHROOMS = new Set<PropertyLocation>([...WITH_BEDROOMS, 'KITNET', 'CLINIC', 'COMERCIAL']);

const [MAX_TITLE, MIN_DESCRIPTION, MAX_DESCRIPTION] = [100, 50, 3_000];

const TAG = /<[/!?]?[a-z][^<>]*>/gi;

/** Repeats until nothing changes: removing a tag may form another. */
function withoutTags(text: string): string {
  const left = text.replace(TAG, ' ');
  return left === text ? text : withoutTags(left);
}

/** XML allows no control characters, and the portals allow no tags: both are removed, the text is kept. */
const plain = (text: string) =>
  withoutTags(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

const inOneLine = (text: string) => plain(text).replace(/\s+/g, ' ').trim();

/** Feature names as staff wrote them, split into those with a term in the format and those added to the description. */
function featuresOf({ features, pet, furnished }: PortalListing) {
  const known = features.map(({ name }) => ({ name: inOneLine(name), word: VRSYNC_FEATURES[slug(name)] }));
  const words = known.flatMap(({ word }) => word ?? []);
  if (pet) words.push('Pets Allowed');
  if (furnished) words.push('Furnished');
  return {
    words: [...new Set(words)],
    others: known.filter(({ name, word }) => name && !word).map(({ name }) => name),
  };
}

const titleOf = (listing: PortalListing) => truncate(inOneLine(`${listingTitle(listing)}, ${listing.city}`), MAX_TITLE);

/** Description, or the known facts when it is too short. Lines end with `<br>`, as the portals require. */
function descriptionOf(listing: PortalListing): string {
  const { others } = featuresOf(listing);
  const lines = plain(listing.description ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  if (others.length > 0) lines.push(`Também tem: ${others.join(', ')}.`);
  if (lines.join(' ').length < MIN_DESCRIPTION) {
    const facts = listingFacts(listing).map(({ value, label }) => `${value} ${label}`);
    lines.push(...[titleOf(listing), ...facts, inOneLine(publicAddress(listing))].map((part) => `${part}.`));
  }
  return truncate(lines.join('<br>'), MAX_DESCRIPTION);
}

/** The format takes whole reais only. */
const reais = (amount: Cents) => ratio(amount, 1, 100);
/** The format takes whole square metres only. */
const metres = (area: number | null) => (area === null || area <= 0 ? undefined : Math.max(1, Math.round(area)));

function areasOf({ location, building_area, land_area }: PortalListing) {
  const [built, land] = [metres(building_area), metres(land_area)];
  if (BY_LAND.has(location)) return { living_area: built, lot_area: land };
  if (BY_EITHER.has(location)) return { living_area: built, lot_area: land ?? built };
  return { living_area: built, lot_area: land };
}

const measured = (listing: PortalListing) => {
  const { living_area, lot_area } = areasOf(listing);
  return BY_LAND.has(listing.location) || BY_EITHER.has(listing.location) ? lot_area : living_area;
};

/** Monthly cost beside the rent, by the fee names that staff chose; a sale shows its price alone. */
function monthly({ type, fees }: PortalListing, name: RegExp): number | undefined {
  const found = type === 'RENT' ? fees.filter((fee) => name.test(slug(fee.name))) : [];
  return found.length > 0 ? reais(sum(found.map(({ price }) => price))) : undefined;
}

/** Reasons for which the portals would refuse a listing, for staff; empty when they accept it. */
export function vrsyncGaps(listing: PortalListing): string[] {
  const { type, location, price, cep, state, neighborhood, is_exterior, bedrooms, bathrooms, photographs } = listing;
  const gaps: [boolean, string][] = [
    [!TRANSACTIONS[type], 'Os portais não anunciam permutas'],
    [is_exterior, 'Os portais não anunciam imóveis no exterior'],
    [reais(price) <= 0, 'Falta o preço'],
    [!/^\d{8}$/.test(cep ?? ''), 'Falta o CEP'],
    [!state, 'Falta o estado'],
    [!neighborhood.trim(), 'Falta o bairro'],
    [measured(listing) === undefined, BY_LAND.has(location) ? 'Falta a área do terreno' : 'Falta a área construída'],
    [WITH_BEDROOMS.has(location) && bedrooms <= 0, 'Faltam os quartos'],
    [WITH_BATHROOMS.has(location) && bathrooms <= 0, 'Faltam os banheiros'],
    [photographs === 0, 'Faltam as fotos'],
    [descriptionOf(listing).length < MIN_DESCRIPTION, 'A descrição é curta demais'],
  ];
  return gaps.filter(([lacks]) => lacks).map(([, words]) => words);
}

/** A listing in VRSync terms. Requires a listing without gaps. */
export function vrsyncListing(listing: PortalListing) {
  const { id, type, location, comercial, price, bedrooms, bathrooms, garage } = listing;
  const property_type = location === 'LOT' && comercial ? 'Commercial / Land Lot' : TYPES[location];
  return {
    id: String(id),
    title: titleOf(listing),
    transaction: TRANSACTIONS[type] ?? 'For Sale',
    property_type,
    usage: property_type.startsWith('Commercial') ? 'Commercial' : 'Residential',
    description: descriptionOf(listing),
    price: reais(price),
    condominium: monthly(listing, /^(?:taxa-de-)?condominio\b/),
    iptu: monthly(listing, /^iptu\b/),
    ...areasOf(listing),
    bedrooms: bedrooms > 0 || location === 'KITNET' ? bedrooms : undefined,
    bathrooms: bathrooms > 0 ? bathrooms : undefined,
    garage: garage > 0 ? garage : undefined,
    features: featuresOf(listing).words,
    neighborhood: inOneLine(listing.neighborhood),
    city: inOneLine(listing.city),
    street: inOneLine(listing.street),
  };
}

export type VrsyncListing = ReturnType<typeof vrsyncListing>;
