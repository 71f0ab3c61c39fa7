import { expect, test } from 'vitest';
import { waitingText } from '../src/features/dashboard/tasks/waiting.ts';

const SINCE = 1_795_000_000_000;
const SECOND = 1_000;

// biome-ignore format: a table
test.each([
  [    -60, 'chegou agora'], // The two clocks differ.
  [     59, 'chegou agora'],
  [     60, 'aguarda há 1 min'],
  [  3_599, 'aguarda há 59 min'],
  [  3_600, 'aguarda há 1 h'],
  [ 86_399, 'aguarda há 23 h'],
  [ 86_400, 'aguarda há 1 dia'],
  [300_000, 'aguarda há 3 dias'],
])('after %i s: %s', (seconds, text) => {
  expect(waitingText(SINCE, SINCE + seconds * SECOND)).toBe(text);
});
