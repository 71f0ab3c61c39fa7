import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { bankCharges, boletoTerms, daysAtBank, isPayable, payableUntil, slipInstructions } from './boleto-terms.ts';
import type { BankCharges } from './slip.ts';

const invoice = {
  due_date: '2026-11-05' as CalendarDate,
  price: 250_000,
  fees: 31_130,
  lines: [
    { kind: 'RENT' as const, name: 'Aluguel', note: 'mês inteiro, out/2026', amount: 250_000 },
    { kind: 'FEE' as const, name: 'Condomínio', amount: 31_130 },
  ],
};
const plain = { fromBusinessDay: false };
const termsOn = (today: CalendarDate, setting = plain) => boletoTerms(invoice, today, setting);

describe('an invoice of 2.811,30 due on 05/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, Cents, Cents[], string]>([
    // issued      due           amount   lines
    ['2026-10-26', '2026-11-05', 281_130, [250_000, 31_130],             'before it is due'],
    ['2026-11-05', '2026-11-05', 281_130, [250_000, 31_130],             'on its day'],
    ['2026-11-09', '2026-11-09', 281_130, [250_000, 31_130],             'four days late: nothing more'],
    ['2026-11-10', '2026-11-10', 309_243, [250_000, 31_130, 28_113],     'the fifth day: 10% of 2.811,30'],
    ['2026-11-20', '2026-11-20', 310_086, [250_000, 31_130, 28_113, 843], 'and 10 × 0,03% of it, 8,4339'],
  ])('issued on %s: due %s, %i', (today, due_date, amount, lines) => {
    const terms = termsOn(today);
    expect(terms).toMatchObject({ due_date, amount });
    expect(terms.lines.map((line) => line.amount)).toEqual(lines);
  });

  test('names its charges', () => {
    expect(termsOn('2026-11-20').lines.slice(2)).toEqual([
      { name: 'Multa', note: '10% a partir do 5º dia', amount: 28_113 },
      { name: 'Juros', note: '0,03% ao dia, 10 dias', amount: 843 },
    ]);
  });

  test('due on a Saturday, counted from Monday where the agency says so', () => {
    const saturday = { ...invoice, due_date: '2026-11-07' as CalendarDate };
    expect(boletoTerms(saturday, '2026-11-12', plain).amount).toBe(309_243);
    expect(boletoTerms(saturday, '2026-11-12', { fromBusinessDay: true }).amount).toBe(281_130);
  });
});

const CHARGES: BankCharges = {
  fine: { percent: 1_000, from: '2026-11-10' },
  interest: { per_day: 84, from: '2026-11-11' },
};

describe('charges requested from the bank', () => {
  test('on the days of our own rule: 0,03% of 2.811,30 is 0,84339', () => {
    expect(bankCharges('341', termsOn('2026-10-26'), plain)).toEqual(CHARGES);
    expect(bankCharges('104', termsOn('2026-10-26'), plain)).toEqual(CHARGES);
  });

  test('counted from Monday 09/11', () => {
    const terms = boletoTerms({ ...invoice, due_date: '2026-11-07' }, '2026-10-26', { fromBusinessDay: true });
    expect(bankCharges('341', terms, { fromBusinessDay: true })).toMatchObject({
      fine: { from: '2026-11-14' },
      interest: { from: '2026-11-15' },
    });
  });

  test.each([
    ['001', '2026-10-26', 'it cannot wait five days'],
    ['237', '2026-10-26', 'it cannot wait five days'],
    ['033', '2026-10-26', 'nothing is registered by a file of ours'],
    ['341', '2026-11-20', 'the charges of today are in it'],
  ] as const)('nothing by %s of a boleto of %s: %s', (bank, today, _) => {
    expect(bankCharges(bank, termsOn(today), plain)).toBeNull();
  });
});

test('a boleto of charges alone bears none, and of rent and charges only those of the rent', () => {
  const lines = [{ kind: 'EXTRA' as const, name: 'Multa', amount: 28_113, late: true }];
  const balance = { due_date: '2026-11-05' as CalendarDate, price: 0, fees: 28_113, lines };
  expect(boletoTerms(balance, '2026-11-20', plain).amount).toBe(28_113);
  expect(bankCharges('341', boletoTerms(balance, '2026-11-01', plain), plain)).toBeNull();
  expect(bankCharges('341', termsOn('2026-11-01'), plain)).not.toBeNull();
  // 718,87 of 1.000,00: 10% of it are 7,19% of the whole; a day is 0,03% of it.
  const rent = { kind: 'RENT' as const, name: 'Aluguel', amount: 71_887 };
  const mixed = { due_date: balance.due_date, price: 71_887, fees: 28_113, lines: [rent, ...lines] };
  expect(bankCharges('341', boletoTerms(mixed, '2026-11-01', plain), plain)).toMatchObject({
    ...{ fine: { percent: 719 }, interest: { per_day: 22 } },
  });
});

describe('instructions', () => {
  test('say what the bank charges, and the agency’s own words', () => {
    expect(slipInstructions(termsOn('2026-10-26'), CHARGES, 'Dúvidas: (32) 3215-0000\n\nObrigado ')).toEqual([
      'A partir de 10/11/2026: multa de 10% (R$\u00a0281,13).',
      'A partir de 11/11/2026: juros de R$\u00a00,84 por dia.',
      'Dúvidas: (32) 3215-0000',
      'Obrigado',
    ]);
  });

  test('or that another one is needed', () => {
    expect(slipInstructions(termsOn('2026-10-26'), null, null)).toEqual([
      'Depois do vencimento, peça outro boleto ou abra o link da fatura: o valor muda a cada dia.',
    ]);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, 'NONE' | 'SENT' | 'REGISTERED' | 'REFUSED', BankCharges | null, boolean, string]>([
  ['2026-11-05', 'NONE',       null,    true,  'on its day'],
  ['2026-11-06', 'NONE',       CHARGES, false, 'the bank never heard of it'],
  ['2026-11-06', 'SENT',       CHARGES, false, 'the bank may have refused it'],
  ['2026-11-06', 'REGISTERED', CHARGES, true,  'the bank charges by itself'],
  ['2026-11-06', 'REGISTERED', null,    false, 'the bank takes what is printed'],
  ['2027-03-05', 'REGISTERED', CHARGES, true,  'the 120th day'],
  ['2027-03-06', 'REGISTERED', CHARGES, false, 'the bank has given it back'],
])('due on 05/11/2026, on %s, %s: payable %o', (today, registration, bank_charges, expected) => {
  expect(isPayable({ due_date: '2026-11-05', registration, slip: { bank_charges } }, today)).toBe(expected);
});

test('a bank accepts it while no more than the printed amount is owed', () => {
  expect([daysAtBank(CHARGES), daysAtBank(null)]).toEqual([120, 5]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, BankCharges | null, CalendarDate, string]>([
  ['2026-11-05', CHARGES, '2027-03-05', 'the 120th day'],
  ['2026-11-05', null,    '2026-11-09', 'the last day without charges'],
  ['2026-11-06', null,    '2026-11-09', 'issued on the first day late: the same'],
  ['2026-11-09', null,    '2026-11-09', 'on the fourth'],
  ['2026-11-20', null,    '2026-11-20', 'its amount is that of its day alone'],
])('an invoice due on 05/11/2026: a boleto due on %s with %j is taken until %s: %s', (due_date, bank_charges, expected) => {
  expect(payableUntil({ due_date, bank_charges, invoice_due_date: '2026-11-05' })).toBe(expected);
});
