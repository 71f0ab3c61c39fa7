import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { tableOn, type Validity } from './validity.ts';

const TABLES: (Validity & { name: string })[] = [
  { name: 'até abril', valid_from: '2024-02-01', valid_to: '2025-04-30' },
  { name: 'desde maio', valid_from: '2025-05-01', valid_to: '2025-12-31' },
  { name: '2026', valid_from: '2026-01-01', valid_to: null },
];

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, string | undefined]>([
  ['2024-01-31', undefined],
  ['2024-02-01', 'até abril'],
  ['2025-04-30', 'até abril'],
  ['2025-05-01', 'desde maio'],
  ['2025-12-31', 'desde maio'],
  ['2026-01-01', '2026'],
  ['2031-07-01', '2026'],
])('the table in force on %s: %s', (day, name) => {
  expect(tableOn(TABLES, day)?.name).toBe(name);
});
