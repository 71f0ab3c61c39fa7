import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addToReference, referenceOf } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import { isBalanced } from '../ledger/ledger.ts';
import { composeInvoice, type InvoiceLine } from './invoice.ts';
import { lastSettlement, waitingOfOwners } from './last-settlement.ts';
import { settle } from './settlement.ts';
import { payerWords, type SheetLine, type Termination, terminationSheet } from './termination/termination.ts';

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));
const part = (kind: InvoiceLine['kind'], amount: Cents): InvoiceLine => ({ kind, name: kind, amount });
const line = (kind: SheetLine['kind'], amount: Cents): SheetLine => ({
  kind,
  name: kind,
  amount,
  parts: [part(kind === 'RENT' && amount > 0 ? 'RENT' : 'EXTRA', amount)],
});

describe('last invoice and refund of a sheet', () => {
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
    contract: { ...contract, end_date: '2027-05-31', ends_at_term: false },
    reference: '2026-11',
    fees: [{ id: 31, name: 'Condomínio', price: 46_130, to_owner: false }],
    extras: [],
  });
  const sheet = terminationSheet({
    contract,
    on: '2026-11-20',
    made: '2026-11-20',
    chargedFrom: '2026-12',
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
    deposit: 83_385,
    agency: 0,
    owners: [],
    ...{ income: 0, fee: 0, taxes: [] },
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
  // The deposit pays 6.578,70 of it and is the tenant's money; the agency bears the key, 35,00.
  expect(settlement.postings.find(({ account }) => account === 'DEPOSITS')?.amount).toBe(657_870);
  expect(settlement.postings.find(({ account }) => account === 'EXTRA_VALUES')?.amount).toBe(3_500);
  expect(isBalanced(settlement.postings)).toBe(true);
});

describe('payers of a refund, at a fee of 10%', () => {
  const paid = { reference: '2027-01', price: 235_000, fee_rate: 1_000 } as const;
  const nothing = { made: '2026-11-30', open: [], penalty: null, extras: [], deposit: null } as const;
  const left = (changes: Partial<Termination>) =>
    terminationSheet({
      ...{ contract, on: '2026-11-30', chargedFrom: '2026-12' },
      ...nothing,
      billed: [{ reference: '2026-12', price: 235_000 }],
      ...changes,
    });
  const settled = (changes: Partial<Termination>) => lastSettlement(left(changes), 1_000);
  const key = { description: 'Chave', amount: 3_500, type: 'CREDIT', transfer: false } as const;
  const november = { reference: '2026-12', price: 235_000 } as const;

  /** Condominium that the agency holds and IPTU of the owner, of December, which was not lived. */
  const withFees = {
    ...paid,
    charged_fees: [
      { name: 'Condomínio', amount: 46_000, received: 46_000, to_owner: false, source_id: 1 },
      { name: 'IPTU', amount: 9_000, received: 9_000, to_owner: true, source_id: 2 },
    ],
  };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Partial<Termination>, { owners: Cents; agency: Cents; deposit: Cents }]>([
    // 2.350,00 of December: the owners got 2.115,00 of it.
    ['a month paid ahead',          { billed: [november, paid] },                              { owners: 211_500, agency: 23_500, deposit: 0 }],
    ['without a fee',               { billed: [november, { ...paid, fee_rate: 0 }] },          { owners: 235_000, agency: 0, deposit: 0 }],
    ['of which 1.000,00 came in',   { billed: [november, { ...paid, received: 100_000 }] },    { owners: 90_000, agency: 10_000, deposit: 0 }],
    ['a deposit with the agency',   { deposit: { amount: 660_000, held_by: 'AGENCY' } },       { owners: 0, agency: 0, deposit: 660_000 }],
    ['a deposit with the owner',    { deposit: { amount: 660_000, held_by: 'OWNER' } },        { owners: 660_000, agency: 0, deposit: 0 }],
    ['a credit of the agency',      { extras: [key] },                                         { owners: 0, agency: 3_500, deposit: 0 }],
    // The owners bear both fees of a month after the lease: the 460,00 that the agency holds go to the condominium.
    ['a month with fees',           { billed: [november, withFees] },                          { owners: 266_500, agency: 23_500, deposit: 0 }],
    // Painting of 1.000,00 is paid from it first: of the rest, 1.350,00, a tenth is the fee.
    ['less what the tenant owes',   { billed: [november, paid], extras: [{ ...key, type: 'DEBIT', amount: 100_000 }] },
                                                                                               { owners: 121_500, agency: 13_500, deposit: 0 }],
  ])('%s', (_, changes, { owners, agency, deposit }) => {
    const { refund } = settled(changes);
    expect([0 - amounts(refund?.owners ?? []), refund?.agency, refund?.deposit]).toEqual([owners, agency, deposit]);
    expect(refund?.amount).toBe(owners + agency + deposit);
  });

  test('the refunded rent never exceeds the received rent', () => {
    // 1.175,00 of November lived, 1.000,00 of it came in: nothing of it goes back.
    const half = { on: '2026-11-15', made: '2026-11-15', billed: [{ ...november, received: 100_000 }] } as const;
    expect(left(half).lines).toEqual([]);
  });

  test('in the words of the sheet', () => {
    const words = (changes: Partial<Termination>) =>
      left(changes).lines.map((one) => payerWords(one)?.replaceAll('\u00a0', ' '));
    expect(words({ billed: [november, paid] })).toEqual(['proprietário R$ 2.115,00 e imobiliária R$ 235,00']);
    expect(words({ deposit: { amount: 660_000, held_by: 'OWNER' } })).toEqual(['proprietário, que está com a caução']);
    expect(words({ deposit: { amount: 660_000, held_by: 'AGENCY' }, extras: [key] })).toEqual([
      'imobiliária',
      'caução em poder da imobiliária',
    ]);
    expect(words({ extras: [{ ...key, stands_for: 'DEPOSIT' }] })).toEqual([
      'dinheiro do inquilino em poder da imobiliária',
    ]);
    expect(words({ penalty: { amount: 1_000 } })).toEqual(['inquilino']);
    expect(words({ penalty: { amount: 1_000, waiver: { reason: 'AGREEMENT' } } })).toEqual([undefined]);
  });

  test('the fee of the last settlement is never below zero: the agency’s part is a line of its own', () => {
    // A penalty of 2.000,00 is paid by 2.350,00 given back: owners 1.800,00, agency 200,00 of the 2.000,00 used.
    const { invoice } = settled({ billed: [november, paid], penalty: { amount: 200_000 } });
    expect(invoice?.lines.map(({ amount, transfer }) => [amount, transfer])).toEqual([
      [200_000, true],
      [-180_000, true],
      [-20_000, false],
    ]);
    if (!invoice) throw new Error('There is an invoice');
    const { admin_fee, transfers } = settle({
      invoice,
      paid: 0,
      contract: { commission: 1_000, with_commission: true },
      extras: [],
      lateToOwner: 10_000,
      owners: [{ client_id: 12, share: 10_000 }],
    });
    expect([admin_fee, transfers[0]?.amount]).toEqual([0, 20_000]);
  });
});

test('what comes off a pending invoice comes off it first: the rent of a month paid ahead goes back whole', () => {
  const condominium: InvoiceLine = { kind: 'FEE', name: 'Condomínio', amount: 60_000, to_owner: false, source_id: 1 };
  const { lines, total } = terminationSheet({
    contract,
    on: '2026-11-15',
    made: '2026-11-15',
    chargedFrom: '2026-12',
    feesByDays: [1],
    open: [
      {
        ...{ reference: '2026-12', due_date: '2026-12-05', price: 235_000, fees: 60_000 },
        lines: [part('RENT', 235_000), condominium],
      },
    ],
    billed: [{ reference: '2027-01', price: 235_000, fee_rate: 1_000 }],
    penalty: null,
    extras: [],
    deposit: null,
  });
  // 2.950,00 pending, of which 1.175,00 and 300,00 were not lived; December, 2.350,00, goes back.
  expect([lines.map(({ amount }) => amount), total]).toEqual([[295_000, -117_500, -235_000, -30_000], -87_500]);
  const { invoice, refund } = lastSettlement({ on: '2026-11-15', lines, total }, 1_000);
  expect(invoice?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['RENT', 235_000],
    ['FEE', 60_000],
    ['EXTRA', -117_500],
    ['EXTRA', -159_750], // nine tenths of 1.775,00, the owners', and a tenth, the agency's
    ['EXTRA', -17_750],
  ]);
  // 575,00 of December are left, and the 300,00 of the condominium that the owner bears.
  expect([refund?.amount, refund?.agency, amounts(refund?.owners ?? [])]).toEqual([87_500, 5_750, -81_750]);
  if (!invoice) throw new Error('There is an invoice');
  const { postings } = settle({
    invoice,
    paid: 0,
    contract: { commission: 1_000, with_commission: true },
    extras: [],
    lateToOwner: 10_000,
    owners: [{ client_id: 12, share: 10_000 }],
  });
  // The condominium gets its whole month.
  expect(postings.find(({ account }) => account === 'FEES_HELD')?.amount).toBe(-60_000);
  expect(isBalanced(postings)).toBe(true);
});

describe('a month paid in part, of 2.350,00 at a fee of 10%, left on 15 of 30 days', () => {
  // 1.500,00 came in. 1.175,00 are owed: 850,00 that are missing come off first, then 325,00 of what was received.
  const half = {
    contract,
    on: '2026-11-15',
    made: '2026-11-15',
    chargedFrom: '2026-12',
    penalty: null,
    deposit: null,
  } as const;
  const rest: InvoiceLine = { kind: 'RENT', name: 'Aluguel', amount: 85_000 };
  const balance = { reference: '2026-12', due_date: '2026-11-20', price: 85_000, fees: 0, lines: [rest] } as const;
  const carried = { description: 'Aluguel', amount: 85_000, type: 'DEBIT', transfer: true, influence: 'RENT' } as const;
  test.each<[string, Pick<Termination, 'open' | 'billed' | 'extras'>]>([
    [
      'with an open balance',
      { open: [balance], billed: [{ reference: '2026-12', price: 150_000, fee_rate: 1_000 }], extras: [] },
    ],
    [
      'the rest carried over',
      {
        ...{ open: [], extras: [carried] },
        billed: [{ reference: '2026-12', price: 235_000, received: 235_000, carried: 85_000, fee_rate: 1_000 }],
      },
    ],
  ])('%s: no fee on what was never received', (_, given) => {
    const sheet = terminationSheet({ ...half, ...given });
    expect(sheet.total).toBe(-32_500);
    const { invoice, refund } = lastSettlement(sheet, 1_000);
    expect([refund?.amount, refund?.agency, amounts(refund?.owners ?? [])]).toEqual([32_500, 3_250, -29_250]);
    if (!invoice) throw new Error('There is an invoice');
    const { admin_fee, transfers } = settle({
      ...{ invoice, paid: 0, contract: { commission: 1_000, with_commission: true }, extras: [], lateToOwner: 10_000 },
      owners: [{ client_id: 12, share: 10_000 }],
    });
    expect([invoice.price + invoice.fees, admin_fee, transfers[0]?.amount]).toEqual([0, 0, 0]);
  });
});

test('a credit that counts as rent and is refunded lowers income and fee, as on an invoice', () => {
  const sheet = terminationSheet({
    ...{
      contract,
      on: '2026-11-30',
      made: '2026-11-30',
      chargedFrom: '2026-12',
      open: [],
      penalty: null,
      deposit: null,
    },
    billed: [{ reference: '2026-12', price: 235_000 }],
    extras: [{ description: 'Desconto', amount: 20_000, type: 'CREDIT', transfer: true, influence: 'RENT' }],
  });
  expect(lastSettlement(sheet, 1_000).refund).toMatchObject({
    amount: 20_000,
    agency: 2_000,
    income: 20_000,
    fee: 2_000,
  });
});

describe('rent that former owners received goes back from them', () => {
  const former = [{ client_id: 7, share: 235_000 }];
  const paid = { reference: '2027-01', price: 235_000, fee_rate: 1_000, former } as const;
  const november = { reference: '2026-12', price: 235_000 } as const;
  const settled = (penalty: Cents) =>
    lastSettlement(
      terminationSheet({
        ...{
          contract,
          on: '2026-11-30',
          made: '2026-11-30',
          chargedFrom: '2026-12',
          open: [],
          extras: [],
          deposit: null,
        },
        ...{ billed: [november, paid], penalty: { amount: penalty } },
      }),
      1_000,
    );

  test('all of it to the tenant', () => {
    const { refund, debits } = settled(0);
    expect(refund).toMatchObject({ amount: 235_000, agency: 23_500, owners: [], income: 0, fee: 0 });
    expect(debits).toMatchObject([
      { former, advanced: 211_500, income: 235_000, fee: 23_500, lines: [{ amount: -211_500 }] },
    ]);
  });

  test('a part of it pays what the tenant owes: the owner of today bears nothing of it', () => {
    // Of the 2.000,00 of penalty nine tenths are paid by the former owner, and a tenth by the agency.
    const { invoice, refund, debits } = settled(200_000);
    expect(invoice?.lines.map(({ amount, transfer, income }) => [amount, transfer, income])).toEqual([
      [200_000, true, true],
      [-180_000, false, undefined],
      [-20_000, false, undefined],
    ]);
    expect(refund).toMatchObject({ amount: 35_000, agency: 3_500, owners: [] });
    expect(debits).toMatchObject([{ advanced: 31_500, income: 235_000, fee: 23_500, lines: [{ amount: -211_500 }] }]);
  });
});

test.each<[string, Parameters<typeof waitingOfOwners>[0], object]>([
  [
    'a repair and a credit',
    [
      { description: 'Telhado', amount: 60_000, type: 'CREDIT', influence: 'EXPENSE' },
      { description: 'Chave', amount: 5_000, type: 'DEBIT', influence: 'EXPENSE' },
    ],
    { lines: [{ amount: -60_000 }, { amount: 5_000 }], admin_fee: 0, income: 0, fee: 0 },
  ],
  [
    'a deduction that counts as rent: the agency gives its fee back',
    [{ description: 'Abono', amount: 20_000, type: 'CREDIT', influence: 'RENT' }],
    {
      lines: [{ amount: -20_000 }, { kind: 'ADMIN_FEE', amount: 2_000 }],
      admin_fee: -2_000,
      income: 20_000,
      fee: 2_000,
    },
  ],
  [
    'an increase that counts as rent bears the fee',
    [{ description: 'Acréscimo', amount: 20_000, type: 'DEBIT', influence: 'RENT' }],
    {
      lines: [{ amount: 20_000 }, { kind: 'ADMIN_FEE', amount: -2_000 }],
      admin_fee: 2_000,
      income: -20_000,
      fee: -2_000,
    },
  ],
])('what waits for the owners’ transfers: %s', (_, extras, expected) => {
  expect(waitingOfOwners(extras, 1_000)).toMatchObject({ advanced: 0, ...expected });
});

test('invoice − refund is the total of any sheet, and the invoice can be settled', () => {
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
  const invoices = fc.array(fc.record({ months: fc.nat(4), fee: money, toOwner: fc.boolean(), stands: fc.boolean() }), {
    maxLength: 3,
  });
  const terms = fc.record({
    ...{ on: fc.nat(900), unbilled: fc.nat(4), prorate: fc.boolean(), toOwner: fc.nat(10_000), byDays: fc.boolean() },
  });
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
        const issued = given.map(({ months, fee, toOwner, stands }) => {
          const reference = addToReference(referenceOf(on), 3 - months);
          const fees = [{ id: 1, name: 'Condomínio', price: fee, to_owner: toOwner }];
          const figures = composeInvoice({
            contract: { ...terminated, end_date: null, ends_at_term: false },
            reference,
            fees,
            extras: [],
          });
          const charged_fees = figures.lines
            .filter(({ kind }) => kind === 'FEE')
            .map((line) => ({ ...line, received: line.amount }));
          return { ...figures, reference, due_date: addDays(on, -10 * months), stands, charged_fees };
        });
        const sheet = terminationSheet({
          contract: terminated,
          on,
          made: on,
          chargedFrom: addToReference(referenceOf(on), 2 - terms.unbilled),
          open: issued.filter(({ stands }) => !stands),
          billed: issued.filter(({ stands }) => stands),
          feesByDays: terms.byDays ? [1] : [],
          penalty: { amount: penalty },
          extras,
          deposit,
        });
        expect(amounts(sheet.lines)).toBe(sheet.total);
        for (const one of sheet.lines) expect(amounts(one.parts)).toBe(one.amount);

        const { invoice, refund } = lastSettlement(sheet);
        const charged = invoice ? invoice.price + invoice.fees : 0;
        expect(charged - (refund?.amount ?? 0)).toBe(sheet.total);
        expect(charged).toBeGreaterThanOrEqual(0);
        expect(refund ? charged : 0).toBe(0);
        if (refund) {
          expect(amounts(refund.lines)).toBe(refund.amount);
          expect(refund.agency + refund.deposit - amounts(refund.owners)).toBe(refund.amount);
        }
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
        expect(settlement.late).toBe(amounts(sheet.lines.filter(({ kind }) => kind === 'LATE')));
        expect(isBalanced(settlement.postings)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
