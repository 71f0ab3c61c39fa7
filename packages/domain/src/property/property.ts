import { formatCep, postalCode } from '../base/cep.ts';
import { lifeCycle, type StateOf, to } from '../base/life-cycle.ts';
import { isAdvertisable } from './price.ts';
import type { PropertyLocation, TransactionType } from './property-words.ts';

/** Staff may set any status from any other: the action is the status wanted. */
const anyStatus = {
  PENDING: to('PENDING'),
  AVAILABLE: to('AVAILABLE'),
  RENTED: to('RENTED'),
  SOLD: to('SOLD'),
  UNAVAILABLE: to('UNAVAILABLE'),
} as const;

/**
 * Status of a property to let. `sign`: a contract takes it. `end`: its contract ends; a status that staff set meanwhile
 * stays. `ownerGone`: an owner is anonymised, and no contract can be made until another stands there.
 */
export const propertyLife = lifeCycle({
  PENDING: { ...anyStatus, sign: to('RENTED'), end: to('PENDING'), ownerGone: to('UNAVAILABLE') },
  AVAILABLE: { ...anyStatus, sign: to('RENTED'), end: to('AVAILABLE'), ownerGone: to('UNAVAILABLE') },
  RENTED: { ...anyStatus, sign: to('RENTED'), end: to('AVAILABLE'), ownerGone: to('RENTED') },
  SOLD: { ...anyStatus, sign: to('RENTED'), end: to('SOLD'), ownerGone: to('SOLD') },
  UNAVAILABLE: { ...anyStatus, sign: to('RENTED'), end: to('UNAVAILABLE'), ownerGone: to('UNAVAILABLE') },
});
export type PropertyStatus = StateOf<typeof propertyLife>;

/**
 * Required facts of a property registered by hand. An imported property may lack them until it is put on the market by
 * hand.
 */
export const DEMANDED_FACTS = {
  land_area: 'área do terreno',
  building_area: 'área construída',
  energisa: 'Energisa',
  copasa: 'Copasa',
} as const;
type Facts = { readonly [fact in keyof typeof DEMANDED_FACTS]?: string | number | null | undefined };

const inWords = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** `área do terreno e Copasa`: the required facts that are empty; undefined when none is. */
export function lackingFacts(facts: Facts): string | undefined {
  const names = Object.keys(DEMANDED_FACTS) as (keyof Facts)[];
  const lacking = names.filter((name) => (facts[name] ?? '') === '');
  return lacking.length === 0 ? undefined : inWords.format(lacking.map((name) => DEMANDED_FACTS[name]));
}

/** Whether the filter "Indisponível" matches: the property is no longer offered. */
export function isOffMarket(status: PropertyStatus): boolean {
  return status === 'UNAVAILABLE' || status === 'RENTED' || status === 'SOLD';
}

/** Kinds for which no bedrooms is not a gap. */
const WITHOUT_ROOMS: readonly PropertyLocation[] = [
  'CLINIC',
  'SHED',
  'GARAGE',
  'LOT',
  'STORE',
  'COMERCIAL',
  'INDUSTRIA',
  'COMERCIO',
  'GALPAO',
];

type Listing = {
  type: TransactionType;
  location: PropertyLocation;
  price: number;
  bedrooms: number;
  bathrooms: number;
  building_area: number | null;
  land_area: number | null;
  owners: number;
  photographs: number;
  description: string | null | undefined;
};

export type ListingPart = 'owner' | 'photograph' | 'price' | 'rooms' | 'area' | 'description';

/** Data that the public listing shows and the contract needs, filled in or not, in the order of asking. */
export function listingChecklist(listing: Listing): { part: ListingPart; filled: boolean }[] {
  const hasArea = (listing.building_area ?? 0) > 0 || (listing.land_area ?? 0) > 0;
  return [
    { part: 'owner', filled: listing.owners > 0 },
    { part: 'photograph', filled: listing.photographs > 0 },
    { part: 'price', filled: isAdvertisable(listing.type, listing.price) },
    WITHOUT_ROOMS.includes(listing.location)
      ? { part: 'area', filled: hasArea }
      : { part: 'rooms', filled: hasArea || (listing.bedrooms > 0 && listing.bathrooms > 0) },
    { part: 'description', filled: Boolean(listing.description?.trim()) },
  ];
}

export const LISTING_PARTS: Record<ListingPart, string> = {
  owner: 'proprietário',
  photograph: 'fotografia',
  price: 'preço',
  rooms: 'quartos e banheiros (ou área)',
  area: 'área',
  description: 'descrição',
};

/** `fotografia e área`: what keeps the property off the site; undefined when nothing does. A description is not demanded. */
export function listingGaps(listing: Listing): string | undefined {
  const gaps = listingChecklist(listing).filter(({ part, filled }) => !filled && part !== 'description');
  return gaps.length === 0 ? undefined : inWords.format(gaps.map(({ part }) => LISTING_PARTS[part]));
}

/** A rental leaves the property let; sale, pre-sale and exchange all leave it sold. */
export function statusAfterContract(type: TransactionType): 'RENTED' | 'SOLD' {
  return type === 'RENT' ? 'RENTED' : 'SOLD';
}

/** Status after a contract ended. A sale leaves the property sold. */
export function statusAfterLease(type: TransactionType, status: PropertyStatus): PropertyStatus {
  return type === 'RENT' ? propertyLife.next(status, 'end') : status;
}

/**
 * Matches a list that is saved whole to its stored items, so that other records keep referring to the same ids: each
 * wanted item takes the id of an identical item, else of one with its name. Without a match it is new.
 */
export function continued<T extends { name: string }>(
  held: readonly (T & { id: number })[],
  wanted: readonly T[],
  same: (one: T, other: T) => boolean,
): (T & { id: number | undefined })[] {
  const free = new Set(held);
  const take = (fits: (one: T) => boolean) => {
    const found = [...free].find(fits);
    if (found) free.delete(found);
    return found?.id;
  };
  const exact = wanted.map((item) => take((one) => same(one, item)));
  return wanted.map((item, index) => ({ ...item, id: exact[index] ?? take((one) => one.name === item.name) }));
}

/** Whether `order` holds each of `ids` once and nothing else. */
export const isPermutation = (order: readonly number[], ids: readonly number[]): boolean =>
  order.length === ids.length && new Set(order).size === ids.length && ids.every((id) => order.includes(id));

/** Ways to move one photograph among the others. */
export const PHOTOGRAPH_MOVES = ['first', 'earlier', 'later'] as const;
export type PhotographMove = (typeof PHOTOGRAPH_MOVES)[number];

/** The order once one of its ids has moved; the first can't go earlier, nor the last later. */
export function moved(order: readonly number[], id: number, move: PhotographMove): number[] {
  const at = order.indexOf(id);
  if (at < 0) return [...order];
  const place = { first: 0, earlier: Math.max(at - 1, 0), later: at + 1 }[move];
  return order.toSpliced(at, 1).toSpliced(place, 0, id);
}

/** `Rua São Mateus` → `rua-sao-mateus` */
export function slug(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

type Text = string | null | undefined;

const joined = (separator: string, ...parts: Text[]) =>
  parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(separator);

/** Address of the public page: `/imovel/alugar/12/rua-sao-mateus-juiz-de-fora`. */
export function listingPath(property: { id: number; type: TransactionType; street: Text; city: Text }): string {
  const purpose = property.type === 'RENT' ? 'alugar' : 'comprar';
  return `/imovel/${purpose}/${property.id}/${slug(joined(' ', property.street, property.city)) || 'imovel'}`;
}

/** `Rua São Mateus, 915, ap. 501` */
export function addressLine(property: { street: Text; number?: Text; complement?: Text }): string {
  return joined(', ', property.street, property.number, property.complement);
}

export type Address = {
  street: Text;
  number?: Text;
  complement?: Text;
  neighborhood?: Text;
  city?: Text;
  state?: Text;
  cep?: Text;
};

/** `Rua São Mateus, 915, ap. 501, São Mateus, Juiz de Fora/MG, CEP 36.025-000` */
export const fullAddress = (address: Address): string => addressWith(address, formatCep);

/** As the post office writes it, on pages that the public sees: `…, CEP 36025-000` */
export const postalAddress = (address: Address): string => addressWith(address, postalCode);

function addressWith(address: Address, codeOf: (cep: string) => string): string {
  const { neighborhood, city, state, cep } = address;
  const code = cep?.trim() ? `CEP ${codeOf(cep)}` : undefined;
  return joined(', ', addressLine(address), neighborhood, joined('/', city, state), code);
}
