import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { searchWords } from './search.ts';

const { db, stop } = await startApp();
afterAll(stop);

describe('the words of a search', () => {
  test.each([
    ['Ana  Prado', ['Ana', 'Prado']],
    ['529.982.247-25', ['52998224725']],
    ['529.982', ['529982']],
    ['529 982 247 25', ['52998224725']],
    ['12.345.678/0001-95', ['12345678000195']],
    ['(32) 98841-2076', ['32988412076']],
    ['(32) 9884', ['329884']],
    ['(32) 9', ['329']],
    ['+55 32 98841-2076', ['32988412076']],
    ['36.025-000', ['36025000']],
    ['915 501', ['915', '501']],
    ['Halfeld 915', ['Halfeld', '915']],
    ['12.ABC.345/01DE-35', ['12.ABC.345/01DE-35']],
    ['--', []],
    ['', []],
  ])('splits %j into %j', (query, words) => expect(searchWords(query)).toEqual(words));
});

test.each([
  ['José', '%jose%'],
  ['jo', '% jo%'],
  ['d', '% d%'],
  ['Ørsted', '%orsted%'],
  ['12.ABC.345/01DE-35', '%12abc34501de35%'],
  ["d'Ávila", '%davila%'],
  ['ana@lar.com', '%analarcom%'],
  ['100%', '%100\\%%'],
  ['\\', '% \\\\%'],
  ['...', '% %'],
])('compares the word %j as %j', async (word, pattern) => {
  const { rows } = await sql<{ pattern: string }>`select search_pattern(${word}) as pattern`.execute(db);
  expect(rows).toEqual([{ pattern }]);
});
