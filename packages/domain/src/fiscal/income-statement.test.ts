import { describe, expect, test } from 'vitest';
import { addedMonths, sumsOf, withMonthlyExclusions } from './income-statement.ts';

test('adds months of two contracts, a rent given back below zero', () => {
  const month = (rent: number, fee = 0, tax = 0) => ({ rent, fee, tax });
  expect(sumsOf([month(150_000, 15_000), month(-20_000), month(600_000, 60_000, 39_454)])).toEqual({
    ...{ rent: 730_000, fee: 75_000, tax: 39_454, net: 615_546 },
  });
  const added = addedMonths([
    [month(100, 10), month(200)],
    [month(50, 5, 1), month(-300)],
  ]);
  expect(added).toHaveLength(12);
  expect(added.slice(0, 3)).toEqual([
    { rent: 150, fee: 15, tax: 1, net: 134 },
    { rent: -100, fee: 0, tax: 0, net: -100 },
    { rent: 0, fee: 0, tax: 0, net: 0 },
  ]);
});

describe('costs that the owner bears each month', () => {
  const receipt = (proposal_id: number, received_on: `2026-${number}-${number}`, income: number) => ({
    ...{ proposal_id, received_on, income, fee: 0, payer_person_type: 'FISICA' as const },
  });

  test('count once for a contract and month, beside rent received', () => {
    const receipts = [
      receipt(1, '2026-03-02', -5_000),
      receipt(1, '2026-03-10', 100_000),
      receipt(1, '2026-03-20', 40_000),
      receipt(2, '2026-03-20', 80_000),
      receipt(1, '2026-04-10', 100_000),
    ];
    const found = withMonthlyExclusions(receipts, ({ proposal_id }) => proposal_id * 1_000);
    expect(found.map(({ exclusions }) => exclusions)).toEqual([0, 1_000, 0, 2_000, 1_000]);
  });
});
