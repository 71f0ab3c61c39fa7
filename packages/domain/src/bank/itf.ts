/** Of each digit's five elements, two are wide (manuals of Santander and Sicredi). */
const WIDE = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];

const START = [1, 1, 1, 1];
const STOP = [3, 1, 1];

/** FEBRABAN's measures for the ficha de compensação: 103 mm × 13 mm, at least 5 mm from the paper's left edge. */
export const BARCODE_MM = { width: 103, height: 13, quiet_zone: 5 };

const widthsOf = (digit: string | undefined) => [...(WIDE[Number(digit)] ?? '')].map((wide) => (wide === '1' ? 3 : 1));

/**
 * Interleaved 2 of 5: bars and spaces by turns, a bar first, 1 narrow and 3 wide. The first digit of each pair is in the
 * bars, the second in the spaces between them.
 * @throws RangeError unless it is an even number of digits.
 */
export function itfWidths(digits: string): number[] {
  if (!/^(\d\d)+$/.test(digits)) throw new RangeError('Interleaved 2 of 5 needs an even number of digits');
  const pairs = digits.match(/\d\d/g) ?? [];
  const interleaved = pairs.flatMap((pair) => {
    const spaces = widthsOf(pair[1]);
    return widthsOf(pair[0]).flatMap((bar, index) => [bar, spaces[index] ?? 0]);
  });
  return [...START, ...interleaved, ...STOP];
}

/** The bars alone, each with its left edge and width in the unit of `width`. */
export function itfBars(digits: string, width: number = BARCODE_MM.width): { x: number; width: number }[] {
  const widths = itfWidths(digits);
  const unit = width / widths.reduce((total, element) => total + element, 0);
  const bars: { x: number; width: number }[] = [];
  let at = 0;
  for (const [index, element] of widths.entries()) {
    if (index % 2 === 0) bars.push({ x: at * unit, width: element * unit });
    at += element;
  }
  return bars;
}
