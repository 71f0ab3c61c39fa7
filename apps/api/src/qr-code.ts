import { encode } from 'uqr';

/** Dark modules as bars of one height each; four modules around it all are to stay white. */
export function qrCode(text: string): { size: number; bars: { x: number; y: number; width: number }[] } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { size, bars: data.flatMap((cells, y) => runs(cells).map((run) => ({ ...run, y }))) };
}

/** Neighbours that are dark, as one: a seam between two of them would show. */
function runs(cells: readonly boolean[]) {
  const found: { x: number; width: number }[] = [];
  for (const [x, dark] of cells.entries()) {
    const last = found.at(-1);
    if (dark && last && last.x + last.width === x) last.width += 1;
    else if (dark) found.push({ x, width: 1 });
  }
  return found;
}
