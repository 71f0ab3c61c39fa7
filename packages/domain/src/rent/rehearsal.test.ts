import { describe, expect, test } from 'vitest';
import type { ReformRates } from '../fiscal/reform.ts';
import type { LeaseTaxRule } from './lease-tax-rule.ts';
import { isTaxed, type PastInvoice, type RehearsalTerms, rehearse } from './rehearsal.ts';

/** CBS 8,40% less 70% is 2,52%, and IBS 0,05% less 70% is 0,02% twice. */
const RATES: ReformRates = {
  ...{ ibs_state: 5, ibs_municipal: 5, cbs: 840, lease_reduction: 7_000, social_reducer: 60_000 },
  ...{ deducts_pis_cofins: false, collected: true, official: false },
};
const RULE: LeaseTaxRule = { mode: 'ON_TOP', residential: true, rates: RATES, fixed: null };
const TERMS: RehearsalTerms = { tenant: 9, late_to_owner: 10_000, late_from_business_day: false };
const PAYERS = new Set([1]);

const PAYMENT: NonNullable<PastInvoice['payment']> = {
  ...{ paid_on: '2026-03-10', paid: 300_000, fine: 0, interest: 0, returns: false, extras: [], withheld: [] },
  contract: { commission: 1_000, with_commission: true },
};
const RENT: PastInvoice = {
  ...{ id: 1, price: 300_000, fees: 0, lines: [{ kind: 'RENT', name: 'Aluguel', amount: 300_000 }] },
  ...{ due_date: '2026-03-10', old_charges: 0, balance_of: null, is_instalment: false },
  owners: [{ client_id: 1, name: 'Ana', share: null }],
  payment: PAYMENT,
};
const LATE = { ...PAYMENT, paid_on: '2026-03-24', paid: 330_810, fine: 30_000, interest: 810 } as const;

const shown = (invoices: readonly PastInvoice[], rule: LeaseTaxRule | null = RULE) =>
  rehearse(invoices, TERMS, rule && { rule, payers: PAYERS }).map(({ slip, owners: [owner] }) => [
    ...[slip, owner?.transfer, owner?.note?.base, owner?.note?.tax],
  ]);

// biome-ignore format: a table of cases reads best aligned
test.each<[string, PastInvoice, LeaseTaxRule | null, (number | undefined)[]]>([
  ['as the books have it', RENT,                            null, [300_000, 270_000, undefined, undefined]],
  // 2,52% and 0,04% of 2.400,00.
  ['on top',               RENT,                            RULE, [306_144, 276_144, 240_000, 6_144]],
  // 2.400,00 ÷ 1,0256 = 2.340,09 bears 59,91, and the fee is 10% of 2.940,09.
  ['within',               RENT,         { ...RULE, mode: 'INCLUDED' }, [300_000, 270_599, 234_009, 5_991]],
  // 10% and 9 × 0,03% of 3.061,44 are 306,14 and 8,27. Of 314,41 they have 7,85 in them, since 306,56 bears 7,73 and twice
  // 0,06: the note's base is 3.306,56 less 600,00.
  ['late, with charges',   { ...RENT, payment: LATE },      RULE, [306_144, 307_585, 270_656, 6_929]],
  ['late, charges waived', { ...RENT, payment: { ...LATE, paid: 300_000, fine: 0, interest: 0 } },
                                                            RULE, [306_144, 276_144, 240_000, 6_144]],
  // An instalment has no social reducer: 2,56% of 3.000,00.
  ['an instalment',        { ...RENT, is_instalment: true }, RULE, [307_680, 277_680, 300_000, 7_680]],
  ['not paid',             { ...RENT, payment: null },      RULE, [306_144, undefined, undefined, undefined]],
  ['of others',            { ...RENT, owners: [{ client_id: 2, name: 'Bia', share: null }] },
                                                            RULE, [300_000, 270_000, undefined, undefined]],
])('%s', (_, invoice, rule, expected) => {
  expect(shown([invoice], rule)).toEqual([expected]);
});

describe('paid in part', () => {
  const part: PastInvoice = { ...RENT, payment: { ...PAYMENT, paid: 200_000 } };
  const lines: PastInvoice['lines'] = [{ kind: 'RENT', name: 'Aluguel', amount: 100_000 }];
  const balance: PastInvoice = {
    ...{ ...RENT, id: 2, price: 100_000, lines, balance_of: 1 },
    payment: { ...PAYMENT, paid: 100_000 },
  };

  test('the tenant leaves open what he left, and the balance has the tax', () => {
    expect(shown([part, balance], null).map(([slip, transfer]) => [slip, transfer])).toEqual([
      [300_000, 180_000],
      [100_000, 90_000],
    ]);
    // The rent first: 2.061,44 of it, then 938,56 and the tax of 61,44.
    expect(shown([part, balance]).map(([slip, transfer]) => [slip, transfer])).toEqual([
      [306_144, 185_530],
      [100_000, 90_614],
    ]);
  });
});

test('an invoice that has the tax is known by its lines', () => {
  expect(
    [RENT, { ...RENT, lines: [{ kind: 'LEASE_TAX', name: 'IBS e CBS', amount: 1 } as const] }].map(isTaxed),
  ).toEqual([...[false, true]]);
});
