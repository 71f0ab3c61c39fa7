import { describe, expect, test } from 'vitest';
import { type DraftField, withoutSigner } from '../src/features/signatures/draft/draft-values.ts';
import {
  A4,
  initialsOnPages,
  movedByKey,
  placedAt,
  positionOf,
  proposedPlaces,
  within,
  wordsUnder,
} from '../src/features/signatures/places/field-places.ts';
import { linesIn, type Pixels, roomUnder } from '../src/features/signatures/places/page-ink.ts';

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
      { x: 0.3, y: 100 / 280, width: 0.4, room: 17 / 280 },
      { x: 0.1, y: 200 / 280, width: 0.25, room: 17 / 280 },
      { x: 0.55, y: 200 / 280, width: 0.25, room: 17 / 280 },
    ]);
  });

  test('with the room that the text above their middle leaves', () => {
    const line = { x: 60, y: 100, width: 80 };
    const roomOf = (...text: Parameters<typeof page>) => linesIn(page(line, ...text)).map(({ room }) => room * 280);
    expect(roomOf({ x: 100, y: 88, width: 4, height: 2 })).toEqual([11]);
    // Beside the middle nothing is covered.
    expect(roomOf({ x: 60, y: 88, width: 10, height: 2 })).toEqual([17]);
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

  test('the room under the text, above the number of the page', () => {
    expect(roomUnder(page({ x: 5, y: 139, width: 1 }, { x: 5, y: 270, width: 9 }))).toEqual({
      top: 0.5,
      bottom: 270 / 280,
    });
    expect(roomUnder(page({ x: 5, y: 139, width: 1 }))).toEqual({ top: 0.5, bottom: 1 });
    expect(roomUnder(page({ x: 5, y: 200, width: 1, height: 60 }))).toBeUndefined();
  });
});

describe('where signatures are proposed', () => {
  const sizes = [A4, A4];
  const ana = { name: 'Ana Prado', capacity: '', role: 'TENANT' as const };
  const jose = { name: 'José Lima', capacity: '', role: 'OWNER' as const };
  const rita = { name: 'Rita Sá', capacity: 'Por Prado & Filhos Ltda.', role: 'TENANT' as const };
  const line = (y: number, under: string) => ({ x: 0.25, y, width: 0.5, room: 0.06, under });
  const half = { top: 0.5, bottom: 0.95 };

  test('on the line that has the name, whatever the order, the drawing above its middle', () => {
    const lines = [line(0.5, ' JOSE LIMA Locador '), line(0.8, ' Ana Prado Locatário ')];
    expect(proposedPlaces([ana, jose], sizes, [{ page: 2, lines, room: undefined }])).toEqual({
      places: [
        { signer: 0, kind: 'SIGNATURE', page: 2, width: 1_200, height: 400, x: 2_377, y: 6_365 },
        { signer: 1, kind: 'SIGNATURE', page: 2, width: 1_200, height: 400, x: 2_377, y: 3_840 },
      ],
      missing: [],
    });
  });

  test('lower where the text above the line leaves less room, and never too low to be read', () => {
    const on = (room: number) =>
      proposedPlaces([ana], sizes, [{ page: 2, lines: [{ ...line(0.8, 'Ana Prado'), room }], room: undefined }]);
    expect(on(0.03).places[0]).toMatchObject({ width: 759, height: 253, y: 6_512 });
    expect(on(0.02).places[0]).toMatchObject({ width: 600, height: 200, y: 6_565 });
  });

  test('on the line of the company that somebody signs for, and of the only one of a role', () => {
    const lines = [line(0.5, 'Prado & Filhos Ltda. Locatário'), line(0.8, 'Locador')];
    const { places } = proposedPlaces([jose, rita], sizes, [{ page: 1, lines, room: undefined }]);
    expect(places.map(({ signer, y }) => [signer, y])).toEqual([
      [0, 6_365],
      [1, 3_840],
    ]);
  });

  test('who has no line stands under the text of the last page, in two columns with names', () => {
    const { places, missing } = proposedPlaces([ana, jose, rita], sizes, [
      { page: 1, lines: [line(0.4, 'Ana Prado')], room: undefined },
      { page: 2, lines: [], room: half },
    ]);
    expect(places.map(({ signer, kind, page, x, y }) => [signer, kind, page, x, y])).toEqual([
      [0, 'SIGNATURE', 1, 2_377, 2_998],
      [1, 'SIGNATURE', 2, 1_088, 4_410],
      [1, 'NAME', 2, 788, 4_830],
      [2, 'SIGNATURE', 2, 3_665, 4_410],
      [2, 'NAME', 2, 3_365, 4_830],
    ]);
    expect(missing).toEqual([]);
  });

  test('nowhere on a page that is full, or that is not known', () => {
    const full = { page: 2, lines: [], room: { top: 0.87, bottom: 0.95 } };
    expect(proposedPlaces([ana], sizes, [full])).toEqual({ places: [], missing: [0] });
    expect(proposedPlaces([ana, jose], sizes, [])).toEqual({ places: [], missing: [0, 1] });
  });

  test('the words under a line reach to the next; where they don’t match the lines, none are known', () => {
    expect(wordsUnder('Foro ____________ Ana Prado\n____________ José', 2)).toEqual([' Ana Prado\n', ' José']);
    expect(wordsUnder('____________ Ana', 2)).toEqual(['', '']);
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

test('a signer who is taken off the list takes their fields along, and those after follow', () => {
  const of = (signer: number): DraftField => ({ signer, kind: 'NAME', page: 1, x: signer, y: 0, width: 1, height: 1 });
  expect(withoutSigner([of(0), of(1), of(1), of(2)], 1)).toEqual([of(0), { ...of(2), signer: 1 }]);
});
