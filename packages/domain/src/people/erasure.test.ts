import { describe, expect, test } from 'vitest';
import { yearsThatNeed } from './erasure.ts';

describe('years whose declarations need a person', () => {
  test.each([
    ['the year runs', [2026], [], '2026-06-10', [2026]],
    ['the year runs, and a file of it was tried', [2026], [2026], '2026-12-31', [2026]],
    ['its DIMOB is not made yet', [2026], [], '2027-02-10', [2026]],
    ['its DIMOB is made, the statements of income are due', [2026], [2026], '2027-02-28', [2026]],
    ['its DIMOB is made and February is over', [2026], [2026], '2027-03-01', []],
    ['its DIMOB was forgotten', [2026], [], '2027-12-31', [2026]],
    ['the year after is over too', [2026], [], '2028-01-01', []],
    ['each year is named once, in order', [2027, 2026, 2027], [], '2027-05-01', [2026, 2027]],
    ['nothing is to be declared', [], [], '2027-05-01', []],
  ] as const)('%s', (_, stands, declared, today, needed) => {
    expect(yearsThatNeed(stands, declared, today)).toEqual(needed);
  });
});
