import { expect, test } from 'vitest';
import { ispbOf } from './ispb.ts';

// Numbers that the banks print on their own slips and forms.
test.each([
  ['001', '00000000'],
  ['033', '90400888'],
  ['077', '00416968'],
  ['104', '00360305'],
  ['237', '60746948'],
  ['260', '18236120'],
  ['341', '60701190'],
  ['748', '01181521'],
  ['756', '02038232'],
  ['999', undefined],
])('bank %s has %s', (bank, ispb) => {
  expect(ispbOf(bank)).toBe(ispb);
});
