import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openStorage } from '#api/files/storage.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form, jpeg } from '#test/pictures.ts';
import { startS3 } from '#test/servers/s3-server.ts';

const { app, as, anonymous, property, photograph, deps, stop } = await startApp();
afterAll(stop);

const { url, thumbnail } = await photograph((await property()).id);
const medium = url.replace('full', 'medium');

describe('GET /image/:size/:key', () => {
  test.each([url, medium, thumbnail])('serves %s publicly as immutable', async (address) => {
    const answer = await app.inject({ url: address });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  test('answers HEAD requests', async () => {
    const answer = await app.inject({ method: 'HEAD', url });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/jpeg', '']);
  });

  const key = url.split('/').at(-1) ?? '';
  test.each([
    `full/${'A'.repeat(22)}.jpg`,
    `full/${key.replace('.jpg', '')}`,
    `full/${key.replace('.jpg', '.png')}`,
    `original/${key}`,
    `full/..%2Fthumb%2F${key}`,
    'full/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    `full/${key}%00`,
    'full/',
    'full',
  ])('answers 404 to %s, uncached', async (path) => {
    const answer = await anonymous.get(`/image/${path}`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('an image without the medium size', () => {
  const staff = as('*');

  /** An image of a property without its medium file. */
  async function old() {
    const { id } = await property();
    const image = (await staff.put(`/property/${id}/images`, form(await jpeg(2_000, 1_000)))).json();
    const address = image.url.replace('full', 'medium');
    await deps.files.remove(address.slice('/api/'.length));
    return { property_id: id, image, address };
  }

  test('gets it on first request', async () => {
    const { address } = await old();
    const first = await app.inject({ url: address });
    expect(first.statusCode).toBe(200);
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 480 });
    expect(await buffer(await deps.files.stream(address.slice('/api/'.length)))).toEqual(first.rawPayload);
    expect((await app.inject({ url: address })).rawPayload).toEqual(first.rawPayload);
  });

  test('is cloned as it is', LONG, async () => {
    const { property_id } = await old();
    const copy = (await staff.post(`/property/${property_id}/clone`)).json();
    expect(copy.images).toHaveLength(1);
    const addresses = [copy.images[0].url.replace('full', 'medium'), copy.images[0].url];
    for (const address of addresses) expect((await app.inject({ url: address })).statusCode).toBe(200);
  });

  test('gets none after its removal', LONG, async () => {
    const { image, address } = await old();
    expect((await staff.delete(`/property/${image.id}/images`)).statusCode).toBe(204);
    expect((await app.inject({ url: address })).statusCode).toBe(404);
  });
});

test('is served from a bucket as from a folder', async () => {
  const s3 = await startS3({ accessKeyId: 'MORADA', bucket: 'fotos', region: 'us-east-1' });
  deps.files = openStorage({ DATA_DIR: '', STORAGE_URL: `s3://MORADA:segredo@${s3.host}/fotos?insecure` });
  const { id } = await property();
  const staff = as('PROPERTY_EDIT');
  const image = (await staff.put(`/property/${id}/images`, form(await jpeg(2_000, 1_000)))).json();
  const medium = image.url.replace('full', 'medium');
  expect([...s3.objects.keys()].toSorted()).toEqual(
    [image.url, medium, image.thumbnail].map((path) => path.slice('/api/'.length)),
  );
  const shown = await app.inject({ url: image.url });
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(shown.rawPayload).toEqual(s3.objects.get(image.url.slice('/api/'.length))?.bytes);
  expect((await staff.delete(`/property/${image.id}/images`)).statusCode).toBe(204);
  expect(s3.objects.size).toBe(0);
  expect((await app.inject({ url: image.url })).statusCode).toBe(404);
  await s3.stop();
});
