import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import {
  type DebtAct,
  legalStage,
  listingRefusal,
  noticeTerm,
  removalDue,
  type StandingNotice,
} from './debt-register.ts';

test('a notice gives ten days', () => {
  expect(noticeTerm('2026-11-20')).toBe('2026-11-30');
});

describe('a listing of the invoices 1 and 2', () => {
  const all = (delivered_on: CalendarDate | null): StandingNotice => ({ delivered_on, invoices: [1, 2] });
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, StandingNotice[], CalendarDate, object | undefined]>([
    ['without a notice',                     [],                                        '2026-12-01', { refusal: 'NO_NOTICE' }],
    ['with a notice of one invoice alone',   [{ delivered_on: '2026-11-01', invoices: [1] }], '2026-12-01', { refusal: 'NO_NOTICE' }],
    ['with a letter that is on its way',     [all(null)],                               '2026-12-01', { refusal: 'NOT_DELIVERED' }],
    ['on the last day of the term',          [all('2026-11-20')],                       '2026-11-30', { refusal: 'TERM_RUNNING', until: '2026-11-30' }],
    ['on the day after the term',            [all('2026-11-20')],                       '2026-12-01', undefined],
    ['with an older notice that has ended',  [all('2026-11-20'), all('2026-11-01')],    '2026-11-25', undefined],
    ['with two notices, the later running',  [{ delivered_on: '2026-11-01', invoices: [1] }, { delivered_on: '2026-11-20', invoices: [2] }], '2026-11-25', { refusal: 'TERM_RUNNING', until: '2026-11-30' }],
  ])('%s', (_, notices, day, refusal) => {
    expect(listingRefusal(notices, [1, 2], day)).toEqual(refusal);
  });
});

describe('the removal is due five business days after the payment', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, string]>([
    ['2026-11-23', '2026-11-30', 'Monday to Monday'],
    ['2026-11-27', '2026-12-04', 'Friday to Friday'],
    ['2026-11-28', '2026-12-04', 'paid on a Saturday'],
    ['2026-11-13', '2026-11-23', 'Consciência Negra, a Friday, is left out'],
    ['2026-12-18', '2026-12-28', 'Christmas, a Friday, is left out'],
  ])('paid on %s: %s (%s)', (paidOn, due) => {
    expect(removalDue(paidOn)).toBe(due);
  });
});

test.each<[DebtAct[], string | undefined]>([
  [[], undefined],
  [['NOTICE'], 'NOTICE'],
  [['LISTING', 'NOTICE'], 'LISTING'],
  [['EVICTION', 'PROTEST', 'COLLECTION'], 'EVICTION'],
])('the furthest of %o is %s', (acts, stage) => {
  expect(legalStage(acts)).toBe(stage);
});
