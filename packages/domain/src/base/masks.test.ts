import { expect, test } from 'vitest';
import { formatCep } from './cep.ts';
import { formatDocument } from './documents.ts';
import { caretIn, fill, PATTERNS, shapeAmount, shapeDay, shapeDigits } from './masks.ts';
import { formatPhone } from './phone.ts';

test.each([
  [PATTERNS.CPF, '529', '529'],
  [PATTERNS.CPF, '5299', '529.9'],
  [PATTERNS.CPF, 'CPF: 529.982.247-25', '529.982.247-25'],
  [PATTERNS.CPF, '529982247251', '529982247251'],
  [PATTERNS.PHONE, '3232154455', '(32) 3215-4455'],
  [PATTERNS.PHONE, '(32) 3215-44551', '(32) 32154-4551'],
  // A phone that is pasted with the country's number stays as it is; the server reads it.
  [PATTERNS.PHONE, '+55 (32) 98841-2076', '+55 (32) 98841-2076'],
  [PATTERNS.CEP, '36025-000', '36.025-000'],
  [PATTERNS.CEP, '36.', '36'],
])('%j: %s is shown as %s', (patterns, typed, shown) => {
  expect(shapeDigits(patterns, typed)).toBe(shown);
});

test('a finished number looks as it does everywhere', () => {
  expect(fill(PATTERNS.CPF[0], '52998224725')).toBe(formatDocument('52998224725'));
  expect(fill(PATTERNS.CNPJ[0], '12ABC34501DE35')).toBe(formatDocument('12ABC34501DE35'));
  expect(fill(PATTERNS.CEP[0], '36025000')).toBe(formatCep('36025000'));
  expect(shapeDigits(PATTERNS.PHONE, '32988412076')).toBe(formatPhone('32988412076'));
});

test.each([
  ['20', '20'],
  ['200519', '20/05/19'],
  ['20051990', '20/05/1990'],
  ['1990-05-20', '20/05/1990'],
  ['5/', '05'],
  ['05/4/', '05/04'],
  ['5/4/1990', '05/04/1990'],
])('the day %s is shown as %s', (typed, shown) => {
  expect(shapeDay(PATTERNS.DAY[0], typed)).toBe(shown);
});

test.each([
  ['6500', true, '6.500'],
  ['1.23', true, '123'],
  ['1.2345', true, '12.345'],
  ['6.500,5', true, '6.500,5'],
  ['6.500,567', true, '6.500,56'],
  ['050', true, '50'],
  ['0', true, '0'],
  ['R$ 6500,00', false, '6.500,00'],
  ['1234567', false, '1.234.567'],
  ['6500.50', false, '6500.50'],
  ['-300', false, '-300'],
])('the amount %s (typed: %s) is shown as %s', (text, isTyped, shown) => {
  expect(shapeAmount(text, isTyped)).toBe(shown);
});

test.each([
  ['5299', 4, '529.9', 5],
  // A 0 between 529.9 and 82: both sides move.
  ['529.9082', 6, '529.908-2', 6],
  ['529982', 3, '529.982', 3],
  ['1234,5', 1, '1.234,5', 1],
])('in %s the caret at %i goes to its place in %s', (before, caret, after, place) => {
  expect(caretIn(before, caret, after)).toBe(place);
});

test('the functions work as their text alone, which pages are sent', () => {
  const text = [fill, shapeDigits, shapeDay, shapeAmount, caretIn].map(String).join('\n');
  const shown = new Function(
    `${text}; return [shapeDay('##/##/####', '5/4/1990'), shapeAmount('6500', true), caretIn('5299', 4, '529.9')]`,
  );
  expect(shown()).toEqual(['05/04/1990', '6.500', 5]);
});
