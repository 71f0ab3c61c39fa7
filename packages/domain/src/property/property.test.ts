import { describe, expect, test } from 'vitest';
import {
  addressLine,
  continued,
  fullAddress,
  isOffMarket,
  isPermutation,
  lackingFacts,
  listingChecklist,
  listingGaps,
  listingPath,
  moved,
  type PhotographMove,
  type PropertyStatus,
  postalAddress,
  propertyLife,
  slug,
  statusAfterContract,
} from './property.ts';
import { LOCATIONS, PROPERTY_STATUSES, TRANSACTION_TYPES, type TransactionType } from './property-words.ts';

const statuses = Object.keys(PROPERTY_STATUSES) as PropertyStatus[];

test('staff may set any of the five statuses', () => {
  for (const from of statuses) for (const to of statuses) expect(propertyLife.next(from, to)).toBe(to);
});

test('there are sixteen categories, each with a word of its own', () => {
  expect(Object.keys(LOCATIONS)).toHaveLength(16);
  expect(new Set(Object.values(LOCATIONS)).size).toBe(16);
});

test('statuses matched by the filter "Indisponível"', () => {
  expect(statuses.filter(isOffMarket)).toEqual(['RENTED', 'SOLD', 'UNAVAILABLE']);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[TransactionType, string, string]>([
  ['RENT',     'RENTED', '/imovel/alugar/12/rua-sao-mateus-juiz-de-fora'],
  ['SALE',     'SOLD',   '/imovel/comprar/12/rua-sao-mateus-juiz-de-fora'],
  ['PRE_SALE', 'SOLD',   '/imovel/comprar/12/rua-sao-mateus-juiz-de-fora'],
  ['EXCHANGE', 'SOLD',   '/imovel/comprar/12/rua-sao-mateus-juiz-de-fora'],
])('%s: a contract makes it %s, its page is %s', (type, status, path) => {
  expect(TRANSACTION_TYPES).toHaveProperty(type);
  expect(statusAfterContract(type)).toBe(status);
  expect(listingPath({ id: 12, type, street: 'Rua São Mateus', city: 'Juiz de Fora' })).toBe(path);
});

test('a listing without an address still has a page', () => {
  expect(listingPath({ id: 12, type: 'RENT', street: null, city: '' })).toBe('/imovel/alugar/12/imovel');
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['Av. Getúlio Vargas, 1374', 'av-getulio-vargas-1374'],
  ["Praça d'Água — Ubá",       'praca-d-agua-uba'],
  ['  São João del-Rei  ',     'sao-joao-del-rei'],
  ['***',                      ''],
])('%j becomes %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});

describe('the address in one line', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string | null, string | null, string | null, string]>([
    ['Rua São Mateus',      '915',  'ap. 501', 'Rua São Mateus, 915, ap. 501'],
    ['Av. Getúlio Vargas',  '1374', null,      'Av. Getúlio Vargas, 1374'],
    ['Rua Dom Viçoso ',     '140',  ' ',       'Rua Dom Viçoso, 140'],
    ['Estrada do Contorno', null,   'km 12',   'Estrada do Contorno, km 12'],
    [null,                  null,   null,      ''],
  ])('%j, %j, %j', (street, number, complement, expected) => {
    expect(addressLine({ street, number, complement })).toBe(expected);
  });
});

describe('ids of a list saved whole', () => {
  type Fee = { name: string; price: number };
  const same = (one: Fee, other: Fee) => one.name === other.name && one.price === other.price;
  const held = [
    { id: 1, name: 'IPTU', price: 10 },
    { id: 2, name: 'Extra', price: 20 },
    { id: 3, name: 'Extra', price: 30 },
  ];

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, [string, number][], (number | undefined)[]]>([
    ['as it was',                        [['IPTU', 10], ['Extra', 20], ['Extra', 30]], [1, 2, 3]],
    ['in another order',                 [['Extra', 30], ['Extra', 20], ['IPTU', 10]], [3, 2, 1]],
    ['one is new',                       [['Gás', 10], ['IPTU', 10]],                  [undefined, 1]],
    ['another price, the same name',     [['IPTU', 99]],                               [1]],
    ['what says the same goes first',    [['Extra', 99], ['Extra', 20]],               [3, 2]],
    ['each goes on once',                [['IPTU', 10], ['IPTU', 10]],                 [1, undefined]],
    ['nothing stays',                    [],                                           []],
  ])('%s', (_, wanted, ids) => {
    const items = wanted.map(([name, price]) => ({ name, price }));
    expect(continued(held, items, same)).toEqual(items.map((item, index) => ({ ...item, id: ids[index] })));
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number[], boolean]>([
  [[1, 2, 3],    true],
  [[3, 1, 2],    true],
  [[1, 2],       false],
  [[1, 2, 2],    false],
  [[1, 2, 4],    false],
  [[1, 2, 3, 3], false],
  [[],           false],
])('%j puts 1, 2 and 3 in order: %s', (order, fits) => {
  expect(isPermutation(order, [1, 2, 3])).toBe(fits);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[id: number, move: PhotographMove, order: number[]]>([
  [7, 'first',   [7, 5, 6, 8]],
  [7, 'earlier', [5, 7, 6, 8]],
  [7, 'later',   [5, 6, 8, 7]],
  [5, 'first',   [5, 6, 7, 8]],
  [5, 'earlier', [5, 6, 7, 8]],
  [8, 'later',   [5, 6, 7, 8]],
  [9, 'first',   [5, 6, 7, 8]],
])('of 5, 6, 7 and 8, %i moves %s: %j', (id, move, order) => {
  expect(moved([5, 6, 7, 8], id, move)).toEqual(order);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Parameters<typeof fullAddress>[0], string]>([
  [{ street: 'Rua São Mateus', number: '915', complement: 'ap. 501', neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', cep: '36025000' },
    'Rua São Mateus, 915, ap. 501, São Mateus, Juiz de Fora/MG, CEP 36.025-000'],
  [{ street: 'Rua Halfeld', number: null, city: 'Juiz de Fora', cep: ' ' }, 'Rua Halfeld, Juiz de Fora'],
  [{ street: null }, ''],
])('%j: %s', (address, expected) => {
  expect(fullAddress(address)).toBe(expected);
});

test('pages that the public sees write the CEP as the post office does', () => {
  expect(
    postalAddress({ street: 'Rua Halfeld', number: '10', city: 'Juiz de Fora', state: 'MG', cep: '36013020' }),
  ).toBe('Rua Halfeld, 10, Juiz de Fora/MG, CEP 36013-020');
});

type Checked = Parameters<typeof listingChecklist>[0];
const NOTHING: Checked = {
  ...{ type: 'RENT', location: 'APARTMENT', price: 0, bedrooms: 0, bathrooms: 0, building_area: null, land_area: null },
  ...{ owners: 0, photographs: 0, description: null },
};
const WHOLE: Checked = {
  ...NOTHING,
  price: 150_000,
  bedrooms: 2,
  bathrooms: 1,
  owners: 1,
  photographs: 3,
  description: 'Claro',
};

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Checked, string[], string | undefined]>([
  ['whole',                                WHOLE,                                                            [],                                                 undefined],
  ['as the site sends it',                 { ...NOTHING, price: 150_000 },                                   ['owner', 'photograph', 'rooms', 'description'],    'proprietário, fotografia e quartos e banheiros (ou área)'],
  ['no bathroom, a blank text',            { ...WHOLE, bathrooms: 0, description: '  ' },                    ['rooms', 'description'],                           'quartos e banheiros (ou área)'],
  ['an area in place of rooms',            { ...WHOLE, bedrooms: 0, building_area: 60 },                     [],                                                 undefined],
  ['a lot has no rooms, but an area',      { ...WHOLE, location: 'LOT' },                                    ['area'],                                           'área'],
  ['a lot with its area',                  { ...WHOLE, location: 'LOT', land_area: 360 },                    [],                                                 undefined],
  ['a rent that is the price of a sale',   { ...WHOLE, price: 200_000_000 },                                 ['price'],                                          'preço'],
  ['a description is not demanded',        { ...WHOLE, description: null },                                  ['description'],                                    undefined],
])('a listing, %s', (_case, listing, missing, gaps) => {
  const list = listingChecklist(listing);
  expect(list.filter(({ filled }) => !filled).map(({ part }) => part)).toEqual(missing);
  expect(listingGaps(listing)).toBe(gaps);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Parameters<typeof lackingFacts>[0], string | undefined]>([
  [{},                                                                            'área do terreno, área construída, Energisa e Copasa'],
  [{ land_area: 200, building_area: 90, energisa: '12-3' },                       'Copasa'],
  [{ land_area: 0, building_area: 90, energisa: '', copasa: null },               'Energisa e Copasa'],
  [{ land_area: 200, building_area: 90, energisa: '12-3', copasa: 'não tem' },    undefined],
])('of %j an imported property lacks %s', (facts, lacking) => {
  expect(lackingFacts(facts)).toBe(lacking);
});
