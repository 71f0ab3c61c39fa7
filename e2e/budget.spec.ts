import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const DIST = new URL('../apps/web/dist/', import.meta.url);
const KB = 1_024;

/** What the page names is what every visitor loads before anything is shown. */
function firstLoad(kind: 'js' | 'css'): number {
  const page = readFileSync(new URL('index.html', DIST), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
  return files
    .filter((file) => file.endsWith(`.${kind}`))
    .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, DIST))).length, 0);
}

test('the first load stays within its budget', () => {
  expect(firstLoad('js')).toBeLessThanOrEqual(185 * KB);
  expect(firstLoad('css')).toBeLessThanOrEqual(20 * KB);
});

test('what draws charts comes apart, with the page that has one', () => {
  const [picture = '', ...others] = readdirSync(new URL('assets/', DIST)).filter((file) =>
    /^line-picture-.*\.js$/.test(file),
  );
  expect(others).toEqual([]);
  expect(gzipSync(readFileSync(new URL(`assets/${picture}`, DIST))).length).toBeLessThanOrEqual(125 * KB);
  expect(readFileSync(new URL('index.html', DIST), 'utf8')).not.toContain(picture);
});
