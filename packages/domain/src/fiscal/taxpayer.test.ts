import { expect, test } from 'vitest';
import { isTaxpayerOn, purposeOf } from './taxpayer.ts';

test.each([
  ['REGULAR', '2027-01-01', '2027-01-01', true],
  ['REGULAR', '2027-01-01', '2026-12-31', false],
  ['SIMPLES', '2027-01-01', '2027-06-01', false],
  [null, null, '2027-06-01', false],
] as const)('%s since %s pays on %s: %s', (tax_regime, taxpayer_since, day, expected) => {
  expect(isTaxpayerOn({ tax_regime, taxpayer_since }, day)).toBe(expected);
});

test('the contract says its purpose, else the property, else its kind', () => {
  const home = { purpose: null, location: 'HOUSE', comercial: null } as const;
  expect(purposeOf({ purpose: null, property: home })).toBe('RESIDENTIAL');
  expect(purposeOf({ purpose: null, property: { ...home, purpose: 'SHORT_STAY' } })).toBe('SHORT_STAY');
  expect(purposeOf({ purpose: 'NON_RESIDENTIAL', property: home })).toBe('NON_RESIDENTIAL');
});
