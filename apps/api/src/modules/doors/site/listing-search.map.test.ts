import { expect, test } from 'vitest';
import {
  activeFilters,
  type ListingSearch,
  placesAt,
  readCode,
  readSearch,
  searchPath,
  searchWords,
  unreadPrices,
} from './listing-search.map.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[Record<string, unknown>, ListingSearch]>([
  [{},                                       { purpose: 'alugar', page: 1 }],
  [{ para: 'comprar', tipo: 'sala-comercial' }, { purpose: 'comprar', location: 'COMERCIAL', page: 1 }],
  [{ lugar: 'juiz-de-fora' },                { purpose: 'alugar', place: 'juiz-de-fora', page: 1 }],
  [{ lugar: 'juiz-de-fora/sao-mateus' },     { purpose: 'alugar', place: 'juiz-de-fora/sao-mateus', page: 1 }],
  [{ de: '1.500', ate: 'R$ 2.000,50' },      { purpose: 'alugar', least: 150_000, most: 200_050, page: 1 }],
  [{ de: '1,5 mil', ate: '3k' },             { purpose: 'alugar', least: 150_000, most: 300_000, page: 1 }],
  [{ de: '900 mil', ate: '1,2 milhão' },     { purpose: 'alugar', least: 90_000_000, most: 120_000_000, page: 1 }],
  [{ lugar: ['juiz-de-fora/centro', 'uba', '../x', 'uba'] }, { purpose: 'alugar', place: 'juiz-de-fora/centro,uba', page: 1 }],
  [{ banheiros: '2', vagas: '1', area: '80', mobiliado: 'sim', animais: 'sim' }, { purpose: 'alugar', bathrooms: 2, garage: 1, area: 80, furnished: true, pet: true, page: 1 }],
  [{ mobiliado: 'não', animais: '1', area: '-1' }, { purpose: 'alugar', page: 1 }],
  [{ ordem: 'menor' },                       { purpose: 'alugar', order: 'cheapest', page: 1 }],
  [{ ordem: 'recentes' },                    { purpose: 'alugar', page: 1 }],
  [{ quartos: '3', pagina: '4' },            { purpose: 'alugar', bedrooms: 3, page: 4 }],
  // Invalid values are ignored.
  [{ para: 'trocar', tipo: 'castelo', quartos: '-1', pagina: '0', de: 'caro', ate: '-5' }, { purpose: 'alugar', page: 1 }],
  [{ lugar: '../etc', tipo: ['casa'], pagina: '1e9', quartos: '' },                        { purpose: 'alugar', page: 1 }],
])('%j', (query, search) => {
  expect(readSearch(query)).toEqual(search);
});

test('a search’s address parses back to the search', () => {
  const search: ListingSearch = {
    purpose: 'comprar',
    location: 'HOUSE',
    place: 'juiz-de-fora/sao-mateus,uba',
    bedrooms: 2,
    ...{ bathrooms: 3, garage: 1, area: 80, furnished: true, pet: true },
    least: 150_050,
    most: 90_000_000,
    order: 'largest',
    page: 3,
  };
  const path = searchPath(search);
  expect(path).toBe(
    '/imoveis?para=comprar&tipo=casa&lugar=juiz-de-fora/sao-mateus,uba&quartos=2&banheiros=3&vagas=1&area=80&mobiliado=sim&animais=sim&de=1500.5&ate=900000&ordem=area&pagina=3',
  );
  expect(readSearch(Object.fromEntries(new URL(path, 'http://x').searchParams))).toEqual(search);
});

test('spellings with the same slug are one place', () => {
  const places = [
    { city: 'Juiz de Fora', neighborhood: 'São Mateus' },
    { city: 'Juiz de fora', neighborhood: 'Sao Mateus' },
    { city: 'Juiz de Fora', neighborhood: 'Centro' },
    { city: 'Ubá', neighborhood: 'São Mateus' },
  ];
  expect(placesAt(places, 'juiz-de-fora/sao-mateus')).toEqual(places.slice(0, 2));
  expect(placesAt(places, 'juiz-de-fora')).toEqual(places.slice(0, 3));
  expect(placesAt(places, 'lua')).toEqual([]);
  expect(placesAt(places, 'juiz-de-fora/centro,uba')).toEqual(places.slice(2));
});

test.each([
  ['12', 12],
  [' Cód. 12 ', 12],
  ['#0012', 12],
  ['0', undefined],
  ['', undefined],
  ['apartamento', undefined],
  ['12 quartos', undefined],
  [['12'], undefined],
  ['1234567890123456', undefined],
])('the code %j is the listing %s', (typed, id) => {
  expect(readCode(typed)).toBe(id);
});

const PLACES = [{ city: 'Juiz de Fora', neighborhood: 'São Mateus' }];
const SEARCH: ListingSearch = {
  ...{ purpose: 'alugar', location: 'APARTMENT', place: 'juiz-de-fora/sao-mateus', bedrooms: 1 },
  ...{ least: 100_000, most: 200_000, order: 'cheapest', page: 2 },
};

test('each filter has a name, and an address without it that keeps the others and the order', () => {
  const filters = activeFilters(SEARCH, PLACES);
  expect(filters.map(({ name }) => name.replaceAll('\u00a0', ' '))).toEqual([
    'Apartamento',
    'São Mateus, Juiz de Fora',
    '1 quarto ou mais',
    'A partir de R$ 1.000,00',
    'Até R$ 2.000,00',
  ]);
  expect(filters[1] && searchPath(filters[1].without)).toMatch(
    /\?para=alugar&tipo=apartamento&quartos=1&de=1000&ate=2000&ordem=menor$/,
  );
  expect(activeFilters({ purpose: 'comprar', page: 1 }, PLACES)).toEqual([]);
  expect(activeFilters({ purpose: 'comprar', place: 'lua', page: 1 }, PLACES)[0]?.name).toBe('Lugar sem anúncios');
});

test('several places are one filter each', () => {
  const places = [...PLACES, { city: 'Juiz de Fora', neighborhood: 'Centro' }, { city: 'Ubá', neighborhood: 'Centro' }];
  const search: ListingSearch = {
    purpose: 'alugar',
    place: 'juiz-de-fora/centro,juiz-de-fora/sao-mateus,uba',
    page: 1,
  };
  expect(searchWords(search, places)).toBe('Imóveis para alugar em Centro, São Mateus e Ubá');
  expect(activeFilters(search, places).map(({ name, without }) => [name, without.place])).toEqual([
    ['Centro, Juiz de Fora', 'juiz-de-fora/sao-mateus,uba'],
    ['São Mateus, Juiz de Fora', 'juiz-de-fora/centro,uba'],
    ['Ubá', 'juiz-de-fora/centro,juiz-de-fora/sao-mateus'],
  ]);
});

test('the other filters in words', () => {
  const search: ListingSearch = {
    purpose: 'alugar',
    bathrooms: 1,
    garage: 2,
    area: 80,
    furnished: true,
    pet: true,
    page: 1,
  };
  expect(searchWords(search, PLACES).replaceAll('\u00a0', ' ')).toBe(
    'Imóveis para alugar, 1 banheiro ou mais, 2 vagas ou mais, 80 m² ou mais, mobiliado, aceita animais',
  );
  expect(
    activeFilters(search, PLACES)
      .map(({ name }) => name)
      .at(-1),
  ).toBe('Aceita animais');
  expect(unreadPrices({ de: 'caro', ate: '3 mil', tipo: 'x' })).toEqual(['caro']);
});

test('a search in words', () => {
  expect(searchWords(SEARCH, PLACES).replaceAll('\u00a0', ' ')).toBe(
    'Apartamento para alugar em São Mateus, Juiz de Fora, 1 quarto ou mais, a partir de R$ 1.000,00, até R$ 2.000,00',
  );
  expect(searchWords({ purpose: 'comprar', page: 1 }, PLACES)).toBe('Imóveis para comprar');
});
