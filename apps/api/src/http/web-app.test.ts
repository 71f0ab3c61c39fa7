import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { webApp } from './web-app.ts';

/** Of styles that many pages share. */
const LONG_NAME = `shared~${'index~'.repeat(20)}d8MZUcPZ.css`;
const folder = await mkdtemp(join(tmpdir(), 'morada-web-'));
await mkdir(join(folder, 'assets'));
await mkdir(join(folder, '.vite'));
for (const [file, text] of Object.entries({
  'index.html': '<head></head>app',
  'login.html': '<head></head>login',
  'favicon.svg': '<svg/>',
  'assets/index-4f2a.js': 'plain',
  [`assets/${LONG_NAME}`]: '.long{}',
  'assets/index-4f2a.js.br': 'brotli',
  'assets/index-4f2a.js.gz': 'gzip',
  '.stamp': 'stamp',
  '.vite/manifest.json': '{}',
}))
  await writeFile(join(folder, file), text);
const app = fastify();
await webApp(app, folder);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, encoding = '') => app.inject({ url, headers: { 'accept-encoding': encoding } });

test('an asset is kept for good, and goes out as its compressed copy', async () => {
  for (const [accepted, body] of [
    ['', 'plain'],
    ['gzip', 'gzip'],
    ['gzip, br', 'brotli'],
  ]) {
    const answer = await get('/assets/index-4f2a.js', accepted);
    expect([answer.statusCode, answer.body]).toEqual([200, body]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  }
  const head = await app.inject({ method: 'HEAD', url: '/assets/index-4f2a.js' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', '']);
});

test('an asset may have a name of more than a hundred characters', async () => {
  const answer = await get(`/assets/${LONG_NAME}`);
  expect([answer.statusCode, answer.body]).toEqual([200, '.long{}']);
});

test('a file beside the pages is kept for a day', async () => {
  const answer = await get('/favicon.svg');
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
    200,
    '<svg/>',
    'public, max-age=86400',
  ]);
});

test.each([
  '/assets/gone.js',
  '/assets/index-4f2a.js.br',
  '/assets/',
  '/assets/..%2findex.html',
  '/assets/%2e%2e%2f.stamp',
  '/assets/../.stamp',
  '/index.html',
  '/.stamp',
  '/.vite/manifest.json',
])('%s is not served', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('each address of the app shows its page, the entrance a light one', async () => {
  expect((await get('/app/clients/info/1')).body).toBe('<head></head>app');
  expect((await get('/app/login?next=/app')).body).toBe('<head></head>login');
});
