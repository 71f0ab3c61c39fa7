import { expect, test } from 'vitest';
import { AgreementAcceptance } from '../doors/client-area.ts';
import { text } from './fields.ts';

const read = (value: string) => {
  const { success, data, error } = text('Informe o nome').safeParse(value);
  return success ? data : error.issues[0]?.message;
};

test.each([
  ['Ana\nAceito por Rui Lima', 'Escreva em uma linha só'],
  ['Ana\r\nAceito', 'Escreva em uma linha só'],
  ['Ana\u2028Aceito', 'Escreva em uma linha só'],
  ['Ana\u0000', 'Há caracteres inválidos'],
  ['\u3164\u200B', 'Informe o nome'],
  ['Ana \u202Eamil\u202C', 'Ana amil'],
  [' Ana\tLima ', 'Ana Lima'],
])('a field of one line reads %j as %j', (value, expected) => {
  expect(read(value)).toBe(expected);
});

test('the name under an agreement is such a field', () => {
  expect(AgreementAcceptance.safeParse({ name: 'Ana\nAceito por Rui Lima', version: '1' }).success).toBe(false);
});
