import { expect, test } from 'vitest';
import { changesTerms } from './terms.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[string, string[], boolean, boolean]>([
  ['the rent',                             ['current_price'],                      false, true],
  ['the penalty among others',             ['bank_pix', 'penalty_rents'],          false, true],
  ['the account alone',                    ['bank_pix', 'bank_code'],              false, false],
  ['who withholds the tax',                ['withholding'],                        false, false],
  ['the rent by a readjustment',           ['current_price', 'next_readjustment'], true,  false],
  ['the term together with a readjustment', ['current_price', 'end_date'],         true,  true],
])('%s', (_, fields, byReadjustment, changes) => {
  expect(changesTerms(fields, { byReadjustment })).toBe(changes);
});
