import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { LONG } from '#test/long.ts';
import { startS3 } from '#test/servers/s3-server.ts';
import { FileMissing, openStorage, type Storage } from './storage.ts';

const BYTES = Buffer.from([0xff, 0xd8, 0x00, 0x0a, 0x0d, 0x80]);
const read = async (storage: Storage, key: string) => buffer(await storage.stream(key));

const DATA_DIR = await mkdtemp(join(tmpdir(), 'morada-storage-'));
const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'fotos', region: 'sa-east-1', page: 2 });
const address = (overrides: { user?: string; bucket?: string; host?: string } = {}) => {
  const { user = 'MORADA', bucket = 'fotos', host = s3.host } = overrides;
  return `s3://${user}:a%2Fsecret%2B@${host}/${bucket}?region=sa-east-1&insecure`;
};
const bucketAt = (overrides?: Parameters<typeof address>[0]) =>
  openStorage({ DATA_DIR, STORAGE_URL: address(overrides) });

afterAll(async () => {
  await s3.stop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

describe.each([
  ['a folder', openStorage({ DATA_DIR })],
  ['a bucket', bucketAt()],
])('%s', (_, storage) => {
  test('returns stored bytes', async () => {
    await storage.put('image/full/um.jpg', BYTES, 'image/jpeg');
    expect(await read(storage, 'image/full/um.jpg')).toEqual(BYTES);
  });

  test('copies a file, which survives the removal of the original', async () => {
    await storage.put('image/full/dois.jpg', BYTES, 'image/jpeg');
    await storage.copy('image/full/dois.jpg', 'image/full/tres.jpg');
    await storage.remove('image/full/dois.jpg');
    expect(await read(storage, 'image/full/tres.jpg')).toEqual(BYTES);
    await expect(storage.stream('image/full/dois.jpg')).rejects.toThrow(FileMissing);
  });

  test('lists all files under a folder, with their time', async () => {
    const before = Date.now();
    const keys = ['lista/a.pdf', 'lista/b.pdf', 'lista/c/d.pdf', 'lista/c/e.pdf', 'lista/f.pdf'];
    for (const key of [...keys, 'listada/g.pdf']) await storage.put(key, BYTES, 'application/pdf');
    const found = await Array.fromAsync(storage.list('lista'));
    expect(found.map(({ key }) => key).sort()).toEqual(keys);
    for (const { since } of found) expect(Math.abs(since.getTime() - before)).toBeLessThan(10_000);
    expect(await Array.fromAsync(storage.list('nenhuma'))).toEqual([]);
  });

  test('reports a missing file', async () => {
    await expect(storage.stream('image/full/nada.jpg')).rejects.toThrow(FileMissing);
    await expect(storage.copy('image/full/nada.jpg', 'image/full/algo.jpg')).rejects.toThrow(FileMissing);
    await expect(storage.remove('image/full/nada.jpg')).resolves.toBeUndefined();
  });

  test.each([
    '../fora.jpg',
    'image/../../fora.jpg',
    '..\\fora.jpg',
    '/../fora.jpg',
    'a/.../../fora.jpg',
    '',
    '/',
    'a\0b',
  ])('stays within its folder for the key %j', async (key) => {
    await expect(storage.put(key, BYTES, 'image/jpeg')).rejects.toThrow();
    await expect(storage.stream(key)).rejects.toThrow();
    await expect(storage.remove(key)).rejects.toThrow();
  });
});

describe('a folder', () => {
  test('reports a full disk, and leaves no partial file', async () => {
    const storage = openStorage({ DATA_DIR });
    await storage.put('papel/primeiro.pdf', BYTES, 'application/pdf');
    // A device on which no byte fits.
    await symlink('/dev/full', join(DATA_DIR, 'files/papel/cheio.pdf'));
    await expect(storage.put('papel/cheio.pdf', BYTES, 'application/pdf')).rejects.toThrow(/Não há espaço/);
    expect(await readdir(join(DATA_DIR, 'files/papel'))).toEqual(['primeiro.pdf']);
  });

  test('is in the data folder by default', async () => {
    await openStorage({ DATA_DIR }).put('papel/a.pdf', BYTES, 'application/pdf');
    expect(await readFile(join(DATA_DIR, 'files/papel/a.pdf'))).toEqual(BYTES);
    await openStorage({ DATA_DIR, STORAGE_URL: join(DATA_DIR, 'outra') }).put('b.pdf', BYTES, 'application/pdf');
    expect(await readdir(join(DATA_DIR, 'outra'))).toEqual(['b.pdf']);
  });

  test('reports a folder without write access', async () => {
    const blocked = join(DATA_DIR, 'arquivo');
    await writeFile(blocked, '');
    const storage = openStorage({ DATA_DIR, STORAGE_URL: blocked });
    await expect(storage.put('a.jpg', BYTES, 'image/jpeg')).rejects.toMatchObject({ code: 'EEXIST' });
  });
});

describe('a bucket', () => {
  test('stores the content type with the file, under its key', async () => {
    await bucketAt().put('image/thumb/a-_9.jpg', BYTES, 'image/jpeg');
    expect(s3.objects.get('image/thumb/a-_9.jpg')).toEqual({ bytes: BYTES, type: 'image/jpeg' });
  });

  test('retries at most three times while it is overloaded', LONG, async () => {
    const before = s3.requests;
    s3.refusals.push('SlowDown', 'SlowDown');
    await bucketAt().put('image/full/devagar.jpg', BYTES, 'image/jpeg');
    expect(s3.requests - before).toBe(3);
    s3.refusals.push('SlowDown', 'SlowDown', 'SlowDown');
    await expect(bucketAt().stream('image/full/devagar.jpg')).rejects.toMatchObject({ status: 503 });
    expect(s3.requests - before).toBe(6);
  });

  test.each([
    ['an unknown key', { user: 'OUTRA' }, { name: 'InvalidAccessKeyId' }],
    ['an unknown bucket', { bucket: 'nenhum' }, { name: 'NoSuchBucket' }],
    ['a server that is away', { host: '127.0.0.1:9' }, { code: 'ECONNREFUSED' }],
  ])('reports %s', async (_, overrides, error) => {
    const storage = bucketAt(overrides);
    await expect(storage.put('a.jpg', BYTES, 'image/jpeg')).rejects.toMatchObject(error);
    await expect(storage.stream('a.jpg')).rejects.toMatchObject(error);
    await expect(storage.remove('a.jpg')).rejects.toMatchObject(error);
    await expect(Array.fromAsync(storage.list('papel'))).rejects.toMatchObject(error);
  });
});
