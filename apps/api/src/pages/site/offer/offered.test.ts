import { requestMessage } from '@morada/domain/property/request-message';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { readSettings } from '#api/base/settings.ts';
import { forgetOldOffers } from '#api/modules/registry/properties/offer-retention.service.ts';
import { openOutside } from '#api/outside/outside.ts';
import { testPayloads } from '#test/attacks/each-payload.ts';
import { foreignMarkup } from '#test/attacks/markup.ts';
import { trailOf } from '#test/calls/answers.ts';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { jpeg } from '#test/pictures.ts';
import { startMailServer } from '#test/servers/mail-server.ts';
import { OFFER_PATH } from './offer.page.ts';

const PUBLIC_URL = 'https://serra.example';
const server = await startMailServer();
const outside = openOutside(
  readSettings({ CEP_URL: '', INDICES_URL: '', SMTP_URL: server.url, MAIL_FROM: 'a@serra.example', PUBLIC_URL }),
  { within: 60_000, rest: 1 },
);
const { db, deps, signIn, clock, stop } = await startApp({ today: '2026-11-22', outside });
const app = await buildApp({ ...deps, publicUrl: PUBLIC_URL }, { publicUrl: PUBLIC_URL });
const { token } = await signIn('PROPERTY_EDIT', 'PROPERTY_VIEW', 'USER_CREATE', 'PROPERTY_REQUEST_VIEW');
afterAll(async () => {
  await app.close();
  await stop();
  await server.close();
});
beforeEach(async () => {
  clock.today = '2026-11-22';
  for (const table of ['lead_event', 'lead', 'property', 'client', 'outgoing_mail', 'login_failure'] as const)
    await db.deleteFrom(table).execute();
});

let visitors = 0;
const newAddress = () => `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}`;
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
const OFFER = {
  ...{ type: 'RENT', location: 'HOUSE', price: '1850', cep: '36025-000', street: 'Rua São Mateus', number: '915' },
  ...{ neighborhood: 'São Mateus', city: 'Juiz de Fora', state: 'MG', description: 'Casa de esquina.' },
  ...{ name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '(32) 98841-2076', consent: 'sim' },
};

/** Sends an offer. Returns its id and the path of its owner's page. */
async function offered(changed: Record<string, string> = {}) {
  const answer = await app.inject({
    ...{ method: 'POST', url: OFFER_PATH, remoteAddress: newAddress(), headers: urlencoded },
    payload: new URLSearchParams({ ...OFFER, ...changed }).toString(),
  });
  const path = String(answer.headers.location).replace(/\?.*/, '');
  return { id: Number(path.split('/')[2]), path };
}
const open = (url: string) => app.inject({ url, remoteAddress: newAddress() });
const staff = (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
const step = (id: number, payload: object) => staff('PATCH', `/property/${id}/request`, payload);
const accept = (id: number) => staff('POST', `/property/${id}/request/accept`);
const stateOf = async (id: number) =>
  db
    .selectFrom('property_request')
    .innerJoin('property', 'property.id', 'property_request.property_id')
    .select(['property_request.state', 'property.status', 'decided_at'])
    .where('property.id', '=', id)
    .executeTakeFirst();
const images = (id: number) =>
  db.selectFrom('property_image').selectAll().where('property_id', '=', id).orderBy('position').execute();
const mails = () => db.selectFrom('outgoing_mail').select(['recipient', 'subject', 'body']).orderBy('id').execute();

const sala = await jpeg(64, 48);
type File = readonly [name: string, bytes: Uint8Array];
const files = (...all: File[]) => {
  const data = new FormData();
  for (const [name, bytes] of all) data.append('fotos', new Blob([new Uint8Array(bytes)]), name);
  return data;
};
/** Sends a form, and shows the page that follows one that was not taken. */
async function send(url: string, payload: FormData | string, remoteAddress = newAddress()) {
  const headers = typeof payload === 'string' ? urlencoded : {};
  const answer = await app.inject({ method: 'POST', url, remoteAddress, payload, headers });
  return shownAfter(app, answer, '', newAddress());
}
const upload = (path: string, payload: FormData, remoteAddress = newAddress()) =>
  send(`${path}/fotos`, payload, remoteAddress);
const withdraw = (path: string, fields = 'confirma=sim') => send(`${path}/desistir`, fields);

describe('the owner’s page', () => {
  test('shows the state and what was sent, and is kept from caches, engines and other sites', async () => {
    const { path } = await offered();
    const answer = await open(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
    for (const words of ['Rua São Mateus, 915', 'Recebemos seus dados', 'R$ 1.850,00', 'Casa de esquina.'])
      expect(answer.body.replaceAll('\u00a0', ' ')).toContain(words);
    for (const personal of ['Otávio', 'otavio@', '98841']) expect(answer.body).not.toContain(personal);
    const fresh = await open(`${path}?novo=sim`);
    expect(fresh.body).toContain(`data-code="${PUBLIC_URL}${path}"`);
  });

  test('is unknown with another word, another id, after its last day and once its link is replaced', async () => {
    const { id, path } = await offered();
    const other = await offered({ number: '917' });
    const word = path.split('/')[3] ?? '';
    const wrong = `${word.slice(0, -1)}${word.endsWith('A') ? 'B' : 'A'}`;
    for (const url of [`/o/${id}/${wrong}`, `/o/${other.id}/${word}`, `/o/${id}`, `/o/0/${word}`, `/o/${id}/${word}x`])
      expect((await open(url)).statusCode, url).toBe(404);
    clock.today = '2027-05-21';
    expect((await open(path)).statusCode).toBe(200);
    clock.today = '2027-05-22';
    const closed = await open(path);
    expect([closed.statusCode, closed.headers['x-robots-tag']]).toEqual([404, 'noindex, nofollow']);
    clock.today = '2026-11-22';
    const renewed = await staff('POST', `/property/${id}/request/link`);
    expect(renewed.json().offer.link).toMatchObject({ until: '2027-05-21' });
    expect((await open(path)).statusCode).toBe(404);
    expect((await open(renewed.json().offer.link.path)).statusCode).toBe(200);
    expect((await trailOf(db, 'property', id)).at(-1)).toMatchObject({ action: 'offer-link' });
  });

  test('is limited for each address', LONG, async () => {
    const { path } = await offered();
    const from = newAddress();
    for (let read = 0; read < 60; read += 1) await app.inject({ url: path, remoteAddress: from });
    const answer = await app.inject({ url: path, remoteAddress: from });
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await open(path)).statusCode).toBe(200);
  });
});

describe('photographs', () => {
  test('several at once are made anew and shown to owner and staff', LONG, async () => {
    const { id, path } = await offered();
    const answer = await upload(path, files(['sala.jpg', sala], ['fachada.png', await jpeg(90, 60, '#934d2c')]));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?fotos=2#fotos`]);
    expect((await images(id)).map(({ name, width }) => [name, width])).toEqual([
      ['sala.jpg', 64],
      ['fachada.png', 90],
    ]);
    const page = await open(`${path}?fotos=2`);
    expect(page.body).toContain('Recebemos 2 fotos.');
    expect(page.body.match(/\/api\/image\/thumb\//g)).toHaveLength(2);
    expect((await staff('GET', `/property/${id}/admin`)).json().images).toHaveLength(2);
    expect((await trailOf(db, 'property', id)).at(-1)).toMatchObject({
      action: 'add-image',
      actor: 'Proprietário, pelo site',
    });
  });

  test('what is no photograph is named, and the others are kept', async () => {
    const { id, path } = await offered();
    const script = Buffer.from('<svg onload="alert(1)"/>');
    const answer = await upload(path, files(['sala.jpg', sala], ['<b>planta.svg', script], ['lixo.jpg', script]));
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('Recebemos 1 foto.');
    expect(answer.body).toMatch(/role="alert"><p>bplanta.svg: [^<]+<\/p><p>lixo.jpg: [^<]+<\/p><\/div>/);
    expect(await images(id)).toHaveLength(1);
    expect((await open(path)).body).not.toContain('bplanta.svg');
  });

  test('none, too many at once and too many in all are refused in words', LONG, async () => {
    const { id, path } = await offered();
    expect((await upload(path, files(['', new Uint8Array()]))).body).toContain('Escolha ao menos uma foto.');
    const seven = Array.from({ length: 7 }, (_, at): File => [`${at}.jpg`, sala]);
    const answer = await upload(path, files(...seven));
    expect([answer.statusCode, answer.body.includes('Mande até 6 fotos por vez.')]).toEqual([422, true]);
    expect(await images(id)).toHaveLength(6);
    const rows = Array.from({ length: 14 }, (_, at) => ({
      ...{ property_id: id, key: `k${at}`, name: 'x.jpg', width: 1, height: 1, bytes: 1, position: 10 + at },
    }));
    await db.insertInto('property_image').values(rows).execute();
    const full = await upload(path, files(['mais.jpg', sala]));
    expect([full.statusCode, full.body.includes('Esta oferta já tem 20 fotografias')]).toEqual([422, true]);
    expect(await images(id)).toHaveLength(20);
  });

  test('are removed while the offer is open, by its own link alone', async () => {
    const { id, path } = await offered();
    const other = await offered({ number: '917' });
    await upload(path, files(['a.jpg', sala], ['b.jpg', sala]));
    const [first, second] = await images(id);
    const remove = (of: string, photograph: string | undefined) => send(`${of}/fotos/${photograph}/remover`, '');
    await remove(other.path, first?.key);
    expect(await images(id)).toHaveLength(2);
    const answer = await remove(path, first?.key);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?removida=sim#fotos`]);
    expect((await images(id)).map((image) => image.id)).toEqual([second?.id]);
    expect((await open(`/api/image/thumb/${first?.key}.jpg`)).statusCode).toBe(404);
    expect((await trailOf(db, 'property', id)).at(-1)).toMatchObject({
      ...{ action: 'remove-part', actor: 'Proprietário, pelo site' },
    });
    // A second press of the same button.
    expect((await remove(path, first?.key)).statusCode).toBe(303);
    await withdraw(path);
    expect((await remove(path, second?.key)).statusCode).toBe(409);
    expect(await images(id)).toHaveLength(1);
    expect((await open(path)).body).not.toContain('/remover');
  });

  test('are put in order while the offer is open, by its own link alone', async () => {
    const { id, path } = await offered();
    const other = await offered({ number: '917' });
    await upload(path, files(['a.jpg', sala], ['b.jpg', sala], ['c.jpg', sala]));
    const [a, b, c] = (await images(id)).map(({ key }) => key);
    const move = (of: string, photograph: string | undefined, para: string) =>
      send(`${of}/fotos/${photograph}/mover`, new URLSearchParams({ para }).toString());
    const names = async () => (await images(id)).map(({ name }) => name.replace('.jpg', '')).join('');
    const answer = await move(path, c, 'capa');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}#foto-${c}`]);
    expect(await names()).toBe('cab');
    expect((await open(path)).body).toContain(`id="foto-${c}"><img`);
    await move(path, a, 'depois');
    expect(await names()).toBe('cba');
    await move(path, a, 'antes');
    expect(await names()).toBe('cab');
    const trail = await trailOf(db, 'property', id);
    expect(trail.at(-1)).toMatchObject({ action: 'sort', actor: 'Proprietário, pelo site' });
    // Both ends, another offer's link and another word change nothing, and leave no trail.
    await move(path, c, 'antes');
    await move(path, b, 'depois');
    await move(other.path, b, 'capa');
    expect((await move(path, b, 'cima')).statusCode).toBe(422);
    expect((await move(path, '..%2F<b>', 'capa')).headers.location).toBe(`${path}#foto-..%2F%3Cb%3E`);
    expect([await names(), (await trailOf(db, 'property', id)).length]).toEqual(['cab', trail.length]);
    await withdraw(path);
    expect((await move(path, b, 'capa')).statusCode).toBe(409);
    expect(await names()).toBe('cab');
    expect((await open(path)).body).not.toContain('/mover');
  });

  test('a file of another form, none at all and a wrong link change nothing', async () => {
    const { id, path } = await offered();
    const data = new FormData();
    data.append('outra', new Blob([new Uint8Array(sala)]), 'sala.jpg');
    expect((await upload(path, data)).statusCode).toBe(303);
    const text = await app.inject({ method: 'POST', url: `${path}/fotos`, headers: urlencoded, payload: 'fotos=x' });
    expect(text.statusCode).toBeGreaterThanOrEqual(400);
    const wrong = `/o/${id}/${'x'.repeat(43)}`;
    expect((await upload(wrong, files(['sala.jpg', sala]))).headers.location).toBe(wrong);
    expect((await open(wrong)).statusCode).toBe(404);
    expect(await images(id)).toEqual([]);
  });

  test('are limited for each address, and refused once decided', LONG, async () => {
    const { id, path } = await offered();
    const from = newAddress();
    for (let sent = 0; sent < 20; sent += 1) await upload(path, files(['', new Uint8Array()]), from);
    expect((await upload(path, files(['sala.jpg', sala]), from)).statusCode).toBe(429);
    await accept(id);
    expect((await upload(path, files(['sala.jpg', sala]))).statusCode).toBe(422);
    expect(await images(id)).toEqual([]);
  });
});

testPayloads('hostile names of files, places and photographs are shown as text, and move nothing', async (all) => {
  const { id, path } = await offered();
  await upload(path, files(['a.jpg', sala], ['b.jpg', sala]));
  const before = await images(id);
  for (const attack of all) {
    const refused = await upload(path, files([attack, Buffer.from(attack)]));
    expect([attack, refused.statusCode, foreignMarkup(refused.body)]).toEqual([attack, 422, []]);
    const post = (url: string, para: string) => send(url, new URLSearchParams({ para }).toString());
    const moved = await post(`${path}/fotos/${before[0]?.key}/mover`, attack);
    expect([attack, moved.statusCode, foreignMarkup(moved.body)]).toEqual([attack, 422, []]);
    for (const way of ['mover', 'remover']) {
      const foreign = await post(`${path}/fotos/${encodeURIComponent(attack)}/${way}`, 'capa');
      const to = foreign.statusCode === 303 ? String(foreign.headers.location) : path;
      expect([attack, foreign.statusCode < 500, to.startsWith(path)]).toEqual([attack, true, true]);
      expect([attack, foreignMarkup(foreign.body)]).toEqual([attack, []]);
    }
  }
  expect(await images(id)).toEqual(before);
});

describe('withdrawing', () => {
  test('needs the box, closes the offer and is told to the staff', async () => {
    const { id, path } = await offered();
    expect((await withdraw(path, 'confirma=')).statusCode).toBe(422);
    expect(await stateOf(id)).toMatchObject({ state: 'RECEIVED', status: 'PENDING' });
    expect((await withdraw(path)).statusCode).toBe(303);
    expect(await stateOf(id)).toMatchObject({
      state: 'WITHDRAWN',
      status: 'UNAVAILABLE',
      decided_at: expect.anything(),
    });
    expect((await open(path)).body).toContain('Você desistiu desta oferta.');
    // A second press is not told that somebody answered it.
    expect((await withdraw(path)).statusCode).toBe(303);
    const detail = (await staff('GET', `/property/${id}/admin`)).json();
    expect(detail).toMatchObject({ reason: 'O proprietário desistiu pelo site.', offer: { state: 'WITHDRAWN' } });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Recebemos seu imóvel']);
  });
});

describe('the staff', () => {
  test('put it under review, note a visit, and refuse with a reason', async () => {
    const { id, path } = await offered();
    expect((await step(id, { action: 'review' })).json().offer).toMatchObject({ state: 'REVIEWING' });
    expect((await open(path)).body).toContain('aria-current="step">Estamos analisando');
    expect((await step(id, { action: 'schedule' })).json().errors[0]).toMatchObject({ field: 'visit_on' });
    expect((await step(id, { action: 'schedule', visit_on: '2026-11-21' })).statusCode).toBe(422);
    await step(id, { action: 'schedule', visit_on: '2026-12-03' });
    expect((await open(path)).body).toContain('Visita ao imóvel em 03/12/2026');
    const [row] = (await staff('GET', '/property/requests?state=VISIT')).json();
    expect(row).toMatchObject({ id, offer: { state: 'VISIT', visit_on: '2026-12-03' } });

    expect((await step(id, { action: 'refuse' })).json().errors[0]).toMatchObject({ field: 'reason' });
    await step(id, { action: 'refuse', reason: 'Fotos escuras' });
    expect(await stateOf(id)).toMatchObject({ state: 'REFUSED', status: 'UNAVAILABLE' });
    expect((await open(path)).body).toContain('Motivo: Fotos escuras');
    expect((await step(id, { action: 'review' })).json().code).toBe('OFFER_DECIDED');
    expect((await accept(id)).statusCode).toBe(409);
    const refused = requestMessage(
      { requester: 'Otávio Lima', property: 'Rua São Mateus, 915', outcome: { reason: 'x' } },
      { name: 'x', phone: null },
    );
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      ...['Recebemos seu imóvel', 'Visita ao seu imóvel', refused.subject],
    ]);
    expect((await mails())[0]?.body).toContain(`${PUBLIC_URL}${path}`);
  });

  test('accept it once: off the site with its photographs, and a client as its owner', async () => {
    const { id, path } = await offered();
    await upload(path, files(['sala.jpg', sala]));
    const answers = await Promise.all([accept(id), accept(id), accept(id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await stateOf(id)).toMatchObject({ state: 'ACCEPTED', status: 'AVAILABLE' });
    const clients = await db.selectFrom('client').selectAll().execute();
    expect(clients).toMatchObject([
      { name: 'Otávio Lima', email: 'otavio@exemplo.com.br', phone: '32988412076', type: 'OWNER', cpf_cnpj: '' },
    ]);
    const detail = (await staff('GET', `/property/${id}/admin`)).json();
    expect(detail).toMatchObject({
      owners: [{ id: clients[0]?.id, main: true, share: 100 }],
      images: [{ name: 'sala.jpg' }],
    });
    expect((await open(path)).body).toContain('Vamos trabalhar com o seu imóvel.');
    await staff('PATCH', `/property/${id}`, { advertised: true, bedrooms: 2, bathrooms: 1 });
    expect((await open(path)).body).toContain('Ver o anúncio');
  });

  test('the client who has the e-mail becomes the owner', async () => {
    const values = {
      name: 'Otávio Lima Filho',
      email: 'Otavio@exemplo.com.br',
      cpf_cnpj: '52998224725',
      type: 'TENANT' as const,
    };
    const { id: client } = await db.insertInto('client').values(values).returning('id').executeTakeFirstOrThrow();
    const { id } = await offered();
    expect((await staff('GET', `/property/${id}/admin`)).json().offer.client).toEqual({
      id: client,
      name: values.name,
    });
    expect((await accept(id)).json().owners).toMatchObject([{ id: client }]);
    expect(await db.selectFrom('client').select('id').execute()).toHaveLength(1);
  });

  test('a status set by hand, and a deleted property, carry the offer with them', async () => {
    const { id, path } = await offered();
    await staff('PATCH', `/property/${id}`, { status: 'AVAILABLE' });
    expect(await stateOf(id)).toMatchObject({ state: 'ACCEPTED' });
    await staff('PATCH', `/property/${id}`, { status: 'PENDING' });
    expect(await stateOf(id)).toMatchObject({ state: 'REVIEWING', decided_at: null });
    const { token: remover } = await signIn('PROPERTY_REMOVE');
    await app.inject({ method: 'DELETE', url: `/api/property/${id}`, headers: { authorization: `Bearer ${remover}` } });
    expect(await stateOf(id)).toMatchObject({ state: 'REFUSED' });
    expect((await open(path)).statusCode).toBe(404);
  });

  test('without the right to see properties, an offer decided is not listed', async () => {
    const { id } = await offered();
    await step(id, { action: 'refuse', reason: 'Longe' });
    const { token: requests } = await signIn('PROPERTY_REQUEST_VIEW');
    const list = async (by: string) =>
      (
        await app.inject({ url: '/api/property/requests?state=REFUSED', headers: { authorization: `Bearer ${by}` } })
      ).json();
    expect([await list(requests), (await list(token)).length]).toEqual([[], 1]);
  });
});

describe('half a year after a refusal', () => {
  const age = (id: number, days: number) =>
    db
      .updateTable('property_request')
      .set((q) => ({ decided_at: q.fn<string>('date_subtract', [q.fn('now'), q.val(`${days} days`)]) }))
      .where('property_id', '=', id)
      .execute();

  test('the person, the address and the photographs are erased', async () => {
    const { id, path } = await offered();
    await upload(path, files(['sala.jpg', sala]));
    const [{ key } = { key: '' }] = await images(id);
    await step(id, { action: 'refuse', reason: 'Longe' });
    await age(id, 179);
    expect(await forgetOldOffers(deps)).toBe(0);
    await age(id, 181);
    expect(await forgetOldOffers(deps)).toBe(1);
    expect([await stateOf(id), await images(id), (await open(path)).statusCode]).toEqual([undefined, [], 404]);
    expect((await open(`/api/image/full/${key}.jpg`)).statusCode).toBe(404);
    const property = await db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(property).toMatchObject({ street: 'Endereço apagado', number: null, cep: null, description: null });
    expect(property.deleted_at).not.toBeNull();
    expect(JSON.stringify([await trailOf(db, 'property', id), property])).not.toMatch(/Otávio|otavio|São Mateus/);
  });

  test('a property that the agency used since keeps its data, without the person', async () => {
    const { id } = await offered();
    await step(id, { action: 'refuse', reason: 'Longe' });
    const { id: client } = await db
      .insertInto('client')
      .values({ name: 'Vera', cpf_cnpj: '', type: 'OWNER' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('property_owner').values({ property_id: id, client_id: client, position: 0 }).execute();
    await age(id, 181);
    expect(await forgetOldOffers(deps)).toBe(1);
    const property = await db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(property).toMatchObject({ street: 'Rua São Mateus', deleted_at: null });
    expect(await stateOf(id)).toBeUndefined();
  });
});
