import { expect, test } from 'vitest';
import { dimobContractDate, dimobContractNumber, dimobYear, isRural } from './dimob-contract.ts';

test.each([
  [1, '000001'],
  [123_456, '123456'],
  [999_999, '999999'],
  [1_000_000, 'A00000'],
  [1_000_035, 'A0000Z'],
  [1_000_036, 'A00010'],
  // 36⁵ = 60,466,176 numbers begin with A.
  [61_466_175, 'AZZZZZ'],
  [61_466_176, 'B00000'],
])('contract %i is %s', (id, number) => {
  expect(dimobContractNumber(id)).toBe(number);
});

test('an id beyond the last letter is refused', () => {
  expect(() => dimobContractNumber(1_000_000 + 26 * 60_466_176)).toThrow(RangeError);
});

test('the earlier of registration and beginning', () => {
  expect(dimobContractDate({ start_date: '2023-05-01', registered_on: '2026-02-03' })).toBe('2023-05-01');
  expect(dimobContractDate({ start_date: '2027-01-01', registered_on: '2026-12-15' })).toBe('2026-12-15');
});

test('farms are rural', () => {
  expect(['FARM', 'SITE', 'CHACARA', 'LOT'].map((location) => isRural(location as 'FARM'))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test.each([
  ['2027-01-01', 2026],
  ['2027-02-28', 2026],
  ['2027-03-01', 2027],
  ['2027-12-31', 2027],
] as const)('on %s the DIMOB of %i is prepared', (today, year) => {
  expect(dimobYear(today)).toBe(year);
});
