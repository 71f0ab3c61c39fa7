import { describe, expect, test } from 'vitest';
import { pisAndCofins } from './service-note.ts';

describe('pisAndCofins', () => {
  const rates = { pis_rate: 65, cofins_rate: 300 };
  test.each([
    // A half goes to the even centavo: 0,65 % of 10,00 is 6,5 centavos; of 30,00 it is 19,5.
    [1_000, 6, 30],
    [3_000, 20, 90],
    [30_000, 195, 900],
    [33_333, 217, 1_000],
  ])('%i', (amount, pis, cofins) => {
    expect(pisAndCofins(amount, '2026-12-31', rates)).toMatchObject({ cst: '01', base: amount, pis, cofins });
  });
  test('are told until the end of 2026, where both rates are known', () => {
    expect(pisAndCofins(1_000, '2027-01-01', rates)).toBeNull();
    expect(pisAndCofins(1_000, '2026-12-01', { ...rates, pis_rate: null })).toBeNull();
  });
});
