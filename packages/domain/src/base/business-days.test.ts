import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addBusinessDays,
  easter,
  isBankHoliday,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
} from './business-days.ts';
import { addDays, type CalendarDate, daysBetween, firstDay } from './calendar.ts';

const holidaysOf = (year: number) =>
  Array.from({ length: 366 }, (_, index) => addDays(firstDay(`${year}-01`), index)).filter(
    (date) => date.startsWith(String(year)) && isBankHoliday(date),
  );

test.each<[number, CalendarDate]>([
  [1954, '1954-04-18'], // the two exceptions of the tables: 1954 and 1981
  [1981, '1981-04-19'],
  [2000, '2000-04-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'], // as late as it gets
  [2285, '2285-03-22'], // as early as it gets
])('Easter of %i is %s', (year, expected) => {
  expect(easter(year)).toBe(expected);
});

test('the bank holidays of 2026', () => {
  expect(holidaysOf(2026)).toEqual([
    '2026-01-01',
    '2026-02-16', // Carnival Monday
    '2026-02-17', // Carnival Tuesday
    '2026-04-03', // Good Friday
    '2026-04-21',
    '2026-05-01',
    '2026-06-04', // Corpus Christi
    '2026-09-07',
    '2026-10-12',
    '2026-11-02',
    '2026-11-15',
    '2026-11-20', // Consciência Negra
    '2026-12-25',
  ]);
});

describe('a business day', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, boolean, string]>([
    ['2026-11-19', true,  'a Thursday'],
    ['2026-11-20', false, 'Consciência Negra'],
    ['2023-11-20', true,  'before it was a national holiday'],
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-02-18', true,  'Ash Wednesday: banks open at noon'],
    ['2025-03-03', false, 'Carnival Monday of 2025'],
    ['2025-06-19', false, 'Corpus Christi of 2025'],
    ['2026-12-31', true,  'paid through the day before New Year'],
  ])('%s: %s (%s)', (date, expected) => {
    expect(isBusinessDay(date)).toBe(expected);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, CalendarDate, string]>([
  ['2027-02-26', '2027-02-26', 'a business day is itself'],
  ['2027-02-28', '2027-02-26', 'a Sunday'],
  ['2026-11-20', '2026-11-19', 'a holiday'],
  ['2026-01-01', '2025-12-31', 'into the year before'],
])('the last business day up to %s is %s (%s)', (date, expected) => {
  expect(previousBusinessDay(date)).toBe(expected);
});

describe('counting business days', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, CalendarDate, string]>([
    ['2026-11-20', 5, '2026-11-27', 'paid on a holiday, a Friday'],
    ['2026-11-10', 5, '2026-11-17', 'over a weekend'],
    ['2026-11-16', 5, '2026-11-24', 'over a weekend and a holiday'],
    ['2026-02-13', 1, '2026-02-18', 'over Carnival'],
    ['2026-12-24', 1, '2026-12-28', 'over Christmas'],
    ['2026-11-19', 0, '2026-11-19', 'none, on a business day'],
    ['2026-11-20', 0, '2026-11-23', 'none, on a holiday'],
  ])('from %s, %i: %s (%s)', (date, count, expected) => {
    expect(addBusinessDays(date, count)).toBe(expected);
  });

  test.each([-1, 1.5, Number.NaN])('refuses %d of them', (count) => {
    expect(() => addBusinessDays('2026-11-20', count)).toThrow(RangeError);
  });

  const date = fc.nat(40_000).map((days) => addDays('1990-01-01', days));

  test('always ends on a business day, each step after the last', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 30 }), (from, count) => {
        const to = addBusinessDays(from, count);
        expect(isBusinessDay(to)).toBe(true);
        expect(addBusinessDays(to, 1)).toBe(addBusinessDays(from, count + 1));
      }),
    );
  });

  test('the next one is at most five days away', () => {
    fc.assert(
      fc.property(date, (from) => {
        expect(daysBetween(from, nextBusinessDay(from))).toBeLessThanOrEqual(5);
      }),
    );
  });
});
