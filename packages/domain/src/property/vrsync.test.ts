import { describe, expect, test } from 'vitest';
import { LOCATIONS, type PropertyLocation } from './property-words.ts';
import { type PortalListing, vrsyncGaps, vrsyncListing } from './vrsync.ts';

const flat: PortalListing = {
  ...{ id: 12, type: 'RENT', location: 'APARTMENT', price: 214_000, bedrooms: 3, bathrooms: 2, garage: 1 },
  ...{ building_area: 92, land_area: null, pet: true, furnished: null, floor: null, comercial: null },
  ...{ street: 'Rua São Mateus', neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', cep: '36025000' },
  ...{ country: 'Brasil', is_exterior: false, photographs: 5 },
  description: 'Quinto andar, sol da manhã.\nCozinha com armários e vista para a serra.',
  fees: [
    { name: 'Condomínio', price: 48_050 },
    { name: 'IPTU 2026', price: 11_249 },
    { name: 'Seguro incêndio', price: 1_890 },
  ],
  features: [{ name: 'Elevador' }, { name: 'Varanda' }, { name: 'SACADA' }, { name: 'Vista para a mata' }],
};

test('a flat to let, field by field', () => {
  expect(vrsyncGaps(flat)).toEqual([]);
  expect(vrsyncListing(flat)).toEqual({
    id: '12',
    title: 'Apartamento com 3 quartos em São Mateus, Juiz de Fora',
    transaction: 'For Rent',
    property_type: 'Residential / Apartment',
    usage: 'Residential',
    description:
      'Quinto andar, sol da manhã.<br>Cozinha com armários e vista para a serra.<br>Também tem: Vista para a mata.',
    price: 2_140,
    // 480,50 and 112,49: half a real goes up.
    condominium: 481,
    iptu: 112,
    living_area: 92,
    lot_area: undefined,
    bedrooms: 3,
    bathrooms: 2,
    garage: 1,
    features: ['Elevator', 'Balcony', 'Pets Allowed'],
    neighborhood: 'São Mateus',
    city: 'Juiz de Fora',
    street: 'Rua São Mateus',
  });
});

// biome-ignore format: a table of cases reads best aligned
const KINDS: Record<PropertyLocation, string> = {
  APARTMENT: 'Residential / Apartment',    ROOF: 'Residential / Penthouse',   HOUSE: 'Residential / Home',
  KITNET:    'Residential / Kitnet',       LOT: 'Residential / Land Lot',     FARM: 'Residential / Agricultural',
  SITE:      'Residential / Agricultural', CHACARA: 'Residential / Farm Ranch', CLINIC: 'Commercial / Consultorio',
  COMERCIAL: 'Commercial / Office',        STORE: 'Commercial / Business',    COMERCIO: 'Commercial / Business',
  SHED:      'Commercial / Industrial',    GALPAO: 'Commercial / Industrial', INDUSTRIA: 'Commercial / Industrial',
  GARAGE:    'Commercial / Garage',
};

test.each(Object.keys(LOCATIONS) as PropertyLocation[])('%s has its word', (location) => {
  const { property_type, usage } = vrsyncListing({ ...flat, location });
  expect([property_type, usage]).toEqual([KINDS[location], KINDS[location].split(' /')[0]]);
});

test('a commercial lot', () => {
  expect(vrsyncListing({ ...flat, location: 'LOT', comercial: true })).toMatchObject({
    property_type: 'Commercial / Land Lot',
    usage: 'Commercial',
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Partial<PortalListing>, Partial<ReturnType<typeof vrsyncListing>>]>([
  ['a sale shows its price alone',     { type: 'SALE', price: 64_000_000 },               { transaction: 'For Sale', price: 640_000, condominium: undefined, iptu: undefined }],
  ['a pre-sale is a sale',             { type: 'PRE_SALE' },                              { transaction: 'For Sale' }],
  ['half a real goes up',              { price: 150_050 },                                { price: 1_501 }],
  ['and less than half down',          { price: 150_049 },                                { price: 1_500 }],
  ['what is not there is not said',    { bedrooms: 0, bathrooms: 0, garage: 0, location: 'STORE' }, { bedrooms: undefined, bathrooms: undefined, garage: undefined }],
  ['but a kitnet says it has no room', { location: 'KITNET', bedrooms: 0 },               { bedrooms: 0 }],
  ['areas are whole metres',           { building_area: 45.5, land_area: 0.2 },           { living_area: 46, lot_area: 1 }],
  ['a lot is its ground',              { location: 'LOT', building_area: null, land_area: 360 }, { living_area: undefined, lot_area: 360 }],
  ['a shed is its ground',             { location: 'GALPAO', building_area: 800, land_area: 1_200 }, { living_area: 800, lot_area: 1_200 }],
  ['or what stands on it',             { location: 'GALPAO', building_area: 800, land_area: null }, { living_area: 800, lot_area: 800 }],
  ['furniture and pets as said',       { pet: false, furnished: true, features: [] },     { features: ['Furnished'] }],
  ['each feature once',                { pet: null, features: [{ name: 'Portaria 24h' }, { name: 'portaria 24 horas' }] }, { features: ['Concierge 24h'] }],
])('%s', (_, given, expected) => {
  expect(vrsyncListing({ ...flat, ...given })).toMatchObject(expected);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Partial<PortalListing>, string]>([
  [{ type: 'EXCHANGE' },                                'Os portais não anunciam permutas'],
  [{ is_exterior: true },                               'Os portais não anunciam imóveis no exterior'],
  [{ price: 0 },                                        'Falta o preço'],
  [{ price: 49 },                                       'Falta o preço'],
  [{ cep: null },                                       'Falta o CEP'],
  [{ cep: '3602' },                                     'Falta o CEP'],
  [{ state: null },                                     'Falta o estado'],
  [{ neighborhood: ' ' },                               'Falta o bairro'],
  [{ building_area: null, land_area: 300 },             'Falta a área construída'],
  [{ location: 'LOT', land_area: null },                'Falta a área do terreno'],
  [{ location: 'GALPAO', building_area: 0 },            'Falta a área construída'],
  [{ bedrooms: 0 },                                     'Faltam os quartos'],
  [{ bathrooms: 0 },                                    'Faltam os banheiros'],
  [{ photographs: 0 },                                  'Faltam as fotos'],
])('%j: %s', (given, words) => {
  expect(vrsyncGaps({ ...flat, ...given })).toEqual([words]);
});

test.each<Partial<PortalListing>>([
  { location: 'KITNET', bedrooms: 0 },
  { location: 'STORE', bedrooms: 0, bathrooms: 0 },
  { location: 'GALPAO', building_area: null, land_area: 900, bathrooms: 0, bedrooms: 0 },
  { description: null, features: [] },
])('%j lacks nothing', (given) => {
  expect(vrsyncGaps({ ...flat, ...given })).toEqual([]);
});

describe('texts', () => {
  test('a short or missing description is replaced by the known facts', () => {
    const { description } = vrsyncListing({ ...flat, description: 'Bom.', features: [] });
    expect(description.replaceAll('\u00a0', ' ')).toBe(
      'Bom.<br>Apartamento com 3 quartos em São Mateus, Juiz de Fora.<br>92 m² área construída.<br>3 quartos.<br>2 banheiros.<br>1 vaga.<br>Aceita animais.<br>Rua São Mateus, São Mateus, Juiz de Fora, MG.',
    );
  });

  test('stay within the lengths of the format, and end with a whole word', () => {
    const long = {
      ...flat,
      neighborhood: 'Bairro muito comprido '.repeat(9).trim(),
      description: 'palavra '.repeat(600),
    };
    const { title, description } = vrsyncListing(long);
    expect(title.length).toBeLessThanOrEqual(100);
    expect(title).toMatch(/\p{L}…$/u);
    expect(description.length).toBeLessThanOrEqual(3_000);
    expect(description).toMatch(/palavra…$/);
  });

  test('contain neither tags nor characters forbidden in XML', () => {
    const hostile = '<scr<b>ipt>alert(1)</script>Centro\u0000\u0008 & "Sul"';
    const { title, description, neighborhood } = vrsyncListing({
      ...flat,
      neighborhood: hostile,
      description: `Sala <b>grande</b>\u000b com a medida 3 < 4 e mais palavras até bastar, ${hostile}`,
    });
    expect(title).toBe('Apartamento com 3 quartos em alert(1) Centro & "Sul", Juiz de Fora');
    expect(neighborhood).toBe('alert(1) Centro & "Sul"');
    expect(description).toMatch(
      /^Sala grande com a medida 3 < 4 e mais palavras até bastar, alert\(1\) Centro & "Sul"<br>/,
    );
  });
});
