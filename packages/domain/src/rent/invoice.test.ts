import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, dueDateIn, type Reference } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import {
  anticipationBounds,
  composeInvoice,
  type ExtraValue,
  type InvoiceState,
  invoiceLife,
  invoiceState,
  invoiceStateOf,
  issuesAnother,
  leadInWords,
  livedDays,
  referencesToBill,
  signedExtra,
} from './invoice.ts';

const contract = {
  current_price: 235_000,
  discount: 0,
  start_date: '2024-12-01' as CalendarDate,
  end_date: null as CalendarDate | null,
  ends_at_term: true,
  prorate: true,
};

const extra = (changes: Partial<ExtraValue> = {}): ExtraValue => ({
  id: 1,
  description: 'Reparo hidráulico',
  amount: 15_000,
  type: 'CREDIT',
  influence: 'EXPENSE',
  boleto: true,
  transfer: false,
  ...changes,
});

describe('the life of an invoice', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[InvoiceState, string[]]>([
    ['PENDING',    ['pay', 'payPartly', 'remove', 'replace', 'endLease', 'makeSheet', 'removeLease', 'issueBoleto', 'pause']],
    ['BALANCE',    ['pay', 'payPartly', 'replace', 'endLease', 'makeSheet', 'issueBoleto', 'pause']],
    ['INSTALMENT', ['pay', 'payPartly', 'undoAgreement', 'endLease', 'makeSheet', 'issueBoleto', 'pause']],
    ['PAID',       ['refund', 'endLease', 'makeSheet']],
    ['PART_PAID',  ['refund', 'endLease', 'makeSheet']],
    ['REPLACED',   ['undoAgreement', 'endLease', 'makeSheet']],
    ['REMOVED',    ['endLease', 'makeSheet', 'removeLease']],
  ])('%s admits %j', (state, events) => {
    expect(invoiceLife.actions(state)).toEqual(events);
  });

  const row = {
    status: 'PENDING' as const,
    balance_of: null,
    debt_agreement_id: null,
    rest_fate: null,
    deleted_at: null,
  };
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Partial<Parameters<typeof invoiceStateOf>[0]>, InvoiceState]>([
    [{},                                                     'PENDING'],
    [{ balance_of: 3 },                                      'BALANCE'],
    [{ debt_agreement_id: 3 },                               'INSTALMENT'],
    [{ balance_of: 3, debt_agreement_id: 3 },                'BALANCE'],
    [{ status: 'PAID' },                                     'PAID'],
    [{ status: 'PAID', rest_fate: 'CREDIT' },                'PAID'],
    [{ status: 'PAID', rest_fate: 'OPEN_BALANCE' },          'PART_PAID'],
    [{ status: 'REPLACED', balance_of: 3 },                  'REPLACED'],
    [{ status: 'REPLACED', debt_agreement_id: 3 },           'REPLACED'],
    [{ deleted_at: '2026-03-10T12:00:00Z', balance_of: 3 },  'REMOVED'],
  ])('an invoice of %j is %s', (changes, state) => {
    expect(invoiceStateOf({ ...row, ...changes })).toBe(state);
  });
});

test('a debit adds, a credit deducts', () => {
  expect(signedExtra({ type: 'DEBIT', amount: 15_000 })).toBe(15_000);
  expect(signedExtra({ type: 'CREDIT', amount: 15_000 })).toBe(-15_000);
});

describe('the rent of the month lived', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Reference, CalendarDate, CalendarDate | null, number, string, string]>([
    ['2026-11', '2024-12-01', null,         235_000, 'mês inteiro, out/2026',   'in the middle of the contract'],
    ['2026-11', '2026-10-15', null,         128_871, '17 de 31 dias, out/2026', 'starts on the 15th: 1.288,7097'],
    ['2026-11', '2026-10-01', null,         235_000, 'mês inteiro, out/2026',   'starts on the 1st'],
    ['2026-11', '2026-10-31', null,           7_581, '1 de 31 dias, out/2026',  'starts on the last day: 75,8065'],
    ['2026-12', '2026-10-15', null,         235_000, 'mês inteiro, nov/2026',   'its second month'],
    ['2026-11', '2024-12-01', '2026-10-10',  75_806, '10 de 31 dias, out/2026', 'ends on the 10th: 758,0645'],
    ['2026-11', '2024-12-01', '2026-10-31', 235_000, 'mês inteiro, out/2026',   'ends on the last day'],
    ['2026-11', '2026-10-15', '2026-10-20',  45_484, '6 de 31 dias, out/2026',  'starts and ends inside: 454,8387'],
    ['2028-03', '2028-02-15', null,         121_552, '15 de 29 dias, fev/2028', 'February of a leap year: 1.215,5172'],
    ['2027-01', '2026-12-25', null,          53_065, '7 de 31 dias, dez/2026',  'December, charged in January: 530,6452'],
    ['2026-11', '2024-12-01', '2026-09-30',       0, '0 de 31 dias, out/2026',  'over before the month'],
  ])('%s, from %s to %s: %i, "%s" (%s)', (reference, start_date, end_date, price, note) => {
    const invoice = composeInvoice({ contract: { ...contract, start_date, end_date }, reference, fees: [], extras: [] });
    expect(invoice).toEqual({ price, fees: 0, lines: [{ kind: 'RENT', name: 'Aluguel', note, amount: price }] });
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, boolean, Cents, string]>([
    [ 15_000, true,  120_645, 'the discount comes off before the days: 2.200,00 × 17 ÷ 31 = 1.206,4516'],
    [240_000, true,        0, 'a discount larger than the rent'],
    [      0, false, 235_000, 'a contract that charges whole months'],
  ])('a discount of %i, by days %s: %i (%s)', (discount, prorate, price) => {
    const terms = { ...contract, start_date: '2026-10-15' as CalendarDate, discount, prorate };
    expect(composeInvoice({ contract: terms, reference: '2026-11', fees: [], extras: [] }).price).toBe(price);
  });

  test('half a centavo rounds up', () => {
    const terms = { ...contract, current_price: 1_001, start_date: '2026-02-15' as CalendarDate };
    expect(composeInvoice({ contract: terms, reference: '2026-03', fees: [], extras: [] }).price).toBe(501);
  });

  test('the months of a contract add up to its days', () => {
    const term = fc.tuple(fc.nat(3_000), fc.nat(1_000)).map(([start, length]) => ({
      start_date: addDays('2020-01-01', start),
      end_date: addDays('2020-01-01', start + length),
      ends_at_term: true,
      length: length + 1,
    }));
    fc.assert(
      fc.property(term, ({ length, ...dates }) => {
        const months = referencesToBill(
          { ...dates, registered_on: dates.start_date, transfer_date: 5, status: 'APPROVED' },
          '2040-01-01',
          10,
        );
        expect(sum(months.map((reference) => livedDays(dates, reference).days))).toBe(length);
      }),
    );
  });
});

test('an instalment waits for the invoice of its month', () => {
  const extras = [
    extra({ id: 1, description: 'IPTU 1/3', amount: 10_000, type: 'DEBIT', from_reference: '2026-10' }),
    extra({ id: 2, description: 'IPTU 2/3', amount: 10_000, type: 'DEBIT', from_reference: '2026-11' }),
    extra({ id: 3, description: 'IPTU 3/3', amount: 10_000, type: 'DEBIT', from_reference: '2026-12' }),
  ];
  const { lines, fees } = composeInvoice({ contract, reference: '2026-11', fees: [], extras });
  // The first was missed in October and is caught up; the third is not due yet.
  expect([lines.map(({ source_id }) => source_id), fees]).toEqual([[undefined, 1, 2], 20_000]);
});

describe('fees of a month that was lived in part', () => {
  const fees = [
    { id: 31, name: 'Condomínio', price: 62_000, to_owner: false },
    { id: 32, name: 'IPTU', price: 31_000, to_owner: true },
    { id: 33, name: 'Taxa de lixo', price: 3_000, to_owner: false },
  ];
  const charged = (changes: Partial<typeof contract> & { end_date?: string }) =>
    composeInvoice({ contract: { ...contract, ...changes } as typeof contract, reference: '2026-11', fees, extras: [] })
      .lines.filter(({ kind }) => kind === 'FEE')
      .map(({ amount, whole }) => [amount, whole]);
  const whole = [
    [62_000, undefined],
    [31_000, undefined],
    [3_000, undefined],
  ];

  // biome-ignore format: a table of cases reads best aligned
  test.each([
    // From 15 October: 17 of 31 days of 620,00 and of 310,00.
    ['the first month, by days by their kind', { start_date: '2026-10-15' }, [[34_000, 62_000], [17_000, 31_000], [3_000, undefined]]],
    ['the last month of a lease that ends at its term, which its sheet settles', { start_date: '2024-01-01', end_date: '2026-10-17', ends_at_term: true }, whole],
    ['a whole month', { start_date: '2026-10-01' }, whole],
    ['a contract that charges whole months', { start_date: '2026-10-15', prorate: false }, whole],
  ] as [string, Parameters<typeof charged>[0], unknown][])('%s', (_, changes, expected) => {
    expect(charged(changes)).toEqual(expected);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['runs on',                                      'APPROVED', '2026-10-31', false, '2026-11', true],
  ['ended',                                        'CLOSED',   '2026-10-31', false, '2026-10', false],
  ['ends in October, which November charged',      'APPROVED', '2026-10-31', true,  '2026-11', false],
  ['ends in October, which is to be charged',      'APPROVED', '2026-10-31', true,  '2026-10', true],
  ['ends on the first day of the month to charge', 'APPROVED', '2026-11-01', true,  '2026-11', true],
  ['nothing was issued',                           'APPROVED', '2026-10-31', true,  null,      true],
] as const)('a contract that %s issues another invoice', (_, status, end_date, ends_at_term, last, expected) => {
  expect(issuesAnother({ status, start_date: '2024-12-01', end_date, ends_at_term }, last)).toBe(expected);
});

test('fees and extra values are lines of the invoice, with name and origin', () => {
  const fees = [
    { id: 31, name: 'Condomínio', price: 48_000, to_owner: false },
    { id: 32, name: 'IPTU', price: 11_240, to_owner: true },
    { id: 33, name: 'Seguro incêndio', price: 1_890, to_owner: false },
  ];
  const extras = [
    extra({ id: 7, transfer: true }),
    extra({ id: 8, description: 'Chave extra', amount: 4_500, type: 'DEBIT', influence: 'RENT' }),
    extra({ id: 9, description: 'Só no repasse', boleto: false, transfer: true }),
  ];
  expect(composeInvoice({ contract, reference: '2026-11', fees, extras })).toEqual({
    price: 235_000,
    fees: 50_630, // 480,00 + 112,40 + 18,90 − 150,00 + 45,00
    lines: [
      { kind: 'RENT', name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 235_000 },
      { kind: 'FEE', name: 'Condomínio', note: 'taxa do imóvel', amount: 48_000, to_owner: false, source_id: 31 },
      { kind: 'FEE', name: 'IPTU', note: 'taxa do imóvel', amount: 11_240, to_owner: true, source_id: 32 },
      { kind: 'FEE', name: 'Seguro incêndio', note: 'taxa do imóvel', amount: 1_890, to_owner: false, source_id: 33 },
      {
        kind: 'EXTRA',
        name: 'Reparo hidráulico',
        note: 'desconto em boleto',
        amount: -15_000,
        influence: 'EXPENSE',
        transfer: true,
        source_id: 7,
      },
      {
        kind: 'EXTRA',
        name: 'Chave extra',
        note: 'acréscimo',
        amount: 4_500,
        influence: 'RENT',
        transfer: false,
        source_id: 8,
      },
    ],
  });
});

describe('a credit larger than the invoice waits for the next one', () => {
  const credit = (id: number, amount: Cents) => extra({ id, amount });
  const debit = (id: number, amount: Cents) => extra({ id, amount, type: 'DEBIT' });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[ExtraValue[], number[], Cents, string]>([
    [[credit(1, 235_000)],                    [1],    0,        'exactly the rent: nothing to pay'],
    [[credit(1, 235_001)],                    [],     235_000,  'a centavo more waits'],
    [[credit(1, 240_000), debit(2, 5_000)],   [1, 2], 0,        'what is added makes room'],
    [[credit(1, 200_000), credit(2, 50_000)], [1],    35_000,   'the second does not fit'],
    [[credit(1, 300_000), credit(2, 50_000)], [2],    185_000,  'the first does not fit, the second does'],
  ])('case %#', (extras, taken, total) => {
    const invoice = composeInvoice({ contract, reference: '2026-11', fees: [], extras });
    const lines = invoice.lines.filter((line) => line.kind === 'EXTRA');
    expect(lines.map((line) => line.source_id)).toEqual(taken);
    expect(invoice.price + invoice.fees).toBe(total);
  });
});

describe('labels of an invoice on 20/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<['PENDING' | 'PAID', CalendarDate, string, string, number]>([
    ['PENDING', '2026-11-05', 'Atrasado', 'late',   15],
    ['PENDING', '2026-11-19', 'Atrasado', 'late',    1],
    ['PENDING', '2026-11-20', 'Pendente', 'soon',    0],
    ['PENDING', '2026-11-21', 'Pendente', 'soon',    1],
    ['PENDING', '2026-11-22', 'Pendente', 'pending', 2],
    ['PAID',    '2026-11-05', 'Pago',     'paid',    0],
  ])('%s, due %s: %s (%s, %i)', (status, due_date, word, tone, days) => {
    expect(invoiceState({ status, due_date }, '2026-11-20')).toEqual({ word, tone, days });
  });
});

describe('references issued by the daily job, ten days ahead', () => {
  const begun = { start_date: '2026-01-10', registered_on: '2026-01-10', transfer_date: 5 } as const;
  const term = { ...begun, end_date: null, ends_at_term: true };

  type Changes = Partial<Parameters<typeof referencesToBill>[0]>;
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Changes, CalendarDate, Reference[]]>([
    ['eleven days before the first due date', { start_date: '2026-10-15', registered_on: '2026-10-15' }, '2026-10-25', []],
    ['ten days before',                       { start_date: '2026-10-15', registered_on: '2026-10-15' }, '2026-10-26', ['2026-11']],
    ['days the job missed',                   { registered_on: '2026-08-03' }, '2026-11-20', ['2026-08', '2026-09', '2026-10', '2026-11']],
    ['an imported contract starts here',      { start_date: '2024-03-01', registered_on: '2026-11-20', transfer_date: 10 }, '2026-11-20', ['2026-11']],
    ['from the chosen due date on',           { start_date: '2024-03-01', registered_on: '2026-11-20', transfer_date: 28, first_due: '2026-11-28' }, '2026-11-20', ['2026-11']],
    ['nothing due before the chosen day',     { start_date: '2024-03-01', registered_on: '2026-11-20', transfer_date: 10, first_due: '2026-11-20' }, '2026-12-01', ['2026-12']],
    ['the chosen day brings no past back',    { start_date: '2024-03-01', registered_on: '2026-11-20', transfer_date: 10, first_due: '2026-09-01' }, '2026-11-20', ['2026-11']],
    ['a chosen day far ahead',                { start_date: '2024-03-01', registered_on: '2026-11-20', transfer_date: 10, first_due: '2027-02-01' }, '2027-02-01', ['2027-02']],
    ['registered before it starts',           { start_date: '2026-10-15', registered_on: '2026-08-01' }, '2026-11-20', ['2026-11']],
    ['day 31 in February',                    { transfer_date: 31 }, '2026-02-18', ['2026-02']],
    ['day 31 in February, a day too soon',    { transfer_date: 31 }, '2026-02-17', []],
    ['the month after the end is the last',   { registered_on: '2026-09-01', end_date: '2026-09-30' }, '2026-11-20', ['2026-09', '2026-10']],
    ['one day of October is still charged',   { registered_on: '2026-09-01', end_date: '2026-10-01' }, '2026-11-20', ['2026-09', '2026-10', '2026-11']],
    ['over before it was registered',         { registered_on: '2026-11-20', end_date: '2026-09-30' }, '2026-11-20', []],
    ['a lease past its end runs on',          { registered_on: '2026-09-01', end_date: '2026-09-30', ends_at_term: false }, '2026-11-20', ['2026-09', '2026-10', '2026-11']],
    ['imported after its end, it runs on',    { registered_on: '2026-11-20', end_date: '2026-09-30', ends_at_term: false }, '2026-11-20', ['2026-11']],
    ['not started yet',                       { start_date: '2027-02-01', registered_on: '2026-11-20' }, '2026-11-20', []],
    ['closed',                                { status: 'CLOSED' }, '2026-11-20', []],
  ])('%s', (_, changes, today, expected) => {
    const terms = { ...term, status: 'APPROVED', ...changes } as const;
    expect(referencesToBill(terms, today, 10)).toEqual(expected);
    for (const billed of ['2026-01', '2026-08', '2026-09', '2026-10', '2026-11', '2027-02'] as const)
      expect(referencesToBill(terms, today, 10, billed), billed).toEqual(expected.filter((month) => month > billed));
  });

  test('is never due later than the days ahead', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), fc.integer({ min: 1, max: 31 }), (start, since, transfer_date) => {
        const start_date = addDays('2024-01-01', start);
        const today = addDays(start_date, since);
        const terms = { start_date, end_date: null, ends_at_term: false, registered_on: start_date, transfer_date };
        const references = referencesToBill({ ...terms, status: 'APPROVED' }, today, 10);
        for (const reference of references) {
          expect(dueDateIn(reference, transfer_date) <= addDays(today, 10)).toBe(true);
        }
      }),
    );
  });
});

describe('months allowed for charging ahead', () => {
  const terms = { start_date: '2026-10-15', next_readjustment: '2027-10-15' } as const;
  test('from the month after the start', () => {
    expect(anticipationBounds(terms, null)).toEqual({ from: '2026-11', to: '2027-10' });
  });
  test('or from the first paid invoice', () => {
    expect(anticipationBounds(terms, '2026-12')).toEqual({ from: '2026-12', to: '2027-10' });
  });
});

test.each([
  [0, 'no dia do vencimento'],
  [1, 'um dia antes do vencimento'],
  [5, '5 dias antes do vencimento'],
])('%i days ahead: %s', (days, words) => {
  expect(leadInWords(days)).toBe(words);
});
