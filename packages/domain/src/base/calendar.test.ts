import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addDays,
  addMonths,
  addToReference,
  type CalendarDate,
  calendarDate,
  dayOf,
  daysBetween,
  daysInMonth,
  daysText,
  dueDateIn,
  earlier,
  firstDay,
  formatDate,
  formatLongDate,
  formatMonth,
  formatReference,
  formatShortMonth,
  isCalendarDate,
  isReference,
  lastDay,
  later,
  monthsBetween,
  monthsOf,
  type Period,
  parseDate,
  periodBetween,
  periodText,
  type Reference,
  reference,
  referenceOf,
  shownReference,
  weekday,
} from './calendar.ts';

const day = fc.integer({ min: 0, max: 400 * 365 }).map((days) => addDays('1800-01-01', days));
const smallNumber = fc.integer({ min: -2_000, max: 2_000 });

describe('a day that exists', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, boolean, string]>([
    ['2026-11-20', true,  'today'],
    ['2024-02-29', true,  'leap year'],
    ['2000-02-29', true,  'a century divisible by 400'],
    ['1000-01-01', true,  'the first'],
    ['9999-12-31', true,  'the last'],
    ['2026-02-29', false, 'no leap year'],
    ['1900-02-29', false, 'a century is no leap year'],
    ['2026-04-31', false, 'April has 30'],
    ['2026-13-01', false, 'no such month'],
    ['2026-00-10', false, 'no month 0'],
    ['2026-01-00', false, 'no day 0'],
    ['0999-01-01', false, 'before the calendar'],
    ['2026-1-5',   false, 'not padded'],
    ['20/11/2026', false, 'not ISO'],
    ['2026-11-20T00:00:00Z', false, 'an instant'],
    ['2026-11-20\n', false, 'a line end'],
    ['2026-11- 5', false, 'a blank'],
    ['',           false, 'nothing'],
  ])('%j: %s (%s)', (text, expected) => {
    expect(isCalendarDate(text)).toBe(expected);
    if (expected) expect(calendarDate(text)).toBe(text);
    else expect(() => calendarDate(text)).toThrow(RangeError);
  });

  test('months: twelve of a year, and none beside them', () => {
    expect(monthsOf(2026).map(formatMonth)).toEqual(monthsOf(2026).map((month) => formatMonth(reference(month))));
    expect([monthsOf(2026).length, monthsOf(2026).at(0), monthsOf(2026).at(-1)]).toEqual([12, '2026-01', '2026-12']);
    for (const text of ['2026-13', '2026-00', '0999-01', '2026-1', '2026-01-01', ''])
      expect(() => reference(text)).toThrow(RangeError);
  });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, boolean]>([
  ['2026-11',    true],
  ['1000-01',    true],
  ['2026-00',    false],
  ['2026-13',    false],
  ['26-11',      false],
  ['2026-11-01', false],
])('%j is a reference: %s', (text, expected) => {
  expect(isReference(text)).toBe(expected);
});

describe('days', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, CalendarDate]>([
    ['2026-11-20',  10, '2026-11-30'],
    ['2026-11-20',  11, '2026-12-01'],
    ['2026-12-31',   1, '2027-01-01'],
    ['2024-02-28',   1, '2024-02-29'],
    ['2026-03-01',  -1, '2026-02-28'],
    ['2026-11-20',   0, '2026-11-20'],
    ['1969-12-31',   1, '1970-01-01'],
    ['1997-10-07', 1_000, '2000-07-03'], // the boleto's due factor 1000
  ])('%s and %i days: %s', (from, days, expected) => {
    expect(addDays(from, days)).toBe(expected);
    expect(daysBetween(from, expected)).toBe(days);
  });

  test('add and subtract', () => {
    fc.assert(
      fc.property(day, smallNumber, (date, days) => {
        const other = addDays(date, days);
        expect(isCalendarDate(other)).toBe(true);
        expect(daysBetween(date, other)).toBe(days);
        expect(addDays(other, -days)).toBe(date);
        expect(date < other).toBe(days > 0);
      }),
    );
  });

  test('end where the calendar ends', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('1000-01-01', -1)).toThrow(RangeError);
  });

  test.each<[CalendarDate, number]>([
    ['2026-11-22', 0], // Sunday
    ['2026-11-20', 5],
    ['2026-11-21', 6],
    ['1969-12-31', 3],
  ])('%s falls on weekday %i', (date, expected) => {
    expect(weekday(date)).toBe(expected);
  });
});

describe('in any time zone, on the nights when clocks change', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  // Summer time began at midnight in São Paulo: 2018-11-04 had no 00:00.
  test.each(['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('%s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(addDays('2018-11-03', 1)).toBe('2018-11-04');
    expect(addDays('2018-11-04', 1)).toBe('2018-11-05');
    expect(daysBetween('2018-11-03', '2019-02-17')).toBe(106);
    expect(weekday('2018-11-04')).toBe(0);
    expect(daysInMonth('2019-02')).toBe(28);
  });
});

describe('months', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, number, CalendarDate, string]>([
    ['2026-01-31',  1, '2026-02-28', 'clamped'],
    ['2028-01-31',  1, '2028-02-29', 'clamped, leap year'],
    ['2026-03-31', -1, '2026-02-28', 'clamped, backwards'],
    ['2026-11-20', 12, '2027-11-20', 'a year'],
    ['2026-11-20', 30, '2029-05-20', 'a term of 30 months'],
    ['2024-02-29', 12, '2025-02-28', 'from a leap day'],
  ])('%s and %i months: %s (%s)', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Reference, number, Reference]>([
    ['2026-11',  1, '2026-12'],
    ['2026-12',  1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', 14, '2028-01'],
  ])('%s and %i months: %s', (from, months, expected) => {
    expect(addToReference(from, months)).toBe(expected);
    expect(monthsBetween(from, expected)).toBe(months);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Reference, number, CalendarDate]>([
    ['2026-11',  5, '2026-11-05'],
    ['2026-11', 31, '2026-11-30'],
    ['2026-02', 31, '2026-02-28'],
    ['2026-02', 29, '2026-02-28'],
    ['2028-02', 30, '2028-02-29'],
    ['2026-12', 31, '2026-12-31'],
  ])('in %s, day %i is %s', (reference, dayOfMonth, expected) => {
    expect(dueDateIn(reference, dayOfMonth)).toBe(expected);
  });

  test('have a first and a last day', () => {
    fc.assert(
      fc.property(day, (date) => {
        const month = referenceOf(date);
        expect(firstDay(month) <= date && date <= lastDay(month)).toBe(true);
        expect(addDays(lastDay(month), 1)).toBe(firstDay(addToReference(month, 1)));
        expect(dayOf(lastDay(month))).toBe(daysInMonth(month));
      }),
    );
  });

  test('end where the calendar ends', () => {
    expect(() => addToReference('9999-12', 1)).toThrow(RangeError);
    expect(() => addToReference('1000-01', -1)).toThrow(RangeError);
  });
});

test('earlier and later are plain text comparison', () => {
  expect(earlier('2026-11-05', '2026-10-31')).toBe('2026-10-31');
  expect(later('2026-11', '2025-12')).toBe('2026-11');
});

test('formats', () => {
  expect(formatDate('2026-11-05')).toBe('05/11/2026');
  expect(formatReference('2026-11')).toBe('11/2026');
  expect(formatReference(shownReference('2026-11'))).toBe('10/2026');
  expect(formatReference(shownReference('2027-01'))).toBe('12/2026');
  expect(formatMonth('2026-11')).toBe('novembro de 2026');
  expect(formatMonth('2027-03')).toBe('março de 2027');
  expect(formatShortMonth('2026-10')).toBe('out/2026');
  expect([0, 1, 15].map(daysText)).toEqual(['0 dias', '1 dia', '15 dias']);
});

describe('parseDate', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, CalendarDate, CalendarDate | undefined, string]>([
    ['25/04/2026',   '2026-11-20', '2026-04-25', 'as forms write it'],
    ['5/4/2026',     '2026-11-20', '2026-04-05', 'without zeros'],
    ['25-04-2026',   '2026-11-20', '2026-04-25', 'with hyphens'],
    ['25.04.2026',   '2026-11-20', '2026-04-25', 'with dots'],
    ['2026-04-25',   '2026-11-20', '2026-04-25', 'ISO'],
    [' 25/04/2026 ', '2026-11-20', '2026-04-25', 'with blanks around'],
    ['25/04/2090',   '2026-11-20', '2090-04-25', 'four digits say what they say'],
    ['02/04/48',     '2026-11-20', '1948-04-02', 'a birth'],
    ['02/04/26',     '2026-11-20', '2026-04-02', 'a birth this year'],
    ['02/04/27',     '2026-11-20', '1927-04-02', 'not born next year'],
    ['18/09/26',     '2076-11-20', '2026-09-18', 'a contract'],
    ['06/03/29',     '2076-11-20', '2029-03-06', 'its end'],
    ['31/12/76',     '2076-11-20', '2076-12-31', 'the latest year there may be'],
    ['01/01/77',     '2076-11-20', '1977-01-01', 'the year after it'],
    ['31/02/2026',   '2026-11-20', undefined,    'no such day'],
    ['29/02/27',     '2076-11-20', undefined,    'no leap year'],
    ['04/25/2026',   '2026-11-20', undefined,    'American'],
    ['25/04-2026',   '2026-11-20', undefined,    'two separators'],
    ['25/04/226',    '2026-11-20', undefined,    'three digits'],
    ['25/04',        '2026-11-20', undefined,    'no year'],
    ['em breve',     '2026-11-20', undefined,    'words'],
    ['',             '2026-11-20', undefined,    'nothing'],
  ])('%j, at the latest in the year of %s: %s (%s)', (text, latest, expected) => {
    expect(parseDate(text, latest)).toBe(expected);
  });

  test('reads back what formatDate writes', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(parseDate(formatDate(date), '2026-11-20')).toBe(date);
      }),
    );
  });
});

describe('months and days from one day up to another', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, number, number, string]>([
    ['2026-11-21', '2027-06-01',  6, 11, 'the days left over come last'],
    ['2024-12-01', '2027-06-01', 30,  0, 'thirty months'],
    ['2024-10-15', '2027-04-15', 30,  0, 'in the middle of the month'],
    ['2026-11-20', '2026-11-20',  0,  0, 'the same day'],
    ['2026-11-20', '2026-11-21',  0,  1, 'a day'],
    ['2026-01-31', '2026-02-28',  1,  0, 'the end of a shorter month'],
    ['2026-01-31', '2026-03-01',  1,  1, 'and a day'],
    ['2024-02-29', '2025-02-28', 12,  0, 'from 29 February'],
    ['2026-12-31', '2027-01-30',  0, 30, 'across the turn of the year'],
  ])('%s to %s: %i and %i (%s)', (from, to, months, days) => {
    expect(periodBetween(from, to)).toEqual({ months, days });
  });

  test('adding the months, then the days, reaches the other day', () => {
    fc.assert(
      fc.property(day, fc.nat(4_000), (from, length) => {
        const to = addDays(from, length);
        const { months, days } = periodBetween(from, to);
        expect(addDays(addMonths(from, months), days)).toBe(to);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(addMonths(from, months + 1) > to).toBe(true);
      }),
    );
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[Period, string]>([
    [{ months: 6, days: 11 }, '6 meses e 11 dias'],
    [{ months: 30, days: 0 }, '30 meses'],
    [{ months: 1, days: 1 },  '1 mês e 1 dia'],
    [{ months: 0, days: 1 },  '1 dia'],
    [{ months: 0, days: 0 },  '0 dias'],
  ])('%j is %s', (period, words) => {
    expect(periodText(period)).toBe(words);
  });
});

test('a day with its month in words', () => {
  expect(formatLongDate('2026-11-20')).toBe('20 de novembro de 2026');
  expect(formatLongDate('2027-01-01')).toBe('1º de janeiro de 2027');
});
