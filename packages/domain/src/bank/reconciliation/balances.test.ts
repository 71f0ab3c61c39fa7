import { describe, expect, test } from 'vitest';
import type { OfxTransaction } from '../ofx.ts';
import { balanceAt, balanceGaps, keyed } from './balances.ts';

const sums = [
  { day: '2026-11-02', amount: 10_000 },
  { day: '2026-11-03', amount: -4_000 },
  { day: '2026-11-05', amount: 1_500 },
] as const;

describe('balance at the end of a day, 500,00 stated for 03/11', () => {
  const stated = { day: '2026-11-03', balance: 50_000 } as const;

  test.each([
    ['2026-11-01', 44_000],
    ['2026-11-02', 54_000],
    ['2026-11-03', 50_000],
    ['2026-11-04', 50_000],
    ['2026-11-30', 51_500],
  ] as const)('%s: %d', (day, expected) => {
    expect(balanceAt(day, stated, sums)).toBe(expected);
  });

  test('unknown where none is stated', () => {
    expect(balanceAt('2026-11-30', undefined, sums)).toBeNull();
  });
});

describe('gaps', () => {
  test.each([
    [
      'balances that agree',
      [
        ['2026-11-01', 44_000],
        ['2026-11-03', 50_000],
        ['2026-11-30', 51_500],
      ],
      [],
    ],
    ['one balance', [['2026-11-03', 1]], []],
    [
      'a movement that is missing',
      [
        ['2026-11-03', 50_000],
        ['2026-11-30', 51_000],
      ],
      [['2026-11-04', '2026-11-30', 51_500, 51_000]],
    ],
    [
      'a day stated twice counts by the last',
      [
        ['2026-11-03', 1],
        ['2026-11-03', 50_000],
        ['2026-11-05', 51_500],
      ],
      [],
    ],
  ] as const)('%s', (_, stated, expected) => {
    const found = balanceGaps(
      stated.map(([day, balance]) => ({ day, balance })),
      sums,
    );
    expect(found.map(({ from, until, expected: by, stated: told }) => [from, until, by, told])).toEqual(expected);
  });
});

test('lines that state a balance are no movements of a call either', () => {
  const line = (memo: string) => ({ fitid: memo, day: '2026-11-05', amount: 100, memo }) as const;
  expect(keyed([line('SALDO DO DIA'), line('PIX RECEBIDO')]).map(({ memo }) => memo)).toEqual(['PIX RECEBIDO']);
});

test('a movement is known by FITID, day, amount and its place among equal ones', () => {
  const one = (fitid: string, amount: number): OfxTransaction => ({
    ...{ fitid, amount, line: 1, kind: 'CREDIT', day: '2026-11-05', memo: 'x', check_number: '' },
  });
  expect(keyed([one('A', 100), one('A', 100), one('A', 200), one('', 100), one('B', 0)]).map(({ key }) => key)).toEqual(
    ['A|2026-11-05|100', 'A|2026-11-05|100|2', 'A|2026-11-05|200', '|2026-11-05|100'],
  );
});
