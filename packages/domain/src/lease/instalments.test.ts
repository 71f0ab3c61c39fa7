import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDate, Reference } from '../base/calendar.ts';
import { type Cents, sum } from '../base/money.ts';
import { instalments, MAX_INSTALMENTS, nextReference } from './instalments.ts';

test('IPTU of 1.124,07 in ten, from November', () => {
  const made = instalments({ description: 'IPTU', total: 112_407, count: 10, from: '2026-11' });
  expect(made.map(({ description, amount, reference }) => `${reference} ${description}: ${amount}`)).toEqual([
    '2026-11 IPTU 1/10: 11247', // 112,40 and the 7 centavos left over
    '2026-12 IPTU 2/10: 11240',
    '2027-01 IPTU 3/10: 11240',
    '2027-02 IPTU 4/10: 11240',
    '2027-03 IPTU 5/10: 11240',
    '2027-04 IPTU 6/10: 11240',
    '2027-05 IPTU 7/10: 11240',
    '2027-06 IPTU 8/10: 11240',
    '2027-07 IPTU 9/10: 11240',
    '2027-08 IPTU 10/10: 11240',
  ]);
});

describe('the first instalment and the others', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[Cents, number, Cents, Cents | undefined, Reference, string]>([
    [100_000,  1, 100_000, undefined, '2026-11', 'one is the whole'],
    [100_000,  3,  33_334,    33_333, '2027-01', 'thirds'],
    [100_000, 12,   8_337,     8_333, '2027-10', '4 centavos over'],
    [100_000, 10,  10_000,    10_000, '2027-08', 'even'],
    [     10, 10,       1,         1, '2027-08', 'a centavo each'],
    [     11, 10,       2,         1, '2027-08', 'and one over'],
    [ 60_059, 60,   1_059,     1_000, '2031-10', 'as many as there may be: 10,59 and 59 × 10,00'],
  ])('%i in %i: %i, then %i, the last in %s (%s)', (total, count, first, others, last) => {
    const made = instalments({ description: 'Multa', total, count, from: '2026-11' });
    expect([made[0]?.amount, made[1]?.amount, made.at(-1)?.reference]).toEqual([first, others, last]);
  });
});

test('a single instalment has no number', () => {
  expect(instalments({ description: 'Pintura', total: 35_000, count: 1, from: '2026-11' })).toEqual([
    { description: 'Pintura', amount: 35_000, reference: '2026-11' },
  ]);
});

test.each([
  [100, 0],
  [100, -1],
  [100, 2.5],
  [100_000, MAX_INSTALMENTS + 1],
  [9, 10],
  [0, 1],
])('%i in %s is refused', (total, count) => {
  expect(() => instalments({ description: 'IPTU', total, count, from: '2026-11' })).toThrow(RangeError);
});

test('instalments add up to the total; all but the first are equal, the first is larger by less than a centavo each', () => {
  const input = fc
    .integer({ min: 1, max: MAX_INSTALMENTS })
    .chain((count) => fc.tuple(fc.constant(count), fc.integer({ min: count, max: 100_000_000 })));
  fc.assert(
    fc.property(input, ([count, total]) => {
      const made = instalments({ description: 'IPTU', total, count, from: '2026-11' });
      const [first = 0, ...others] = made.map(({ amount }) => amount);
      expect(made.length).toBe(count);
      expect(sum([first, ...others])).toBe(total);
      expect(new Set(others).size).toBeLessThanOrEqual(1);
      expect(first - (others[0] ?? first)).toBeGreaterThanOrEqual(0);
      expect(first - (others[0] ?? first)).toBeLessThan(count);
    }),
  );
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, CalendarDate, Reference[], Reference]>([
  ['nothing is billed yet: the month of now',   '2025-03-10', [],                     '2026-11'],
  ['this month is billed: the next one',        '2025-03-10', ['2026-10', '2026-11'], '2026-12'],
  ['anticipated months are passed over',        '2025-03-10', ['2026-11', '2027-01'], '2027-02'],
  ['a contract of this month: its first one',   '2026-11-05', [],                     '2026-12'],
  ['a contract of next year: its first one',    '2026-12-20', [],                     '2027-01'],
])('the first month without an invoice on 24/11/2026: %s', (_, start_date, billed, expected) => {
  expect(nextReference({ start_date, billed }, '2026-11-24')).toBe(expected);
});
