import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { json, services, settingsFor, startStubServer } from '#test/outside.ts';
import { readSettings } from '../base/settings.ts';
import { openOutside } from './outside.ts';
import { Recent } from './recent.ts';
import { Unavailable } from './service.ts';
import { tidy } from './tidy.ts';

const stub = await startStubServer();
afterAll(stub.close);
beforeEach(() => {
  stub.answers = services;
  stub.asked.length = 0;
});

/** All services at the stub server, except the given ones. */
const opened = (other: Record<string, string> = {}) =>
  openOutside(readSettings({ ...settingsFor(stub.url), ...other }));
const answering = (body: unknown) => {
  stub.answers = (_, response) => json(response, body);
  return opened();
};

describe('settings', () => {
  test('enable only CEP and price indices by default', () => {
    const { cep, indices, national, ...rest } = openOutside(readSettings({}));
    expect([typeof cep, typeof indices]).toEqual(['function', 'function']);
    expect(national).toEqual({ hash: 'SHA1' });
    expect(rest).toEqual({ banks: undefined, geocode: undefined, places: undefined, map: undefined });
  });

  test('an empty CEP_URL disables CEP', () => {
    expect(openOutside(readSettings({ CEP_URL: '' })).cep).toBeUndefined();
  });

  test('a service without its key is disabled', () => {
    const { geocode, places } = openOutside(readSettings({ GEOCODING_KIND: 'google', GEOCODING_KEY: '' }));
    expect([geocode, places]).toEqual([undefined, undefined]);
  });

  test('Google has a default address', () => {
    expect(openOutside(readSettings({ GEOCODING_KIND: 'google', GEOCODING_KEY: 'x' })).geocode).toBeTypeOf('function');
    expect(openOutside(readSettings({ PLACES_KEY: 'x' })).places).toBeDefined();
  });

  test.each([
    ['CEP_URL', 'viacep.com.br/ws'],
    ['CEP_URL', 'file:///etc/passwd'],
    ['BANKS_URL', 'javascript:alert(1)'],
    ['GEOCODING_URL', 'ftp://exemplo.com.br'],
    ['GEOCODING_KIND', 'bing'],
    ['PLACES_URL', 'data:text/plain,x'],
    ['TILES_URL', 'https://tiles.exemplo.com.br/'],
    ['TILES_URL', 'https://{s}.exemplo.com.br/{z}/{x}/{y}.png'],
    ['TILES_URL', '/tiles/{z}/{x}/{y}.png'],
  ])('%s=%s stops the start', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`Configuração inválida: ${name}`);
  });
});

describe('CEP', () => {
  test('returns an address', async () => {
    expect(await opened().cep?.('01001000')).toEqual({
      cep: '01001000',
      street: 'Praça da Sé',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    });
  });

  test('of a whole town has no street', async () => {
    expect(await opened().cep?.('37270000')).toMatchObject({ street: '', neighborhood: '', city: 'Campo Belo' });
  });

  test.each([
    ['erro: "true"', 'json', { erro: 'true' }],
    ['erro: true', 'json', { erro: true }],
    ['400', 'status', 400],
    ['404', 'status', 404],
  ])('that doesn’t exist: %s', async (_, kind, what) => {
    if (kind === 'json') stub.answers = (_request, response) => json(response, what);
    else stub.answers = (_request, response) => response.writeHead(Number(what)).end('<h2>Bad Request</h2>');
    expect(await opened().cep?.('99999999')).toBeUndefined();
  });

  test('is cached for a day', async () => {
    const { cep } = opened();
    await cep?.('01001000');
    await cep?.('01001000');
    expect(stub.asked).toEqual(['/ws/01001000/json/']);
  });

  test('that was unknown is asked again', async () => {
    const { cep } = opened();
    await cep?.('99999999');
    await cep?.('99999999');
    expect(stub.asked).toHaveLength(2);
  });

  test.each([
    ['a state that is none', { uf: 'XX' }],
    ['no city', { localidade: '' }],
    ['a number for a street', { logradouro: 12 }],
    ['no neighbourhood', { bairro: undefined }],
  ])('with %s is an invalid answer', async (_, wrong) => {
    const { cep } = answering({ logradouro: 'Rua A', bairro: 'B', localidade: 'C', uf: 'MG', ...wrong });
    await expect(cep?.('01001000')).rejects.toThrow(Unavailable);
  });

  test('is cleaned, and truncated to its field', async () => {
    const { cep } = answering({
      logradouro: ` Rua\u0000 do\n\tOuvidor${' longa'.repeat(100)}`,
      bairro: '<b>Centro</b>\ud800',
      localidade: 'Rio',
      uf: 'RJ',
    });
    const found = await cep?.('20040030');
    expect(found?.street).toMatch(/^Rua do Ouvidor longa/);
    expect(found?.street.length).toBeLessThanOrEqual(200);
    expect(found?.neighborhood).toBe('<b>Centro</b>\ufffd');
  });
});

describe('banks', () => {
  test('are the built-in list with newer ones of the service', async () => {
    const banks = (await opened().banks?.()) ?? [];
    expect(banks.length).toBeGreaterThan(200);
    expect(banks[0]).toEqual({ code: '001', name: 'Banco do Brasil S.A.' });
    expect(banks.at(-1)).toEqual({ code: '998', name: 'Banco Morada S.A.' });
    expect(banks.find(({ code }) => code === '341')?.name).toMatch(/Ita/);
  });

  test('are cached for a day', async () => {
    const { banks } = opened();
    await banks?.();
    await banks?.();
    expect(stub.asked).toEqual(['/api/banks/v1']);
  });

  test.each([
    ['a code of four digits', [{ code: 1000, name: 'X', fullName: 'X' }]],
    ['a code of letters', [{ code: '001', name: 'X', fullName: 'X' }]],
    ['no list', { banks: [] }],
  ])('with %s are an invalid answer', async (_, body) => {
    await expect(answering(body).banks?.()).rejects.toThrow(Unavailable);
  });
});

const SE = { street: 'Praça da Sé', number: '108', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' } as const;
const AT = { latitude: -23.55039, longitude: -46.633099 };

describe('geocoding by Nominatim', () => {
  test('asks by the known parts', async () => {
    expect(await opened().geocode?.({ ...SE, cep: '01001000' })).toEqual(AT);
    const { searchParams } = new URL(stub.asked[0] ?? '', stub.url);
    expect(Object.fromEntries(searchParams)).toEqual({
      street: '108 Praça da Sé',
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
      format: 'jsonv2',
      limit: '1',
      'accept-language': 'pt-BR',
    });
  });

  test('ignores results in another country', async () => {
    await opened().geocode?.({ street: 'Rua Augusta', number: null, city: 'Lisboa', country: 'Portugal' });
    const { searchParams } = new URL(stub.asked[0] ?? '', stub.url);
    expect([searchParams.get('street'), searchParams.get('country')]).toEqual(['Rua Augusta', 'Portugal']);
  });

  test('may find nothing', async () => {
    expect(await opened().geocode?.({ street: 'Rua que não há', city: 'São Paulo' })).toBeUndefined();
  });

  test.each([
    ['91', '0'],
    ['0', '-180.5'],
    ['Infinity', '0'],
    ['norte', 'oeste'],
    ['', ''],
  ])('rejects the coordinates %s, %s', async (lat, lon) => {
    expect(await answering([{ lat, lon }]).geocode?.(SE)).toBeUndefined();
  });

  test('in other types is an invalid answer', async () => {
    await expect(answering([{ lat: -23.5, lon: -46.6 }]).geocode?.(SE)).rejects.toThrow(Unavailable);
    await expect(answering({ error: 'Unable to geocode' }).geocode?.(SE)).rejects.toThrow(Unavailable);
  });
});

describe('geocoding by Google', () => {
  const google = () => opened({ GEOCODING_KIND: 'google', GEOCODING_URL: `${stub.url}/maps`, GEOCODING_KEY: 'chave' });

  test('asks by the full address', async () => {
    expect(await google().geocode?.({ ...SE, cep: '01001000' })).toEqual(AT);
    const { searchParams } = new URL(stub.asked[0] ?? '', stub.url);
    expect(searchParams.get('address')).toBe('Praça da Sé, 108, Sé, São Paulo, SP, 01001000, Brasil');
    expect(searchParams.get('key')).toBe('chave');
  });

  test('may find nothing', async () => {
    expect(await google().geocode?.({ street: 'Rua que não há', city: 'São Paulo' })).toBeUndefined();
  });

  test.each(['REQUEST_DENIED', 'OVER_QUERY_LIMIT', 'INVALID_REQUEST', 'UNKNOWN_ERROR'])(
    '%s is an invalid answer',
    async (status) => {
      stub.answers = (_, response) => json(response, { status, results: [] });
      await expect(google().geocode?.(SE)).rejects.toThrow(Unavailable);
    },
  );
});

describe('places', () => {
  test('are suggested', async () => {
    expect(await opened().places?.suggest('praça')).toEqual([
      { id: 'EiZQcmHDp2EgZGEgU8Op', label: 'Praça da Sé', below: 'Sé, São Paulo - SP, Brasil' },
    ]);
  });

  test('send the key in a header, with the required fields, limited to Brazil', async () => {
    let asked = {};
    stub.answers = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, url, headers } = request;
      asked = { method, url, key: headers['x-goog-api-key'], body: JSON.parse(Buffer.concat(chunks).toString()) };
      json(response, {});
    };
    expect(await opened().places?.suggest('praça')).toEqual([]);
    expect(asked).toEqual({
      method: 'POST',
      url: '/google/v1/places:autocomplete',
      key: 'chave-de-teste',
      body: { input: 'praça', languageCode: 'pt-BR', regionCode: 'br', includedRegionCodes: ['br'] },
    });
  });

  test('may have missing fields', async () => {
    const text = { text: 'Praça da Sé, São Paulo' };
    const { places } = answering({
      suggestions: [
        { placePrediction: { placeId: 'a', text } },
        { placePrediction: { placeId: '../b', text } },
        { placePrediction: { placeId: 'c', text: { text: ' ' } } },
        { queryPrediction: { text } },
      ],
    });
    expect(await places?.suggest('praça')).toEqual([{ id: 'a', label: 'Praça da Sé, São Paulo', below: '' }]);
  });

  test('have the parts of an address', async () => {
    expect(await opened().places?.show('EiZQcmHDp2EgZGEgU8Op')).toEqual({
      cep: '01001000',
      street: 'Praça da Sé',
      number: '108',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
      ...AT,
    });
  });

  test('may have few of them', async () => {
    const { places } = answering({
      addressComponents: [
        { longText: 'Lisboa', shortText: 'Lisboa', types: ['locality'] },
        { longText: 'Lisboa', shortText: 'Lisboa', types: ['administrative_area_level_1'] },
        { longText: '1100-053', shortText: '1100-053', types: ['postal_code'] },
      ],
      location: { latitude: 1_000, longitude: 0 },
    });
    expect(await places?.show('x')).toEqual({
      cep: '',
      street: '',
      number: '',
      neighborhood: '',
      city: 'Lisboa',
      state: '',
      country: '',
      latitude: null,
      longitude: null,
    });
  });

  test('that are gone return nothing', async () => {
    expect(await opened().places?.show('gone')).toBeUndefined();
  });

  test('without a valid key are an invalid answer', async () => {
    const { places } = opened({ PLACES_KEY: 'outra' });
    await expect(places?.suggest('praça')).rejects.toThrow(Unavailable);
    await expect(places?.show('EiZQcmHDp2EgZGEgU8Op')).rejects.toThrow(Unavailable);
  });
});

describe('the cache of recent answers', () => {
  test('expires', () => {
    let now = 0;
    const recent = new Recent<number>({ room: 2, lasts: 100, now: () => now });
    recent.set('a', 1);
    now = 99;
    expect(recent.get('a')).toBe(1);
    now = 100;
    expect(recent.get('a')).toBeUndefined();
  });

  test('evicts the oldest when full', () => {
    const recent = new Recent<number>({ room: 2, lasts: 100 });
    for (const key of ['a', 'b', 'a', 'c']) recent.set(key, 1);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([1, undefined, 1]);
  });
});

test.each([
  [undefined, 5, ''],
  ['  Rua\r\n  A ', 20, 'Rua A'],
  ['\u0007\u0000', 5, ''],
  ['São Mateus', 4, 'São'],
  ['abc😀', 4, 'abc'],
])('truncates %j to %i characters: %j', (text, length, expected) => {
  expect(tidy(text, length)).toBe(expected);
});
