import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['Curto.',                        20, 'Curto.'],
  ['Vinte letras exatas!',          20, 'Vinte letras exatas!'],
  ['O aluguel, em 2026, muda',      20, 'O aluguel, em 2026…'],
  ['Reajuste anual. Como funciona', 18, 'Reajuste anual…'],
  ['x'.repeat(30),                  10, `${'x'.repeat(9)}…`],
])('%j in %i characters: %j', (text, most, beginning) => {
  expect(truncate(text, most)).toBe(beginning);
});
