import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { type PayDayRefusal, payDayRefusal } from './pay-day.ts';

const TODAY = '2026-11-24';

// Issued on 5 November: sixty days before is 6 September.
test.each<[about: string, payDay: CalendarDate, contract_start: CalendarDate, refusal: PayDayRefusal | undefined]>([
  ['today', TODAY, '2025-01-01', undefined],
  ['tomorrow', '2026-11-25', '2025-01-01', 'PAY_DAY_IN_FUTURE'],
  ['before the invoice was issued', '2026-10-30', '2025-01-01', undefined],
  ['sixty days before it was issued', '2026-09-06', '2025-01-01', undefined],
  ['sixty-one days before it was issued', '2026-09-05', '2025-01-01', 'PAY_DAY_TOO_EARLY'],
  ['a year before: a wrong year', '2025-11-24', '2025-01-01', 'PAY_DAY_TOO_EARLY'],
  ['the first day of the contract', '2026-10-15', '2026-10-15', undefined],
  ['the day before the contract', '2026-10-14', '2026-10-15', 'PAY_DAY_BEFORE_CONTRACT'],
  ['today, of a contract that starts later', TODAY, '2026-12-01', undefined],
  ['yesterday, of a contract that starts later', '2026-11-23', '2026-12-01', 'PAY_DAY_BEFORE_CONTRACT'],
])('paid %s', (_, payDay, contract_start, refusal) => {
  expect(payDayRefusal({ issued_on: '2026-11-05', contract_start }, payDay, TODAY)).toBe(refusal);
});
