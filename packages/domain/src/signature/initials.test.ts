import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['Ana de Souza Prado',   'ASP'],
  ['ana de souza prado',   'ASP'],
  ['JOSÉ DOS SANTOS',      'JS'],
  ['Érica d’Ávila',        'ÉDÁ'],
  ['(Bia) <b>Alves</b>',   'BBAB'],
  ['李 明',                 '李明'],
])('%s signs the margin as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
