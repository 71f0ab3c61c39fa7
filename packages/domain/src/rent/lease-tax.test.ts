import { describe, expect, test } from 'vitest';
import { WHOLE } from '../base/money.ts';
import type { ReformRates } from '../fiscal/reform.ts';
import { isBalanced } from '../ledger/ledger.ts';
import type { InvoiceLine } from './invoice.ts';
import { withLeaseTax } from './lease-tax.ts';
import type { LeaseTaxRule } from './lease-tax-rule.ts';
import { figuresOf, restOf } from './rest.ts';
import { settle } from './settlement.ts';

/** CBS 8,40% less 70% is 2,52%, and IBS 0,05% less 70% is 0,02% twice. */
const RATES: ReformRates = {
  ...{ ibs_state: 5, ibs_municipal: 5, cbs: 840, lease_reduction: 7_000, social_reducer: 60_000 },
  ...{ deducts_pis_cofins: false, collected: true, official: true },
};
const ZERO: ReformRates = { ...RATES, ibs_state: 0, ibs_municipal: 0, cbs: 0 };
const ON_TOP: LeaseTaxRule = { mode: 'ON_TOP', residential: true, rates: RATES, fixed: null };
const INCLUDED: LeaseTaxRule = { ...ON_TOP, mode: 'INCLUDED' };

const RENT: InvoiceLine = { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, jan/2027', amount: 300_000 };
const IPTU: InvoiceLine = { kind: 'FEE', name: 'IPTU', amount: 10_000 };
const CONDOMINIUM: InvoiceLine = { kind: 'FEE', name: 'Condomínio', amount: 40_000 };
const MONTH = [RENT, IPTU, CONDOMINIUM];
const ANA = { client_id: 1, name: 'Ana', share: WHOLE };
const HALF = { ...ANA, share: 6_000 };

const charge = (rule: LeaseTaxRule, payers = [ANA], lines: InvoiceLine[] = MONTH) => {
  const { price, fees } = figuresOf(lines);
  return withLeaseTax({ price, fees, lines }, payers, rule);
};
const taxLines = (invoice: { lines: readonly InvoiceLine[] }) =>
  invoice.lines.filter(({ kind }) => kind === 'LEASE_TAX');
const CONTRACT = { commission: 1_000, with_commission: true };
const pay = (invoice: ReturnType<typeof charge>, paid = invoice.price + invoice.fees, owners = [ANA]) =>
  settle({ invoice, paid, contract: CONTRACT, owners, extras: [], lateToOwner: WHOLE, tenant: 9 });

describe('on top of the rent', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, LeaseTaxRule, number, InvoiceLine[], number, number, number]>([
    // 3.000,00 − 600,00 = 2.400,00; 2,52% = 60,48; 0,02% = 0,48 twice.
    ['a home',                 ON_TOP,                                   WHOLE, MONTH, 240_000, 6_048, 96],
    // 60% of 2.400,00.
    ['60% of a home',          ON_TOP,                                   6_000, MONTH, 144_000, 3_629, 58],
    ['a shop, no reducer',     { ...ON_TOP, residential: false },        WHOLE, MONTH, 300_000, 7_560, 120],
    ['3,65% of receipts',      { ...ON_TOP, fixed: 365 },                WHOLE, MONTH, 300_000, 10_950, 0],
    ['an extra value as rent', { ...ON_TOP, residential: false },        WHOLE,
      [RENT, { kind: 'EXTRA', name: 'Vaga', amount: 10_000, influence: 'RENT' }], 310_000, 7_812, 124],
    ['rent carried over',      { ...ON_TOP, residential: false },        WHOLE,
      [RENT, { kind: 'EXTRA', name: 'Aluguel', amount: 100_000, influence: 'RENT', carried: true }], 300_000, 7_560, 120],
    ['a discount of the rent', { ...ON_TOP, residential: false },        WHOLE,
      [RENT, { kind: 'EXTRA', name: 'Abono', amount: -100_000, influence: 'RENT' }], 200_000, 5_040, 80],
  ])('%s', (_, rule, share, lines, base, cbs, ibs) => {
    const invoice = charge(rule, [{ ...ANA, share }], lines);
    const [line] = taxLines(invoice);
    expect(line).toMatchObject({ client_id: 1, amount: cbs + ibs, lease_tax: { base, cbs, ibs } });
    const before = figuresOf(lines);
    expect([invoice.price, invoice.fees]).toEqual([before.price, before.fees + cbs + ibs]);
  });

  test('names the rates, and the owner of a part', () => {
    expect(taxLines(charge(ON_TOP))[0]?.note).toBe('CBS 2,52% e IBS 0,04% sobre 2.400,00');
    expect(taxLines(charge(ON_TOP, [HALF]))[0]?.note).toBe('Ana: CBS 2,52% e IBS 0,04% sobre 1.440,00');
    expect(taxLines(charge({ ...ON_TOP, fixed: 365 }))[0]?.note).toBe('3,65% sobre 3.000,00, art. 487');
  });

  test('goes to the owner who pays it, outside the fee, the income and the other owner', () => {
    const owners = [HALF, { client_id: 2, name: 'Bia', share: 4_000 }];
    const invoice = charge(ON_TOP, [HALF]);
    const [before, after] = [pay(charge(ON_TOP, []), undefined, owners), pay(invoice, undefined, owners)];
    expect(after.admin_fee).toBe(before.admin_fee);
    expect(after.transfers.map(({ income }) => income)).toEqual(before.transfers.map(({ income }) => income));
    const amountsOf = ({ transfers }: typeof after) => transfers.map(({ amount }) => amount);
    const [ana = 0, bia] = amountsOf(before);
    expect(amountsOf(after)).toEqual([ana + 3_687, bia]);
    expect(after.transfers[0]?.lines.at(-1)).toMatchObject({ kind: 'LEASE_TAX', amount: 3_687 });
    expect(isBalanced(after.postings)).toBe(true);
    expect(after.postings.filter(({ account }) => account === 'LEASE_TAX')).toEqual([
      { account: 'LEASE_TAX', client_id: 9, amount: -3_687 },
      { account: 'LEASE_TAX', client_id: 1, amount: 3_687 },
    ]);
  });

  test('a payment in part pays rent and fees first, and the rest keeps the tax and its owner', () => {
    const invoice = charge(ON_TOP);
    const { transfers } = pay(invoice, 350_000);
    expect(transfers[0]?.lines.some(({ kind, amount }) => kind === 'LEASE_TAX' && amount !== 0)).toBe(false);
    const { lines } = restOf(invoice, { fine: 0, interest: 0 }, 350_000);
    expect(lines).toMatchObject([{ kind: 'LEASE_TAX', client_id: 1, amount: 6_144 }]);
    const second = pay({ ...figuresOf(lines), lines });
    expect(second.transfers[0]).toMatchObject({ amount: 6_144, income: { rent: 0, gross: 0 } });
  });
});

describe('included in the rent', () => {
  test('leaves what the tenant pays, and lowers the base of the fee and the income', () => {
    const invoice = charge(INCLUDED);
    // 2.400,00 ÷ 1,0256 = 2.340,09; 2,52% = 58,97; 0,02% = 0,47 twice: 59,91.
    expect([invoice.price, invoice.fees, taxLines(invoice)]).toEqual([300_000, 50_000, []]);
    expect(invoice.lines[0]).toMatchObject({
      note: 'mês inteiro, jan/2027, inclui IBS e CBS de 59,91',
      included: [{ client_id: 1, amount: 5_991, of: 300_000, lease_tax: { base: 234_009, cbs: 5_897, ibs: 94 } }],
    });
    const { admin_fee, transfers, rent, postings } = pay(invoice);
    // 10% of 2.940,09.
    expect([rent, admin_fee]).toEqual([300_000, 29_401]);
    expect(transfers[0]).toMatchObject({ amount: 270_599, income: { rent: 300_000, gross: 294_009 } });
    expect(transfers[0]?.lines.at(-1)).toMatchObject({ kind: 'LEASE_TAX', note: '59,91', amount: 0 });
    expect(isBalanced(postings)).toBe(true);
    expect(postings.filter(({ account }) => account === 'LEASE_TAX').map(({ amount }) => amount)).toEqual([
      -5_991, 5_991,
    ]);
  });

  test('half of the rent has half of the tax, and the rest has the other half', () => {
    const invoice = charge(INCLUDED, [ANA], [RENT]);
    const first = pay(invoice, 150_000);
    expect(first.transfers[0]?.income.gross).toBe(150_000 - 2_996);
    const { lines } = restOf(invoice, { fine: 0, interest: 0 }, 150_000);
    const second = pay({ ...figuresOf(lines), lines });
    expect(second.transfers[0]?.income.gross).toBe(150_000 - 2_996);
  });

  test('the fixed rate is within the receipts', () => {
    // 3.000,00 ÷ 1,0365 = 2.894,36; 3,65% = 105,64.
    expect(charge({ ...INCLUDED, fixed: 365 }).lines[0]?.included).toMatchObject([{ amount: 10_564 }]);
  });
});

describe('nothing is charged', () => {
  test.each<[string, LeaseTaxRule, (typeof ANA)[], InvoiceLine[]]>([
    ['at the rate of zero', { ...ON_TOP, rates: ZERO }, [ANA], MONTH],
    ['at the rate of zero within the rent', { ...INCLUDED, rates: ZERO }, [ANA], MONTH],
    ['without an owner who pays it', ON_TOP, [], MONTH],
    ['below the social reducer', ON_TOP, [ANA], [{ ...RENT, amount: 60_000 }]],
    ['of a month without rent', ON_TOP, [ANA], [{ ...RENT, amount: 0 }, IPTU]],
  ])('%s', (_, rule, payers, lines) => {
    expect(charge(rule, payers, lines).lines).toEqual(lines);
  });
});
