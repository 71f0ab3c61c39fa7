import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../base/calendar.ts';
import type { Cents } from '../../base/money.ts';
import { chargesTaken, lateCharges, oldChargesOf } from './late-charges.ts';

describe('an invoice of 1.500,00 due on 10/03/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, Cents, Cents, string]>([
    // paid on     days    fine interest
    ['2026-03-01',  0,      0,     0, 'before it is due'],
    ['2026-03-10',  0,      0,     0, 'on the due date'],
    ['2026-03-14',  4,      0,     0, 'the 4th day is still free'],
    ['2026-03-15',  5, 15_000,     0, 'the 5th day brings the fine alone'],
    ['2026-03-16',  6, 15_000,    45, 'interest counts from the 6th day'],
    ['2026-04-09', 30, 15_000, 1_125, 'thirty days late, across a month end'],
    ['2027-03-10', 365, 15_000, 16_200, 'a year late'],
  ])('paid on %s: %i days, fine %i, interest %i (%s)', (paidOn, days, fine, interest) => {
    expect(lateCharges(150_000, '2026-03-10', paidOn)).toEqual({ days, fine, interest });
  });
});

describe('fine and interest are each rounded once, half up', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, CalendarDate, CalendarDate, Cents, Cents, string]>([
    [281_130, '2026-11-05', '2026-11-20', 28_113, 843, '2.811,30, 15 days: 10 days × 0,03% = 8,4339'],
    [ 12_345, '2026-11-05', '2026-11-10',  1_235,   0, '10% of 123,45 is 12,345'],
    [  5_000, '2026-11-05', '2026-11-11',    500,   2, 'a day of 50,00 is 0,015'],
    [  4_999, '2026-11-05', '2026-11-11',    500,   1, 'a day of 49,99 is 0,014997'],
    [      0, '2026-11-05', '2026-11-20',      0,   0, 'nothing owed, nothing charged'],
  ])('%i due %s, paid %s: fine %i, interest %i (%s)', (base, due, paidOn, fine, interest) => {
    expect(lateCharges(base, due, paidOn)).toMatchObject({ fine, interest });
  });
});

// Ten days late: five days × 0,03%.
// biome-ignore format: a table of cases reads best aligned
test.each([
  ['charges alone bear nothing',                 19_285,  19_285,      0,   0],
  ['rent and charges: 10% and 0,15% of the rent', 119_285, 19_285, 10_000, 150],
  ['rent alone',                                 100_000, 0,      10_000, 150],
])('%s', (_, base, oldCharges, fine, interest) => {
  expect(lateCharges(base, '2026-03-25', '2026-04-04', { oldCharges })).toEqual({ days: 10, fine, interest });
});

test('charges of another invoice are those of a balance, and all of an invoice made of them alone', () => {
  const [rent, fine] = [{ amount: 1_000 }, { amount: 10, late: true }];
  const agreed = { ...fine, of_invoice: 7 };
  expect([[fine, fine], [rent, fine], [rent, agreed], [agreed], [rent], []].map(oldChargesOf)).toEqual([
    20, 10, 0, 10, 0, 0,
  ]);
});

describe('an agency that counts from the next business day', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, boolean, number, Cents, string]>([
    ['2026-11-07', '2026-11-12', false, 5, 10_000, 'due on a Saturday, counted from it'],
    ['2026-11-07', '2026-11-12', true,  3,      0, 'counted from Monday'],
    ['2026-11-20', '2026-11-23', true,  0,      0, 'due on a holiday, paid on Monday'],
    ['2026-11-20', '2026-11-28', true,  5, 10_000, 'the 5th day after that Monday'],
    ['2026-11-05', '2026-11-10', true,  5, 10_000, 'due on a Thursday: no difference'],
  ])('due %s, paid %s, from business day %s: %i days, fine %i (%s)', (due, paidOn, fromBusinessDay, days, fine) => {
    expect(lateCharges(100_000, due, paidOn, { fromBusinessDay })).toMatchObject({ days, fine });
  });
});

test('waiting a day never costs less', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(400), (base, days) => {
      const paidOn = addDays('2026-11-05', days);
      const now = lateCharges(base, '2026-11-05', paidOn);
      const tomorrow = lateCharges(base, '2026-11-05', addDays(paidOn, 1));
      expect(tomorrow.fine).toBeGreaterThanOrEqual(now.fine);
      expect(tomorrow.interest).toBeGreaterThanOrEqual(now.interest);
    }),
  );
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  // received beyond  offered fine, interest   edited                          kept fine, interest
  [28_956,            28_113,       843,       {},                             28_113,    843,    'all that was offered'],
  [30_000,            28_113,       843,       {},                             28_113,  1_887,    'more than offered: the rest is interest'],
  [20_000,            28_113,       843,       {},                             20_000,      0,    'less than the fine: all of it is fine'],
  [     0,            28_113,       843,       {},                                  0,      0,    'no charges received'],
  [10_000,            28_113,       843,       { fine: 10_000, interest: 0 },  10_000,      0,    'as edited'],
  [10_000,            28_113,       843,       { interest: 843 },               9_157,    843,    'interest edited alone'],
])('of %i beyond the invoice, offered %i + %i, edited %o: fine %i, interest %i (%s)', (received, fine, interest, edited, keptFine, keptInterest, _) => {
  expect(chargesTaken(received, { fine, interest }, edited)).toEqual({ fine: keptFine, interest: keptInterest });
});
