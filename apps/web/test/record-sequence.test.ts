import { expect, test } from 'vitest';
import { ordinal, stepFrom } from '../src/ui/list/sequence/record-sequence.ts';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const turn = true;
/** 48 records, twenty a page. */
const first = { data: rows(20), page: 1, lastPage: 3, total: 48, turn };
const middle = { ...first, page: 2 };
const last = { ...first, data: rows(8), page: 3 };

test.each([
  ['the first', first, 0, 1],
  ['the last of a page', first, 19, 20],
  ['the first of the second page', middle, 0, 21],
  ['the first of the last page', last, 0, 41],
  ['the very last', last, 7, 48],
  ['one of a list that is whole', { data: rows(5), page: 1, lastPage: 1, total: 5 }, 2, 3],
])('%s', (_, page, index, place) => {
  expect(ordinal(page, index)).toBe(place);
});

test.each([
  ['on', first, 3, 'next', { index: 4 }],
  ['back', first, 3, 'previous', { index: 2 }],
  ['over the border', first, 19, 'next', { page: 2 }],
  ['back over it', middle, 0, 'previous', { page: 1 }],
  ['before the first', first, 0, 'previous', undefined],
  ['after the last', last, 7, 'next', undefined],
  ['over a border that nothing is fetched beyond', { ...first, turn: undefined }, 19, 'next', undefined],
] as const)('%s', (_, page, index, step, to) => {
  expect(stepFrom(page, { index, gone: false }, step)).toEqual(to);
});

test('a record that left the list gave its place to the next', () => {
  expect(stepFrom(first, { index: 4, gone: true }, 'next')).toEqual({ index: 4 });
  expect(stepFrom(first, { index: 4, gone: true }, 'previous')).toEqual({ index: 3 });
  expect(stepFrom({ ...last, data: rows(7) }, { index: 7, gone: true }, 'next')).toBeUndefined();
});
