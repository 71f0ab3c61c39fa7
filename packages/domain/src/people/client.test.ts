import { expect, test } from 'vitest';
import {
  CLIENT_TYPES,
  mayHavePeople,
  PERSON_TYPE_INPUTS,
  type PersonType,
  personType,
  proposedPersonType,
} from './client.ts';

test('two kinds of person, in every spelling', () => {
  expect(PERSON_TYPE_INPUTS.map((input) => [input, personType(input)])).toEqual([
    ['FISICA', 'FISICA'],
    ['JURIDICA', 'JURIDICA'],
    ['PF', 'FISICA'],
    ['PJ', 'JURIDICA'],
    ['JURICA', 'JURIDICA'],
  ]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string, PersonType, PersonType | undefined, string]>([
  // before       after             type        proposed
  ['52998224725', '11222333000181', 'FISICA',   'JURIDICA', 'a CPF became a CNPJ'],
  ['52998224725', '12ABC34501DE35', 'FISICA',   'JURIDICA', 'a CPF became a CNPJ with letters'],
  ['52998224725', '11222333000181', 'JURIDICA', undefined,  'the type was right already'],
  ['52998224725', '11222333000182', 'FISICA',   undefined,  'the check digits are wrong'],
  ['52998224725', '112223330001',   'FISICA',   undefined,  'half typed'],
  ['52998224725', '11144477735',    'FISICA',   undefined,  'another CPF'],
  ['11222333000181', '52998224725', 'JURIDICA', 'FISICA',   'a CNPJ became a CPF'],
  ['11222333000181', '52998224725', 'FISICA',   undefined,  'a person all along'],
])('from %s to %s, %s: proposes %s (%s)', (before, after, person_type, proposed) => {
  expect(proposedPersonType({ before, after, person_type })).toBe(proposed);
});

test('the words for a client', () => {
  expect(CLIENT_TYPES).toEqual({ TENANT: 'Inquilino', OWNER: 'Proprietário', GUARANTOR: 'Fiador' });
});

test.each([
  ['11222333000181', true],
  ['52998224725', false],
  ['', false],
])('the document %j allows several people: %j', (cpf_cnpj, allowed) => {
  expect(mayHavePeople({ cpf_cnpj })).toBe(allowed);
});
