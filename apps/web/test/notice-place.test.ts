import { expect, test } from 'vitest';
import { noticePlace } from '../src/lib/notice-place.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['no row was pressed',            undefined,                    'top-center'],
  ['a row under the head',          { top: 96, bottom: 160 },     'bottom-right'],
  ['a row half under the head',     { top: -20, bottom: 44 },     'bottom-right'],
  ['a row that was scrolled away',  { top: -120, bottom: -56 },   'top-center'],
  ['a row further down',            { top: 420, bottom: 484 },    'top-center'],
] as const)('a notice does not lie over %s', (_, row, place) => {
  expect(noticePlace(row)).toBe(place);
});
