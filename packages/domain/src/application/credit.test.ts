import { expect, test } from 'vitest';
import { bandOf, isRecent } from './credit.ts';

test.each([
  [300, 'risco muito alto'],
  [500, 'risco muito alto'],
  [501, 'risco alto'],
  [600, 'risco alto'],
  [601, 'risco médio'],
  [700, 'risco médio'],
  [701, 'risco baixo'],
  [900, 'risco baixo'],
  [901, 'risco muito baixo'],
  [1_000, 'risco muito baixo'],
])('a score of %i is of its band', (score, band) => {
  expect(bandOf(score)).toBe(band);
});

test('an answer stands in for thirty days', () => {
  expect(isRecent('2026-03-10', '2026-04-09')).toBe(true);
  expect(isRecent('2026-03-10', '2026-04-10')).toBe(false);
});
