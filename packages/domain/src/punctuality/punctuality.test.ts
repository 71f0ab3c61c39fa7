import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { punctuality, type RentMonth } from './punctuality.ts';

const month = (due_date: CalendarDate, settled: CalendarDate | null, others: Partial<RentMonth> = {}): RentMonth => ({
  ...{ invoice_id: 1, proposal_id: 1, reference: '2026-03', due_date, settled, first_paid: settled },
  ...{ carried: false, agreed: false },
  ...others,
});

describe('a month', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, RentMonth, string, number]>([
    ['paid before it is due',                       month('2026-11-05', '2026-11-03'),                      'ON_TIME', 0],
    ['paid on the due date',                        month('2026-11-05', '2026-11-05'),                      'ON_TIME', 0],
    ['paid the day after',                          month('2026-11-05', '2026-11-06'),                      'LATE',    1],
    ['due on a Saturday, paid on Monday',           month('2026-11-07', '2026-11-09'),                      'ON_TIME', 0],
    ['due on a Saturday, paid on Tuesday',          month('2026-11-07', '2026-11-10'),                      'LATE',    3],
    ['due on a holiday, a Friday, paid on Monday',  month('2026-11-20', '2026-11-23'),                      'ON_TIME', 0],
    ['in parts, the last one late',                 month('2026-11-05', '2026-11-15', { first_paid: '2026-11-05' }), 'LATE', 10],
    ['in part, the rest open',                      month('2026-11-05', null, { first_paid: '2026-11-05' }), 'PARTIAL', 25],
    ['with a rest carried to the next invoice',     month('2026-11-05', '2026-11-05', { carried: true }),   'PARTIAL', 0],
    ['open',                                        month('2026-11-05', null),                              'OPEN',    25],
    ['whose payment was reversed',                  month('2026-11-05', null, { first_paid: null }),        'OPEN',    25],
    ['in an agreement',                             month('2026-11-05', null, { agreed: true }),            'AGREED',  25],
  ])('%s', (_, one, state, days) => {
    const { list } = punctuality([one], '2026-11-30');
    expect(list).toMatchObject([{ state, days }]);
  });
});

test('a month counts once it has fallen due, or was paid before', () => {
  const months = [month('2026-11-28', null), month('2026-12-05', '2026-11-20'), month('2026-12-10', null)];
  // 28/11 is a Saturday: until Monday it isn't late.
  expect(punctuality(months, '2026-11-30').months).toBe(1);
  expect(punctuality(months, '2026-12-01')).toMatchObject({ months: 2, open: 1, on_time: 1 });
});

test('figures over a contract: counts, average of the months paid late, and the longest delay', () => {
  const months = [
    month('2026-06-05', '2026-06-05'),
    month('2026-07-06', '2026-07-09'),
    month('2026-08-05', '2026-08-13'),
    month('2026-09-08', '2026-09-08'),
    month('2026-10-05', null),
  ];
  const { list, ...figures } = punctuality(months, '2026-11-04');
  // Three and eight days late: 5,5 on average.
  expect(figures).toEqual({
    ...{ day: '2026-11-04', months: 5, on_time: 2, late: 2, partial: 0, agreed: 0, open: 1 },
    ...{ average_delay: 6, longest_delay: 30 },
  });
  expect(list.map(({ due_date }) => due_date)).toEqual([
    '2026-10-05',
    '2026-09-08',
    '2026-08-05',
    '2026-07-06',
    '2026-06-05',
  ]);
});

test('without months there is nothing to average', () => {
  expect(punctuality([], '2026-11-30')).toMatchObject({ months: 0, average_delay: null, longest_delay: 0 });
});
