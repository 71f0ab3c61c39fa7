import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { agreedCharges, type BoletoApiBank, chargeDifference, chargesAtBank } from './bank-charge-forms.ts';
import type { BankCharges } from './slip.ts';

const DUE: CalendarDate = '2026-11-05';
const plain = { fromBusinessDay: false };

/** The contract's: 10% from the 5th day, 0,03% a day from the 6th. */
const wanted = (per_day: Cents): BankCharges => ({
  fine: { percent: 1_000, from: '2026-11-10' },
  interest: { per_day, from: '2026-11-11' },
});

describe('what can be agreed', () => {
  // 0,03% of 2.811,30 is 0,84339.
  test.each<[BoletoApiBank, string, BankCharges | null]>([
    ['756', 'both days', wanted(84)],
    ['001', 'the fine with its day, and no interest', wanted(0)],
    ['077', 'nothing, since both would begin on the first day', null],
  ])('bank %s: %s', (bank, _, agreed) => {
    expect(agreedCharges(bank, wanted(84), DUE)).toEqual(agreed);
  });

  test('from the first day on: everything, at each bank', () => {
    const fromFirstDay: BankCharges = {
      fine: { percent: 200, from: '2026-11-06' },
      interest: { per_day: 84, from: '2026-11-06' },
    };
    for (const bank of ['001', '077', '756'] as const) {
      expect(agreedCharges(bank, fromFirstDay, DUE)).toEqual(fromFirstDay);
    }
  });

  test('nothing where nothing is wanted', () => {
    const nothing: BankCharges = { ...wanted(0), fine: { percent: 0, from: '2026-11-10' } };
    expect(agreedCharges('756', nothing, DUE)).toBeNull();
  });
});

describe('2.811,30 due on 05/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[BoletoApiBank, CalendarDate, [Cents, Cents], [Cents, Cents], string]>([
    // bank  paid on       bank adds        still owed
    ['756', '2026-11-05', [     0,     0], [     0,    0], 'on its day'],
    ['756', '2026-11-09', [     0,     0], [     0,    0], 'four days late'],
    ['756', '2026-11-10', [28_113,     0], [     0,    0], 'the fifth day: the fine alone'],
    ['756', '2026-11-11', [28_113,    84], [     0,    0], 'a day of interest'],
    ['756', '2026-11-20', [28_113,   840], [     0,    3], '10 × 0,84, and 8,4339 of the contract'],
    ['756', '2026-12-15', [28_113, 2_940], [     0,   12], '35 × 0,84, and 29,51865 of the contract'],
    ['001', '2026-11-09', [     0,     0], [     0,    0], 'four days late'],
    ['001', '2026-11-20', [28_113,     0], [     0,  843], 'the fine, and no interest'],
    ['077', '2026-11-09', [     0,     0], [     0,    0], 'four days late'],
    ['077', '2026-11-20', [     0,     0], [28_113,  843], 'nothing'],
  ])('bank %s paid on %s: adds %j, leaves %j (%s)', (bank, day, [fine, interest], [moreFine, moreInterest]) => {
    const agreed = agreedCharges(bank, wanted(84), DUE);
    expect(chargesAtBank(281_130, agreed, day)).toEqual({ fine, interest });
    expect(chargeDifference({ amount: 281_130, due_date: DUE, agreed }, day, plain)).toEqual({
      fine: moreFine,
      interest: moreInterest,
    });
  });
});

test('1.650,00: a day of 0,495 is 0,50 at the bank, which adds 0,05 more than the contract in ten days', () => {
  const agreed = agreedCharges('756', wanted(50), DUE);
  expect(chargeDifference({ amount: 165_000, due_date: DUE, agreed }, '2026-11-20', plain)).toEqual({
    fine: 0,
    interest: -5,
  });
});

test('counted from Monday 09/11, where the agency says so', () => {
  const fromMonday: BankCharges = {
    fine: { percent: 1_000, from: '2026-11-14' },
    interest: { per_day: 30, from: '2026-11-15' },
  };
  const boleto = { amount: 100_000, due_date: '2026-11-07' as CalendarDate, agreed: fromMonday };
  expect(chargesAtBank(100_000, fromMonday, '2026-11-13')).toEqual({ fine: 0, interest: 0 });
  expect(chargeDifference(boleto, '2026-11-17', { fromBusinessDay: true })).toEqual({ fine: 0, interest: 0 });
});

/** A day's interest in centavos, half up, worked out without the rule under test. */
const AMOUNTS: [Cents, Cents][] = [
  [1, 0],
  [99, 0],
  [250, 0],
  [1_666, 0],
  [1_667, 1],
  [4_999, 1],
  [5_000, 2],
  [8_333, 2],
  [8_334, 3],
  [10_000, 3],
  [12_345, 4],
  [33_333, 10],
  [50_000, 15],
  [65_432, 20],
  [77_777, 23],
  [99_999, 30],
  [100_000, 30],
  [123_456, 37],
  [150_000, 45],
  [165_000, 50],
  [199_990, 60],
  [250_000, 75],
  [281_130, 84],
  [333_333, 100],
  [450_000, 135],
  [777_777, 233],
  [1_000_000, 300],
  [1_234_567, 370],
  [5_000_000, 1_500],
  [9_999_999, 3_000],
];

test('days 0 to 40 of 30 amounts: no payer is charged early, and the rest is what is billed', () => {
  let cases = 0;
  for (const [amount, perDay] of AMOUNTS) {
    for (let late = 0; late <= 40; late += 1) {
      const day = addDays(DUE, late);
      // Half up, without the functions under test: 10% once, and 0,03% of the days from the 6th on once.
      const days = Math.max(0, late - 5);
      const fine = late < 5 ? 0 : Math.floor((amount + 5) / 10);
      const interest = Math.floor((amount * 3 * days + 5_000) / 10_000);
      for (const [bank, ofFine, ofInterest] of [
        ['756', 1, 1],
        ['001', 1, 0],
        ['077', 0, 0],
      ] as const) {
        const agreed = agreedCharges(bank, wanted(perDay), DUE);
        const atBank = { fine: fine * ofFine, interest: perDay * days * ofInterest };
        const rest = { fine: fine - atBank.fine, interest: interest - atBank.interest };
        const told = { bank, amount, late, atBank: chargesAtBank(amount, agreed, day) };
        expect(told).toEqual({ bank, amount, late, atBank });
        expect(chargeDifference({ amount, due_date: DUE, agreed }, day, plain)).toEqual(rest);
        // A day's interest is rounded by less than half a centavo, and multiplied.
        if (bank === '756') expect(Math.abs(rest.interest)).toBeLessThanOrEqual(Math.ceil(days / 2));
        else expect(rest.interest).toBeGreaterThanOrEqual(0);
        cases += 1;
      }
    }
  }
  expect(cases).toBe(3 * 30 * 41);
});
