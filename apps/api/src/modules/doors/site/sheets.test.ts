import { mkdir, writeFile } from 'node:fs/promises';
import { LISTING_SHEETS, type ListingSheet } from '@morada/contract/registry/properties';
import { listingPath } from '@morada/domain/property/property';
import sharp from 'sharp';
import { getDocumentProxy } from 'unpdf';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openOutside } from '#api/outside/outside.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { services, settingsFor, startStubServer } from '#test/outside.ts';
import { printed, readCodes } from '#test/pages.ts';
import { pdfText } from '#test/pdf-text.ts';
import { form, jpeg } from '#test/pictures.ts';

const stub = await startStubServer();
const outside = openOutside(readSettings(settingsFor(stub.url)), { within: 60_000, rest: 1 });
const { app, as, db, property, stop } = await startApp({ today: '2026-11-22', outside });
afterAll(async () => {
  await stop();
  await stub.close();
});
await db
  .updateTable('agency')
  .set({
    ...{ name: 'Serra Verde Imóveis', cnpj: '11222333000181', creci: 'MG-1234', phone: '3232140000' },
    ...{ whatsapp: '32988412076', email: 'contato@serra.example', accent: '#7a1f3d' },
    ...{ street: 'Avenida Rio Branco', number: '2370', city: 'Juiz de Fora', state: 'MG' },
    ...{ hours_weekdays: '8h30 às 18h', hours_saturday: '9h às 13h' },
  })
  .execute();

const COLOURS = ['#3a7ca5', '#d5a021', '#4f772d', '#a23e48'];

async function listed(photographs = COLOURS.length) {
  const { id } = await property({ street: 'Rua São Mateus', number: '915', price: 185_000 });
  const description = `Sol da manhã. ${'Fica perto de tudo, com vista livre e sala ampla. '.repeat(30)}`;
  await db
    .updateTable('property')
    .set({ description, building_area: 92.5, bedrooms: 3, garage: 1 })
    .where('id', '=', id)
    .execute();
  const fees = [
    { name: 'Condomínio', price: 48_000 },
    { name: 'IPTU', price: 11_240 },
  ];
  await db
    .insertInto('property_fee')
    .values(fees.map((fee, position) => ({ ...fee, property_id: id, position, to_owner: false })))
    .execute();
  for (const colour of COLOURS.slice(0, photographs))
    await as('PROPERTY_EDIT').put(`/property/${id}/images`, form(await jpeg(400, 300, colour)));
  return db.selectFrom('property').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

const home = await listed();
const print = (id: number, kind: ListingSheet) => as('PROPERTY_VIEW').get(`/property/${id}/sheet/${kind}`);
const file = async (id: number, kind: ListingSheet) => new Uint8Array((await print(id, kind)).rawPayload);

/** Files to look at. */
async function keep(kind: string, png: Buffer) {
  const folder = process.env.SHEETS_FOLDER;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${kind}.png`, await sharp(png).resize({ width: 1_100 }).png().toBuffer());
}

const SIZES: Record<ListingSheet, readonly [number, number]> = {
  folha: [595, 842],
  'vitrine-a4': [595, 842],
  'vitrine-a4-paisagem': [842, 595],
  'vitrine-a3': [842, 1191],
  'vitrine-a3-paisagem': [1191, 842],
};

describe.each(LISTING_SHEETS)('%s', (kind) => {
  test('is one page of its size with price, title and agency, and no name but the agency’s', async () => {
    const bytes = await file(home.id, kind);
    const text = (await pdfText(bytes)).replaceAll('\u00a0', ' ');
    for (const words of ['Aluga-se', `cód. ${home.id}`, 'com 3 quartos', 'R$ 1.850,00', '(32) 3214-0000'])
      expect(text.toLowerCase()).toContain(words.toLowerCase());
    for (const words of ['Serra Verde Imóveis', 'CRECI MG-1234', 'R$ 2.442,40']) expect(text).toContain(words);
    expect(text).not.toContain('915');
    const document = await getDocumentProxy(new Uint8Array(bytes));
    const [, , width, height] = (await document.getPage(1)).view;
    expect([document.numPages, Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([1, ...SIZES[kind]]);
    const { Title, Author, Creator, Producer } = (await document.getMetadata()).info as Record<string, string>;
    expect([Author, Creator, Producer]).toEqual(Array(3).fill('Serra Verde Imóveis'));
    expect(Title).toContain(`cód. ${home.id}`);
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/morada/i);
  });
});

test.each(['folha', 'vitrine-a4', 'vitrine-a4-paisagem'] as const)(
  '%s shows its photographs, and its code opens the public page',
  LONG,
  async (kind) => {
    const { png } = await printed(await file(home.id, kind));
    await keep(kind, png);
    expect(await readCodes(png)).toMatchObject([{ format: 'QRCode', text: `http://localhost:80${listingPath(home)}` }]);
    expect(await coloursOn(png)).toEqual(kind === 'folha' ? COLOURS : COLOURS.slice(0, 1));
  },
);

/** Colours that fill at least half a percent of the page. */
async function coloursOn(png: Buffer) {
  const { data } = await sharp(png).resize({ width: 200 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const part = (colour: string, channel: number) => Number.parseInt(colour.slice(1 + 2 * channel, 3 + 2 * channel), 16);
  const isNear = (at: number, colour: string) =>
    [0, 1, 2].every((channel) => Math.abs(data.readUInt8(at + channel) - part(colour, channel)) < 14);
  const pixels = Array.from({ length: data.length / 3 }, (_, index) => index * 3);
  return COLOURS.filter((colour) => pixels.filter((at) => isNear(at, colour)).length > pixels.length / 200);
}

test('a sale has its price alone, a listing without photographs or agency data still prints', async () => {
  const sale = await listed(0);
  await db
    .updateTable('property')
    .set({ type: 'SALE', price: 64_000_000, description: null })
    .where('id', '=', sale.id)
    .execute();
  for (const kind of LISTING_SHEETS) {
    const bytes = await file(sale.id, kind);
    const text = (await pdfText(bytes)).replaceAll('\u00a0', ' ');
    expect(text).toContain('R$ 640.000,00');
    expect(text).not.toContain('Condomínio');
    expect((await getDocumentProxy(new Uint8Array(bytes))).numPages).toBe(1);
  }
});

test('a map is drawn where tiles are to be had, around a coarse position', LONG, async () => {
  const place = await listed(1);
  await db
    .updateTable('property')
    .set({ latitude: -21.76421, longitude: -43.34963 })
    .where('id', '=', place.id)
    .execute();
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#e8c39e' } })
    .png()
    .toBuffer();
  stub.asked.length = 0;
  stub.answers = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
  const bytes = await file(place.id, 'folha');
  expect(await pdfText(bytes)).toContain('Região aproximada. Mapa: © OpenStreetMap');
  expect(stub.asked.length).toBeGreaterThanOrEqual(3);
  expect(stub.asked.every((path) => /^\/tiles\/15\/\d+\/\d+\.png$/.test(path))).toBe(true);
  const { png } = await printed(bytes);
  await keep('mapa', png);
  for (const broken of ['closed', 'text', 'missing']) {
    stub.answers = (_, response) =>
      broken === 'closed' ? response.destroy() : response.writeHead(broken === 'text' ? 200 : 404).end('<svg/>');
    const without = await file(place.id, 'folha');
    expect(await pdfText(without), broken).not.toContain('Região aproximada');
  }
  stub.answers = services;
});

test('what is not listed is not printed, nor shown without permission', async () => {
  const hidden = await property({ status: 'PENDING' });
  const answer = await print(hidden.id, 'folha');
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'NOT_LISTED']);
  expect((await as('PROPERTY_EDIT').get(`/property/${home.id}/sheet/folha`)).statusCode).toBe(403);
  expect((await as('PROPERTY_VIEW').get(`/property/${home.id}/sheet/planta`)).statusCode).toBe(404);
  expect((await app.inject(`/api/property/${home.id}/sheet/folha`)).statusCode).toBe(401);
});
