import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { dayAfter, isSendingDay, sendTime } from './send-time.ts';

const at = (text: string) => {
  const [day, time = ''] = text.split(' ');
  const [hours, minutes] = time.split(':').map(Number);
  return { day: day as CalendarDate, minute: (hours ?? 0) * 60 + (minutes ?? 0) };
};

describe('a message waits for hours in which people may be written to', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    // wanted              sent
    ['2026-11-26 07:59', '2026-11-26 08:00', 'a Thursday, before 8 h'],
    ['2026-11-26 08:00', '2026-11-26 08:00', 'at 8 h'],
    ['2026-11-26 19:59', '2026-11-26 19:59', 'the last minute'],
    ['2026-11-26 20:00', '2026-11-27 08:00', 'at 20 h: the next morning'],
    ['2026-11-28 12:00', '2026-11-28 12:00', 'a Saturday'],
    ['2026-11-28 20:00', '2026-11-30 08:00', 'Saturday night: Monday'],
    ['2026-11-29 12:00', '2026-11-30 08:00', 'a Sunday'],
    ['2026-12-24 21:00', '2026-12-26 08:00', 'the evening before Christmas'],
    ['2026-12-25 10:00', '2026-12-26 08:00', 'Christmas, a Friday'],
    ['2026-11-20 10:00', '2026-11-21 08:00', 'Consciência Negra'],
    ['2026-04-03 10:00', '2026-04-04 08:00', 'Good Friday'],
    ['2027-01-01 00:00', '2027-01-02 08:00', 'New Year, a Friday'],
  ])('%s → %s: %s', (wanted, sent) => {
    expect(sendTime(at(wanted))).toEqual(at(sent));
  });
});

test.each([
  ['2026-11-26', '2026-11-27 08:00'],
  ['2026-11-28', '2026-11-30 08:00'],
  ['2026-12-24', '2026-12-26 08:00'],
])('the next message after one on %s goes out at %s', (day, next) => {
  expect(dayAfter(day as CalendarDate)).toEqual(at(next));
});

test('Sundays and holidays are no days to write on, Saturdays are', () => {
  const days = ['2026-11-28', '2026-11-29', '2026-12-25'] as CalendarDate[];
  expect(days.map(isSendingDay)).toEqual([true, false, false]);
});
