import { describe, expect, test } from 'vitest';
import type { CalendarDate, Reference } from '../base/calendar.ts';
import { composeInvoice, referencesToBill } from '../rent/invoice.ts';
import { chargedUntil, type LeaseStage, leaseStage, readjustsOn } from './lease-term.ts';

/** Ends on 10/10/2026; 2.350,00 a month. */
const contract = {
  start_date: '2024-04-11',
  end_date: '2026-10-10',
  registered_on: '2026-08-01',
  transfer_date: 5,
  current_price: 235_000,
  discount: 0,
  prorate: true,
} as const;

// biome-ignore format: a table of cases reads best aligned
describe('a lease that ends on 10/10/2026', () => {
  test.each<[CalendarDate, 'APPROVED' | 'CLOSED', boolean, LeaseStage]>([
    ['2026-10-09', 'APPROVED', false, 'RUNNING'],
    ['2026-10-10', 'APPROVED', false, 'RUNNING'],
    ['2026-10-11', 'APPROVED', false, 'INDEFINITE'],
    ['2029-01-01', 'APPROVED', false, 'INDEFINITE'],
    ['2026-10-10', 'APPROVED', true,  'RUNNING'],
    ['2026-10-11', 'APPROVED', true,  'OVERDUE'],
    ['2026-10-09', 'CLOSED',   false, 'CLOSED'],
    ['2026-10-11', 'CLOSED',   false, 'CLOSED'],
    ['2026-10-11', 'CLOSED',   true,  'CLOSED'],
  ])('on %s, %s, "encerra no fim" %s: %s', (today, status, ends_at_term, stage) => {
    expect(leaseStage({ ...contract, status, ends_at_term }, today)).toBe(stage);
  });

  // October is 10 of 31 days where the contract ends there: 235.000 × 10 ÷ 31 = 75.806,45.
  test.each<[CalendarDate, 'APPROVED' | 'CLOSED', boolean, [Reference, number][]]>([
    ['2026-10-25', 'APPROVED', false, [['2026-09', 235_000], ['2026-10', 235_000]]],
    ['2026-10-26', 'APPROVED', false, [['2026-09', 235_000], ['2026-10', 235_000], ['2026-11', 235_000]]],
    ['2026-10-26', 'APPROVED', true,  [['2026-09', 235_000], ['2026-10', 235_000], ['2026-11', 75_806]]],
    ['2026-12-26', 'APPROVED', false, [['2026-09', 235_000], ['2026-10', 235_000], ['2026-11', 235_000], ['2026-12', 235_000], ['2027-01', 235_000]]],
    ['2026-12-26', 'APPROVED', true,  [['2026-09', 235_000], ['2026-10', 235_000], ['2026-11', 75_806]]],
    ['2026-12-26', 'CLOSED',   false, []],
  ])('on %s, %s, "encerra no fim" %s, the job charges %j', (today, status, ends_at_term, expected) => {
    const terms = { ...contract, status, ends_at_term };
    const months = referencesToBill({ ...terms, registered_on: '2026-09-01' }, today, 10);
    expect(
      months.map((reference) => [reference, composeInvoice({ contract: terms, reference, fees: [], extras: [] }).price]),
    ).toEqual(expected);
  });
});

test('charges depend on the contract alone, never on today', () => {
  expect(chargedUntil({ end_date: '2026-10-10', ends_at_term: true })).toBe('2026-10-10');
  expect(chargedUntil({ end_date: '2026-10-10', ends_at_term: false })).toBeNull();
});

// biome-ignore format: a table of cases reads best aligned
describe('the readjustment of a lease that ends on 10/10/2026', () => {
  test.each<[CalendarDate | null, boolean, CalendarDate | null]>([
    ['2026-10-09', true,  '2026-10-09'],
    ['2026-10-10', true,  null],
    ['2026-10-11', true,  null],
    ['2025-10-11', true,  '2025-10-11'],
    ['2026-10-10', false, '2026-10-10'],
    ['2027-04-11', false, '2027-04-11'],
    [null,         true,  null],
    [null,         false, null],
  ])('next on %s, "encerra no fim" %s: %s', (next_readjustment, ends_at_term, expected) => {
    expect(readjustsOn({ ...contract, next_readjustment, ends_at_term })).toBe(expected);
  });
});
