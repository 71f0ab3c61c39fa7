import { describe, expect, test } from 'vitest';
import { WHOLE } from '../base/money.ts';
import type { ReformRates } from '../fiscal/reform.ts';
import type { InvoiceLine } from './invoice.ts';
import { leaseNote } from './lease-note.ts';
import { withLeaseTax } from './lease-tax.ts';
import { figuresOf } from './rest.ts';

const TEST_YEAR: ReformRates = {
  ...{ ibs_state: 10, ibs_municipal: 0, cbs: 90, lease_reduction: 7_000, social_reducer: 60_000 },
  ...{ deducts_pis_cofins: true, collected: false, official: true },
};
const JANUARY: ReformRates = {
  ...{ ...TEST_YEAR, ibs_state: 5, ibs_municipal: 5, cbs: 840, deducts_pis_cofins: false, collected: true },
};
const RENT: InvoiceLine = { kind: 'RENT', name: 'Aluguel', amount: 300_000 };
const MONTH: InvoiceLine[] = [
  RENT,
  { kind: 'FEE', name: 'IPTU 2026', amount: 10_000 },
  { kind: 'FEE', name: 'Condomínio', amount: 40_000 },
];
const charged = (lines: InvoiceLine[]) => ({ ...figuresOf(lines), lines });
const HOME = {
  ...{ invoice: charged(MONTH), paid: 350_000, charges: 0, client_id: 1, share: WHOLE },
  ...{ residential: true, rates: TEST_YEAR, fixed: null },
};

describe('leaseNote', () => {
  test('the test year: 3.500,00 of which 100,00 are taxes and 400,00 condominium', () => {
    expect(leaseNote(HOME)).toEqual({
      ...{ total: 350_000, service: 350_000, base: 240_000, ibs: 72, cbs: 648 },
      adjustments: [
        { code: '01', amount: 10_000 },
        { code: '03', amount: 40_000 },
        { code: '04', amount: 60_000 },
      ],
    });
  });

  test('a co-owner of 60% issues for 2.100,00 with a base of 1.440,00', () => {
    expect(leaseNote({ ...HOME, share: 6_000 })).toMatchObject({ service: 210_000, base: 144_000, ibs: 43, cbs: 389 });
  });

  test('from January the tax on top is no part of the operation, and the base is the same', () => {
    const rule = { mode: 'ON_TOP', residential: true, rates: JANUARY, fixed: null } as const;
    const invoice = withLeaseTax(charged(MONTH), [{ client_id: 1, name: 'Ana', share: WHOLE }], rule);
    const paid = invoice.price + invoice.fees;
    expect(paid).toBe(356_144);
    expect(leaseNote({ ...HOME, invoice, paid, rates: JANUARY })).toMatchObject({
      ...{ total: 350_000, base: 240_000, cbs: 6_048, ibs: 96 },
    });
  });

  test('the tax within the rent is no part of the operation either, and is what the invoice said', () => {
    const rule = { mode: 'INCLUDED', residential: true, rates: JANUARY, fixed: null } as const;
    const invoice = withLeaseTax(charged([RENT]), [{ client_id: 1, name: 'Ana', share: WHOLE }], rule);
    expect(leaseNote({ ...HOME, invoice, paid: 300_000, rates: JANUARY })).toMatchObject({
      ...{ total: 294_009, base: 234_009, cbs: 5_897, ibs: 94 },
    });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<Parameters<typeof leaseNote>[0]>, object]>([
    ['late charges are part of the lease',          { paid: 352_000, charges: 2_000 },                     { total: 352_000, base: 242_000 }],
    ['what was paid beyond them is none of it',     { paid: 353_000, charges: 2_000 },                     { total: 352_000, base: 242_000 }],
    ['a part is a note of its own, rent first',     { paid: 100_000 },                                     { total: 100_000, base: 40_000, adjustments: [{ code: '04', amount: 60_000 }] }],
    ['a shop has no reducer',                       { residential: false },                                { base: 300_000 }],
    ['a repair charged to the tenant is no rent',
      { invoice: charged([RENT, { kind: 'EXTRA', name: 'Chave', amount: 5_000, influence: 'EXPENSE' }]), paid: 305_000 },
      { total: 305_000, base: 240_000, adjustments: [{ code: '04', amount: 60_000 }, { code: '99', amount: 5_000 }] }],
    ['the income tax withheld is part of the rent',
      { invoice: charged([RENT, { kind: 'TAX', name: 'IRRF', amount: -20_000 }]), paid: 280_000 },         { total: 300_000, base: 240_000 }],
    ['the fixed rate of receipts, no reducer',      { fixed: 365 },                                        { cbs: 10_950, ibs: 0, base: 300_000 }],
  ])('%s', (_, change, expected) => {
    expect(leaseNote({ ...HOME, ...change })).toMatchObject(expected);
  });
});
