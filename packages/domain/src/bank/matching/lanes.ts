/** Lines settled in one transaction: enough for batched statements, and few enough to keep it short. */
export const BLOCK_LINES = 250;

/**
 * Divides the lines of a run into lanes that are processed in parallel: two halves, or one lane for a small file.
 * Lines with the same key stay in one lane, in their order.
 */
export function inLanes<Line, Key>(
  lines: readonly Line[],
  keyOf: (line: Line) => Key,
  mostInOne = BLOCK_LINES,
): Line[][] {
  if (lines.length <= mostInOne) return lines.length > 0 ? [[...lines]] : [];
  const half = Math.ceil(lines.length / 2);
  const first = lines.slice(0, half);
  const keys = new Set(first.map(keyOf));
  const rest = lines.slice(half);
  const isOfFirst = (line: Line) => keys.has(keyOf(line));
  return [[...first, ...rest.filter(isOfFirst)], rest.filter((line) => !isOfFirst(line))].filter(
    ({ length }) => length > 0,
  );
}
