import type { LightMyRequestResponse as Answer } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { ATTACKS, executables } from '#test/attacks/attacks.ts';
import { PAYLOADS } from '#test/attacks/payloads.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { services, settingsFor, startStubServer } from '#test/outside.ts';
import { OFFER_PATH } from './offer.page.ts';

const stub = await startStubServer();
const outside = openOutside(readSettings(settingsFor(stub.url)), { within: 60_000, rest: 1 });
const { app, as, db, stop } = await startApp({ today: '2026-11-22', outside });
afterAll(async () => {
  await stop();
  await stub.close();
});
beforeEach(async () => {
  for (const table of ['lead_event', 'lead', 'property'] as const) await db.deleteFrom(table).execute();
});

let owners = 0;
const newAddress = () => `198.51.${Math.floor(++owners / 250)}.${owners % 250}`;
const post = async (fields: Record<string, string>, remoteAddress = newAddress()) =>
  shownAfter(
    app,
    await app.inject({
      ...{ method: 'POST', url: OFFER_PATH, remoteAddress },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }),
  );

const OFFER = {
  ...{ type: 'RENT', location: 'HOUSE', price: 'R$ 1.850,00', cep: '36025-000' },
  ...{ street: 'Rua São Mateus', number: '915', complement: '', neighborhood: 'São Mateus' },
  ...{ city: 'Juiz de Fora', state: 'MG', description: 'Casa de esquina.\r\nQuintal.' },
  ...{ bedrooms: '3', bathrooms: '2', garage: '', building_area: '92,5', land_area: '' },
  ...{ condominium: '', iptu: '112,40' },
  ...{ name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '(32) 98841-2076', consent: 'sim' },
};
/** Path of the owner's page, with its word. */
const LINK = /^\/o\/\d+\/[\w-]{43}\?novo=sim$/;
const kept = () =>
  db
    .selectFrom('property')
    .leftJoin('property_request', 'property_request.property_id', 'property.id')
    .selectAll()
    .select('property.state as uf')
    .execute();
const wrongs = ({ body }: Answer) =>
  Object.fromEntries(
    [...body.matchAll(/<p class="wrong" id="anuncie-(\w+)-erro">([^<]+)</g)].map(([, field, words]) => [field, words]),
  );

test('an offered property waits for the staff, with its requester', async () => {
  const answer = await post(OFFER);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringMatching(LINK)]);
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
  expect(await kept()).toMatchObject([
    {
      ...{ status: 'PENDING', type: 'RENT', location: 'HOUSE', price: 185_000, cep: '36025000', uf: 'MG' },
      ...{ description: 'Casa de esquina.\nQuintal.', name: 'Otávio Lima', email: 'otavio@exemplo.com.br' },
      ...{ phone: '32988412076', consented_at: expect.anything() },
      ...{ bedrooms: 3, bathrooms: 2, garage: 0, building_area: 92.5, land_area: null },
    },
  ]);
  const requests = (await as('PROPERTY_REQUEST_VIEW').get('/property/requests')).json();
  expect(requests).toMatchObject([
    {
      price: 1850,
      owner: null,
      requester: { name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '32988412076' },
      offer: { state: 'RECEIVED', visit_on: null },
    },
  ]);
  const [{ id }] = requests;
  const detail = (await as('PROPERTY_VIEW').get(`/property/${id}/admin`)).json();
  expect(detail.fees).toMatchObject([{ name: 'IPTU', price: 112.4 }]);
  expect((await app.inject(`${OFFER_PATH}?enviado=sim`)).body).toContain('Recebemos seu imóvel');
  expect((await app.inject('/imoveis')).body).not.toContain('Rua São Mateus');
});

test('the staff sees the requester, and the mail is signed by the agency', LONG, async () => {
  await db.updateTable('agency').set({ name: 'Serra Verde', phone: '3232140000' }).execute();
  await post(OFFER);
  const [offered] = await kept();
  const shown = async (...permissions: string[]) =>
    (await as(...permissions).get(`/property/${offered?.id}/admin`)).json().requester;
  const requester = {
    ...{ name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '32988412076' },
    agency: { name: 'Serra Verde', phone: '3232140000' },
  };
  expect(await shown('PROPERTY_REQUEST_VIEW')).toEqual(requester);
  const judged = await as('PROPERTY_EDIT').patch(`/property/${offered?.id}`, { status: 'AVAILABLE' });
  expect(judged.json()).toMatchObject({ status: 'AVAILABLE', requester });
  expect(await shown('PROPERTY_VIEW')).toBeNull();
  expect(await shown('PROPOSAL_VIEW')).toBeNull();
});

test('sent twice, even concurrently, stores one', async () => {
  await Promise.all([post(OFFER), post(OFFER)]);
  expect(await kept()).toHaveLength(1);
});

test('one form sent twice leads to the same page, another person’s to none', async () => {
  const envio = 'a1b2c3d4e5f6g7h8i9j0k1';
  const answers = await Promise.all([1, 2].map(() => post({ ...OFFER, envio })));
  const [link] = answers.map(({ headers }) => headers.location);
  expect(link).toMatch(LINK);
  expect(answers.map(({ headers }) => headers.location)).toEqual([link, link]);
  for (const other of [
    { ...OFFER, envio: 'x'.repeat(22) },
    OFFER,
    { ...OFFER, envio, email: 'outra@exemplo.com.br', website: '1' },
  ])
    expect((await post(other)).headers.location).toBe(`${OFFER_PATH}?enviado=sim`);
  expect(await kept()).toHaveLength(1);
});

describe('the first step', () => {
  const START = { passo: 'inicio', type: 'RENT', location: 'HOUSE', cep: '01001-000' };

  test('asks for little, and fills in the address', async () => {
    const asked = await app.inject(OFFER_PATH);
    expect([...asked.body.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      ...['passo', 'type', 'location', 'cep'],
    ]);
    const answer = await post(START);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(answer.body).not.toContain('autocomplete="off" ');
    for (const text of ['Praça da Sé', 'Sé', 'São Paulo', '01001-000'])
      expect(answer.body).toContain(`value="${text}"`);
    expect(answer.body).toContain('<option value="SP" selected>');
    expect(answer.body).toMatch(/name="envio" value="[\w-]{22}"/);
    expect(answer.body).toContain('Confira, e informe o número.');
    expect(await kept()).toEqual([]);
  });

  test('keeps what was typed when the address is looked up again', async () => {
    const answer = await post({ ...OFFER, passo: 'cep', cep: '01001-000' });
    expect(answer.statusCode).toBe(200);
    for (const text of ['Praça da Sé', '915', 'Otávio Lima', '112,40'])
      expect(answer.body).toContain(`value="${text}"`);
    expect(await kept()).toEqual([]);
  });

  test('goes on without the service, and with an unknown CEP', async () => {
    const unknown = await post({ ...START, cep: '99999-999' });
    expect([unknown.statusCode, unknown.body.includes('Não encontramos este CEP.')]).toEqual([200, true]);
    stub.answers = (_, response) => void response.destroy();
    const away = await post({ ...START, cep: '36025-001' });
    stub.answers = services;
    expect([away.statusCode, away.body.includes('Não conseguimos consultar o CEP agora.')]).toEqual([200, true]);
    expect(away.body).toContain('name="street"');
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Record<string, string>, string]>([
    ['type',     { type: '' },        'Escolha entre alugar e vender'],
    ['location', { location: 'IGLU' }, 'Informe o tipo'],
    ['cep',      { cep: '123' },      'O CEP tem 8 dígitos'],
  ])('an error in %s is shown there', async (field, changed, words) => {
    const answer = await post({ ...START, ...changed });
    expect([answer.statusCode, wrongs(answer)]).toEqual([422, { [field]: words }]);
    expect(answer.body).not.toContain('name="street"');
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, Record<string, string>, string]>([
  ['type',         { type: 'EXCHANGE' },      'Escolha entre alugar e vender'],
  ['location',     { location: '' },          'Informe o tipo'],
  ['price',        { price: '' },             'Informe o preço'],
  ['price',        { price: 'caro' },         'Informe o preço'],
  ['price',        { price: '0' },            'Informe o preço'],
  ['cep',          { cep: '3602' },           'O CEP tem 8 dígitos'],
  ['street',       { street: '' },            'Informe a rua'],
  ['number',       { number: '' },            'Informe o Número'],
  ['neighborhood', { neighborhood: ' ' },     'Informe o bairro'],
  ['city',         { city: '' },              'Informe a Cidade'],
  ['state',        { state: 'XX' },           'Informe o Estado'],
  ['bedrooms',     { bedrooms: 'três' },      'Informe os quartos em número'],
  ['garage',       { garage: '100' },         'Use até 99'],
  ['building_area', { building_area: '-1' },  'Informe a área em m²'],
  ['land_area',    { land_area: 'grande' },   'Informe a área em m²'],
  ['condominium',  { condominium: 'caro' },   'Informe o condomínio em reais'],
  ['iptu',         { iptu: '-3' },            'Informe o IPTU em reais'],
  ['name',         { name: '' },              'Informe seu nome'],
  ['email',        { email: 'otavio' },       'Informe um e-mail válido'],
  ['phone',        { phone: '1' },            'Informe o telefone com DDD'],
  ['consent',      { consent: '' },           'Marque que concorda, para podermos responder'],
])('an error in %s, %j, is shown there, and the values are kept', async (field, changed, words) => {
  const answer = await post({ ...OFFER, ...changed });
  expect([answer.statusCode, wrongs(answer)]).toEqual([422, { [field]: words }]);
  expect(answer.body).toContain('Casa de esquina.\nQuintal.</textarea>');
  if (field !== 'price') expect(answer.body).toContain('value="R$ 1.850,00"');
  if (field !== 'location') expect(answer.body).toContain('<option value="HOUSE" selected>');
  expect(await kept()).toEqual([]);
});

test('a bot is thanked and ignored, and stopped after twenty', async () => {
  expect((await post({ ...OFFER, website: 'x' })).statusCode).toBe(303);
  expect(await kept()).toEqual([]);
  const from = newAddress();
  for (let sent = 0; sent < 20; sent++) await post({}, from);
  const answer = await post(OFFER, from);
  expect([answer.statusCode, await kept()]).toEqual([429, []]);
  expect(answer.body).toContain('value="Otávio Lima"');
});

describe.each(ATTACKS)('%s', (attack) => {
  test('is escaped in every field of both steps', async () => {
    const typed = Object.fromEntries(Object.keys(OFFER).map((field) => [field, attack]));
    for (const passo of ['', 'inicio', 'cep']) {
      const answer = await post({ ...typed, passo });
      expect([answer.statusCode, executables(answer.body)]).toEqual([422, []]);
    }
  });
});

test('each payload, stored in every text of an offer, stays text on the owner’s page', LONG, async () => {
  // Single lines take no breaks.
  const long = PAYLOADS.filter((payload) => payload.length <= 200 && !/[\r\n\v\f\u2028\u2029]/.test(payload));
  for (let from = 0; from < PAYLOADS.length; from += 6) {
    const taken = (at: number) => long[(from + at) % long.length] ?? '';
    const texts = {
      street: taken(0),
      complement: taken(1),
      neighborhood: taken(2),
      city: taken(3),
      name: taken(4).slice(0, 120),
    };
    const answer = await post({
      ...OFFER,
      ...texts,
      number: String(from),
      description: PAYLOADS.slice(from, from + 6).join('\n'),
    });
    expect(answer.headers.location, JSON.stringify(wrongs(answer))).toMatch(LINK);
    const page = await app.inject({ url: answer.headers.location, remoteAddress: newAddress() });
    expect([page.statusCode, executables(page.body)]).toEqual([200, []]);
  }
});
