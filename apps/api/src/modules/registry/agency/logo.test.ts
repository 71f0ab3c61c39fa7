import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { blackPng, form, jpeg, picture } from '#test/pictures.ts';

const { as, anonymous, app, db, deps, invoice, stop } = await startApp();
const folder = await mkdtemp(join(tmpdir(), 'morada-logotipo-'));
const own = openStorage({ DATA_DIR: folder });
beforeEach(async () => {
  deps.files = own;
  await rm(join(folder, 'files'), { recursive: true, force: true });
  await db.updateTable('agency').set({ logo: null }).execute();
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
const staff = as('*');
const send = (bytes: Uint8Array, headers?: Record<string, string>) => staff.put('/agency/logo', form(bytes), headers);
const refusal = (answer: Answer) => [answer.statusCode, answer.json().message];
const files = () => readdir(join(folder, 'files/agency')).catch(() => []);
const png = (width: number, height: number) => picture(width, height).png().toBuffer();

describe('PUT /agency/logo', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    // sent         kept
    [[1200,  300], [600, 150]],
    [[ 400,  400], [200, 200]],
    [[ 300,  100], [300, 100]],
    [[6000,    6], [600,   1]],
  ])('converts %j to a PNG of %j', async ([width = 0, height = 0], kept) => {
    const answer = await send(await png(width, height));
    expect(answer.statusCode).toBe(201);
    const shown = await app.inject({ url: answer.json().logo });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    const made = await sharp(shown.rawPayload).metadata();
    expect([made.format, made.width, made.height]).toEqual(['png', ...kept]);
  });

  test('keeps transparency, and drops everything of the file but its pixels', async () => {
    const clear = sharp({ create: { width: 60, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } });
    const bytes = await clear
      .withExif({ IFD0: { Copyright: 'segredo' } })
      .webp({ lossless: true })
      .toBuffer();
    const shown = await app.inject({ url: (await send(bytes)).json().logo });
    const { hasAlpha, exif, icc, xmp, comments } = await sharp(shown.rawPayload).metadata();
    expect([hasAlpha, exif, icc, xmp, comments]).toEqual([true, undefined, undefined, undefined, undefined]);
    expect(shown.rawPayload.includes('segredo')).toBe(false);
  });

  test('is public; immutable under its version, which a new logo changes', async () => {
    const first = (await send(await png(60, 20))).json().logo as string;
    expect(first).toMatch(/^\/api\/agency\/logo\?v=[\w-]{22}$/);
    const shown = await app.inject({ url: first });
    expect(shown.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const second = (await send(await png(90, 20))).json().logo as string;
    expect(second).not.toBe(first);
    const old = await app.inject({ url: first });
    expect([old.headers['cache-control'], (await sharp(old.rawPayload).metadata()).width]).toEqual([
      'public, max-age=300',
      90,
    ]);
    expect((await anonymous.get('/agency/logo')).headers['cache-control']).toBe('public, max-age=300');
  });

  test('removes the former file, and leaves a trail', async () => {
    await send(await png(60, 20));
    const before = await files();
    await send(await png(90, 20));
    const after = await files();
    expect([before, after]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(after).not.toEqual(before);
    const trail = await db
      .selectFrom('trail')
      .select(['actor', 'action'])
      .where('record', '=', 'agency')
      .orderBy('id', 'desc')
      .execute();
    expect(trail.slice(0, 2)).toEqual(Array(2).fill({ actor: 'Mariana Dias', action: 'set-logo' }));
  });

  test('keeps the version that open forms hold', async () => {
    const { headers } = await staff.get('/agency');
    await send(await png(60, 20));
    const answer = await staff.patch('/agency', { creci: 'PJ 9' }, { 'if-match': String(headers.etag) });
    expect(answer.statusCode).toBe(200);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><script>alert(1)</script></svg>';
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['an SVG',              async () => Buffer.from(svg)],
    ['a page',              async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF',               async () => Buffer.from('%PDF-1.4\n%%EOF')],
    ['half a JPEG',         async () => (await jpeg(600, 400)).subarray(0, 900)],
    ['a JPEG in name only', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)])],
    // 65 million, above the limit for decoding.
    ['a bomb of pixels',    async () => blackPng(13_000, 5_000)],
  ])('refuses %s, and stores nothing', async (_, bytes) => {
    expect(refusal(await send(await bytes()))).toEqual([422, expect.stringMatching(/^Arquivo não suportado/)]);
    expect([await files(), (await staff.get('/agency')).json().logo]).toEqual([[], null]);
  });

  test('refuses more than two megabytes', async () => {
    expect(refusal(await send(Buffer.alloc(2_000_001)))).toEqual([413, 'O arquivo passa do tamanho permitido']);
  });

  test('removes its file when the change is refused', async () => {
    expect((await send(await png(60, 20), { 'if-match': '"999"' })).statusCode).toBe(412);
    expect(await files()).toEqual([]);
  });

  test('leaves the row unchanged when the storage is down', LONG, async () => {
    deps.files = openStorage({ DATA_DIR: folder, STORAGE_URL: 's3://chave:segredo@127.0.0.1:9/fotos?insecure' });
    expect((await send(await png(60, 20))).statusCode).toBe(503);
    expect((await staff.get('/agency')).json().logo).toBeNull();
  });

  test('keeps one of five concurrent uploads, and only its file', LONG, async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(async (one) => send(await png(60 * one, 20))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201));
    const { logo } = (await staff.get('/agency')).json();
    expect(await files()).toEqual([`${logo.split('=')[1]}.png`]);
  });
});

describe('DELETE /agency/logo', () => {
  test('removes the logo and its file, and leaves a trail', async () => {
    await send(await png(60, 20));
    expect((await staff.delete('/agency/logo')).statusCode).toBe(204);
    expect([await files(), (await staff.get('/agency')).json().logo]).toEqual([[], null]);
    expect(refusal(await anonymous.get('/agency/logo'))).toEqual([404, 'Esta imobiliária não tem logotipo.']);
    expect(refusal(await staff.delete('/agency/logo'))).toEqual([404, 'Esta imobiliária não tem logotipo.']);
  });
});

test('is printed in a receipt’s letterhead', LONG, async () => {
  const { id } = await invoice();
  await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  const receipt = async () => (await staff.get(`/receipt/invoice/${id}`)).rawPayload.toString('latin1');
  expect(await receipt()).not.toContain('/Subtype /Image');
  await send(await png(600, 200));
  expect(await receipt()).toContain('/Subtype /Image');
});
