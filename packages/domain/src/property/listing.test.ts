import { describe, expect, test } from 'vitest';
import {
  advertisedTotal,
  dealWord,
  formatArea,
  inNeighborhood,
  type Listing,
  listingFacts,
  listingTitle,
  monthlyTotal,
  paragraphs,
  publicAddress,
} from './listing.ts';
import type { LOCATIONS } from './property-words.ts';

const listing: Listing = {
  id: 12,
  type: 'RENT',
  location: 'APARTMENT',
  price: 214_000,
  bedrooms: 3,
  bathrooms: 2,
  garage: 1,
  building_area: 92,
  land_area: null,
  pet: true,
  furnished: null,
  floor: null,
  street: 'Rua São Mateus',
  neighborhood: 'São Mateus',
  city: 'Juiz de Fora',
  state: 'MG',
  country: 'Brasil',
  is_exterior: false,
};

// biome-ignore format: a table of cases reads best aligned
test.each<[keyof typeof LOCATIONS, number, string, string]>([
  ['APARTMENT', 3, 'São Mateus',    'Apartamento com 3 quartos em São Mateus'],
  ['KITNET',    1, 'Centro',        'Kitnet com 1 quarto no Centro'],
  ['HOUSE',     4, 'Jardim Glória', 'Casa com 4 quartos no Jardim Glória'],
  ['LOT',       0, 'Vila Ozanam',   'Lote na Vila Ozanam'],
  ['STORE',     0, 'Centralzinho',  'Loja em Centralzinho'],
])('%s, %i, %s: %s', (location, bedrooms, neighborhood, title) => {
  expect(listingTitle({ location, bedrooms, neighborhood })).toBe(title);
});

test('an article precedes whole words that take one', () => {
  expect(['CENTRO', 'Parque Guarani', 'Parquelândia', 'Cidade Alta', ''].map(inNeighborhood)).toEqual([
    'no CENTRO',
    'no Parque Guarani',
    'em Parquelândia',
    'na Cidade Alta',
    'em ',
  ]);
});

describe('the public address', () => {
  test('ends at the street', () => {
    const whole = { ...listing, number: '915', complement: 'ap. 501' };
    expect(publicAddress(whole)).toBe('Rua São Mateus, São Mateus, Juiz de Fora, MG');
  });
  test('names the country when it is another', () => {
    const abroad = { ...listing, city: 'Lisboa', state: null, country: 'Portugal', is_exterior: true };
    expect(publicAddress(abroad)).toBe('Rua São Mateus, São Mateus, Lisboa, Portugal');
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Listing['type'], string | null, number[], number | null]>([
  ['RENT',     null,        [48_000, 11_240, 1_890], 275_130],
  ['RENT',     null,        [0],                     214_000],
  ['RENT',     null,        [],                      null],
  ['SALE',     'Venda',     [48_000],                null],
  ['PRE_SALE', 'Pré Venda', [],                      null],
  ['EXCHANGE', 'Permuta',   [],                      null],
])('%s (%s) with fees %j comes to %j a month', (type, word, fees, total) => {
  expect(dealWord(type)).toBe(word);
  expect(monthlyTotal({ type, price: 214_000 }, fees.map((price) => ({ price })))).toBe(total);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Listing['type'], number, number[], number | null]>([
  ['RENT',     214_000,    [48_000, 11_240], 273_240],
  ['RENT',     214_000,    [],               214_000],
  ['RENT',     0,          [48_000],         null],
  ['SALE',     64_000_000, [48_000],         64_000_000],
  ['EXCHANGE', 0,          [],               null],
])('%s of %i with fees %j is advertised with %j', (type, price, fees, total) => {
  expect(advertisedTotal({ type, price }, fees.map((fee) => ({ price: fee })))).toBe(total);
});

describe('facts', () => {
  const words = (overrides: Partial<Listing>) =>
    listingFacts({ ...listing, ...overrides }).map(({ value, label }) => `${value} ${label}`);

  test('in the order of the page', () => {
    expect(words({ land_area: 1_250.5, furnished: true })).toEqual([
      '92\u00a0m² área construída',
      '1.250,5\u00a0m² terreno',
      '3 quartos',
      '2 banheiros',
      '1 vaga',
      'Aceita animais',
      'Com mobília',
    ]);
  });
  test('leave out unknown and zero values', () => {
    const bare = {
      bedrooms: 0,
      bathrooms: 0,
      garage: 0,
      building_area: null,
      land_area: 0,
      pet: false,
      furnished: false,
    };
    expect(words(bare)).toEqual([]);
  });
  test('singular for one', () => {
    expect(words({ bedrooms: 1, bathrooms: 1, garage: 2, pet: null, building_area: null })).toEqual([
      '1 quarto',
      '1 banheiro',
      '2 vagas',
    ]);
  });
});

test('an area drops trailing zeros', () => {
  expect([92, 92.5, 12_345.678].map(formatArea)).toEqual(['92\u00a0m²', '92,5\u00a0m²', '12.345,68\u00a0m²']);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string[][]]>([
  ['Sol da manhã.',                         [['Sol da manhã.']]],
  ['Sala\nCozinha\n\nVaranda',              [['Sala', 'Cozinha'], ['Varanda']]],
  ['Sala\r\nCozinha\r\n \r\n\r\n Varanda ', [['Sala', 'Cozinha'], ['Varanda']]],
  [' \n\n ',                                []],
])('%j in paragraphs', (text, expected) => {
  expect(paragraphs(text)).toEqual(expected);
});
