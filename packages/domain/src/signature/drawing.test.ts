import { expect, test } from 'vitest';
import { DRAWING_LETTERS, readDrawing } from './drawing.ts';

test.each(['M10 20L110 20', 'M0 0L600 200', 'M10 20L60 60L110 20M200 100L300 100', 'M5 5M10 20L110 20'])(
  '%s is a signature',
  (path) => {
    expect(readDrawing(path)).toBe(path);
  },
);

test('points are written anew', () => {
  expect(readDrawing('M010 020L110 20')).toBe('M10 20L110 20');
});

test.each([
  ['nothing', ''],
  ['a dot', 'M10 20L12 20'],
  ['no line at all', 'M10 20M300 20M10 100'],
  ['a point outside', 'M10 20L601 20'],
  ['a point below', 'M10 20L110 201'],
  ['a number of four digits', 'M10 20L1100 20'],
  ['a sign', 'M-10 20L110 20'],
  ['a fraction', 'M10.5 20L110 20'],
  ['a curve', 'M10 20C10 20 30 40 110 20'],
  ['a line without a begin', 'L10 20L110 20'],
  ['markup', 'M10 20L110 20"/><script>alert(1)</script>'],
  ['a line break', 'M10 20L110 20\nM1 1L200 1'],
  ['another digit', 'M10 20L١١٠ 20'],
])('%s is none', (_, path) => {
  expect(readDrawing(path)).toBeUndefined();
});

test('a path may be long, and not longer', () => {
  const line = (letters: number) => `M10 20${'L100 100'.repeat(Math.floor((letters - 6) / 8))}`;
  expect(readDrawing(line(DRAWING_LETTERS))).toHaveLength(39_998);
  expect(readDrawing(line(DRAWING_LETTERS + 8))).toBeUndefined();
});
