import { expect, test } from 'vitest';
import { CONTRACT_DOCUMENTS } from './contract-documents.ts';

test('the seven types of the specification, each with its own words', () => {
  expect(Object.keys(CONTRACT_DOCUMENTS)).toEqual([
    'RG_FRONT',
    'RG_BACK',
    'MARITAL_CERTIFICATE',
    'PROOF_OF_INCOME',
    'GUARANTOR',
    'CONTRACT',
    'OTHER',
  ]);
  expect(new Set(Object.values(CONTRACT_DOCUMENTS)).size).toBe(7);
});
