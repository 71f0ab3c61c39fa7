import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addToReference, type CalendarDate, daysInMonth, dueDateIn } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { type AgreedPenalty, isWaiverExplained, penaltyWords, proportionalPenalty, waiverWords } from './penalty.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const thirtyMonths = { start_date: '2024-12-01', end_date: '2027-05-31', current_price: 235_000 } as const;
const fromThe15th = { ...thirtyMonths, start_date: '2024-10-15', end_date: '2027-04-14' } as const;
const odd = { start_date: '2026-09-18', end_date: '2029-03-06', current_price: 242_991 } as const;
const leapYear = { ...thirtyMonths, start_date: '2027-03-01', end_date: '2028-02-29' } as const;
const threeRents = { rents: 3 };

describe('the agreed penalty in proportion to the time left', () => {
  type Contract = typeof thirtyMonths | typeof fromThe15th | typeof odd | typeof leapYear;
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Contract, AgreedPenalty, CalendarDate, Cents, string, string]>([
    [thirtyMonths, threeRents,          '2026-05-31', 282_000, '12 meses',          '7.050 ÷ 30 × 12'],
    [thirtyMonths, threeRents,          '2026-11-30', 141_000, '6 meses',           '7.050 ÷ 30 × 6'],
    [thirtyMonths, threeRents,          '2026-11-20', 149_617, '6 meses e 11 dias', '7.050 × 191 ÷ 900 = 1.496,1667'],
    [thirtyMonths, threeRents,          '2027-05-30',     783, '1 dia',             'a day before the end: 7.050 ÷ 900 = 7,8333'],
    [thirtyMonths, threeRents,          '2027-05-31',       0, '0 dias',            'the day the term ends'],
    [thirtyMonths, threeRents,          '2028-03-15',       0, '0 dias',            'long after, with no term any more'],
    [thirtyMonths, threeRents,          '2024-11-15', 705_000, '30 meses',          'before it began: all of it'],
    [thirtyMonths, threeRents,          '2024-12-31', 681_500, '29 meses',          'a month lived'],
    [thirtyMonths, { amount: 500_000 }, '2026-05-31', 200_000, '12 meses',          'an amount: 5.000 ÷ 30 × 12'],
    [thirtyMonths, { amount: 0 },       '2026-05-31',       0, '12 meses',          'none agreed'],
    [thirtyMonths, { rents: 1 },        '2026-05-31',  94_000, '12 meses',          'one rent: 2.350 ÷ 30 × 12'],
    [fromThe15th,  threeRents,          '2026-11-20', 113_583, '4 meses e 25 dias', '7.050 × 145 ÷ 900 = 1.135,8333'],
    [fromThe15th,  threeRents,          '2026-10-14', 141_000, '6 meses',           'on its own anniversary'],
    [odd,          threeRents,          '2027-09-17', 433_110, '17 meses e 17 dias', '7.289,73 × 527 ÷ 887 (29 months and 17 days) = 4.331,1023'],
    [leapYear,     threeRents,          '2027-08-31', 352_500, '6 meses',           'half of a term that ends on 29 February'],
  ])('%o, %j, leaving on %s: %i for %s (%s)', (contract, agreed, on, amount, left) => {
    const penalty = proportionalPenalty(contract, agreed, on);
    expect(penalty.amount).toBe(amount);
    expect(plain(penaltyWords(penalty))).toContain(`× ${left} ÷`);
  });

  test('the sum in words', () => {
    expect(plain(penaltyWords(proportionalPenalty(thirtyMonths, threeRents, '2026-11-20')))).toBe(
      'R$ 7.050,00 × 6 meses e 11 dias ÷ 30 meses',
    );
  });

  test('48 months × days 1 to 31 of a term of 48 months', () => {
    const contract = { start_date: '2024-01-01', end_date: '2027-12-31', current_price: 235_000 } as const;
    for (let month = 0; month < 48; month += 1) {
      const reference = addToReference('2024-01', month);
      const length = daysInMonth(reference);
      for (let day = 1; day <= 31; day += 1) {
        // Months after this one, and the days from the morrow's number to the end of December 2027.
        const thirtieths = (47 - month) * 30 + (day >= length ? 0 : 31 - day);
        const expected = Math.floor((2 * 705_000 * thirtieths + 48 * 30) / (2 * 48 * 30));
        expect(proportionalPenalty(contract, threeRents, dueDateIn(reference, day)).amount).toBe(expected);
      }
    }
  });

  test('at most the agreed penalty, never increasing, zero at the end', () => {
    const term = fc.tuple(fc.nat(4_000), fc.integer({ min: 1, max: 2_000 }), fc.nat(2_100));
    fc.assert(
      fc.property(term, ([start, length, lived]) => {
        const start_date = addDays('2020-01-01', start);
        const end_date = addDays(start_date, length);
        const contract = { start_date, end_date, current_price: 235_000 };
        const on = addDays(start_date, lived);
        const now = proportionalPenalty(contract, threeRents, on).amount;
        expect(now).toBeGreaterThanOrEqual(0);
        expect(now).toBeLessThanOrEqual(705_000);
        expect(proportionalPenalty(contract, threeRents, addDays(on, 1)).amount).toBeLessThanOrEqual(now);
        expect(proportionalPenalty(contract, threeRents, end_date).amount).toBe(0);
      }),
    );
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  [{ reason: 'AGREEMENT' },                        true,  'Acordo com o proprietário'],
  [{ reason: 'AGREEMENT', note: ' imóvel vendido ' }, true,  'Acordo com o proprietário: imóvel vendido'],
  [{ reason: 'JOB_TRANSFER', note: '' },           true,  'Transferência de emprego avisada por escrito com 30 dias (Lei 8.245, art. 4º, parágrafo único)'],
  [{ reason: 'OTHER', note: 'obra no prédio' },    true,  'obra no prédio'],
  [{ reason: 'OTHER', note: '  ' },                false, 'Outro motivo'],
  [{ reason: 'OTHER' },                            false, 'Outro motivo'],
] as const)('%o explained: %s, "%s"', (waiver, explained, words) => {
  expect(isWaiverExplained(waiver)).toBe(explained);
  expect(waiverWords(waiver)).toBe(words);
});
