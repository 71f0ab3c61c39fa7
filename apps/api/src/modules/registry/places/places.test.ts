import { BANKS } from '@morada/domain/bank/banks';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { services, settingsFor, startStubServer } from '#test/outside.ts';

const stub = await startStubServer();
const gone = await startStubServer();
await gone.close();
afterAll(stub.close);
beforeEach(() => {
  stub.answers = services;
});

const outsideAt = (url: string) => openOutside(readSettings(settingsFor(url)));
const on = await startApp({ outside: outsideAt(stub.url) });
afterAll(on.stop);
const down = await startApp({ outside: outsideAt(gone.url) });
afterAll(down.stop);
const off = await startApp();
afterAll(off.stop);

/** A session with an unrelated permission. */
const signedIn = ({ as }: typeof on) => as('FEED_VIEW');
const says = (answer: { statusCode: number; json: () => { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];

const CALLS = [
  '/places/settings',
  '/cep/01001000',
  '/geocode?street=Rua&city=Cidade',
  '/places?query=praça',
  '/places/x',
  '/banks/v1',
];

test.each(CALLS)('GET %s requires a session, and no permission', async (path) => {
  expect((await on.anonymous.get(encodeURI(path))).statusCode).toBe(401);
  expect((await signedIn(on).get(encodeURI(path))).statusCode).toBeOneOf([200, 404]);
});

describe('GET /places/settings', () => {
  test('lists available services', async () => {
    expect((await signedIn(on).get('/places/settings')).json()).toEqual({
      cep: true,
      geocoding: true,
      places: true,
      map: { url: `${stub.url}/tiles/{z}/{x}/{y}.png`, attribution: '© OpenStreetMap' },
    });
  });

  test('lists unavailable services', async () => {
    expect((await signedIn(off).get('/places/settings')).json()).toEqual({
      cep: false,
      geocoding: false,
      places: false,
      map: null,
    });
  });

  test('allows tiles from the tile server only', LONG, async () => {
    const policyOf = async ({ app }: typeof on) =>
      /img-src ([^;]+)/.exec(String((await app.inject('/')).headers['content-security-policy']))?.[1];
    expect(await policyOf(on)).toBe(`'self' data: blob: ${stub.url}`);
    expect(await policyOf(off)).toBe("'self' data: blob:");
  });
});

describe('GET /cep/:cep', () => {
  test.each(['01001000', '01001-000', '01.001-000'])('%s', async (cep) => {
    const answer = await signedIn(on).get(`/cep/${cep}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { cep: '01001000', street: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' },
    ]);
  });

  test('returns 404 for an unknown CEP', async () => {
    expect(says(await signedIn(on).get('/cep/99999999'))).toEqual([404, 'CEP não encontrado']);
  });

  test.each(['1', '0100100', '010010000', 'abcdefgh', '%00'])('refuses %s without calling the service', async (cep) => {
    stub.asked.length = 0;
    expect((await signedIn(on).get(`/cep/${cep}`)).statusCode).toBe(404);
    expect(stub.asked).toEqual([]);
  });

  test('reports a service that is down or disabled', LONG, async () => {
    const words = [503, 'Não foi possível consultar o CEP. Preencha o endereço.'];
    expect(says(await signedIn(down).get('/cep/37270000'))).toEqual(words);
    expect(says(await signedIn(off).get('/cep/37270000'))).toEqual(words);
  });
});

describe('GET /geocode', () => {
  const address = new URLSearchParams({
    street: 'Praça da Sé',
    number: '108',
    neighborhood: '',
    city: 'São Paulo',
    state: 'SP',
    cep: '01.001-000',
  });

  test('returns coordinates', async () => {
    expect((await signedIn(on).get(`/geocode?${address}`)).json()).toEqual({
      latitude: -23.55039,
      longitude: -46.633099,
    });
  });

  test('returns none for unknown places, a failed or a missing service', async () => {
    expect((await signedIn(on).get('/geocode?street=Rua&city=Cidade')).json()).toBeNull();
    expect((await signedIn(off).get(`/geocode?${address}`)).json()).toBeNull();
    const answer = await signedIn(down).get(`/geocode?${address}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, null]);
  });

  test.each(['', '?street=Rua', '?city=Cidade', '?street=Rua&city=Cidade&state=XX', '?street=Rua&city=%00'])(
    'refuses %s as too little',
    async (query) => {
      expect((await signedIn(on).get(`/geocode${query}`)).statusCode).toBe(422);
    },
  );
});

describe('GET /places', () => {
  test('returns suggestions', async () => {
    expect((await signedIn(on).get(`/places?query=${encodeURIComponent('praça')}`)).json()).toEqual([
      { id: 'EiZQcmHDp2EgZGEgU8Op', label: 'Praça da Sé', below: 'Sé, São Paulo - SP, Brasil' },
    ]);
  });

  test('requires three letters', async () => {
    expect(says(await signedIn(on).get('/places?query=pr'))).toEqual([422, 'Digite ao menos três letras']);
  });

  test('reports a service that is down or disabled', async () => {
    const words = [503, 'Não foi possível buscar endereços. Preencha os campos.'];
    expect(says(await signedIn(down).get('/places?query=rua'))).toEqual(words);
    expect(says(await signedIn(off).get('/places?query=rua'))).toEqual(words);
    expect(says(await signedIn(down).get('/places/abc'))).toEqual(words);
    expect(says(await signedIn(off).get('/places/abc'))).toEqual(words);
  });
});

describe('GET /places/:id', () => {
  test('returns the parts of the address', async () => {
    expect((await signedIn(on).get('/places/EiZQcmHDp2EgZGEgU8Op')).json()).toMatchObject({
      cep: '01001000',
      street: 'Praça da Sé',
      number: '108',
      latitude: -23.55039,
    });
  });

  test('returns 404 for an unknown place', async () => {
    expect(says(await signedIn(on).get('/places/abc'))).toEqual([
      404,
      'Não encontramos este endereço. Preencha os campos.',
    ]);
    expect((await signedIn(on).get('/places/a%2Fb')).statusCode).toBe(404);
  });
});

describe('GET /banks/v1', () => {
  test('returns the built-in list', async () => {
    expect((await signedIn(off).get('/banks/v1')).json()).toEqual(BANKS);
  });

  test('returns the built-in list when the service is down', async () => {
    expect((await signedIn(down).get('/banks/v1')).json()).toEqual(BANKS);
  });

  test('adds newer banks of the service', async () => {
    expect((await signedIn(on).get('/banks/v1')).json()).toContainEqual({ code: '998', name: 'Banco Morada S.A.' });
  });
});

test('a slow service delays only its own requests', LONG, async () => {
  const waiting: (() => void)[] = [];
  stub.answers = (_, response) => waiting.push(() => response.destroy());
  const slow = signedIn(on).get('/cep/20040030');
  expect((await on.as('CLIENT_VIEW').get('/user?page=1')).statusCode).toBe(200);
  expect((await slow).statusCode).toBe(503);
});
