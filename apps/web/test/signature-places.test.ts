import { describe, expect, test } from 'vitest';
import {
  A4,
  initialsOnPages,
  movedByKey,
  placedAt,
  positionOf,
  proposedPlaces,
  within,
} from '../src/features/signatures/places/field-places.ts';
import { lastInk, linesIn, type Pixels } from '../src/features/signatures/places/page-ink.ts';

/** A white page of 200 by 280 on which these rectangles are black. */
function page(...ink: { x: number; y: number; width: number; height?: number }[]): Pixels {
  const [width, height] = [200, 280];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const { x, y, width: w, height: h = 1 } of ink)
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { width, height, data };
}

describe('lines to sign on', () => {
  test('from top to bottom and from left to right', () => {
    const found = linesIn(
      page({ x: 60, y: 100, width: 80 }, { x: 110, y: 200, width: 50 }, { x: 20, y: 200, width: 50 }),
    );
    expect(found).toEqual([
      { x: 0.3, y: 100 / 280, width: 0.4 },
      { x: 0.1, y: 200 / 280, width: 0.25 },
      { x: 0.55, y: 200 / 280, width: 0.25 },
    ]);
  });

  test('underscores that do not quite touch are one line, two pixels thick too', () => {
    const dashes = Array.from({ length: 10 }, (_, at) => ({ x: 60 + at * 8, y: 100, width: 6, height: 2 }));
    expect(linesIn(page(...dashes))).toHaveLength(1);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, Parameters<typeof page>]>([
    ['a blank within a sentence', [{ x: 60, y: 100, width: 30 }]],
    ['a rule across the page',    [{ x: 10, y: 100, width: 180 }]],
    ['a picture',                 [{ x: 60, y: 100, width: 80, height: 20 }]],
    ['an underlined title',       [{ x: 60, y: 88, width: 80, height: 10 }, { x: 60, y: 100, width: 80 }]],
    ['nothing',                   []],
  ])('not %s', (_, ink) => {
    expect(linesIn(page(...ink))).toEqual([]);
  });

  test('how far down the ink reaches', () => {
    expect(lastInk(page({ x: 5, y: 139, width: 1 }))).toBe(0.5);
    expect(lastInk(page())).toBe(0);
  });
});

describe('where signatures are proposed', () => {
  const sizes = [A4, A4];

  test('on the lines of the paper, the drawing above the middle of each', () => {
    const lines = [
      { x: 0.25, y: 0.5, width: 0.5 },
      { x: 0.25, y: 0.8, width: 0.5 },
    ];
    const places = proposedPlaces([7, 8], sizes, [{ page: 2, lines, last: 0.9 }]);
    expect(places).toEqual([
      { signer: 7, kind: 'SIGNATURE', page: 2, width: 1_500, height: 500, x: 2_227, y: 3_740 },
      { signer: 8, kind: 'SIGNATURE', page: 2, width: 1_500, height: 500, x: 2_227, y: 6_265 },
    ]);
  });

  test('under the text of the last page in two columns with names, where lines are missing', () => {
    const places = proposedPlaces([1, 2, 3], sizes, [
      { page: 1, lines: [{ x: 0.2, y: 0.5, width: 0.5 }], last: 0.95 },
      { page: 2, lines: [], last: 0.5 },
    ]);
    expect(places?.map(({ signer, kind, page, x, y }) => [signer, kind, page, x, y])).toEqual([
      [1, 'SIGNATURE', 2, 938, 4_410],
      [1, 'NAME', 2, 788, 4_930],
      [2, 'SIGNATURE', 2, 3_515, 4_410],
      [2, 'NAME', 2, 3_365, 4_930],
      [3, 'SIGNATURE', 2, 938, 5_170],
      [3, 'NAME', 2, 788, 5_690],
    ]);
  });

  test('nowhere on a page that is full, or that is not known', () => {
    expect(proposedPlaces([1], sizes, [{ page: 2, lines: [], last: 0.93 }])).toBeUndefined();
    expect(proposedPlaces([1], sizes, [])).toBeUndefined();
  });

  test('initials on every page but the last, beside those of others', () => {
    expect(initialsOnPages(4, 0, sizes).map(({ page, x }) => [page, x])).toEqual([[1, 4_913]]);
    expect(initialsOnPages(5, 1, sizes).map(({ page, x }) => [page, x])).toEqual([[1, 4_273]]);
  });
});

describe('a field that is moved', () => {
  const box = { page: 1, x: 100, y: 100, width: 1_500, height: 500 };

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, boolean, number, number]>([
    ['ArrowRight', false, 128,   100],
    ['ArrowDown',  false, 100,   128],
    ['ArrowRight', true,  380,   100],
    ['ArrowLeft',  true,    0,   100],
  ])('by %s, with Shift: %s', (key, large, x, y) => {
    expect(movedByKey(A4, box, key, large)).toMatchObject({ x, y });
  });

  test('another key leaves it', () => expect(movedByKey(A4, box, 'a', false)).toBeUndefined());

  test('stays within its page', () => {
    expect(within(A4, { ...box, x: 9_000, y: -50 })).toEqual({ ...box, x: 4_453, y: 0 });
  });

  test('stands at a position by its name', () => {
    expect(placedAt(A4, box, 'bottom-right')).toMatchObject({ x: 4_053, y: 7_519 });
    expect(positionOf(A4, placedAt(A4, box, 'bottom-middle'))).toBe('bottom-middle');
    expect(positionOf(A4, box)).toBeUndefined();
  });
});
