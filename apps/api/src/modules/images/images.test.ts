import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { app, anonymous, property, photograph, stop } = await startApp();
afterAll(stop);

const { url, thumbnail } = await photograph((await property()).id);

describe('GET /image/:size/:key', () => {
  test.each([url, thumbnail])('shows %s to anybody, for good', async (address) => {
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

  test('tells a browser that only asks whether it is there', async () => {
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
  ])('answers 404 to %s, and asks nobody to remember it', async (path) => {
    const answer = await anonymous.get(`/image/${path}`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
