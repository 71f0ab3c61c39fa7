import { type Cents, ratio, sum } from '../base/money.ts';
import { LOCATIONS, type PropertyLocation, TRANSACTION_TYPES, type TransactionType } from './property-words.ts';

/** Public data of a property. Street number, complement and people are excluded. */
export type Listing = {
  id: number;
  type: TransactionType;
  location: PropertyLocation;
  price: Cents;
  bedrooms: number;
  bathrooms: number;
  garage: number;
  building_area: number | null;
  land_area: number | null;
  pet: boolean | null;
  furnished: boolean | null;
  floor: number | null;
  street: string;
  neighborhood: string;
  city: string;
  state: string | null;
  country: string;
  is_exterior: boolean;
};

/** First words of a neighbourhood's name that take an article: "no Jardim Glória", "na Vila Ozanam", "em São Mateus". */
const ARTICLES: Record<string, 'no' | 'na'> = {
  alto: 'no',
  bairro: 'no',
  centro: 'no',
  condomínio: 'no',
  conjunto: 'no',
  distrito: 'no',
  jardim: 'no',
  loteamento: 'no',
  morro: 'no',
  parque: 'no',
  residencial: 'no',
  cidade: 'na',
  vila: 'na',
  zona: 'na',
};

export function inNeighborhood(neighborhood: string): string {
  const [first = ''] = neighborhood.toLowerCase().split(/\s/, 1);
  return `${ARTICLES[first] ?? 'em'} ${neighborhood}`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** `Apartamento com 3 quartos em São Mateus` */
export function listingTitle(listing: Pick<Listing, 'location' | 'bedrooms' | 'neighborhood'>): string {
  const { location, bedrooms, neighborhood } = listing;
  const rooms = bedrooms > 0 ? ` com ${counted(bedrooms, 'quarto', 'quartos')}` : '';
  return `${LOCATIONS[location]}${rooms} ${inNeighborhood(neighborhood)}`;
}

/** `Rua São Mateus, Centro, Juiz de Fora, MG`: the public precision of an address. */
export function publicAddress(
  listing: Pick<Listing, 'street' | 'neighborhood' | 'city' | 'state' | 'country' | 'is_exterior'>,
) {
  const { street, neighborhood, city, state, country, is_exterior } = listing;
  return [street, neighborhood, city, state, is_exterior ? country : null].filter(Boolean).join(', ');
}

/** `Aluguel` is implied by a price "por mês". */
export const dealWord = (type: TransactionType): string | null => (type === 'RENT' ? null : TRANSACTION_TYPES[type]);

/** Total monthly cost for a tenant; null for a sale, and for a rental without fees. */
export function monthlyTotal(
  { type, price }: Pick<Listing, 'type' | 'price'>,
  fees: readonly { price: Cents }[],
): Cents | null {
  return type === 'RENT' && fees.length > 0 ? sum([price, ...fees.map((fee) => fee.price)]) : null;
}

/**
 * Cost of a listing for cards and for sorting: monthly rent with its fees, else the price. Null for a price on
 * request. The column `property.advertised_total` holds the same.
 */
export const advertisedTotal = (
  listing: Pick<Listing, 'type' | 'price'>,
  fees: readonly { price: Cents }[],
): Cents | null => (listing.price === 0 ? null : (monthlyTotal(listing, fees) ?? listing.price));

/** Prices of listings that are similar to one of `price`. */
export const similarPrices = (price: Cents): { least: Cents; most: Cents } => ({
  least: ratio(price, 6, 10),
  most: ratio(price, 15, 10),
});

/** `92 m²`, `1.250,5 m²` */
export const formatArea = (area: number): string =>
  `${area.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}\u00a0m²`;

export type Fact = {
  about: 'building_area' | 'land_area' | 'bedrooms' | 'bathrooms' | 'garage' | 'floor' | 'pet' | 'furnished';
  value: string;
  label: string;
};

const floorFact = (floor: number): Fact =>
  floor === 0
    ? { about: 'floor', value: 'No', label: 'térreo' }
    : { about: 'floor', value: `${floor}º`, label: 'andar' };

/** Only known, positive facts: no "0 vagas", and no "não" for an unanswered question. */
export function listingFacts(listing: Listing): Fact[] {
  const number = (about: 'bedrooms' | 'bathrooms' | 'garage', one: string, many: string) =>
    listing[about] > 0 && { about, value: String(listing[about]), label: listing[about] === 1 ? one : many };
  const area = (about: 'building_area' | 'land_area', label: string) => {
    const size = listing[about];
    return size !== null && size > 0 && { about, value: formatArea(size), label };
  };
  const facts = [
    area('building_area', 'área construída'),
    area('land_area', 'terreno'),
    number('bedrooms', 'quarto', 'quartos'),
    number('bathrooms', 'banheiro', 'banheiros'),
    number('garage', 'vaga', 'vagas'),
    listing.floor !== null && floorFact(listing.floor),
    listing.pet === true && { about: 'pet' as const, value: 'Aceita', label: 'animais' },
    listing.furnished === true && { about: 'furnished' as const, value: 'Com', label: 'mobília' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** A text as typed: an empty line separates paragraphs, and line breaks within one are kept. */
export const paragraphs = (text: string): string[][] =>
  text
    .split(/\r?\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0);
