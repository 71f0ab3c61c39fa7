/** Box in which a signature is drawn; its points are whole numbers within it. */
export const DRAWING_BOX = { width: 600, height: 200 } as const;

/** Letters of the longest path: some four thousand points, more than a hand draws. */
export const DRAWING_LETTERS = 40_000;
/** Length of the lines below which a drawing is a dot or a slip of the finger. */
const LEAST_INK = 80;

/** Strokes of straight lines: `M10 20L30 40L50 60M70 80L90 100`. */
const PATH = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/;
const POINT = /([ML])(\d+) (\d+)/g;

/**
 * The path of a signature that was drawn in a browser, written anew from its points, so that nothing else that came along
 * is kept; undefined: it is too long, holds something else, leaves its box, or is hardly a line.
 */
export function readDrawing(path: string): string | undefined {
  if (path.length > DRAWING_LETTERS || !PATH.test(path)) return undefined;
  let ink = 0;
  let [lastX, lastY] = [0, 0];
  const written: string[] = [];
  for (const [, verb = '', textX, textY] of path.matchAll(POINT)) {
    const [x, y] = [Number(textX), Number(textY)];
    if (x > DRAWING_BOX.width || y > DRAWING_BOX.height) return undefined;
    if (verb === 'L') ink += Math.hypot(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
    written.push(`${verb}${x} ${y}`);
  }
  return ink < LEAST_INK ? undefined : written.join('');
}
