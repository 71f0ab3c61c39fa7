import { expect, test } from 'vitest';
import { onlyMatch } from '../src/ui/input/matching.ts';

const STATES = [
  { value: 'MG', label: 'Minas Gerais' },
  { value: 'SP', label: 'São Paulo' },
  { value: 'SC', label: 'Santa Catarina' },
  { value: 'RJ', label: 'Rio de Janeiro', disabled: true },
];

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['sao',    'SP'],
  ['MIN',    'MG'],
  ['s',      undefined],
  ['rio',    undefined],
  ['',       undefined],
  ['bahia',  undefined],
])('Enter and Tab after %j take %s', (typed, value) => {
  expect(onlyMatch(STATES, typed)?.value).toBe(value);
});

test('a whole label is taken, also where other words hold it', () => {
  const codes = [
    { value: 'ES', label: 'ES', also: 'Espírito Santo' },
    { value: 'SP', label: 'SP', also: 'São Paulo' },
  ];
  expect(['sp', ' SP', 'es', 'esp', 'santo'].map((typed) => onlyMatch(codes, typed)?.value)).toEqual([
    ...['SP', 'SP', 'ES', 'ES', 'ES'],
  ]);
});
