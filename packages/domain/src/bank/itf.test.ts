import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BARCODE_MM, itfBars, itfWidths } from './itf.ts';

const CODE = '34196166700000123451101234567880057123457000';

test('0123 as the manuals of Santander and Sicredi draw it: EL EE LE LE EL, EL LL EE EE LE', () => {
  const drawn = itfWidths('0123').map((width) => (width === 3 ? 'L' : 'E'));
  expect(drawn.join('')).toBe(['EEEE', 'ELEELELEEL', 'ELLLEEEELE', 'LEE'].join(''));
});

test('a barcode of 44 digits: start, 22 pairs and stop are 227 elements and 405 narrow ones', () => {
  const widths = itfWidths(CODE);
  expect(widths).toHaveLength(4 + 22 * 10 + 3);
  expect(widths.reduce((total, width) => total + width)).toBe(4 + 22 * 18 + 5);
});

describe('the bars in millimetres', () => {
  const bars = itfBars(CODE);
  const narrow = 103 / 405;

  test('start with two narrow ones and end with a wide and a narrow one', () => {
    expect(bars).toHaveLength(114);
    expect(bars.at(0)).toEqual({ x: 0, width: narrow });
    expect(bars.at(1)).toEqual({ x: 2 * narrow, width: narrow });
    expect(bars.at(-2)?.width).toBeCloseTo(3 * narrow, 10);
    expect(bars.at(-1)?.width).toBeCloseTo(narrow, 10);
  });

  test('end where the 103 mm end', () => {
    const last = bars.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(BARCODE_MM.width, 10);
  });
});

test('a scanner reads back any digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(\d\d){1,22}$/), (digits) => {
      expect(scan(itfWidths(digits))).toBe(digits);
    }),
  );
});

test.each(['', '123', '12a4'])('refuses %j', (digits) => {
  expect(() => itfWidths(digits)).toThrow(RangeError);
});

/** Decodes by the weights 1, 2, 4, 7 and 0 of a digit's wide elements: their sum is the digit, and 11 means zero. */
function scan(widths: readonly number[]): string {
  const weights = [1, 2, 4, 7, 0];
  const elements = widths.slice(4, -3);
  let digits = '';
  for (let at = 0; at < elements.length; at += 10) {
    for (const side of [0, 1]) {
      const total = weights.reduce(
        (sum, weight, index) => sum + (elements[at + 2 * index + side] === 3 ? weight : 0),
        0,
      );
      digits += total === 11 ? '0' : String(total);
    }
  }
  return digits;
}
