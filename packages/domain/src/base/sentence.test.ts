import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';

test.each([
  ['Olá, Ana Souza', 'Olá, Ana Souza.'],
  ['Olá, Prado & Teles Ltda.', 'Olá, Prado & Teles Ltda.'],
  ['Olá, Casa S.A.', 'Olá, Casa S.A.'],
  ['Já foi pago?', 'Já foi pago?'],
])('%j ends as %j', (words, ended) => {
  expect(sentence(words)).toBe(ended);
});
