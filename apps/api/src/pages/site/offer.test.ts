import type { LightMyRequestResponse as Answer } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ATTACKS, executables } from '#test/attacks.ts';
import { startApp } from '#test/harness.ts';

const { app, as, db, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);
beforeEach(() => db.deleteFrom('property').execute());

let owners = 0;
const newAddress = () => `198.51.${Math.floor(++owners / 250)}.${owners % 250}`;
const post = (fields: Record<string, string>, remoteAddress = newAddress()) =>
  app.inject({
    ...{ method: 'POST', url: '/anuncie', remoteAddress },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const OFFER = {
  ...{ type: 'RENT', location: 'HOUSE', price: 'R$ 1.850,00', cep: '36025-000' },
  ...{ street: 'Rua São Mateus', number: '915', complement: '', neighborhood: 'São Mateus' },
  ...{ city: 'Juiz de Fora', state: 'MG', description: 'Casa de esquina.\r\nQuintal.' },
  ...{ name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '(32) 98841-2076', consent: 'sim' },
};
const kept = () =>
  db
    .selectFrom('property')
    .leftJoin('property_request', 'property_request.property_id', 'property.id')
    .selectAll()
    .execute();
const wrongs = ({ body }: Answer) =>
  Object.fromEntries(
    [...body.matchAll(/<p class="wrong" id="anuncie-(\w+)-erro">([^<]+)</g)].map(([, field, words]) => [field, words]),
  );

test('an offered property waits for the staff, with its requester', async () => {
  const answer = await post(OFFER);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/anuncie?enviado=sim']);
  expect(await kept()).toMatchObject([
    {
      ...{ status: 'PENDING', type: 'RENT', location: 'HOUSE', price: 185_000, cep: '36025000', state: 'MG' },
      ...{ description: 'Casa de esquina.\nQuintal.', name: 'Otávio Lima', email: 'otavio@exemplo.com.br' },
      ...{ phone: '32988412076', consented_at: expect.anything() },
    },
  ]);
  const requests = (await as('PROPERTY_REQUEST_VIEW').get('/property/requests')).json();
  expect(requests).toMatchObject([
    {
      price: 1850,
      owner: null,
      requester: { name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '32988412076' },
    },
  ]);
  expect((await app.inject('/anuncie?enviado=sim')).body).toContain('Recebemos seu imóvel');
  expect((await app.inject('/imoveis')).body).not.toContain('Rua São Mateus');
});

test('the staff sees the requester, and the mail is signed by the agency', async () => {
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
  test('is escaped in every field', async () => {
    const answer = await post(Object.fromEntries(Object.keys(OFFER).map((field) => [field, attack])));
    expect([answer.statusCode, executables(answer.body)]).toEqual([422, []]);
  });
});
