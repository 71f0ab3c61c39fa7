import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, settled, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { receivedRent } from '../received.ts';

test.use({ isFresh: true });

const DIST = new URL('../../apps/web/dist/', import.meta.url);
const KB = 1_024;

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isEntry?: boolean };
/** Read lazily: the test server builds it first. */
const manifest = (): Record<string, Chunk> => JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));

const gz = (file: string) => gzipSync(readFileSync(new URL(file, DIST))).length;
const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gz(file), 0);

/** Scripts, or styles, that load with a chunk. */
function closure(chunks: Record<string, Chunk>, from: string, kind: 'js' | 'css' = 'js'): Set<string> {
  const seen = new Set<string>();
  const follow = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunks[key]?.imports ?? []) follow(next);
  };
  follow(from);
  const files = [...seen].flatMap((key) => (kind === 'js' ? [chunks[key]?.file ?? ''] : (chunks[key]?.css ?? [])));
  return new Set(files);
}

/** Chunks that must load on demand only, by name; see `HEAVY` in vite.config.ts. */
const HEAVY = /\/(?:editor|chart|line-picture|map|pin-map|template-editor|lightbox)-/;
/** Calendar and drag sorting, allowed on pages that start with them. */
const ON_SOME = /\/(?:dates|sort)-/;

/** Limit of any page beyond the shell; tabs, windows and calendars load after it. */
const PAGE = 85;

const pagesOf = (chunks: Record<string, Chunk>) =>
  Object.keys(chunks).flatMap((key) => {
    const name = /^src\/routes\/_app\/(.+)\.tsx\?tsr-split=component/.exec(key)?.[1];
    return name ? [{ key, name }] : [];
  });

test('the first load stays within its budget, and the login within a smaller one', () => {
  const chunks = manifest();
  expect(weigh(closure(chunks, 'index.html'))).toBeLessThanOrEqual(195 * KB);
  expect(weigh(closure(chunks, 'index.html', 'css'))).toBeLessThanOrEqual(20 * KB);
  expect(weigh(closure(chunks, 'login.html'))).toBeLessThanOrEqual(155 * KB);
  expect(weigh(closure(chunks, 'login.html', 'css'))).toBeLessThanOrEqual(20 * KB);
  // Code that the login entry has beyond the app.
  const app = closure(chunks, 'index.html');
  expect(weigh(closure(chunks, 'login.html').difference(app))).toBeLessThanOrEqual(20.5 * KB);
});

test('every page loads its own code, and no heavy chunk', () => {
  const chunks = manifest();
  const shell = Object.keys(chunks).find((key) => /routes\/_app\.tsx\?tsr-split=component/.test(key)) ?? '';
  // Fields of the login entry are loaded after a sign-in.
  const there = closure(chunks, 'index.html').union(closure(chunks, 'login.html')).union(closure(chunks, shell));
  expect(weigh(closure(chunks, shell).difference(closure(chunks, 'index.html')))).toBeLessThanOrEqual(90 * KB);
  const pages = pagesOf(chunks);
  expect(pages.length).toBeGreaterThan(30);
  for (const { key, name } of pages) {
    const own = closure(chunks, key).difference(there);
    expect(weigh(own) / KB, `${name}: ${[...own].join(' ')}`).toBeLessThanOrEqual(PAGE);
    expect(
      [...own].filter((file) => HEAVY.test(`/${file}`)),
      name,
    ).toEqual([]);
    expect(own.size, `${name}: files`).toBeLessThanOrEqual(40);
  }
});

test('heavy chunks are separate and within their budgets', () => {
  const chunks = manifest();
  const named = (name: string) =>
    Object.values(chunks).filter((chunk) => chunk.name === name && chunk.file.endsWith('.js'));
  for (const [name, budget] of Object.entries({ editor: 145, chart: 125, dates: 25, map: 50, sort: 20 })) {
    const found = named(name);
    expect(found, name).toHaveLength(1);
    expect(weigh(found.map(({ file }) => file)), name).toBeLessThanOrEqual(budget * KB);
  }
});

/** Scripts requested from here on. */
function requested(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) files.push(pathname);
  });
  return files;
}

test('the browser requests visible code only: no editor, chart or calendar in advance', async ({
  page,
  enter,
  call,
}) => {
  // First steps are hidden, as after the first days: their code loads separately.
  await call('PATCH', '/agency', { first_steps: false });
  const files = requested(page);
  await page.goto('/app/login');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(files.filter((file) => HEAVY.test(file) || ON_SOME.test(file) || /\/(?:first|kit)-/.test(file))).toEqual([]);

  await enter('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await settled(page);
  // The palette is the last to be prefetched.
  await expect.poll(() => files.some((file) => /\/palette-/.test(file))).toBe(true);
  // The chart renders only with figures.
  const isPicture = (file: string) => /\/(?:chart|line-picture)-/.test(file);
  const pageFiles = files.filter((file) => !isPicture(file));
  expect(pageFiles.filter((file) => HEAVY.test(file) || ON_SOME.test(file))).toEqual([]);
  const brought = weigh(new Set(pageFiles.filter((file) => file.startsWith('/assets/')).map((file) => file.slice(1))));
  // Total up to the dashboard with all prefetched code: notices and questions come when the browser is idle, the command
  // palette after a second. Figures of other stories bring 2 KB more.
  expect(brought / KB, pageFiles.join(' ')).toBeLessThanOrEqual(440);

  files.length = 0;
  await page.goto('/app/contacts');
  await settled(page);
  expect(files.filter((file) => HEAVY.test(file) || ON_SOME.test(file))).toEqual([]);
});

test('figures are shown before their chart has loaded', LONG, async ({ page, enter, call }) => {
  await receivedRent(call, 2013, { price: 1_500, commission: 10 });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/line-picture-/, async (route) => {
    await held;
    await route.continue();
  });
  await enter('/financial?start=2013-01-01&end=2013-12-31');
  await expect(page.getByText('1.500,00').first()).toBeVisible();
  const picture = page.getByRole('img', { name: /^Gráfico: Renda por mês/ });
  await expect(picture.locator('svg')).toHaveCount(0);
  letGo();
  await expect(picture.locator('svg').first()).toBeVisible();
});
