import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { medianOf, perOne, shareOf, stepsOf, vacantSince } from './indicators.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[number, number, number | null, string]>([
  [0,  0, null,   'of nothing'],
  [0,  4, 0,      'none'],
  [4,  4, 10_000, 'all'],
  [1,  3, 3_333,  'a third'],
  [2,  3, 6_667,  'two thirds'],
  [1, 16, 625,    '6.25%'],
])('%i of %i: %s (%s)', (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number, number, number | null, string]>([
  [5,  0, null, 'visits and no letting'],
  [0,  2, 0,    'let unseen'],
  [7,  2, 3.5,  'three and a half'],
  [10, 3, 3.3,  '3.33'],
  [5,  3, 1.7,  '1.67'],
])('%i for %i: %s (%s)', (visits, lettings, each) => {
  expect(perOne(visits, lettings)).toBe(each);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[number[], number | null, string]>([
  [[],            null, 'of none'],
  [[7],           7,    'of one'],
  [[30, 2],       16,   'between two'],
  [[30, 2, 9],    9,    'the middle one'],
  [[1, 100, 3, 4], 3.5, 'between the two in the middle'],
])('the median of %j: %s (%s)', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

describe('the steps of a chart', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, string[], string]>([
    ['2026-09-01', '2026-11-29', ['2026-09', '2026-10', '2026-11'],            'three months'],
    ['2026-11-28', '2026-11-30', ['2026-11-28', '2026-11-29'],                 'days of one month, up to today'],
    ['2026-11-01', '2026-12-31', [...Array(29)].map((_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`), 'today lies in the first month'],
    ['2025-12-15', '2026-02-03', ['2025-12', '2026-01', '2026-02'],            'over the new year'],
    ['2026-11-29', '2026-11-29', ['2026-11-29'],                               'a day'],
    ['2026-12-01', '2026-12-31', [],                                           'to come'],
    ['2026-10-05', '2026-10-01', [],                                           'the end before the start'],
  ])('%s to %s: %j (%s)', (start, end, steps) => {
    expect(stepsOf({ start, end }, '2026-11-29')).toEqual(steps);
  });
});

describe('a property that was let had been vacant', () => {
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, CalendarDate, (CalendarDate | null)[], CalendarDate | null, string]>([
    ['2026-11-20', '2026-10-01', [],                           '2026-10-01', 'since it was registered'],
    ['2026-11-20', '2020-01-01', ['2026-11-05'],               '2026-11-05', 'since its contract ended'],
    ['2026-11-20', '2020-01-01', ['2023-02-01', '2026-11-05'], '2026-11-05', 'since the last of its contracts ended'],
    ['2026-11-20', '2026-11-10', ['2026-11-05'],               '2026-11-10', 'since it was registered again with us'],
    ['2026-11-20', '2020-01-01', [null],                       '2026-11-20', 'no day: the contract before runs on'],
    ['2026-11-20', '2020-01-01', ['2026-12-01'],               '2026-11-20', 'no day: it was let before the other one left'],
    ['2023-05-01', '2026-11-01', [],                           null,         'nobody knows: an older contract was brought in'],
    ['2023-05-01', '2026-11-01', ['2023-04-11'],               '2023-04-11', 'since the older contract ended'],
    ['2026-11-20', '2026-11-20', [],                           '2026-11-20', 'no day: registered as it was let'],
  ])('let on %s, registered on %s, contracts until %j: since %s (%s)', (on, registered, ends, since) => {
    expect(vacantSince({ on, registered, before: ends.map((ended) => ({ ended })) })).toBe(since);
  });
});
