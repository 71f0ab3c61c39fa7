import { listingPath } from '@morada/domain/property/property';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { shownAfter } from '#test/form-answers.ts';
import { startApp } from '#test/harness.ts';

const { app, as, client, db, property, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);
await db.updateTable('agency').set({ name: 'Serra Verde Imóveis', whatsapp: '32988410000' }).execute();
const [home, other] = [await property(), await property({ type: 'SALE' })];
const listing = await db.selectFrom('property').selectAll().where('id', '=', home.id).executeTakeFirstOrThrow();
const path = `/whatsapp/${home.id}`;
const staff = as('LEAD_VIEW', 'PROPERTY_VIEW');

let visitors = 0;
const newAddress = () => `198.51.100.${++visitors % 250}`;
const send = (fields: Record<string, string>, { url = path, from = newAddress(), agent = 'Mozilla/5.0' } = {}) =>
  app.inject({
    ...{ method: 'POST', url, remoteAddress: from },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    payload: new URLSearchParams(fields).toString(),
  });
let people = 0;
const somebody = () => ({ name: `Rui Sales ${++people}`, phone: `(32) 98${1_000_000 + people}`, consent: 'sim' });
const leadsOf = (name: string) => db.selectFrom('lead').selectAll().where('name', '=', name).execute();
const openings = () =>
  db.selectFrom('whatsapp_opening').select(['property_id', 'openings']).orderBy('property_id').execute();
beforeEach(async () => {
  await db.deleteFrom('whatsapp_opening').execute();
});

test('opens by a page of the site, which leads on to the conversation about the listing', async () => {
  const { body } = await app.inject(listingPath(listing));
  expect(body).toContain(`href="${path}"`);
  expect(body).not.toContain('wa.me/5532988410000');
  const sent = await send({ name: '', phone: '' });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path}?enviado=sim`]);
  const opened = await app.inject(`${path}?enviado=sim`);
  const conversation = 'https://wa.me/5532988410000?text=Ol%C3%A1!%20Tenho%20interesse';
  expect(opened.body).toContain(`<meta http-equiv="refresh" content="0; url=${conversation}`);
  expect(opened.body).toContain(`href="${conversation}`);
});

test('without a contact it is counted once a day for each visitor, and nothing of a person is kept', async () => {
  const before = await db.selectFrom('lead').select('id').execute();
  const from = newAddress();
  for (let press = 0; press < 3; press += 1) await send({}, { from });
  await send({});
  await send({}, { agent: 'Googlebot/2.1' });
  await send({ kind: 'SALE' }, { url: '/whatsapp' });
  expect(await openings()).toEqual([
    { property_id: home.id, openings: 2 },
    { property_id: null, openings: 1 },
  ]);
  expect(await db.selectFrom('lead').select('id').execute()).toEqual(before);
  expect((await staff.get(`/property/${home.id}/admin`)).json().whatsapp_openings).toBe(2);
});

test('a contact begins a lead, once for a form that is sent twice', async () => {
  const who = somebody();
  await Promise.all([send(who), send(who)]);
  const [lead, ...others] = await leadsOf(who.name);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({ source: 'WHATSAPP', kind: 'RENT', property_id: home.id, email: null });
  const shown = (await staff.get(`/lead/${lead?.id}`)).json();
  expect(shown.history).toMatchObject([{ event: 'RECEIVED', source: 'WHATSAPP' }]);
  // About another listing it is another message of the same person.
  await send(who, { url: `/whatsapp/${other.id}` });
  expect((await staff.get(`/lead/${lead?.id}`)).json().history).toHaveLength(2);
});

test('about no listing it says what is looked for', async () => {
  const who = somebody();
  await send({ ...who, kind: 'SALE' }, { url: '/whatsapp' });
  expect(await leadsOf(who.name)).toMatchObject([{ kind: 'SALE', property_id: null }]);
});

test.each([
  [{ phone: '' }, 'phone', 'Informe o telefone com DDD'],
  [{ name: '' }, 'name', 'Informe seu nome'],
  [{ consent: '' }, 'consent', 'Marque que concorda, para podermos responder'],
])('a contact that was begun is asked for whole: %j', async (wrong, field, words) => {
  const who = { ...somebody(), ...wrong };
  const answer = await shownAfter(app, await send(who));
  expect([answer.statusCode, answer.body]).toEqual([
    422,
    expect.stringContaining(`id="whatsapp-${field}-erro">${words}`),
  ]);
  expect([await leadsOf(who.name), await openings()]).toEqual([[], []]);
});

test('a machine leaves nothing, and what isn’t advertised opens nothing', async () => {
  const who = somebody();
  await send({ ...who, website: 'x' });
  const hidden = await property();
  await db.updateTable('property').set({ status: 'UNAVAILABLE' }).where('id', '=', hidden.id).execute();
  await send(who, { url: `/whatsapp/${hidden.id}` });
  expect(await leadsOf(who.name)).toEqual([]);
  for (const url of [`/whatsapp/${hidden.id}`, '/whatsapp/0', '/whatsapp/x', '/whatsapp/999999'])
    expect((await app.inject(url)).statusCode, url).toBe(404);
  await db.updateTable('agency').set({ whatsapp: null }).execute();
  expect([(await app.inject('/whatsapp')).statusCode, (await send({})).statusCode]).toEqual([404, 303]);
  await db.updateTable('agency').set({ whatsapp: '32988410000' }).execute();
});

test('what the person looked at is kept with the lead, and goes with the person', async () => {
  const rui = await client({ phone: '32981770000' });
  const who = { name: 'Vera Lima', phone: '(32) 98177-0000', consent: 'sim' };
  await send({ ...who, seen: `${other.id},${home.id},${other.id},999999,x,-1,1e3` });
  const [lead] = await leadsOf(who.name);
  const seen = async () => ((await staff.get(`/lead/${lead?.id}`)).json().seen as { id: number }[]).map(({ id }) => id);
  expect(await seen()).toEqual([other.id, home.id]);
  await send({ ...who, seen: 'x'.repeat(9_000) }, { url: `/whatsapp/${other.id}` });
  expect(await seen()).toEqual([other.id, home.id]);
  expect((await as('*').patch(`/user/${rui.id}/anonymise`)).statusCode).toBe(200);
  expect(await seen()).toEqual([]);
  expect(await db.selectFrom('lead_seen').selectAll().execute()).toEqual([]);
});
