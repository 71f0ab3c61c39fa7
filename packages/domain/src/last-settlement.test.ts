import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addToReference, referenceOf } from './calendar.ts';
import { composeInvoice, type InvoiceLine } from './invoice.ts';
import { lastSettlement } from './last-settlement.ts';
import { isBalanced } from './ledger.ts';
import { type Cents, sum } from './money.ts';
import { settle } from './settlement.ts';
import { type SheetLine, type Termination, terminationSheet } from './termination.ts';

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));
const part = (kind: InvoiceLine['kind'], amount: Cents): InvoiceLine => ({ kind, name: kind, amount });
const line = (kind: SheetLine['kind'], amount: Cents): SheetLine => ({
  kind,
  name: kind,
  amount,
  parts: [part(kind === 'RENT' && amount > 0 ? 'RENT' : 'EXTRA', amount)],
});

describe('what a sheet becomes', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, SheetLine[], Cents | null, Cents[]]>([
    // the sheet                                                                     invoice    refund, line by line
    ['nothing at all',         [],                                                      null, []],
    ['rent alone',             [line('RENT', 156_667)],                              156_667, []],
    ['the deposit alone',      [line('DEPOSIT', -705_000)],                             null, [705_000]],
    ['rent above the deposit', [line('RENT', 156_667), line('DEPOSIT', -100_000)],    56_667, []],
    ['rent equal to it',       [line('RENT', 156_667), line('DEPOSIT', -156_667)],         0, []],
    ['rent below it',          [line('RENT', 156_667), line('DEPOSIT', -705_000)],         0, [548_333]],
    ['a credit goes first',    [line('RENT', 156_667), line('EXTRA', -200_000), line('DEPOSIT', -705_000)],
                                                                                           0, [43_333, 705_000]],
    ['a penalty let go',       [{ ...line('PENALTY', 0), parts: [] }, line('DEPOSIT', -705_000)],
                                                                                        null, [705_000]],
  ])('%s', (_, lines, total, refunded) => {
    const { invoice, refund } = lastSettlement({ on: '2026-11-20', lines, total: amounts(lines) });
    expect(invoice && invoice.price + invoice.fees).toBe(total);
    expect(refund?.lines.map(({ amount }) => amount) ?? []).toEqual(refunded);
    expect(refund?.amount ?? 0).toBe(sum(refunded));
  });
});

const contract: Termination['contract'] = {
  start_date: '2024-12-01',
  current_price: 235_000,
  discount: 0,
  prorate: true,
  price: 220_000,
};

test('a whole termination: 6.613,70 owed, 35,00 off, a deposit of 7.412,55', () => {
  const october = composeInvoice({
    contract: { ...contract, end_date: '2027-05-31' },
    reference: '2026-11',
    fees: [{ id: 31, name: 'Condomínio', price: 46_130, to_owner: false }],
    extras: [],
  });
  const sheet = terminationSheet({
    contract,
    on: '2026-11-20',
    unbilledFrom: '2026-12',
    open: [{ ...october, reference: '2026-11', due_date: '2026-11-05' }], // 2.811,30, and 289,56 of charges
    billed: [],
    penalty: { amount: 149_617 },
    extras: [
      { description: 'Pintura', amount: 45_000, type: 'DEBIT', transfer: true },
      { description: 'Chave devolvida', amount: 3_500, type: 'CREDIT', transfer: false },
    ],
    deposit: { amount: 741_255, held_by: 'AGENCY' },
  });
  expect(sheet.total).toBe(-83_385); // 2.811,30 + 289,56 + 1.566,67 + 1.496,17 + 450,00 − 35,00 − 7.412,55

  const { invoice, refund } = lastSettlement(sheet);
  expect(invoice?.lines.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
    ['RENT', 'Aluguel', 235_000],
    ['FEE', 'Condomínio', 46_130],
    ['EXTRA', 'Multa e juros', 28_956],
    ['RENT', 'Aluguel', 156_667],
    ['EXTRA', 'Multa por rescisão antecipada', 149_617],
    ['EXTRA', 'Pintura', 45_000],
    ['EXTRA', 'Chave devolvida', -3_500],
    ['EXTRA', 'Devolução da caução', -657_870],
  ]);
  expect([invoice?.price, invoice?.fees]).toEqual([391_667, -391_667]);
  expect(refund).toEqual({
    amount: 83_385,
    lines: [{ kind: 'EXTRA', name: 'Devolução da caução', note: undefined, amount: 83_385 }],
  });

  // Settled with nothing, it still gives the owner rent − 10%, charges, penalty and painting, and the condominium its fee.
  if (!invoice) throw new Error('There is an invoice');
  const settlement = settle({
    invoice,
    paid: 0,
    contract: { commission: 1_000, with_commission: true },
    extras: [],
    lateToOwner: 10_000,
    owners: [{ client_id: 12, share: 10_000 }],
  });
  expect(settlement.admin_fee).toBe(39_167);
  expect(settlement.transfers[0]?.amount).toBe(576_073); // 3.916,67 − 391,67 + 289,56 + 1.496,17 + 450,00
  expect(settlement.postings.find(({ account }) => account === 'FEES_HELD')?.amount).toBe(-46_130);
  expect(isBalanced(settlement.postings)).toBe(true);
});

test('whatever is on the sheet: invoice − refund is its total, and the invoice can be settled', () => {
  const money = fc.nat(500_000);
  const extras = fc.array(
    fc.record({
      description: fc.constant('Extra'),
      amount: fc.integer({ min: 1, max: 400_000 }),
      type: fc.constantFrom('CREDIT', 'DEBIT'),
      transfer: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  const deposit = fc.record({ amount: fc.nat(2_000_000), held_by: fc.constantFrom('AGENCY', 'OWNER') });
  const invoices = fc.array(fc.record({ months: fc.nat(4), fee: money, stands: fc.boolean() }), { maxLength: 3 });
  const terms = fc.record({ on: fc.nat(900), unbilled: fc.nat(4), prorate: fc.boolean(), toOwner: fc.nat(10_000) });
  fc.assert(
    fc.property(
      terms,
      invoices,
      money,
      extras,
      fc.option(deposit),
      (terms, given, penalty, extras: Termination['extras'], deposit: Termination['deposit']) => {
        const on = addDays('2025-01-01', terms.on);
        const terminated = { ...contract, prorate: terms.prorate };
        const issued = given.map(({ months, fee, stands }) => {
          const reference = addToReference(referenceOf(on), 3 - months);
          const fees = [{ id: 1, name: 'Condomínio', price: fee, to_owner: false }];
          const figures = composeInvoice({ contract: { ...terminated, end_date: null }, reference, fees, extras: [] });
          return { ...figures, reference, due_date: addDays(on, -10 * months), stands };
        });
        const sheet = terminationSheet({
          contract: terminated,
          on,
          unbilledFrom: addToReference(referenceOf(on), 2 - terms.unbilled),
          open: issued.filter(({ stands }) => !stands),
          billed: issued.filter(({ stands }) => stands),
          penalty: { amount: penalty },
          extras,
          deposit,
          late: { toOwner: terms.toOwner },
        });
        expect(amounts(sheet.lines)).toBe(sheet.total);
        for (const one of sheet.lines) expect(amounts(one.parts)).toBe(one.amount);

        const { invoice, refund } = lastSettlement(sheet);
        const charged = invoice ? invoice.price + invoice.fees : 0;
        expect(charged - (refund?.amount ?? 0)).toBe(sheet.total);
        expect(charged).toBeGreaterThanOrEqual(0);
        expect(refund ? charged : 0).toBe(0);
        if (refund) expect(amounts(refund.lines)).toBe(refund.amount);
        if (!invoice) return;
        expect(amounts(invoice.lines)).toBe(charged);
        const settlement = settle({
          invoice,
          paid: charged,
          contract: { commission: 1_000, with_commission: true },
          extras: [],
          lateToOwner: terms.toOwner,
          owners: [{ client_id: 12, share: 10_000 }],
        });
        expect(settlement.rent).toBe(invoice.price);
        expect(settlement.late).toBe(0);
        expect(isBalanced(settlement.postings)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
