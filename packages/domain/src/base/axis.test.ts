import { expect, test } from 'vitest';
import { ticksOf } from './axis.ts';

// Steps of 1, 2, 2.5 or 5 in some power of ten, the first at or below the least value, the last at or above the greatest.
// biome-ignore format: a table of cases reads best aligned
test.each<[number[], number[]]>([
  [[0, 0],                 [0]],
  [[317, 398, 30],         [0, 100, 200, 300, 400]],
  [[501],                  [0, 200, 400, 600]],
  [[20_300_000, 950_000],  [0, 5_000_000, 10_000_000, 15_000_000, 20_000_000, 25_000_000]],
  [[-30, 70],              [-40, -20, 0, 20, 40, 60, 80]],
  [[-90],                  [-100, -80, -60, -40, -20, 0]],
])('%o: %o', (values, ticks) => {
  expect(ticksOf(values)).toEqual(ticks);
});
