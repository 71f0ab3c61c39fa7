import { encode } from 'uqr';

/** Dark modules as bars of height one; the caller keeps four white modules around them. */
export function qrCode(text: string): { size: number; bars: { x: number; y: number; width: number }[] } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { size, bars: data.flatMap((cells, y) => runs(cells).map((run) => ({ ...run, y }))) };
}

/** Merges adjacent dark modules, since a seam between two bars would be visible. */
function runs(cells: readonly boolean[]) {
  const found: { x: number; width: number }[] = [];
  for (const [x, dark] of cells.entries()) {
    const last = found.at(-1);
    if (dark && last && last.x + last.width === x) last.width += 1;
    else if (dark) found.push({ x, width: 1 });
  }
  return found;
}
