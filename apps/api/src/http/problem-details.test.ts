import { expect, test } from 'vitest';
import { asProblem } from './problem-details.ts';

const databaseError = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

// biome-ignore format: a table of cases reads best aligned
test.each([
  ['22012', 'division by zero',                           500],
  ['22003', 'a sum of ours out of range',                 500],
  ['22P02', 'a JSON of ours that it refuses',             500],
  ['22001', 'a text of ours longer than its column',      500],
  ['22021', 'NUL in a text that a caller sent',           422],
  ['23514', 'a check of a table',                         500],
  ['40P01', 'deadlock',                                   503],
  ['40001', 'serialisation failure',                      503],
  ['55P03', 'lock not available',                         503],
  ['53300', 'too many connections',                       503],
  ['53100', 'disk full',                                  503],
  ['57P01', 'the server stops',                           503],
])('%s, %s, answers %d', (code, _, status) => {
  expect(asProblem(databaseError(code)).status).toBe(status);
});
