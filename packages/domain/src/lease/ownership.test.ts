import { expect, test } from 'vitest';
import type { CalendarDate } from '../base/calendar.ts';
import { allocate } from '../base/money.ts';
import { ownerShares, ownersAsOf, ownersDayRefusal, ownerWeights, partsOf } from './ownership.ts';

test.each([
  ['one owner has all', [null], [10_000]],
  ['two owners, nothing said: halves', [null, null], [5_000, 5_000]],
  ['three owners: the hundredth left over goes to the first', [null, null, null], [3_334, 3_333, 3_333]],
  ['as set', [7_000, 3_000], [7_000, 3_000]],
  ['the rest goes to whom nothing was set for', [6_000, null, null], [6_000, 2_000, 2_000]],
])('%s', (_, shares, expected) => {
  expect(ownerShares(shares.map((share) => ({ share }))).map((owner) => owner.share)).toEqual(expected);
});

test.each([
  ['three owners, nothing said: a third is exact', [null, null, null], 90_000, [30_000, 30_000, 30_000]],
  ['the centavos left over go to the first', [null, null, null], 100, [34, 33, 33]],
  ['as set', [6_000, 4_000], 135_000, [81_000, 54_000]],
  [
    'half, and a third of the other half for each of the rest',
    [5_000, null, null, null],
    60_000,
    [30_000, 10_000, 10_000, 10_000],
  ],
  ['parts that do not make the whole count in proportion', [3_000, 3_000], 90_000, [45_000, 45_000]],
  ['one owner with nothing set above zero still has it all', [0], 90_000, [90_000]],
  ['one who has all leaves nothing', [10_000, null], 90_000, [90_000, 0]],
])('divided by weight: %s', (_, shares, total, expected) => {
  const weights = ownerWeights(shares.map((share) => ({ share })));
  expect(
    allocate(
      total,
      weights.map((owner) => owner.share),
    ),
  ).toEqual(expected);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[CalendarDate, CalendarDate, CalendarDate | undefined, string]>([
  ['2027-01-20', '2027-01-20', undefined,    'paid today'],
  ['2027-01-01', '2027-01-31', undefined,    'paid on the first of this month'],
  ['2026-12-30', '2027-01-20', '2026-12-31', 'paid last year, settled in January'],
  ['2026-02-01', '2026-03-01', '2026-02-28', 'paid in February'],
  ['2027-02-01', '2027-01-20', undefined,    'of a month to come'],
])('owners of a payment of %s, settled on %s: those of %s (%s)', (payDay, today, expected) => {
  expect(ownersAsOf(payDay, today)).toBe(expected);
});

test('partsOf: by owner, and nobody without owners', () => {
  const owners = [
    { client_id: 7, share: 6_000 },
    { client_id: 3, share: 4_000 },
  ];
  expect([...partsOf(100_001, owners)]).toEqual([
    [7, 60_001],
    [3, 40_000],
  ]);
  expect(partsOf(100_001, []).size).toBe(0);
});

// biome-ignore format: a table of cases reads best aligned
test.each<[string, CalendarDate, CalendarDate | null, string | undefined]>([
  ['today, never changed before',            '2026-06-10', null,         undefined],
  ['months ago, never changed before',       '2026-02-01', null,         undefined],
  ['tomorrow',                               '2026-06-11', null,         'OWNERS_DAY_TO_COME'],
  ['after the latest change',                '2026-04-02', '2026-04-01', undefined],
  ['the other half of the same change',      '2026-04-01', '2026-04-01', undefined],
  ['before the latest change',               '2026-03-31', '2026-04-01', 'OWNERS_DAY_BEFORE'],
])('owners change on a day: %s', (_, from, latest, expected) => {
  expect(ownersDayRefusal(from, { today: '2026-06-10', latest })).toBe(expected);
});
