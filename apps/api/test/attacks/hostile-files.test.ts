import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { OFFER_PATH } from '#api/pages/site/offer/offer.page.ts';
import { LONG } from '#test/long.ts';
import { shownAfter } from '../form-answers.ts';
import { startApp } from '../harness.ts';
import { form, jpeg, picture } from '../pictures.ts';
import { HARMLESS, PLANTED, UNSUPPORTED } from './hostile-pictures.ts';

const { app, as, property, signIn, db, deps, stop } = await startApp();
const folder = await mkdtemp(join(tmpdir(), 'morada-hostis-'));
deps.files = openStorage({ DATA_DIR: folder });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const { token } = await signIn('PROPERTY_EDIT');
const sala = await jpeg(90, 60);
const BOUNDARY = 'limite';

let id = 0;
beforeEach(async () => {
  ({ id } = await property());
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

type Answer = Awaited<ReturnType<ReturnType<typeof as>['get']>>;
type Problem = { status: number; code: string; message: string; errors: unknown[] };

const staff = as('PROPERTY_EDIT');
const send = (data: object | string, headers?: Record<string, string>) =>
  staff.put(`/property/${id}/images`, data, headers);
const multipart = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const end = Buffer.from(`--${BOUNDARY}--\r\n`);
const part = (disposition: string, content: Uint8Array | string = sala, type = 'image/jpeg') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const FILE = 'name="file"; filename="sala.jpg"';
const sendParts = (...parts: Buffer[]) => send(Buffer.concat([...parts, end]), multipart);

const files = async () =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const rows = () => db.selectFrom('property_image').selectAll().where('property_id', '=', id).execute();
const trail = () => db.selectFrom('trail').select('id').where('record_id', '=', id).execute();
/** File names without path, line break or direction marks. */
const SAFE_NAME = /^[\p{L}\p{M}\p{N} ._()',&+@-]{1,100}$/u;

/** Refused with a readable message, and without a change. */
async function expectRefused(answer: Answer, before: string[], status: number, message: string | RegExp) {
  const problem = answer.json<Problem>();
  expect([answer.statusCode, problem.status]).toEqual([status, status]);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(problem.message).toMatch(message);
  await expectNothing(before);
}

async function expectNothing(before: string[]) {
  expect([await rows(), await trail()]).toEqual([[], []]);
  expect(await files()).toEqual(before);
}

/** Accepted: one row and a file for each size, re-encoded. */
async function expectHarmless(answer: Answer, before: string[]) {
  expect([answer.statusCode, await rows()]).toEqual([201, [expect.anything()]]);
  const { name } = answer.json();
  expect(name).toMatch(SAFE_NAME);
  const made = (await files()).filter((file) => !before.includes(file));
  expect(made).toHaveLength(3);
  for (const file of made) {
    const kept = await readFile(file);
    for (const foreign of [
      PLANTED,
      '<script',
      '<?php',
      'Exif',
      'ns.adobe.com',
      'Photoshop',
      'ICC_PROFILE',
      'PK\x03\x04',
    ])
      expect(kept.includes(foreign)).toBe(false);
    const { format, space, depth, pages, orientation, exif, xmp, iptc, icc } = await sharp(kept).metadata();
    expect({ format, space, depth }).toEqual({ format: 'jpeg', space: 'srgb', depth: 'uchar' });
    expect([pages, orientation, exif, xmp, iptc, icc]).toEqual(Array(6).fill(undefined));
    // Nothing follows the end of the image.
    expect([...kept.subarray(-2)]).toEqual([0xff, 0xd9]);
  }
}

describe('refuses files that are no picture', () => {
  test.each(UNSUPPORTED)('%s', async (_, bytes, name = 'sala.jpg', type = 'image/jpeg') => {
    const before = await files();
    await expectRefused(await send(form(bytes, name, { type })), before, 422, /^Arquivo não suportado/);
  });
});

describe('sanitises valid pictures', () => {
  test.each(HARMLESS)('%s', async (_, bytes, name = 'sala.jpg', type = 'image/jpeg') => {
    const before = await files();
    await expectHarmless(await send(form(bytes, name, { type })), before);
  });

  test('applies EXIF orientation', async () => {
    const before = await files();
    const lying = await picture(90, 60)
      .withExif({ IFD0: { Copyright: PLANTED } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await send(form(lying));
    await expectHarmless(answer, before);
    expect(answer.json()).toMatchObject({ width: 60, height: 90 });
  });
});

describe('a file name is only displayed', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['../../../etc/cron.d/x',             'x'],
    ['..\\..\\windows\\system32\\a.dll',  'a.dll'],
    ['/absoluto/sala.jpg',                'sala.jpg'],
    ['C:\\fotos\\sala.jpg',               'sala.jpg'],
    ['sala\u0000.php',                    'sala.php'],
    ['sala\u202Egpj.exe',                 'salagpj.exe'],
    ['sala\u200B\uFEFF.jpg',              'sala.jpg'],
    ['<img src=x onerror=alert(1)>.jpg',  'img srcx onerroralert(1).jpg'],
    ["'; drop table property; --.jpg",    "' drop table property --.jpg"],
    ['=HYPERLINK(1).jpg',                 'HYPERLINK(1).jpg'],
    ['%2e%2e%2fsala.jpg',                 '2e2e2fsala.jpg'],
    ['CON',                               'CON'],
    [' . ',                               '.'],
    ['../',                               'Sem nome'],
    ['a'.repeat(5_000),                   'a'.repeat(100)],
    ['Ç'.repeat(5_000),                   'Ç'.repeat(100)],
  ])('%j', async (given, shown) => {
    const before = await files();
    const answer = await sendParts(part(`name="file"; filename="${given.replace(/\\/g, '\\\\')}"`));
    await expectHarmless(answer, before);
    expect(answer.json().name).toBe(shown);
  });

  test.each([
    ['quotes', 'filename="sa\\"la.jpg"'],
    ['a line break', 'filename="sala\r\nX-Evil: 1\r\n.jpg"'],
    ['a form of another country', "filename*=UTF-8''..%2Fsala%0D%0AX-Evil.jpg"],
    ['two names', 'filename="a.jpg"; filename="b.php"'],
  ])('with %s', async (_, filename) => {
    const before = await files();
    const answer = await sendParts(part(`name="file"; ${filename}`));
    if (answer.statusCode === 201) await expectHarmless(answer, before);
    else await expectRefused(answer, before, 422, /^Escolha um arquivo/);
  });
});

describe('refuses a malformed form', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, () => Promise<Answer>, number, RegExp]>([
    ['no bytes',                 () => send(form(Buffer.alloc(0))),                                   422, /^Escolha um arquivo/],
    ['no part',                  () => send(end, multipart),                                          422, /^Escolha um arquivo/],
    ['an empty body',            () => send('', multipart),                                           422, /^Escolha um arquivo/],
    ['no body',                  () => staff.put(`/property/${id}/images`),                           415, /^Envie o arquivo/],
    ['another name of the part', () => send(form(sala, 'sala.jpg', { field: 'image' })),              422, /^Escolha um arquivo/],
    ['a text of that name',      () => sendParts(part('name="file"', 'sala', 'text/plain')),          422, /^Escolha um arquivo/],
    ['JSON',                     () => send({ file: 'sala.jpg' }),                                    415, /^Envie o arquivo/],
    ['the bytes alone',          () => send(sala, { 'content-type': 'image/jpeg' }),                  415, /^Envie o/],
    ['a form of fields',         () => send('file=sala', { 'content-type': 'application/x-www-form-urlencoded' }), 415, /^Envie o/],
    ['no boundary',              () => send(part(FILE), { 'content-type': 'multipart/form-data' }),   400, /^O envio foi interrompido/],
    ['another boundary',         () => send(part(FILE), { 'content-type': 'multipart/form-data; boundary=outro' }), 400, /^O envio foi interrompido/],
    ['a form cut midway',        () => send(part(FILE).subarray(0, 300), multipart),                  400, /^O envio foi interrompido/],
    ['a form cut in its head',   () => send(part(FILE).subarray(0, 40), multipart),                   400, /^O envio foi interrompido/],
    ['__proto__',                () => sendParts(part('name="__proto__"; filename="x.jpg"')),         400, /não pôde ser lid/],
    ['__proto__ as a text',      () => sendParts(part('name="__proto__"', 'x', 'text/plain'), part(FILE)), 400, /não pôde ser lid/],
    ['constructor',              () => sendParts(part('name="constructor"; filename="x.jpg"')),       400, /não pôde ser lid/],
    ['a nested form',            () => sendParts(part('name="file"', 'x', 'multipart/mixed; boundary=dentro')), 422, /^Escolha um arquivo/],
    ['a thousand texts',         () => sendParts(...Array.from({ length: 1_000 }, (_, at) => part(`name="t${at}"`, 'x', 'text/plain')), part(FILE)), 413, /^Envie um arquivo/],
  ])('%s', async (_, request, status, message) => {
    const before = await files();
    await expectRefused(await request(), before, status, message);
  });

  test('refuses too many bytes', LONG, async () => {
    const before = await files();
    const answer = await send(form(Buffer.concat([sala, Buffer.alloc(15_000_000)])));
    await expectRefused(answer, before, 413, /^O arquivo passa do tamanho permitido/);
  });

  test.each([
    ['of one name', part(FILE), part('name="file"; filename="outra.jpg"')],
    ['of different names', part(FILE), part('name="outro"; filename="outra.jpg"')],
    ['many', ...Array.from({ length: 30 }, () => part(FILE))],
  ])('refuses several files, %s', async (_, ...parts) => {
    const before = await files();
    await expectRefused(await sendParts(...(parts as Buffer[])), before, 413, /^Envie um arquivo por vez/);
  });

  test('ignores texts beside the file, however long', async () => {
    const before = await files();
    const answer = await sendParts(
      part('name="file"', 'x'.repeat(100_000), 'text/plain'),
      part('name="id"', '1; drop table property', 'text/plain'),
      part(FILE),
      part('name="name"', PLANTED, 'text/plain'),
    );
    await expectHarmless(answer, before);
    expect(answer.json().name).toBe('sala.jpg');
  });
});

describe('the agency’s pictures', () => {
  const places = ['/agency/logo', '/agency/picture/logo-dark', '/agency/picture/icon', '/agency/picture/cover'];
  const agency = () => db.selectFrom('agency').select(['logo', 'logo_dark', 'icon', 'cover', 'version']).execute();

  test.each(places)('%s refuses each file that is no picture', LONG, async (path) => {
    const [before, identity] = [await files(), await agency()];
    for (const [about, bytes, name = 'sala.jpg', type = 'image/jpeg'] of UNSUPPORTED) {
      const answer = await as('*').put(path, form(bytes, name, { type }));
      expect([answer.statusCode, answer.json().message], about).toEqual([
        422,
        expect.stringMatching(/^Arquivo não suportado/),
      ]);
    }
    expect([await files(), await agency()]).toEqual([before, identity]);
  });

  test.each(places)('%s is made anew from the pixels of each valid picture', LONG, async (path) => {
    for (const [about, bytes, name = 'sala.jpg', type = 'image/jpeg'] of HARMLESS) {
      const before = await files();
      const answer = await as('*').put(path, form(bytes, name, { type }));
      expect(answer.statusCode, about).toBe(201);
      const made = (await files()).filter((file) => !before.includes(file));
      expect(made.length, about).toBeGreaterThan(0);
      for (const file of made) await expectPixelsAlone(file, path.endsWith('cover') ? 'jpeg' : 'png');
    }
  });
});

/** Only the pixels of the uploaded file are stored. */
async function expectPixelsAlone(file: string, wanted: 'jpeg' | 'png') {
  const kept = await readFile(file);
  for (const foreign of [PLANTED, '<script', '<?php', 'Exif', 'ns.adobe.com', 'PK\x03\x04'])
    expect(kept.includes(foreign)).toBe(false);
  const { format, pages, exif, xmp, iptc, icc } = await sharp(kept).metadata();
  expect([format, pages, exif, xmp, iptc, icc]).toEqual([wanted, ...Array(5).fill(undefined)]);
}

describe('photographs of an offer', async () => {
  const fields = {
    ...{ type: 'RENT', location: 'HOUSE', price: '1850', cep: '36025-000', street: 'Rua Halfeld', number: '1' },
    ...{ neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG', name: 'Otávio', email: 'o@exemplo.com.br' },
    ...{ phone: '(32) 98841-2076', consent: 'sim' },
  };
  const sent = await app.inject({
    ...{ method: 'POST', url: OFFER_PATH, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const path = String(sent.headers.location).replace(/\?.*/, '');
  const offered = Number(path.split('/')[2]);
  let senders = 0;
  const nextAddress = () => {
    senders += 1;
    return `198.51.100.${senders}`;
  };
  const upload = (bytes: Uint8Array, name: string, type: string) =>
    app.inject({
      ...{ method: 'POST', url: `${path}/fotos`, remoteAddress: nextAddress() },
      payload: form(bytes, name, { field: 'fotos', type }),
    });
  const shownUpload = async (bytes: Uint8Array, name: string, type: string) =>
    shownAfter(app, await upload(bytes, name, type));
  const stored = () => db.selectFrom('property_image').select('name').where('property_id', '=', offered).execute();

  test('each file that is no picture is refused in words', LONG, async () => {
    const before = await files();
    for (const [about, bytes, name = 'sala.jpg', type = 'image/jpeg'] of UNSUPPORTED) {
      const answer = await shownUpload(bytes, name, type);
      expect([answer.statusCode, answer.body.includes('Arquivo não suportado')], about).toEqual([422, true]);
    }
    expect([await files(), await stored()]).toEqual([before, []]);
  });

  test('each valid picture is made anew from its pixels', async () => {
    for (const [about, bytes, name = 'sala.jpg', type = 'image/jpeg'] of HARMLESS) {
      await db.deleteFrom('property_image').where('property_id', '=', offered).execute();
      const before = await files();
      expect((await upload(bytes, name, type)).statusCode, about).toBe(303);
      const made = (await files()).filter((file) => !before.includes(file));
      expect(made, about).toHaveLength(3);
      for (const file of made) await expectPixelsAlone(file, 'jpeg');
    }
  });

  test('too many bytes are told by the file’s name', LONG, async () => {
    const answer = await shownUpload(Buffer.concat([sala, Buffer.alloc(15_000_000)]), 'enorme.jpg', 'image/jpeg');
    expect([answer.statusCode, answer.body.includes('enorme.jpg passa de 15 MB.')]).toEqual([422, true]);
  });
});

describe('a connection', () => {
  const path = () => `/api/property/${id}/images`;

  test('that breaks midway leaves nothing, and the server goes on', async () => {
    const before = await files();
    const head = [
      `PUT ${path()} HTTP/1.1`,
      'host: morada.test',
      `authorization: Bearer ${token}`,
      `content-type: ${multipart['content-type']}`,
      'content-length: 900',
    ].join('\r\n');
    const arrived = once(app.server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), part(FILE).subarray(0, 300)]));
    const [received] = (await arrived) as [IncomingMessage];
    const ended = new Promise((resolve) => received.once('close', resolve));
    socket.destroy();
    await ended;
    await expectNothing(before);
    await expectHarmless(await send(form(sala)), before);
  });

  test.each([
    ['another name of the part', 422, part('name="image"; filename="sala.jpg"', Buffer.alloc(4_000_000))],
    ['two files', 413, Buffer.concat([part(FILE), part(FILE, Buffer.alloc(4_000_000))])],
    ['too many bytes', 413, part(FILE, Buffer.alloc(20_000_000))],
    ['a broken form', 400, Buffer.concat([part(FILE).subarray(0, 40), Buffer.alloc(4_000_000)])],
  ])('that carried %s can be reused', async (_, status, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = async (method: string, content?: Buffer) => {
      const headers = { authorization: `Bearer ${token}`, ...multipart, 'content-length': content?.length ?? 0 };
      const sent = request({ agent, port, host: '127.0.0.1', method, path: path(), headers }).end(content);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const line = answer.socket.localPort;
      await buffer(answer);
      return { status: answer.statusCode, line };
    };
    const refused = await call('PUT', Buffer.concat([body, end]));
    expect(refused.status).toBe(status);
    expect(await call('PUT', Buffer.concat([part(FILE), end]))).toEqual({ status: 201, line: refused.line });
    agent.destroy();
  });
});
