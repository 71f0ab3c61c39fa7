import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import {
  canRescheduleTo,
  defaultManualAmount,
  transferDueDate,
  transferLife,
  transferPaidOnRefusal,
  transferState,
} from './transfer.ts';

test('a transfer is concluded, and undone', () => {
  expect(transferLife.next('PENDING', 'conclude')).toBe('DONE');
  expect(transferLife.next('DONE', 'undo')).toBe('PENDING');
  expect(transferLife.can('DONE', 'conclude')).toBe(false);
});

test('the owner is paid five business days after the tenant paid, unless the agency says otherwise', () => {
  expect(transferDueDate('2026-11-20')).toBe('2026-11-27');
  expect(transferDueDate('2026-11-20', 2)).toBe('2026-11-24');
  expect(transferDueDate('2026-11-20', 0)).toBe('2026-11-23');
});

describe('labels of a transfer on 20/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<['PENDING' | 'DONE', CalendarDate, string, string, number]>([
    ['PENDING', '2026-11-17', 'Pendente', 'late',    3],
    ['PENDING', '2026-11-20', 'Pendente', 'pending', 0],
    ['PENDING', '2026-11-27', 'Pendente', 'pending', 7],
    ['DONE',    '2026-11-17', 'Efetuado', 'done',    0],
  ])('%s, due %s: %s (%s, %i)', (status, due_date, word, tone, days) => {
    expect(transferState({ status, due_date }, '2026-11-20')).toEqual({ word, tone, days });
  });
});

describe('allowed days of a pending transfer, on 20/11/2026', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate | undefined, boolean]>([
    ['2026-11-20', undefined,    true],
    ['2026-11-19', undefined,    false], // a past day
    ['2026-11-19', '2026-11-19', true],  // the day it had before: taken back
    ['2026-11-19', '2026-11-18', false],
    ['2027-11-20', undefined,    true],
    ['2027-11-21', undefined,    false], // more than a year on
    ['2025-11-19', '2025-11-19', false],
  ])('%s, before on %s: %s', (day, former, allowed) => {
    expect(canRescheduleTo(day, '2026-11-20', former)).toBe(allowed);
  });
});

test.each([
  [235_000, 211_500],
  [99_995, 89_995], // 10% is 99,995: 100,00 is taken off
  [0, 0],
])('a manual transfer on a price of %i offers %i', (price, offered) => {
  expect(defaultManualAmount(price)).toBe(offered);
});

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['2026-12-02', '2026-11-28', undefined],           // today
  ['2026-11-30', '2026-11-28', undefined],           // the month before
  ['2026-11-28', '2026-11-28', undefined],           // the day of the settlement
  ['2026-11-27', '2026-11-28', 'BEFORE_SETTLEMENT'],
  ['2026-12-03', '2026-11-28', 'FUTURE'],
  ['2026-12-02', '2026-12-03', undefined],           // today, whatever the settlement says
  ['2025-01-01', null,         undefined],
] as const)('paid on %s what was settled on %s: %s', (day, settled_on, refusal) => {
  expect(transferPaidOnRefusal(day, { today: '2026-12-02', settled_on })).toBe(refusal);
});
