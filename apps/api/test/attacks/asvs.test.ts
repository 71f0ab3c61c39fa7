import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PLACES: Record<string, string> = { src: 'apps/api/src', test: 'apps/api/test', web: 'apps/web/src' };

const page = await readFile(`${ROOT}docs/security/asvs.md`, 'utf8');
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (yes|part|miss) \| (.+) \|$/gm)];

test('lists every requirement once, with correct totals', () => {
  const ids = rows.map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const count = (is: string) => rows.filter(([, , , said]) => said === is).length;
  const said = /(\d+) yes, (\d+) part, (\d+) miss; (\d+) of 253/.exec(page)?.slice(1).map(Number) ?? [];
  // Levels 1 and 2 of release 5.0.0 hold 253 requirements.
  expect(said).toEqual([count('yes'), count('part'), count('miss'), 253 - rows.length]);
});

test('refers only to existing files', () => {
  const named = [...page.matchAll(/`((?:src|test|web|packages|apps|e2e|docs|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter((path) => {
    const [place = '', ...rest] = path.split('/');
    return !existsSync(`${ROOT}${PLACES[place] ?? place}/${rest.join('/')}`);
  });
  expect(missing).toEqual([]);
});
