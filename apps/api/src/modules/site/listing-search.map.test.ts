import { expect, test } from 'vitest';
import { type ListingSearch, placesAt, readSearch, searchPath } from './listing-search.map.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[Record<string, unknown>, ListingSearch]>([
  [{},                                       { purpose: 'alugar', page: 1 }],
  [{ para: 'comprar', tipo: 'sala-comercial' }, { purpose: 'comprar', location: 'COMERCIAL', page: 1 }],
  [{ lugar: 'juiz-de-fora' },                { purpose: 'alugar', place: 'juiz-de-fora', page: 1 }],
  [{ lugar: 'juiz-de-fora/sao-mateus' },     { purpose: 'alugar', place: 'juiz-de-fora/sao-mateus', page: 1 }],
  [{ de: '1.500', ate: 'R$ 2.000,50' },      { purpose: 'alugar', least: 150_000, most: 200_050, page: 1 }],
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
    place: 'juiz-de-fora/sao-mateus',
    bedrooms: 2,
    least: 150_050,
    most: 90_000_000,
    page: 3,
  };
  const path = searchPath(search);
  expect(path).toBe(
    '/imoveis?para=comprar&tipo=casa&lugar=juiz-de-fora/sao-mateus&quartos=2&de=1500.5&ate=900000&pagina=3',
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
});
