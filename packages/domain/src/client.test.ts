import { expect, test } from 'vitest';
import { CLIENT_TYPES, PERSON_TYPE_INPUTS, personType } from './client.ts';

test('two kinds of person, however they are spelled', () => {
  expect(PERSON_TYPE_INPUTS.map((input) => [input, personType(input)])).toEqual([
    ['FISICA', 'FISICA'],
    ['JURIDICA', 'JURIDICA'],
    ['PF', 'FISICA'],
    ['PJ', 'JURIDICA'],
    ['JURICA', 'JURIDICA'],
  ]);
});

test('the words for a client', () => {
  expect(CLIENT_TYPES).toEqual({ TENANT: 'Inquilino', OWNER: 'Proprietário', GUARANTOR: 'Fiador' });
});
