/** A page drawn small, as a canvas gives it: four bytes a pixel. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };
/** A line to sign on. Parts of the page's width and height, from its top left. `room`: how high it is empty above its middle. */
export type Line = { x: number; y: number; width: number; room: number };

const DARK = 150;
/** Shorter is a blank to fill in, longer a rule between parts of the text. */
const SHORTEST = 0.2;
const LONGEST = 0.66;
/** Pixels without ink within a line: underscores that don't quite touch. */
const GAP = 3;
const THICKEST = 5;
/** Above a line to sign on there is room for the hand: part of the page's height. */
const ROOM = 0.02;
/** No drawing is higher. */
const MOST_ROOM = 0.06;

const isDark = ({ data, width }: Pixels, x: number, y: number) => {
  const at = (y * width + x) * 4;
  return (data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < DARK * 3;
};

/** Empty rows between the text of a page and what stands at its foot. Parts of the page's height. */
export type Room = { top: number; bottom: number };

/** What stands lower is a foot: a page number. */
const FOOT = 0.88;

/** The room under the text of a page; undefined where the text reaches down to its foot. */
export function roomUnder(pixels: Pixels): Room | undefined {
  const inked = Array.from({ length: pixels.height }, (_, y) => hasInk(pixels, y));
  const foot = Math.round(FOOT * pixels.height);
  const last = inked.lastIndexOf(true, foot - 1);
  const next = inked.indexOf(true, foot);
  const bottom = next < 0 ? pixels.height : next;
  return last === foot - 1 ? undefined : { top: (last + 1) / pixels.height, bottom: bottom / pixels.height };
}

function hasInk(pixels: Pixels, y: number): boolean {
  for (let x = 0; x < pixels.width; x++) if (isDark(pixels, x, y)) return true;
  return false;
}

type Run = { from: number; to: number };

/** Runs of ink in a row that are as long as lines to sign on. */
function runsIn(pixels: Pixels, y: number): Run[] {
  const runs: Run[] = [];
  for (let x = 0; x < pixels.width; x++) {
    if (!isDark(pixels, x, y)) continue;
    const run = runs.at(-1);
    if (run && x - run.to <= GAP) run.to = x;
    else runs.push({ from: x, to: x });
  }
  return runs.filter(({ from, to }) => {
    const part = (to - from + 1) / pixels.width;
    return part >= SHORTEST && part <= LONGEST;
  });
}

const overlap = (one: Run, other: Run) => one.from <= other.to && other.from <= one.to;

/** The lines of a page that are there to be signed on, from top to bottom and from left to right. */
export function linesIn(pixels: Pixels): Line[] {
  const found: (Run & { top: number; bottom: number })[] = [];
  for (let y = 0; y < pixels.height; y++) {
    for (const run of runsIn(pixels, y)) {
      const above = found.findLast((line) => line.bottom === y - 1 && overlap(line, run));
      if (above) above.bottom = y;
      else found.push({ ...run, top: y, bottom: y });
    }
  }
  const room = Math.round(pixels.height * ROOM);
  return found
    .filter(({ top, bottom }) => bottom - top < THICKEST && top >= room)
    .filter((line) => isEmptyAbove(pixels, line, room))
    .map((line) => ({
      x: line.from / pixels.width,
      y: line.top / pixels.height,
      width: (line.to - line.from + 1) / pixels.width,
      room: rowsAbove(pixels, line) / pixels.height,
    }));
}

/** Empty rows above the middle of a line, where its drawing stands. */
function rowsAbove(pixels: Pixels, { from, to, top }: Run & { top: number }): number {
  const half = (SHORTEST / 2) * pixels.width;
  const [left, right] = [Math.round((from + to) / 2 - half), Math.round((from + to) / 2 + half)];
  const most = Math.round(MOST_ROOM * pixels.height);
  // The row above a line may have its shade.
  for (let up = 2; up < most; up++) {
    if (top - up < 0) return up;
    for (let x = left; x <= right; x++) if (isDark(pixels, x, top - up)) return up;
  }
  return most;
}

/** Letters that reach down into the room are few pixels; a text is many. */
function isEmptyAbove(pixels: Pixels, { from, to, top }: Run & { top: number }, room: number) {
  let dark = 0;
  for (let y = top - room; y < top - 1; y++) for (let x = from; x <= to; x++) if (isDark(pixels, x, y)) dark++;
  return dark <= (to - from + 1) * room * 0.01;
}
