import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../base/calendar.ts';
import { type Cents, sum, WHOLE } from '../../base/money.ts';
import type { ReformRates } from '../../fiscal/reform.ts';
import { isBalanced, ownerAtEndPostings } from '../../ledger/ledger.ts';
import type { InvoiceFigures, InvoiceLine } from '../invoice.ts';
import { lastSettlement, ownersAtEnd } from '../last-settlement.ts';
import { leaseTaxesOf, withLeaseTax } from '../lease-tax.ts';
import type { LeaseTax } from '../lease-tax-rule.ts';
import { figuresOf } from '../rest.ts';
import { settle } from '../settlement.ts';
import { type Termination, terminationSheet } from './termination.ts';
import { chargedTax } from './termination-tax.ts';

/** CBS 8,40% less 70% is 2,52%, and IBS 0,05% less 70% is 0,02% twice. */
const RATES: ReformRates = {
  ...{ ibs_state: 5, ibs_municipal: 5, cbs: 840, lease_reduction: 7_000, social_reducer: 60_000 },
  ...{ deducts_pis_cofins: false, collected: true, official: true },
};
const ANA = { client_id: 1, name: 'Ana', share: WHOLE };
const ON_TOP: LeaseTax = { mode: 'ON_TOP', residential: true, rates: RATES, fixed: null, payers: [ANA] };
const INCLUDED: LeaseTax = { ...ON_TOP, mode: 'INCLUDED' };
const SHARED: LeaseTax = { ...ON_TOP, payers: [{ ...ANA, share: 6_000 }] };
const COMMISSION = { commission: 1_000, with_commission: true };

/** January of 2027, of which 20 of 31 days were lived: 1.935,48 of 3.000,00. */
const leaving: Termination = {
  contract: { start_date: '2026-01-01', current_price: 300_000, discount: 0, prorate: true, price: 300_000 },
  ...{ on: '2027-01-20', made: '2027-01-20', chargedFrom: '2027-02', open: [], billed: [] },
  ...{ penalty: null, extras: [], deposit: null },
};
const RENT: InvoiceLine = { kind: 'RENT', name: 'Aluguel', amount: 300_000 };
const issued = (tax: LeaseTax | null) => {
  const invoice = { ...figuresOf([RENT]), lines: [RENT] };
  return { reference: '2027-02' as const, ...(tax ? withLeaseTax(invoice, tax.payers, tax) : invoice) };
};
const open = (tax: LeaseTax | null) => ({ ...issued(tax), due_date: '2027-02-05' as const });
const paid = (tax: LeaseTax | null, received?: InvoiceLine[]) => {
  const { reference, price, lines } = issued(tax);
  const charged = chargedTax(lines, 0, received ?? lines);
  return { reference, price, fee_rate: 1_000, ...(charged && { tax: charged }) };
};
const end = (changes: Partial<Termination>, owners = [ANA]) => {
  const sheet = terminationSheet({ ...leaving, ...changes });
  const { invoice, refund, debits } = lastSettlement(sheet, 1_000);
  return { sheet, invoice, refund, owners: ownersAtEnd(refund, debits, owners) };
};
const shown = ({ sheet }: ReturnType<typeof end>) => sheet.lines.map(({ kind, amount }) => [kind, amount]);
const pay = ({ invoice }: ReturnType<typeof end>) => {
  if (!invoice) throw new TypeError('nothing is owed');
  return settle({
    ...{ invoice, paid: invoice.price + invoice.fees, contract: COMMISSION, extras: [], owners: [ANA], tenant: 9 },
    lateToOwner: WHOLE,
  });
};

// 1.935,48 − 600,00 is 1.335,48: 2,52% is 33,65, and 0,02% is 0,27 twice.
describe('on top of the rent', () => {
  test('the days that no invoice charged bear the tax of their rent, and it goes to its owner', () => {
    const ended = end({ taxed_by: ON_TOP });
    expect(shown(ended)).toEqual([
      ['RENT', 193_548],
      ['LEASE_TAX', 3_419],
    ]);
    const { admin_fee, transfers, postings } = pay(ended);
    expect([admin_fee, transfers[0]?.amount, transfers[0]?.income.gross]).toEqual([19_355, 177_612, 193_548]);
    expect(postings).toContainEqual({ account: 'LEASE_TAX', client_id: 1, amount: 3_419 });
    expect(isBalanced(postings)).toBe(true);
  });

  test('of an open month the tax comes down to that of the days, not in proportion', () => {
    const ended = end({ open: [open(ON_TOP)] });
    // 61,44 less 34,19.
    expect(shown(ended)).toEqual([
      ['INVOICE', 306_144],
      ['RENT', -106_452],
      ['LEASE_TAX', -2_725],
    ]);
    const { transfers, postings } = pay(ended);
    expect([ended.refund, transfers[0]?.amount]).toEqual([null, 177_612]);
    expect(postings).toContainEqual({ account: 'LEASE_TAX', client_id: 1, amount: 3_419 });
  });

  test('of a paid month the tax goes back with the rent, from the owner who got it', () => {
    const ended = end({ billed: [paid(ON_TOP)] });
    expect(shown(ended)).toEqual([
      ['RENT', -106_452],
      ['LEASE_TAX', -2_725],
    ]);
    expect(ended.refund?.amount).toBe(109_177);
    const [ana] = ended.owners;
    expect(ana).toMatchObject({
      ...{ amount: -98_532, advanced: 98_532, income: 106_452, fee: 10_645, lease_tax: 2_725 },
    });
    if (!ana) throw new TypeError('no owner');
    const postings = ownerAtEndPostings(ana, 9);
    expect(isBalanced(postings)).toBe(true);
    expect(postings.filter(({ account }) => account === 'LEASE_TAX')).toEqual([
      { account: 'LEASE_TAX', client_id: 9, amount: 2_725 },
      { account: 'LEASE_TAX', client_id: 1, amount: -2_725 },
    ]);
  });

  test('only the owner who pays it gives it back', () => {
    // 60% of 1.335,48 is 801,29: 20,19 and 0,16 twice are 20,51, of 36,87.
    const two = [
      { ...ANA, share: 6_000 },
      { client_id: 2, name: 'Bia', share: 4_000 },
    ];
    const amountsOf = (tax: LeaseTax | null) =>
      end({ billed: [paid(tax)] }, two).owners.map(({ amount, lease_tax }) => [amount, lease_tax]);
    const [[ana = 0] = [], bia] = amountsOf(null);
    expect(amountsOf(SHARED)).toEqual([[ana - 1_636, 1_636], bia]);
  });

  test('a debt of the tenant takes it first, and the owner still gives it back whole', () => {
    const ended = end({ billed: [paid(ON_TOP)], penalty: { amount: 200_000 } });
    expect(ended.refund).toBeNull();
    expect(ended.invoice && ended.invoice.price + ended.invoice.fees).toBe(200_000 - 109_177);
    const { transfers, postings } = pay(ended);
    // The penalty less the rent that goes back, of which the agency returns its fee.
    expect(transfers[0]?.amount).toBe(200_000 - 95_807);
    expect(ended.owners).toMatchObject([{ client_id: 1, amount: -2_725, advanced: 0, income: 0, lease_tax: 2_725 }]);
    expect(postings.some(({ account }) => account === 'LEASE_TAX')).toBe(false);
    expect(isBalanced(postings)).toBe(true);
  });

  test('no tax goes back that never came in, or of a month that charged none', () => {
    expect(shown(end({ billed: [paid(ON_TOP, [RENT])] }))).toEqual([['RENT', -106_452]]);
    expect(shown(end({ billed: [paid(null)], taxed_by: ON_TOP }))).toEqual([['RENT', -106_452]]);
  });
});

// 1.335,48 ÷ 1,0256 is 1.302,15, which bears 32,81 and 0,26 twice.
describe('within the rent', () => {
  test('the days that no invoice charged have their tax in them', () => {
    const ended = end({ taxed_by: INCLUDED });
    expect(shown(ended)).toEqual([['RENT', 193_548]]);
    const { admin_fee, transfers } = pay(ended);
    expect([admin_fee, transfers[0]?.income.gross]).toEqual([19_022, 190_215]);
  });

  test('what comes off an open month takes its tax off', () => {
    const ended = end({ open: [open(INCLUDED)] });
    expect(shown(ended)).toEqual([
      ['INVOICE', 300_000],
      ['RENT', -106_452],
    ]);
    const { admin_fee, transfers, postings } = pay(ended);
    expect([admin_fee, transfers[0]?.income.gross]).toEqual([19_022, 190_215]);
    expect(postings).toContainEqual({ account: 'LEASE_TAX', client_id: 1, amount: 3_333 });
  });

  test('of a paid month the fee goes back on what bore it', () => {
    const { refund, owners } = end({ billed: [paid(INCLUDED)] });
    // 59,91 less 33,33 is 26,58; 10% of 1.064,52 less 26,58 is 103,79.
    expect(refund).toMatchObject({ amount: 106_452, agency: 10_379 });
    expect(owners).toMatchObject([{ amount: -96_073, income: 103_794, fee: 10_379, lease_tax: 2_658 }]);
  });
});

describe('late charges', () => {
  /** A month with 320,00 of late charges: 312,01 bears 7,86 and 0,06 twice. */
  const month = issued(ON_TOP);
  const late = (toOwner: number, payers: LeaseTax['payers'] = [ANA]) => {
    const invoice = withLeaseTax({ ...figuresOf([RENT]), lines: [RENT] }, payers, ON_TOP);
    const owners = [ANA, { ...ANA, client_id: 2, share: 4_000 }].slice(0, payers[0]?.share === WHOLE ? 1 : 2);
    const shares = owners.map((owner) => ({
      ...owner,
      share: payers[0]?.share === WHOLE || owner.client_id === 2 ? owner.share : 6_000,
    }));
    return settle({
      ...{ invoice, paid: invoice.price + invoice.fees + 32_000, charges: 32_000, contract: COMMISSION, extras: [] },
      ...{ lateToOwner: toOwner, owners: shares, tenant: 9 },
    });
  };
  const ofLate = ({ postings }: ReturnType<typeof settle>, account: string): Cents =>
    0 - sum(postings.filter((one) => one.account === account).map(({ amount }) => amount));

  test('have their tax in them, which is no income of the owner', () => {
    const { transfers, postings } = late(WHOLE);
    expect(month.fees).toBe(6_144);
    expect(transfers[0]).toMatchObject({ amount: 270_000 + 6_144 + 32_000, income: { gross: 332_000 - 798 } });
    expect(postings).toContainEqual({ account: 'LEASE_TAX', client_id: 1, amount: 6_144 + 798 });
  });

  test('of the agency pass their tax on to the owner who pays it', () => {
    const settled = late(0);
    expect(settled.transfers[0]).toMatchObject({ amount: 270_000 + 6_144 + 798, income: { gross: 300_000 } });
    expect(ofLate(settled, 'LATE_CHARGES')).toBe(32_000 - 798);
    expect(isBalanced(settled.postings)).toBe(true);
  });

  test('of two owners leave the other one alone', () => {
    // 60% of 320,00 is 192,00: 187,21 bears 4,72 and 0,04 twice.
    const { transfers } = late(WHOLE, [{ ...ANA, share: 6_000 }]);
    expect(transfers.map(({ income: { gross } }) => gross)).toEqual([180_000 + 19_200 - 480, 120_000 + 12_800]);
  });
});

test('whatever was paid, each owner ends with the tax of the rent that the month owes', () => {
  const tenant = 9;
  fc.assert(
    fc.property(
      fc.record({
        mode: fc.constantFrom('ON_TOP' as const, 'INCLUDED' as const),
        residential: fc.boolean(),
        fixed: fc.constantFrom(null, 365),
        rent: fc.integer({ min: 61_000, max: 2_000_000 }),
        share: fc.integer({ min: 1, max: 9_999 }),
        day: fc.integer({ min: 1, max: 31 }),
        state: fc.constantFrom('OPEN' as const, 'PAID' as const, 'NONE' as const),
        penalty: fc.integer({ min: 0, max: 400_000 }),
        both: fc.boolean(),
      }),
      ({ mode, residential, fixed, rent, share, day, state, penalty, both }) => {
        const owners = [
          { ...ANA, share },
          { client_id: 2, name: 'Bia', share: WHOLE - share },
        ];
        const by: LeaseTax = { mode, residential, rates: RATES, fixed, payers: both ? owners : owners.slice(0, 1) };
        const line: InvoiceLine = { ...RENT, amount: rent };
        const month = withLeaseTax({ price: rent, fees: 0, lines: [line] }, by.payers, by);
        const reference = '2027-02' as const;
        const on = addDays('2027-01-01', day - 1);
        const settled = (invoice: InvoiceFigures) =>
          settle({
            ...{ invoice, paid: invoice.price + invoice.fees, contract: COMMISSION, extras: [], owners, tenant },
            lateToOwner: WHOLE,
          });
        const tax = chargedTax(month.lines, 0, month.lines);
        const sheet = terminationSheet({
          ...{ ...leaving, on, made: on, penalty: { amount: penalty }, taxed_by: by },
          contract: { ...leaving.contract, current_price: rent, price: rent },
          open: state === 'OPEN' ? [{ ...month, reference, due_date: '2027-02-05' }] : [],
          billed: state === 'PAID' ? [{ reference, price: rent, fee_rate: 1_000, ...(tax && { tax }) }] : [],
        });
        const { invoice, refund, debits } = lastSettlement(sheet, 1_000);
        expect((invoice ? invoice.price + invoice.fees : 0) - (refund?.amount ?? 0)).toBe(sheet.total);
        const ends = ownersAtEnd(refund, debits, owners);
        const postings = [
          ...(state === 'PAID' ? settled(month).postings : []),
          ...(invoice ? settled(invoice).postings : []),
          ...ends.flatMap((one) => ownerAtEndPostings(one, tenant)),
        ];
        expect(isBalanced(postings)).toBe(true);
        const owed = leaseTaxesOf(Math.round((rent * day) / 31), by);
        for (const { client_id } of owners) {
          const held = sum(
            postings
              .filter((one) => one.account === 'LEASE_TAX' && one.client_id === client_id)
              .map(({ amount }) => amount),
          );
          expect(held).toBe(owed.find((one) => one.client_id === client_id)?.amount ?? 0);
        }
      },
    ),
    { numRuns: 500 },
  );
});
