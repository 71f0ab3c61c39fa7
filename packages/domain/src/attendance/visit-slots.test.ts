import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { visitTimeText, visitTurn } from './visit.ts';
import { freeSlots, shiftOf, visitTimes } from './visit-slots.ts';

const week = (hours_weekdays: string | null, hours_saturday: string | null = null) => ({
  hours_weekdays,
  hours_saturday,
  hours_sunday: null,
});
const SPLIT = week('8h30 às 12h e 13h30 às 18h', '9h às 12h');

// 2026-11-23 is a Monday.
// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, ReturnType<typeof week>, string[], string]>([
  ['2026-11-23', SPLIT,                 ['08:30', '09:30', '10:30', '13:30', '14:30', '15:30', '16:30'], 'the last visit ends before each pause'],
  ['2026-11-28', SPLIT,                 ['09:00', '10:00', '11:00'], 'Saturday has its own hours'],
  ['2026-11-29', SPLIT,                 [], 'closed on Sunday'],
  ['2026-12-25', SPLIT,                 [], 'closed on a holiday'],
  ['2026-11-23', week(null, '9h às 10h'), [], 'a weekday without hours while another day has some'],
  ['2026-11-23', week('9h às 9h50'),    [], 'open for less than a visit'],
  ['2026-11-23', week(null),            ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'], 'usual hours of an agency without any'],
  ['2026-11-28', week(null),            ['09:00', '10:00', '11:00'], 'usual hours on Saturday'],
])('on %s of %j: %j (%s)', (day, hours, times) => {
  expect(visitTimes(day, hours)).toEqual(times);
});

test.each<[CalendarDate, string[]]>([
  ['2026-12-24', ['08:00', '09:00']],
  // A holiday on which the agency opens.
  ['2026-12-25', ['10:00']],
  ['2026-12-28', []],
  ['2026-12-29', ['09:00', '10:00', '11:00']],
])('on %s, a date with hours of its own or not: %j', (day, times) => {
  const hours_dates = '24/12/2026: 8h às 10h\n25/12/2026: 10h às 11h\n28/12/2026: fechado';
  expect(visitTimes(day, { ...week('9h às 12h'), hours_dates })).toEqual(times);
});

describe('free slots', () => {
  const hours = week('9h às 12h');

  test('begin tomorrow, within ninety days, on open days', () => {
    // 2026-11-21 is a Saturday.
    const days = freeSlots('2026-11-21', hours, []);
    expect(days[0]).toEqual({ date: '2026-11-23', times: ['09:00', '10:00', '11:00'] });
    // The ninetieth day, 2027-02-19, is a Friday.
    expect(days.at(-1)?.date).toBe('2027-02-19');
    expect(days.map(({ date }) => date)).not.toContain('2026-11-28');
  });

  test('leave out taken times, and days that are full', () => {
    const taken = (date: CalendarDate, ...times: string[]) => times.map((time) => ({ date, time }));
    const days = freeSlots('2026-11-22', hours, [
      ...taken('2026-11-23', '10:00'),
      ...taken('2026-11-24', '09:00', '10:00', '11:00'),
      // Booked by staff between two slots.
      ...taken('2026-11-25', '09:30'),
    ]);
    expect(days.slice(0, 3)).toEqual([
      { date: '2026-11-23', times: ['09:00', '11:00'] },
      { date: '2026-11-25', times: ['11:00'] },
      { date: '2026-11-26', times: ['09:00', '10:00', '11:00'] },
    ]);
  });
});

test.each([
  ['09:00', 'AM', '9h'],
  ['11:30', 'AM', '11h30'],
  ['12:00', 'PM', '12h'],
] as const)('%s is %s and reads %s', (time, shift, text) => {
  expect([shiftOf(time), visitTimeText(time)]).toEqual([shift, text]);
});

test.each([
  ['AM', '09:30', 'Manhã, 9h30'],
  ['PM', null, 'Tarde'],
])('%s at %s reads %s', (shift, time, words) => {
  expect(visitTurn({ shift, time })).toBe(words);
});
