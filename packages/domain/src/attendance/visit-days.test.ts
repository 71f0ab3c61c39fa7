import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { isBookingDay, isVisitDay, visitDays } from './visit-days.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, CalendarDate, boolean, string]>([
  ['2026-11-22', '2026-11-21', false, 'yesterday'],
  ['2026-11-22', '2026-11-22', false, 'today: nobody could confirm it in time'],
  ['2026-11-22', '2026-11-23', true,  'tomorrow'],
  ['2026-12-31', '2027-01-01', true,  'tomorrow, across the year'],
  // 8 days of November, 31, 31: the 90th day is February 20th.
  ['2026-11-22', '2027-02-20', true,  'ninety days ahead'],
  ['2026-11-22', '2027-02-21', false, 'a day later'],
])('on %s a visit on %s: %s, %s', (today, date, possible) => {
  expect(isVisitDay(date, today)).toBe(possible);
});

test('the form offers the first and the last day', () => {
  expect(visitDays('2026-11-22')).toEqual({ first: '2026-11-23', last: '2027-02-20' });
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, boolean, string]>([
  ['2026-11-21', false, 'yesterday'],
  ['2026-11-22', true,  'today'],
  ['2027-02-20', true,  'ninety days ahead'],
  ['2027-02-21', false, 'a day later'],
])('staff book a visit on %s: %s, %s', (date, possible) => {
  expect(isBookingDay(date, '2026-11-22')).toBe(possible);
});
