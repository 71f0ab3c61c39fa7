import { expect, test } from 'vitest';
import { TRY_LIMITS, waitBetween, waitLeft } from './sign-in-limits.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[keyof typeof TRY_LIMITS, number, number]>([
  ['origin',   0,   0],
  ['origin',   9,   0],
  ['origin',  10,   5],
  ['origin',  11,  10],
  ['origin',  17, 640],
  ['origin',  18, 900],
  ['origin', 999, 900],
  ['account', 49,   0],
  ['account', 50,   5],
  ['account', 58, 900],
  ['network', 19,   0],
  ['network', 20,   5],
  ['network', 23,  40],
  ['network', 24,  60],
])('%s: after %i wrong passwords the next is verified %i s later', (name, failures, seconds) => {
  expect(waitBetween(failures, TRY_LIMITS[name])).toBe(seconds);
});

test.each([
  [10, 0, 5],
  [10, 4.2, 1],
  [10, 5, 0],
  [10, 3_600, 0],
  [3, 0, 0],
])('after %i wrong passwords and %d s, %i s are left', (failures, since, left) => {
  expect(waitLeft({ failures, since }, TRY_LIMITS.origin)).toBe(left);
});

test('guesses at one account are limited to about 150 a day overall, about 110 from one origin', () => {
  const guessesADay = (limit: (typeof TRY_LIMITS)['account']) => {
    let [count, clock] = [0, 0];
    while (clock < 86_400) clock += waitBetween(++count, limit);
    return count;
  };
  expect(guessesADay(TRY_LIMITS.account)).toBe(152);
  expect(guessesADay(TRY_LIMITS.origin)).toBe(112);
});
