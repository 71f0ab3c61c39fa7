import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, sum } from '../base/money.ts';
import { isBalanced, mirror } from '../ledger/ledger.ts';
import { composeInvoice, type ExtraValue, type InvoiceFigures, type InvoiceLine } from './invoice.ts';
import { causeAtEnd, settle, splitReceipt, takeDebits } from './settlement.ts';

const line = (
  kind: InvoiceLine['kind'],
  name: string,
  amount: Cents,
  rest: Partial<InvoiceLine> = {},
): InvoiceLine => ({
  kind,
  name,
  amount,
  ...rest,
});

const repair = line('EXTRA', 'Reparo hidráulico', -15_000, { influence: 'EXPENSE', transfer: true });

function invoiceOf(price: Cents, ...lines: InvoiceLine[]): InvoiceFigures {
  const rent = line('RENT', 'Aluguel', price, { note: 'mês inteiro, out/2026' });
  return { price, fees: sum(lines.map(({ amount }) => amount)), lines: [rent, ...lines] };
}

const extra = (changes: Partial<ExtraValue>): ExtraValue => ({
  id: 1,
  description: 'Pintura',
  amount: 10_000,
  type: 'DEBIT',
  influence: 'EXPENSE',
  boleto: false,
  transfer: true,
  ...changes,
});

const base = {
  contract: { commission: 1_000, with_commission: true },
  extras: [],
  lateToOwner: 10_000,
  owners: [{ client_id: 12, share: 10_000 }],
};

describe('allocation of a payment: rent 1.000,00, condominium 300,00, tax 100,00, a discount of 50,00', () => {
  const invoice = invoiceOf(
    100_000,
    line('FEE', 'Condomínio', 30_000),
    line('FEE', 'IPTU', 10_000),
    line('EXTRA', 'Desconto', -5_000),
  );

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, Cents, Cents, Cents[], string]>([
    // paid     rent    late   condominium, tax, discount
    [135_000, 100_000,      0, [30_000, 10_000, -5_000], 'all of it'],
    [150_000, 100_000, 15_000, [30_000, 10_000, -5_000], 'what is beyond it counts as late charges'],
    [134_999, 100_000,      0, [30_000,  9_999, -5_000], 'less: the last line goes short first'],
    [120_000, 100_000,      0, [25_000,      0, -5_000], 'then the one before it'],
    [ 95_000, 100_000,      0, [     0,      0, -5_000], 'the rent alone, with the discount'],
    [ 20_000,  25_000,      0, [     0,      0, -5_000], 'less than the rent'],
    [      0,   5_000,      0, [     0,      0, -5_000], 'nothing: the discount pays rent'],
  ])('%i: rent %i, late %i, lines %j (%s)', (paid, rent, late, lines) => {
    const split = splitReceipt(invoice, paid);
    expect({ ...split, lines: split.lines.map(({ amount }) => amount) }).toEqual({ rent, late, lines });
  });

  test('is never negative', () => {
    expect(() => splitReceipt(invoice, -1)).toThrow(RangeError);
  });
});

test('an invoice paid 15 days late, line by line', () => {
  const invoice = invoiceOf(
    235_000,
    line('FEE', 'Condomínio', 48_000),
    line('FEE', 'IPTU', 11_240),
    line('FEE', 'Seguro incêndio', 1_890),
    repair,
  );
  expect(settle({ ...base, invoice, paid: 310_086 })).toEqual({
    rent: 235_000,
    admin_fee: 23_500,
    late: 28_956,
    late_to_owner: 28_956,
    transfers: [
      {
        client_id: 12,
        amount: 225_456,
        lines: [
          { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 235_000 },
          { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 2.350,00', amount: -23_500 },
          { kind: 'EXTRA', name: 'Reparo hidráulico', note: undefined, amount: -15_000 },
          { kind: 'LATE', name: 'Multa e juros', note: undefined, amount: 28_956 },
        ],
        income: { rent: 235_000, gross: 263_956, obligations: 0, fee: 23_500, withheld: null },
      },
    ],
    postings: [
      { account: 'CASH', amount: 310_086 },
      { account: 'OWNERS', amount: -225_456, client_id: 12 },
      { account: 'FEES_HELD', amount: -61_130 },
      { account: 'ADMIN_FEES', amount: -23_500 },
    ],
  });
});

describe('the owner’s part of a rent of 1.000,00 at 10%', () => {
  type Changes = Partial<Parameters<typeof settle>[0]>;
  const plain = invoiceOf(100_000);
  const boletoDebit = { influence: 'EXPENSE', transfer: false } as const;

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Changes & { invoice: InvoiceFigures; paid: Cents }, Cents, Cents, Record<string, Cents>]>([
    ['the rent less the fee',
      { invoice: plain, paid: 100_000 },
      10_000, 90_000, { CASH: 100_000, OWNERS: -90_000, ADMIN_FEES: -10_000 }],
    ['no commission',
      { invoice: plain, paid: 100_000, contract: { commission: 1_000, with_commission: false } },
      0, 100_000, { CASH: 100_000, OWNERS: -100_000 }],
    ['8,5% of 1.234,56 is 104,9376',
      { invoice: invoiceOf(123_456), paid: 123_456, contract: { commission: 850, with_commission: true } },
      10_494, 112_962, { CASH: 123_456, OWNERS: -112_962, ADMIN_FEES: -10_494 }],
    ['a fee held for the condominium',
      { invoice: invoiceOf(100_000, line('FEE', 'Condomínio', 30_000)), paid: 130_000 },
      10_000, 90_000, { CASH: 130_000, OWNERS: -90_000, FEES_HELD: -30_000, ADMIN_FEES: -10_000 }],
    ['a fee passed on to the owner',
      { invoice: invoiceOf(100_000, line('FEE', 'IPTU', 30_000, { to_owner: true })), paid: 130_000 },
      10_000, 120_000, { CASH: 130_000, OWNERS: -120_000, ADMIN_FEES: -10_000 }],
    ['an increase the agency keeps',
      { invoice: invoiceOf(100_000, line('EXTRA', 'Chave', 5_000, boletoDebit)), paid: 105_000 },
      10_000, 90_000, { CASH: 105_000, OWNERS: -90_000, ADMIN_FEES: -10_000, EXTRA_VALUES: -5_000 }],
    ['the same, part of the base of the fee',
      { invoice: invoiceOf(100_000, line('EXTRA', 'Vaga', 5_000, { ...boletoDebit, influence: 'RENT' })), paid: 105_000 },
      10_500, 89_500, { CASH: 105_000, OWNERS: -89_500, ADMIN_FEES: -10_500, EXTRA_VALUES: -5_000 }],
    ['a discount the owner bears',
      { invoice: invoiceOf(100_000, repair), paid: 85_000 },
      10_000, 75_000, { CASH: 85_000, OWNERS: -75_000, ADMIN_FEES: -10_000 }],
    ['a discount the agency bears',
      { invoice: invoiceOf(100_000, { ...repair, transfer: false }), paid: 85_000 },
      10_000, 90_000, { CASH: 85_000, OWNERS: -90_000, ADMIN_FEES: -10_000, EXTRA_VALUES: 15_000 }],
    ['a deduction on the transfer alone',
      { invoice: plain, paid: 100_000, extras: [extra({ type: 'CREDIT' })] },
      10_000, 80_000, { CASH: 100_000, OWNERS: -80_000, ADMIN_FEES: -10_000, EXTRA_VALUES: -10_000 }],
    ['an increase on the transfer, part of the base',
      { invoice: plain, paid: 100_000, extras: [extra({ influence: 'RENT' })] },
      11_000, 99_000, { CASH: 100_000, OWNERS: -99_000, ADMIN_FEES: -11_000, EXTRA_VALUES: 10_000 }],
    ['half of the late charges',
      { invoice: plain, paid: 110_001, lateToOwner: 5_000 },
      10_000, 95_001, { CASH: 110_001, OWNERS: -95_001, ADMIN_FEES: -10_000, LATE_CHARGES: -5_000 }],
    ['no late charges',
      { invoice: plain, paid: 110_000, lateToOwner: 0 },
      10_000, 90_000, { CASH: 110_000, OWNERS: -90_000, ADMIN_FEES: -10_000, LATE_CHARGES: -10_000 }],
    ['paid in part: the fee is on what was received',
      { invoice: plain, paid: 60_005 },
      6_001, 54_004, { CASH: 60_005, OWNERS: -54_004, ADMIN_FEES: -6_001 }],
    ['a base below zero bears no fee',
      { invoice: plain, paid: 20_000, extras: [extra({ type: 'CREDIT', amount: 30_000, influence: 'RENT' })] },
      0, -10_000, { CASH: 20_000, OWNERS: 10_000, EXTRA_VALUES: -30_000 }],
  ])('%s', (_, input, admin_fee, amount, postings) => {
    const settlement = settle({ ...base, ...input });
    expect(settlement).toMatchObject({ admin_fee, transfers: [{ amount }] });
    expect(Object.fromEntries(settlement.postings.map((posting) => [posting.account, posting.amount]))).toEqual(postings);
  });
});

describe('several owners: one transfer each, by their share', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[number[], Cents, Cents[], string[]]>([
    [[5_000, 5_000],        100_001, [45_001, 45_000],         ['Parte de 50%', 'Parte de 50%']],
    [[7_000, 3_000],        100_000, [63_000, 27_000],         ['Parte de 70%', 'Parte de 30%']],
    [[6_000, 2_000],        100_000, [67_500, 22_500],         ['Parte de 75%', 'Parte de 25%']],
    [[3_333, 3_333, 3_333], 100_001, [30_001, 30_000, 30_000], ['Parte de 33,33%', 'Parte de 33,33%', 'Parte de 33,33%']],
  ])('%j of a rent of %i less 10%%: %j', (shares, rent, expected, names) => {
    const owners = shares.map((share, index) => ({ client_id: index + 1, share }));
    const { transfers, postings } = settle({ ...base, invoice: invoiceOf(rent), paid: rent, owners });
    expect(transfers.map((transfer) => transfer.amount)).toEqual(expected);
    expect(transfers.map((transfer) => transfer.lines.at(-1)?.name)).toEqual(names);
    expect(postings.filter(({ account }) => account === 'OWNERS')).toEqual(
      expected.map((amount, index) => ({ account: 'OWNERS', amount: -amount, client_id: index + 1 })),
    );
  });

  test('each sees the whole sum and what the others get', () => {
    const owners = [5_000, 5_000].map((share, index) => ({ client_id: index + 1, share }));
    const { transfers } = settle({ ...base, invoice: invoiceOf(100_001), paid: 100_001, owners });
    expect(transfers[1]?.lines).toEqual([
      { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 100_001 },
      { kind: 'ADMIN_FEE', name: 'Taxa de administração', note: '10% × 1.000,01', amount: -10_000 },
      { kind: 'SHARE', name: 'Parte de 50%', amount: -45_001 },
    ]);
  });

  test('without an owner the money would belong to nobody', () => {
    expect(() => settle({ ...base, invoice: invoiceOf(100_000), paid: 100_000, owners: [] })).toThrow(RangeError);
  });
});

test('a transfer shows a partial rent and the owner’s part of charges', () => {
  const part = settle({ ...base, invoice: invoiceOf(100_000), paid: 60_000 });
  expect(part.transfers[0]?.lines[0]?.note).toBe('mês inteiro, out/2026, recebido em parte');
  const late = settle({ ...base, invoice: invoiceOf(100_000), paid: 110_000, lateToOwner: 5_000 });
  expect(late.transfers[0]?.lines.at(-1)).toEqual({
    kind: 'LATE',
    name: 'Multa e juros',
    note: '50% × 100,00',
    amount: 5_000,
  });
});

test('parts add up to the payment, for any charges', () => {
  const extras = fc.array(
    fc.record<ExtraValue>({
      id: fc.nat(),
      description: fc.constant('Extra'),
      amount: fc.integer({ min: 1, max: 400_000 }),
      type: fc.constantFrom('CREDIT', 'DEBIT'),
      influence: fc.constantFrom('RENT', 'EXPENSE'),
      boleto: fc.boolean(),
      transfer: fc.boolean(),
    }),
    { maxLength: 5 },
  );
  const fees = fc.array(
    fc.record({ id: fc.nat(), name: fc.constant('Taxa'), price: fc.nat(100_000), to_owner: fc.boolean() }),
    { maxLength: 4 },
  );
  const owners = fc.array(fc.record({ client_id: fc.nat(), share: fc.integer({ min: 1, max: 10_000 }) }), {
    minLength: 1,
    maxLength: 4,
  });
  const rates = fc.record({
    commission: fc.nat(10_000),
    with_commission: fc.boolean(),
    lateToOwner: fc.nat(10_000),
  });

  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fees,
      extras,
      owners,
      rates,
      fc.nat(2_000_000),
      (rent, fees, extras, owners, rates, paid) => {
        const contract = {
          current_price: rent,
          discount: 0,
          start_date: '2025-01-01',
          end_date: null,
          ends_at_term: false,
          prorate: true,
        } as const;
        const invoice = composeInvoice({ contract, reference: '2026-11', fees, extras });
        expect(sum(invoice.lines.map(({ amount }) => amount))).toBe(invoice.price + invoice.fees);
        expect(invoice.price + invoice.fees).toBeGreaterThanOrEqual(0);

        const split = splitReceipt(invoice, paid);
        expect(split.rent + split.late + sum(split.lines.map(({ amount }) => amount))).toBe(paid);

        const settlement = settle({
          invoice,
          paid,
          contract: rates,
          extras: extras.filter(({ boleto, transfer }) => transfer && !boleto),
          lateToOwner: rates.lateToOwner,
          owners,
        });
        const { postings, transfers } = settlement;
        const posted = (account: string) =>
          sum(postings.filter((one) => one.account === account).map((one) => one.amount));

        expect(isBalanced(postings)).toBe(true);
        expect(posted('CASH')).toBe(paid);
        expect(posted('OWNERS')).toBe(0 - sum(transfers.map(({ amount }) => amount)));
        expect(posted('ADMIN_FEES')).toBe(0 - settlement.admin_fee);
        for (const { amount, lines } of transfers) expect(sum(lines.map((one) => one.amount))).toBe(amount);
        expect(postings.every(({ amount }) => amount !== 0)).toBe(true);
        expect(sum([...postings, ...mirror(postings)].map(({ amount }) => amount))).toBe(0);
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([
  ['all of it pays the refund', -54_872, 54_872, 'REFUND'],
  ['a deduction of the owner', -54_872, 0, 'END'],
  ['both', -60_000, 54_872, 'END'],
  ['less, by what the owner gets', -40_000, 54_872, 'END'],
] as const)('the cause of a debit at the end of a contract: %s', (_, amount, advanced, cause) => {
  expect(causeAtEnd({ amount, advanced })).toBe(cause);
});

test('an owner’s debt from a termination is deducted from the next transfer, which may stay below zero', () => {
  const transfers = [
    { client_id: 1, amount: 81_000, lines: [] },
    { client_id: 2, amount: 54_000, lines: [] },
  ];
  const debits = [
    { id: 31, client_id: 1, proposal_id: 77, amount: -54_872, cause: 'REFUND' },
    { id: 40, client_id: 1, proposal_id: null, amount: -50_000, cause: 'TRANSFER' },
    { id: 41, client_id: 1, proposal_id: 78, amount: -1_000, cause: 'END' },
  ] as const;
  // 810,00 − 548,72 − 500,00 − 10,00
  expect(takeDebits(transfers, debits)).toEqual([
    {
      client_id: 1,
      amount: -24_872,
      lines: [
        { kind: 'DEBIT', name: 'Devolução ao inquilino', note: 'contrato 77, repasse 31', amount: -54_872 },
        { kind: 'DEBIT', name: 'Saldo de um repasse anterior', note: 'repasse 40', amount: -50_000 },
        { kind: 'DEBIT', name: 'Acerto do fim do contrato', note: 'contrato 78, repasse 41', amount: -1_000 },
      ],
    },
    transfers[1],
  ]);
});
