import { describe, expect, test } from 'vitest';
import { inLanes } from './lanes.ts';

describe('the lines of a run', () => {
  const itself = (line: number) => line;

  test.each<[number[], number, number[][]]>([
    [[], 3, []],
    [[7], 3, [[7]]],
    [[7, 8, 9], 3, [[7, 8, 9]]],
    [
      [6, 7, 8, 9],
      3,
      [
        [6, 7],
        [8, 9],
      ],
    ],
    [
      [5, 6, 7, 8, 9],
      3,
      [
        [5, 6, 7],
        [8, 9],
      ],
    ],
  ])('%j, of which %i are one lane: %j', (lines, mostInOne, lanes) => {
    expect(inLanes(lines, itself, mostInOne)).toEqual(lanes);
  });

  test('with a key in common stay in one lane, in their order', () => {
    // Lines 13, 15 and 16 pay invoices of the first half.
    const invoices = new Map([
      [10, 1],
      [11, 2],
      [12, 3],
      [13, 2],
      [14, 4],
      [15, 3],
      [16, 1],
    ]);
    expect(inLanes([10, 11, 12, 13, 14, 15, 16], (line) => invoices.get(line), 3)).toEqual([
      [10, 11, 12, 13, 15, 16],
      [14],
    ]);
    expect(inLanes([10, 11, 13, 16], () => 1, 3)).toEqual([[10, 11, 13, 16]]);
  });

  test('of a file of two blocks are two lanes', () => {
    const lines = Array.from({ length: 251 }, (_, index) => index);
    expect(inLanes(lines, itself).map(({ length }) => length)).toEqual([126, 125]);
    expect(inLanes(lines.slice(1), itself)).toHaveLength(1);
  });
});
