import { describe, expect, test } from 'vitest';
import type { CalendarDate, Reference } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { lateCharges } from '../rent/late/late-charges.ts';
import { type DebtInvoice, type DebtTerms, debtStatement, debtTermsText } from './debt-statement.ts';

const invoice = (id: number, due_date: CalendarDate, price: Cents, others: Partial<DebtInvoice> = {}): DebtInvoice => ({
  ...{ id, due_date, price, fees: 0, old_charges: 0, agreement_id: null, earlier: null },
  reference: due_date.slice(0, 7) as Reference,
  ...others,
});

/** Fine of 10 % and 1 % a month pro rata, from the first day. */
const CONTRACT: DebtTerms = { first_day: 0, fine: 1_000, monthly: 100, correction: null };

test('two rents of 1.500,00 due on 05/09 and 05/10, on 24/11: 1.690,00 + 1.675,00 = 3.365,00', () => {
  const { rows, totals } = debtStatement({
    invoices: [invoice(2, '2026-10-05', 150_000), invoice(1, '2026-09-05', 150_000)],
    terms: CONTRACT,
    today: '2026-11-24',
  });
  expect(rows.map(({ invoice_id, days, fine, interest, total }) => [invoice_id, days, fine, interest, total])).toEqual([
    [1, 80, 15_000, 4_000, 169_000],
    [2, 50, 15_000, 2_500, 167_500],
  ]);
  expect(totals).toEqual({ rent: 300_000, charges: 0, correction: 0, fine: 30_000, interest: 6_500, total: 336_500 });
});

describe('a debt of 1.500,00 due on 05/09/2026, by the terms of the contract', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, Partial<DebtTerms>, number, Cents, Cents, string]>([
    // day          terms               days    fine interest
    ['2026-09-06', {},                    1, 15_000,     50, 'charges from the first day: 1.500,00 × 1 % ÷ 30'],
    ['2026-09-08', {},                    3, 15_000,    150, 'three days'],
    ['2026-09-15', { first_day: 5 },     10, 15_000,    250, 'five days counted after the fifth'],
    ['2026-09-09', { first_day: 5 },      4,      0,      0, 'the 4th day is free'],
    ['2026-10-05', { fine: 200 },        30,  3_000,  1_500, 'a fine of 2 %'],
    ['2026-10-05', { monthly: 0 },       30, 15_000,      0, 'no interest'],
  ])('on %s with %o: %i days, fine %i, interest %i (%s)', (today, changed, days, fine, interest) => {
    const { rows } = debtStatement({
      invoices: [invoice(1, '2026-09-05', 150_000)],
      terms: { ...CONTRACT, ...changed },
      today,
    });
    expect(rows[0]).toMatchObject({ days, fine, interest });
  });
});

test('without terms of its own a contract charges what its invoices charge, to the centavo', () => {
  for (const today of ['2026-09-06', '2026-09-10', '2026-09-11', '2026-11-24'] as const) {
    const { rows } = debtStatement({ invoices: [invoice(1, '2026-09-05', 123_457, { fees: 9_876 })], today });
    expect(rows[0]).toMatchObject(lateCharges(133_333, '2026-09-05', today));
  }
});

test('a due date on a Saturday counts from Monday where the agency counts so', () => {
  const input = { invoices: [invoice(1, '2026-11-07', 100_000)], terms: CONTRACT, today: '2026-11-12' as const };
  expect(debtStatement(input).rows[0]).toMatchObject({ days: 5 });
  expect(debtStatement({ ...input, fromBusinessDay: true }).rows[0]).toMatchObject({ days: 3 });
});

describe('correction by an index', () => {
  const rates = new Map<Reference, number>([
    ['2026-09', 100],
    ['2026-10', 50],
  ]);
  const corrected: DebtTerms = { ...CONTRACT, correction: 'IPCA' };

  test('takes the months from the due date to the one before, and is in the base of fine and interest', () => {
    // 1,01 × 1,005 = 1,01505: rounded to 1,51 %, 22,65 on 1.500,00. Fine 152,27 (of 1.522,65); interest 80 days: 40,60.
    const { rows, missing } = debtStatement({
      invoices: [invoice(1, '2026-09-05', 150_000)],
      terms: corrected,
      rates,
      today: '2026-11-24',
    });
    expect(rows[0]).toMatchObject({ correction: 2_265, fine: 15_227, interest: 4_060, total: 171_552 });
    expect(missing).toEqual([]);
  });

  test('names the months that are not published, and never takes from the debt', () => {
    const falling = new Map<Reference, number>([['2026-09', -100]]);
    const { rows, missing } = debtStatement({
      invoices: [invoice(1, '2026-09-05', 150_000)],
      terms: corrected,
      rates: falling,
      today: '2026-11-24',
    });
    expect(rows[0]?.correction).toBe(0);
    expect(missing).toEqual(['2026-10']);
  });

  test('is left out where the contract says nothing of it', () => {
    const { rows } = debtStatement({
      invoices: [invoice(1, '2026-09-05', 150_000)],
      terms: CONTRACT,
      rates,
      today: '2026-11-24',
    });
    expect(rows[0]?.correction).toBe(0);
  });
});

test('an open balance keeps what was paid before, and an invoice that is not overdue is no debt', () => {
  const earlier = { invoice_id: 1, owed: 209_285, paid: 100_000, paid_on: '2026-03-20' } as const;
  const { rows } = debtStatement({
    invoices: [
      invoice(7, '2026-03-25', 50_000, { fees: 59_285, earlier }),
      invoice(8, '2026-03-30', 150_000),
      invoice(9, '2026-04-10', 150_000),
    ],
    today: '2026-03-30',
  });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ rent: 50_000, charges: 59_285, fine: 10_929, interest: 0, earlier });
});

test('the terms as a sentence', () => {
  expect(debtTermsText(CONTRACT)).toBe(
    'Multa de 10% e juros de 1% ao mês, proporcionais aos dias, desde o primeiro dia de atraso, sem correção por índice.',
  );
  expect(debtTermsText({ first_day: 5, fine: 1_000, monthly: 90, correction: 'IGPM' })).toBe(
    'Multa de 10% e juros de 0,9% ao mês, proporcionais aos dias, a partir do 5º dia de atraso, contados depois dele, e correção pelo IGP-M.',
  );
});
