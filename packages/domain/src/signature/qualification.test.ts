import { expect, test } from 'vitest';
import { qualificationOf } from './qualification.ts';

test.each([
  ['LEASE', 'OWNER', 'LESSOR'],
  ['KEYS', 'TENANT', 'LESSEE'],
  ['SALE', 'OWNER', 'SELLER'],
  ['SALE', 'BUYER', 'BUYER'],
  ['MANDATE', 'OWNER', 'PARTY'],
  ['DEBT_AGREEMENT', 'TENANT', 'PARTY'],
  ['LEASE', 'GUARANTOR', 'SURETY'],
  ['LEASE', 'SPOUSE', 'CONSENTING'],
  ['SALE', 'USUFRUCTUARY', 'CONSENTING'],
  ['LEASE', 'PROCURATOR', 'ATTORNEY'],
  ['DEBT_AGREEMENT', 'WITNESS', 'WITNESS'],
  ['LEASE', 'AGENCY', 'PARTY'],
] as const)('in %s the %s signs as %s', (kind, role, as) => {
  expect(qualificationOf(kind, role)).toBe(as);
});
