import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar.ts';
import { hasJumped } from './clock-jump.ts';

test.each<[CalendarDate | undefined, CalendarDate, boolean]>([
  [undefined, '2026-03-10', false],
  ['2026-03-10', '2026-03-10', false],
  ['2026-03-10', '2026-04-19', false],
  ['2026-03-10', '2026-04-20', true],
  ['2026-03-10', '2027-03-10', true],
  // Back, as after a jump that was put right.
  ['2027-03-10', '2026-03-10', false],
])('last worked on %s, today %s: %s', (last, today, jumped) => {
  expect(hasJumped(last, today)).toBe(jumped);
});
