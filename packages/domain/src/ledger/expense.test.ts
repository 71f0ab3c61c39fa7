import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { nextDue, type Repeats } from './expense.ts';

test.each<[CalendarDate, Repeats, number, CalendarDate]>([
  ['2026-12-05', 'MONTHLY', 5, '2027-01-05'],
  ['2026-01-31', 'MONTHLY', 31, '2026-02-28'],
  ['2026-02-28', 'MONTHLY', 31, '2026-03-31'],
  ['2028-02-29', 'YEARLY', 29, '2029-02-28'],
])('after %s comes, %s on day %i, %s', (due, repeats, day, next) => expect(nextDue(due, repeats, day)).toBe(next));
