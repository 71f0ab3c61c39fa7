import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { LightMyRequestResponse as Answer } from 'fastify';
import { DomUtils, parseDocument } from 'htmlparser2';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import type { Property } from '#api/db/schema.ts';
import { ATTACKS } from '#test/attacks/attacks.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const { app, db, deps, property, owner, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);

const ORIGIN = 'http://serraverde.com.br';
const CONTACT = { name: 'Serra Verde & Filhos', email: 'oi@serraverde.com.br', phone: '3232321400' };
await db.updateTable('agency').set(CONTACT).execute();
const helena = await owner({ name: 'Helena Antunes' });

let address = 1;
/** Each call from another address, since the route limits calls by address. */
const get = (headers: Record<string, string> = {}, remoteAddress = `203.0.113.${address++ % 250}`) =>
  app.inject({ url: '/api/site/vrsync.xml', remoteAddress, headers: { host: 'serraverde.com.br', ...headers } });

// biome-ignore format: a list of names
const ELEMENTS = [
  'Address', 'Bathrooms', 'Bedrooms', 'City', 'ContactInfo', 'ContactName', 'Country', 'Description', 'DetailViewUrl',
  'Details', 'Email', 'Header', 'Item', 'Listing', 'ListingDataFeed', 'ListingID', 'Listings', 'LivingArea', 'Location',
  'Media', 'Name', 'Neighborhood', 'PostalCode', 'PropertyType', 'Provider', 'PublicationType', 'PublishDate',
  'RentalPrice', 'State', 'Telephone', 'Title', 'TransactionType', 'UsageType', 'Website',
];

const read = (answer: Answer) => parseDocument(answer.body, { xmlMode: true, decodeEntities: true });
type Parsed = Parameters<typeof DomUtils.getElementsByTagName>[1];
const all = (name: string, within: Parsed) => DomUtils.getElementsByTagName(name, within);
const textIn = (name: string, within: Parsed) => all(name, within).map((element) => DomUtils.textContent(element));
const listingsIn = (answer: Answer) => all('Listing', read(answer));
const idsIn = (answer: Answer) => textIn('ListingID', read(answer)).map(Number);

/** A complete listing, with the columns that the test sets. */
async function listing(columns: Updateable<Property> = {}, photographs = [randomBytes(16).toString('base64url')]) {
  const { id } = await property({ owners: [helena] });
  await db
    .updateTable('property')
    .set({ bedrooms: 2, bathrooms: 1, building_area: 60, neighborhood: 'São Mateus', ...columns })
    .where('id', '=', id)
    .execute();
  const rows = photographs.map((key, position) => ({
    ...{ property_id: id, position, key, name: 'foto-da-helena.jpg', width: 1_920, height: 1_280, bytes: 1 },
  }));
  if (rows.length > 0) await db.insertInto('property_image').values(rows).execute();
  return id;
}

beforeEach(async () => {
  await db.deleteFrom('property').execute();
});

test('an empty portfolio gives a valid feed without listings', async () => {
  const answer = await get();
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<ListingDataFeed /);
  const document = read(answer);
  expect([all('Listings', document).length, all('Listing', document).length]).toEqual([1, 0]);
  const header = ['Provider', 'Email', 'ContactName', 'PublishDate', 'Telephone'].map((name) => textIn(name, document));
  expect(header).toEqual([
    ['Morada'],
    ['oi@serraverde.com.br'],
    ['Serra Verde & Filhos'],
    ['2026-11-22T00:00:00'],
    ['(32) 3232-1400'],
  ]);
});

test('excludes demonstration listings', async () => {
  const [own, brought] = [await listing(), await listing()];
  await db.insertInto('demonstration_record').values({ kind: 'property', record_id: brought }).execute();
  // A demonstration record of another kind with the same id.
  await db.insertInto('demonstration_record').values({ kind: 'client', record_id: own }).execute();
  expect(idsIn(await get())).toEqual([own]);
});

test('contains all fields of a listing that portals read, and no private ones', async () => {
  const id = await listing(
    {
      ...{ number: '915', complement: 'ap. 501', latitude: -21.76, longitude: -43.35, price: 214_000, garage: 1 },
      description: 'Quinto andar, sol da manhã.\nCozinha com armários, perto da universidade.',
    },
    ['bbbbbbbbbbbbbbbbbbbbbb', 'aaaaaaaaaaaaaaaaaaaaaa'],
  );
  await db
    .insertInto('property_fee')
    .values([
      { property_id: id, name: 'Condomínio', price: 48_000, position: 0 },
      { property_id: id, name: 'IPTU', price: 11_240, position: 1 },
    ])
    .execute();
  await db.insertInto('property_feature').values({ property_id: id, name: 'Elevador', position: 0 }).execute();
  const answer = await get();
  const [item, ...others] = listingsIn(answer);
  expect(others).toEqual([]);
  const text = (name: string) => textIn(name, item as never);
  expect({
    id: text('ListingID'),
    title: text('Title'),
    transaction: text('TransactionType'),
    publication: text('PublicationType'),
    url: text('DetailViewUrl'),
    usage: text('UsageType'),
    type: text('PropertyType'),
    description: text('Description'),
    rent: text('RentalPrice'),
    condominium: text('PropertyAdministrationFee'),
    iptu: text('Iptu'),
    area: text('LivingArea'),
    bedrooms: text('Bedrooms'),
    bathrooms: text('Bathrooms'),
    garage: text('Garage'),
    features: text('Feature'),
    state: text('State'),
    city: text('City'),
    neighborhood: text('Neighborhood'),
    street: text('Address'),
    cep: text('PostalCode'),
    contact: [...text('Name'), ...text('Email'), ...text('Telephone'), ...text('Website')],
  }).toEqual({
    id: [String(id)],
    title: ['Apartamento com 2 quartos em São Mateus, Juiz de Fora'],
    transaction: ['For Rent'],
    publication: ['STANDARD'],
    url: [`${ORIGIN}/imovel/alugar/${id}/rua-sao-mateus-juiz-de-fora`],
    usage: ['Residential'],
    type: ['Residential / Apartment'],
    description: ['Quinto andar, sol da manhã.<br>Cozinha com armários, perto da universidade.'],
    rent: ['2140'],
    condominium: ['480'],
    iptu: ['112'],
    area: ['60'],
    bedrooms: ['2'],
    bathrooms: ['1'],
    garage: ['1'],
    features: ['Elevator'],
    state: ['Minas Gerais'],
    city: ['Juiz de Fora'],
    neighborhood: ['São Mateus'],
    street: ['Rua São Mateus'],
    cep: ['36025-000'],
    contact: ['Serra Verde & Filhos', 'oi@serraverde.com.br', '(32) 3232-1400', `${ORIGIN}/site`],
  });
  const attributes = (name: string) => all(name, item as never).map((element) => element.attribs);
  expect(attributes('Item')).toEqual([
    { medium: 'image', caption: 'Foto 1', primary: 'true' },
    { medium: 'image', caption: 'Foto 2' },
  ]);
  expect(text('Item')).toEqual(['b', 'a'].map((letter) => `${ORIGIN}/api/image/full/${letter.repeat(22)}.jpg`));
  expect(attributes('Location')).toEqual([{ displayAddress: 'Street' }]);
  expect(attributes('State')).toEqual([{ abbreviation: 'MG' }]);
  expect(attributes('RentalPrice')).toEqual([{ currency: 'BRL', period: 'Monthly' }]);
  expect(attributes('Iptu')).toEqual([{ currency: 'BRL', period: 'Monthly' }]);
  expect(attributes('LivingArea')).toEqual([{ unit: 'square metres' }]);
  expect(answer.body).not.toMatch(/915|ap\. 501|-21\.76|-43\.35|StreetNumber|Complement|Helena|helena/);
});

test('contains only published listings that portals accept', async () => {
  const wanted = [await listing(), await listing({ type: 'SALE', price: 64_000_000 })];
  for (const status of ['PENDING', 'RENTED', 'SOLD', 'UNAVAILABLE'] as const) await listing({ status });
  await listing({ deleted_at: new Date().toISOString() });
  await listing({ cep: null });
  await listing({ type: 'EXCHANGE' });
  await listing({}, []);
  const answer = await get();
  expect(idsIn(answer)).toEqual(wanted);
  const [, sale] = listingsIn(answer);
  expect([textIn('ListPrice', sale as never), textIn('RentalPrice', sale as never)]).toEqual([['640000'], []]);
});

test('escapes texts, so that the feed parses whatever was typed', LONG, async () => {
  const hostile = [...ATTACKS, ']]>', '&amp;', '</Title></Listing><Listing>', 'Vila \u0001\u001b Rica', '😀 Centro'];
  const ids: number[] = [];
  for (const text of hostile)
    ids.push(await listing({ neighborhood: `Centro ${text}`, street: text, city: `Ubá ${text}`, description: text }));
  await db.updateTable('agency').set({ name: '<Name>&"\'' }).execute();
  const answer = await get();
  await db.updateTable('agency').set(CONTACT).execute();
  expect(idsIn(answer)).toEqual(ids);
  // Only characters of XML 1.0, and only elements of the format.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it must hold none
  expect(answer.body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  const names = new Set(all('*', read(answer)).map(({ name }) => name));
  expect([...names].sort()).toEqual(ELEMENTS);
  expect(textIn('ContactName', read(answer))).toEqual(['<Name>&"\'']);
  for (const title of textIn('Title', read(answer))) expect(title.length).toBeLessThanOrEqual(100);
});

test('is refused without the agency’s e-mail or phone', async () => {
  for (const contact of [{ email: null }, { phone: null }]) {
    await db.updateTable('agency').set(contact).execute();
    const answer = await get();
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Preencha o e-mail e o telefone da imobiliária para anunciar nos portais.',
    ]);
    await db.updateTable('agency').set(CONTACT).execute();
  }
});

test('uses the public address, whatever the request’s host', async () => {
  const id = await listing();
  const site = await buildApp({ ...deps, publicUrl: 'https://serraverde.com.br' });
  const answer = await site.inject({ url: '/api/site/vrsync.xml', headers: { host: 'outra.com.br' } });
  await site.close();
  expect(textIn('DetailViewUrl', read(answer))[0]).toMatch(
    new RegExp(`^https://serraverde.com.br/imovel/alugar/${id}/`),
  );
  expect(answer.body).not.toContain('outra.com.br');
  expect((await get({ host: 'eu@mal.com' })).json().message).toBe('O endereço público do site não está configurado.');
});

test('is compressed on request', async () => {
  await listing();
  const [plain, small] = [await get(), await get({ 'accept-encoding': 'gzip' })];
  expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
});

test('limits frequent callers', async () => {
  const times = [];
  for (let time = 0; time < 21; time += 1) times.push((await get({}, '198.51.100.9')).statusCode);
  expect([times.slice(0, 20).every((status) => status === 200), times[20]]).toEqual([true, 429]);
});

describe('five thousand listings', () => {
  test('are read in batches, and all included', LONG, async () => {
    await sql`insert into property (type, status, advertised, location, price, street, number, neighborhood, city, state, cep,
        bedrooms, bathrooms, building_area)
      select 'RENT', 'AVAILABLE', true, 'APARTMENT', 150000, 'Rua ' || n, '1', 'Centro', 'Juiz de Fora', 'MG', '36025000', 2, 1, 60
      from generate_series(1, 5000) n`.execute(db);
    await sql`insert into property_image (property_id, position, key, name, width, height, bytes)
      select id, 0, left(md5(id::text), 22), 'a.jpg', 1200, 800, 1 from property`.execute(db);
    const stored = await db.selectFrom('property').select('id').orderBy('id').execute();
    const reading: number[] = [];
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    // Read like a portal over HTTP: the first listings arrive before the last are written.
    const response = await fetch(`${url}/api/site/vrsync.xml`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let body = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      body += part.value;
      reading.push(part.value.length);
    }
    expect(body.endsWith('</ListingDataFeed>\n')).toBe(true);
    expect([...body.matchAll(/<ListingID>(\d+)</g)].map(([, id]) => Number(id))).toEqual(stored.map(({ id }) => id));
    expect(Math.max(...reading)).toBeLessThan(body.length / 10);
  });
});
