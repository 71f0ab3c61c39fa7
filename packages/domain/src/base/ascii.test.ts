import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiStart, asciiText } from './ascii.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['João Conceição Muñoz',     'Joao Conceicao Munoz'],
  ['Rua 1º de Março, 3ª casa', 'Rua 1o de Marco, 3a casa'],
  ['Strauß – Imóveis',         'Strauss - Imoveis'],
  ['  duas\tpalavras\n ',      'duas palavras'],
  ['Casa 🏠 nova',             'Casa nova'],
  ['A & B <Ltda>',             'A & B <Ltda>'],
  ['',                         ''],
])('%j: %j', (text, plain) => {
  expect(asciiText(text)).toBe(plain);
});

test('is cut without a blank at the end', () => {
  expect(asciiStart('São Miguel do Oeste', 15)).toBe('Sao Miguel do O');
  expect(asciiStart('São Miguel do Oeste', 11)).toBe('Sao Miguel');
});

test('any text is reduced to plain characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(asciiText(text)).toMatch(/^([\x21-\x7e]( ?[\x21-\x7e])*)?$/);
    }),
  );
});
