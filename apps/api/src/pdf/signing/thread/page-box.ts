import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFPageLeaf } from '@cantoo/pdf-lib';
import type { PageSize } from '../shapes.ts';

type Box = { left: number; bottom: number; right: number; top: number };
type Turn = 0 | 90 | 180 | 270;
/** The part of a page that is shown, in the page's own coordinates, and how it is turned. */
export type PageBox = Box & { turn: Turn };

const LETTER: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** The numbers of a box, in whichever order its corners stand. Undefined: none, or without an area. */
function boxOf(context: PDFContext, value: unknown): Box | undefined {
  const array = context.lookup(value as PDFArray);
  if (!(array instanceof PDFArray) || array.size() < 4) return undefined;
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => {
    const number = array.lookup(at);
    return number instanceof PDFNumber ? number.asNumber() : 0;
  }) as [number, number, number, number];
  const box = { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) };
  return box.right > box.left && box.top > box.bottom ? box : undefined;
}

const within = (box: Box, outer: Box): Box => ({
  left: Math.max(box.left, outer.left),
  bottom: Math.max(box.bottom, outer.bottom),
  right: Math.min(box.right, outer.right),
  top: Math.min(box.top, outer.top),
});

/** What readers show of a page: its crop within its medium, turned in quarters. */
export function pageBox(page: PDFPageLeaf): PageBox {
  const inherited = (name: string) => page.getInheritableAttribute(PDFName.of(name));
  const medium = boxOf(page.context, inherited('MediaBox')) ?? LETTER;
  const crop = boxOf(page.context, inherited('CropBox'));
  const shown = crop ? within(crop, medium) : medium;
  const turned = page.context.lookup(inherited('Rotate'));
  const quarters = turned instanceof PDFNumber ? Math.trunc(turned.asNumber() / 90) : 0;
  return { ...(shown.right > shown.left && shown.top > shown.bottom ? shown : medium), turn: turnOf(quarters) };
}

const turnOf = (quarters: number) => ((((quarters % 4) + 4) % 4) * 90) as Turn;

export function sizeOf({ left, bottom, right, top, turn }: PageBox): PageSize {
  const [width, height] = [right - left, top - bottom];
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}

export type Matrix = readonly [number, number, number, number, number, number];

/**
 * Places a picture of the given height, whose own origin is its bottom left, so that its top left lies at `x` and `y` of
 * the page as it is seen, upright.
 */
export function placing(
  { left, bottom, right, top, turn }: PageBox,
  at: { x: number; y: number; height: number },
): Matrix {
  const { x, y } = at;
  const foot = y + at.height;
  switch (turn) {
    case 0:
      return [1, 0, 0, 1, left + x, top - foot];
    case 90:
      return [0, 1, -1, 0, left + foot, bottom + x];
    case 180:
      return [-1, 0, 0, -1, right - x, bottom + foot];
    case 270:
      return [0, -1, 1, 0, right - foot, top - x];
  }
}

/** A dictionary that may stand by itself or by reference; undefined where there is none. */
export const dictOf = (context: PDFContext, value: unknown): PDFDict | undefined => {
  const found = context.lookup(value as PDFDict);
  return found instanceof PDFDict ? found : undefined;
};
