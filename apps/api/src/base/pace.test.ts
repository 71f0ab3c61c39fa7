import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

test('work beyond the rate of a second waits until it fits, in the order of its calls', async () => {
  const pace = paceOf(1_000_000);
  const began = performance.now();
  const ended: number[] = [];
  await Promise.all([1, 2, 3, 4].map((number) => pace(20_000).then(() => ended.push(number))));
  expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  expect(ended).toEqual([1, 2, 3, 4]);
});

test('work below the rate goes on at once', async () => {
  const pace = paceOf(1_000_000);
  const timer = new Promise((resolve) => setTimeout(resolve, 0, 'timer'));
  expect(await Promise.race([pace(1_000).then(() => 'work'), timer])).toBe('work');
});
