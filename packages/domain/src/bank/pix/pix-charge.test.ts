import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import {
  type PixComponents,
  type PixParts,
  pixAmount,
  pixChargeBody,
  pixChargeTerms,
  pixParts,
  readPixAmount,
  txidOfCharge,
} from './pix-charge.ts';

const invoice = {
  due_date: '2026-11-05' as CalendarDate,
  price: 250_000,
  fees: 31_130,
  lines: [
    { kind: 'RENT' as const, name: 'Aluguel', amount: 250_000 },
    { kind: 'FEE' as const, name: 'Condomínio', amount: 31_130 },
  ],
};
const plain = { fromBusinessDay: false };

describe('the charge of an invoice of 2.811,30 due on Thursday 05/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, Cents, number, string]>([
    // today       due           amount   valid
    ['2026-10-20', '2026-11-05', 281_130, 4, 'before it is due'],
    ['2026-11-05', '2026-11-05', 281_130, 4, 'on its day'],
    ['2026-11-06', '2026-11-06', 281_130, 3, 'the first day late: a charge made now can not fall due yesterday'],
    ['2026-11-09', '2026-11-09', 281_130, 0, 'the fourth day late owes nothing more'],
    ['2026-11-10', '2026-11-10', 309_243, 0, 'the fifth: fine of 10%, 281,13'],
    ['2026-11-11', '2026-11-11', 309_327, 0, 'and one day of 0,03%, 0,84339'],
    ['2026-12-15', '2026-12-15', 312_195, 0, 'day 40: and 35 days, 29,51865'],
  ])('on %s: due %s, %i, valid for %i more days: %s', (today, due_date, amount, valid_days) => {
    expect(pixChargeTerms(invoice, today, plain)).toEqual({ due_date, amount, valid_days });
  });

  test('due on a Saturday: the days count from Monday where the agency says so', () => {
    const saturday = { ...invoice, due_date: '2026-11-07' as CalendarDate };
    expect(pixChargeTerms(saturday, '2026-11-12', { fromBusinessDay: true })).toEqual({
      ...{ due_date: '2026-11-12', amount: 281_130, valid_days: 1 },
    });
    expect(pixChargeTerms(saturday, '2026-11-12', plain)?.amount).toBe(309_243);
  });

  test('nothing to collect has no charge', () => {
    expect(pixChargeTerms({ ...invoice, price: 0, fees: 0, lines: [] }, '2026-11-01', plain)).toBeUndefined();
  });
});

test('a txid has the form of the standard and names the invoice', () => {
  const txid = txidOfCharge(4_021, 'a1B2c3D4e5F6g7H8i9J0');
  expect(txid).toBe('F000000004021a1B2c3D4e5F6g7H8i9');
  expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  expect(() => txidOfCharge(1, 'short')).toThrow(RangeError);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, string]>([[1, '0.01'], [10, '0.10'], [281_130, '2811.30'], [999_999_999_999, '9999999999.99']])(
  'the API writes %i centavos as %s',
  (amount, text) => {
    expect(pixAmount(amount)).toBe(text);
    expect(readPixAmount(text)).toBe(amount);
  },
);

test.each(['1,00', '1.0', '-1.00', '12345678901.00', ''])('%o is no amount of the API', (text) => {
  expect(readPixAmount(text)).toBeUndefined();
});

describe('the body of a charge', () => {
  const terms = { due_date: '2026-11-05' as CalendarDate, amount: 281_130, valid_days: 4 };

  test('of a person', () => {
    const payer = { name: 'Ana Prado', document: '11144477735' };
    expect(pixChargeBody({ terms, payer, pix_key: 'pix@serra.example', month: 'outubro de 2026' })).toEqual({
      calendario: { dataDeVencimento: '2026-11-05', validadeAposVencimento: 4 },
      devedor: { cpf: '11144477735', nome: 'Ana Prado' },
      valor: { original: '2811.30' },
      chave: 'pix@serra.example',
      solicitacaoPagador: 'Aluguel de outubro de 2026, vence em 05/11/2026',
    });
  });

  test('of a company, whose number may hold letters', () => {
    const payer = { name: 'Padaria', document: '12ABC34501DE35' };
    const { devedor } = pixChargeBody({ terms, payer, pix_key: 'k', month: 'outubro de 2026' });
    expect(devedor).toEqual({ cnpj: '12ABC34501DE35', nome: 'Padaria' });
  });
});

/** Around every half centavo of fine and interest. */
const AMOUNTS = [
  ...[1, 4, 5, 6, 14, 15, 44, 45, 55, 1_666, 1_667, 4_999, 5_000, 12_345, 33_333],
  ...[49_999, 83_333, 123_455, 149_999, 150_005, 250_000, 281_130, 417_777, 499_995, 999_995],
  ...[1_234_565, 7_777_775, 12_345_675, 50_000_005, 100_000_000],
];

test('the bank asks for what the books charge on days 0 to 40 of thirty amounts', () => {
  expect(new Set(AMOUNTS).size).toBe(30);
  const due: CalendarDate = '2026-03-10';
  const halfUp = (numerator: number, denominator: number) =>
    Number((BigInt(numerator) * 2n + BigInt(denominator)) / (2n * BigInt(denominator)));
  const wrong: unknown[] = [];
  for (const base of AMOUNTS)
    for (let days = 0; days <= 40; days += 1) {
      const today = addDays(due, days);
      const lines = [{ kind: 'RENT' as const, name: 'Aluguel', amount: base }];
      const terms = pixChargeTerms({ due_date: due, price: base, fees: 0, lines }, today, plain);
      // 10% from the fifth day on, and 0,03% for each day after it.
      const owed = base + (days < 5 ? 0 : halfUp(base, 10)) + (days <= 5 ? 0 : halfUp(base * 3 * (days - 5), 10_000));
      // A payer's bank takes the amount up to the last valid day.
      const isTaken = terms && today >= terms.due_date && today <= addDays(terms.due_date, terms.valid_days);
      if (terms?.amount !== owed || !isTaken) wrong.push({ base, days, terms, owed });
    }
  expect(wrong).toEqual([]);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[Cents, PixComponents | undefined, PixParts | undefined, string]>([
  // paid     told by the bank                                                        booked
  [10_500,    { original: 10_000, multa: 300, juros: 200 },                           { fine: 300, interest: 200, discount: 0 },  'the published example: 3% and two days of 1%'],
  [14_045,    { original: 12_345, multa: 1_500, juros: 200 },                         { fine: 1_500, interest: 200, discount: 0 }, '123,45 + 15,00 + 2,00'],
  [10_200,    { original: 10_000, juros: 200 },                                       { fine: 0, interest: 200, discount: 0 },    'interest alone'],
  [9_000,     { original: 10_000, desconto: 700, abatimento: 300 },                   { fine: 0, interest: 0, discount: 1_000 },  'a discount and a rebate'],
  [10_000,    { original: 10_000 },                                                   undefined, 'the amount alone'],
  [10_000,    { original: 10_000, multa: 0, juros: 0 },                               undefined, 'nothing beside it'],
  [10_000,    undefined,                                                              undefined, 'nothing at all'],
  [10_500,    { multa: 300, juros: 200 },                                             undefined, 'parts without the principal'],
  [10_500,    { original: 10_000, multa: 300 },                                       undefined, 'parts that do not add up'],
  [10_000,    { original: 9_500, multa: 300 },                                        undefined, 'parts of which one is missing'],
])('a Pix of %i with %j is booked as %j: %s', (amount, told, booked) => {
  expect(pixParts(amount, told)).toEqual(booked);
});
