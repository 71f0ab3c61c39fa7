import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { startS3 } from '#test/servers/s3-server.ts';
import { openOffsite } from './offsite.ts';

const PART = 100_000;
const folder = await mkdtemp(join(tmpdir(), 'morada-offsite-'));
const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'copias', region: 'sa-east-1', page: 2 });
const address = ({ user = 'MORADA', path = '/copias', host = s3.host } = {}) =>
  `s3://${user}:segredo@${host}${path}?region=sa-east-1&insecure`;
const offsite = (overrides: Parameters<typeof address>[0] = {}) => openOffsite(address(overrides), { part: PART });

afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3.objects.clear();
  s3.refusals.length = 0;
});

const content = randomBytes(2 * PART + 345);
const file = join(folder, 'morada-2026-03-10-023000000.zip.enc');
await writeFile(file, content);
const name = (day: number) => `morada-2026-03-${String(day).padStart(2, '0')}-023000000.zip.enc`;
const keys = () => [...s3.objects.keys()].sort();
let brought = 0;
const newFile = () => join(folder, `trazida-${++brought}`);

test.each(['/copias', '/copias/', '/copias/casa/cheia'])('a copy goes to %s in parts and comes back', async (path) => {
  const bucket = offsite({ path });
  await bucket.send(file, name(10));
  const prefix = path.replace(/^\/copias\/?/, '');
  expect(keys()).toEqual([prefix ? `${prefix}/${name(10)}` : name(10)]);
  expect(await bucket.list()).toEqual(new Map([[name(10), content.length]]));
  const target = newFile();
  expect(await bucket.fetch(name(10), target)).toBe(name(10));
  expect(await readFile(target)).toEqual(content);
});

test('without a name the newest dated copy comes back', async () => {
  const bucket = offsite();
  for (const day of [9, 11, 10]) await bucket.send(file, name(day));
  await bucket.send(file, 'zzz-antes-da-mudanca.zip');
  expect(await bucket.fetch(undefined, newFile())).toBe(name(11));
});

test('a missing copy is refused with the names of those that are there', async () => {
  const bucket = offsite();
  await expect(bucket.fetch(undefined, newFile())).rejects.toThrow(`Não há um backup em ${s3.host}/copias. Há: nada.`);
  await bucket.send(file, name(9));
  await expect(bucket.fetch(name(10), newFile())).rejects.toThrow(
    `Não há ${name(10)} em ${s3.host}/copias. Há: ${name(9)}.`,
  );
  expect((await readdir(folder)).includes(`trazida-${brought}`)).toBe(false);
});

test('copies are rotated by the rules of the folder, within their own prefix', LONG, async () => {
  const bucket = offsite({ path: '/copias/casa' });
  for (const day of [7, 8, 9, 10]) await bucket.send(file, name(day));
  const others = ['antes.zip', `${name(1)}.part`];
  for (const other of others) await bucket.send(file, other);
  await offsite({ path: '/copias' }).send(file, name(2));
  expect(await bucket.rotate(5)).toEqual([]);
  expect(await bucket.rotate(2)).toEqual([name(7), name(8)]);
  expect(keys()).toEqual([name(2), ...[...others, name(9), name(10)].map((key) => `casa/${key}`)].sort());
});

test('a copy never overwrites another', async () => {
  const bucket = offsite();
  s3.objects.set(name(10), { bytes: Buffer.from('antes'), type: 'a/b' });
  await expect(bucket.send(file, name(10))).rejects.toThrow(`Já existe ${name(10)} em ${s3.host}/copias`);
  expect(s3.objects.get(name(10))?.bytes.toString()).toBe('antes');
});

test('a copy that fails halfway leaves neither an object nor parts', LONG, async () => {
  // After the list, the beginning and one part, every attempt of the next part is refused.
  const passed = s3.requests;
  const bucket = offsite();
  s3.refuseFrom = (count) => count > passed + 3 && count <= passed + 6;
  await expect(bucket.send(file, name(10))).rejects.toThrow(
    /^O bucket de BACKUP_URL \(127\.0\.0\.1:\d+\/copias\) não está disponível: SlowDown/,
  );
  s3.refuseFrom = () => false;
  expect(keys()).toEqual([]);
  expect(s3.uploads.size).toBe(0);
});

test('a refused key, a missing bucket and a server that is away are told apart', async () => {
  const away = /^O bucket de BACKUP_URL \(.*\) não está disponível: /;
  await expect(offsite({ user: 'OUTRA' }).send(file, name(10))).rejects.toThrow(/InvalidAccessKeyId/);
  await expect(offsite({ path: '/outro' }).list()).rejects.toThrow(/NoSuchBucket/);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const gone = offsite({ host: `127.0.0.1:${port}` });
  await expect(gone.list()).rejects.toThrow(away);
  await expect(gone.list()).rejects.toThrow(/ECONNREFUSED/);
});
