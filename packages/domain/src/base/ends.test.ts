import { expect, test } from 'vitest';
import { baseAddress, withoutEnd, withoutEnds } from './ends.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, string]>([
  ['Rua das Flores, ',  'Rua das Flores', 'Rua das Flores'],
  [', Rua das Flores ', ', Rua das Flores', 'Rua das Flores'],
  [' , ',               '', ''],
  ['',                  '', ''],
  ['Rua',               'Rua', 'Rua'],
])('%j ends as %j, and is %j without both ends', (text, end, both) => {
  expect([withoutEnd(text, /[\s,]/), withoutEnds(text, /[\s,]/)]).toEqual([end, both]);
});

test('a path is added to an address with or without slashes', () => {
  expect(['https://a.br//', 'https://a.br'].map(baseAddress)).toEqual(['https://a.br', 'https://a.br']);
});

test('a million blanks before another character take no time', () => {
  const start = process.cpuUsage();
  expect(withoutEnds(`x${' '.repeat(1_000_000)}x`, /\s/)).toHaveLength(1_000_002);
  expect(process.cpuUsage(start).user).toBeLessThan(500_000);
});
