import { expect, test } from 'vitest';
import { ownerShares } from './ownership.ts';

test.each([
  ['one owner has all', [null], [10_000]],
  ['two owners, nothing said: halves', [null, null], [5_000, 5_000]],
  ['three owners: the hundredth left over goes to the first', [null, null, null], [3_334, 3_333, 3_333]],
  ['as set', [7_000, 3_000], [7_000, 3_000]],
  ['the rest goes to whom nothing was set for', [6_000, null, null], [6_000, 2_000, 2_000]],
])('%s', (_, shares, expected) => {
  expect(ownerShares(shares.map((share) => ({ share }))).map((owner) => owner.share)).toEqual(expected);
});
