import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OWNERS } from './owners.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const TABLES = Object.keys(OWNERS);
const NAMES = TABLES.join('|');
const WRITES = [
  new RegExp(`\\.(?:insertInto|updateTable|deleteFrom)\\(\\s*'(${NAMES})(?: as \\w+)?'`, 'g'),
  new RegExp(`\\b(?:insert into|update|delete from|truncate(?: table)?) (${NAMES})\\b`, 'gi'),
];

/** Filled by its migration or by a function of the database, and only read by the program. */
const UNWRITTEN = ['fiscal_table: tables', 'installation_secret: db', 'ledger_removal: demonstration'];

/** `table: folder` of each statement that writes; the folder is a module's name or one directly below `src`. */
function writes(): Set<string> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test(-process)?\.ts$/.test(name),
  );
  return new Set(
    files.flatMap((name) => {
      const [top = '', , module = ''] = name.split('/');
      const folder = top === 'modules' ? module : top;
      const text = readFileSync(`${SRC}${name}`, 'utf8');
      return WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => `${table}: ${folder}`));
    }),
  );
}

const allowed = (table: string): string[] => {
  const owner = OWNERS[table as keyof typeof OWNERS];
  return typeof owner === 'string' ? [owner] : [owner[0], ...Object.keys(owner[1])];
};

test('a table is written by its owner, and by modules that say why', () => {
  const found = [...writes()];
  expect(found.length).toBeGreaterThan(TABLES.length / 2);
  const outside = found.filter((write) => {
    const [table = '', folder = ''] = write.split(': ');
    return !allowed(table).includes(folder);
  });
  expect(outside).toEqual([]);
});

test('no exception outlives its statement', () => {
  const found = writes();
  const stale = TABLES.flatMap((table) => allowed(table).map((folder) => `${table}: ${folder}`)).filter(
    (write) => !found.has(write) && !UNWRITTEN.includes(write),
  );
  expect(stale).toEqual([]);
});
