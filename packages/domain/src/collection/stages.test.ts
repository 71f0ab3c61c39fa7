import { expect, test } from 'vitest';
import { type Hold, isCollected, isPaused, type Stage, stageOf } from './stages.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[number, Hold | null, Stage]>([
  [-9, null,             'UPCOMING'],
  [-1, null,             'UPCOMING'],
  [ 0, null,             'TODAY'],
  [ 1, null,             'DAYS_1_7'],
  [ 7, null,             'DAYS_1_7'],
  [ 8, null,             'DAYS_8_30'],
  [30, null,             'DAYS_8_30'],
  [31, null,             'OVER_30'],
  [ 3, 'PROMISE',        'DAYS_1_7'],
  [40, 'CLOSED',         'OVER_30'],
  [ 3, 'CONTEST',        'CONTEST'],
  [-3, 'DO_NOT_CONTACT', 'DO_NOT_CONTACT'],
  [50, 'AGREEMENT',      'AGREEMENT'],
  [90, 'LEGAL',          'LEGAL'],
])('%i days late, held by %s: %s', (days, hold, stage) => {
  expect(stageOf(days, hold)).toBe(stage);
  expect(isCollected(hold)).toBe(hold === null);
});

test('a pause stands through its last day', () => {
  expect(
    [null, '2026-03-09', '2026-03-10', '2026-03-11'].map((until) => isPaused(until as never, '2026-03-10')),
  ).toEqual([true, false, true, true]);
});
