import { expect, test } from 'vitest';
import { receiptDifference } from './receipt-difference.ts';

// biome-ignore format: a table of cases reads best aligned
test.each([
  [150_000, 150_000, undefined],
  [150_000, 100_000, { name: 'Recebido em parte: R$\u00a01.000,00 de R$\u00a01.500,00', amount: -50_000 }],
  [150_000, 150_001, { name: 'Recebido a mais: R$\u00a01.500,01 de R$\u00a01.500,00', amount: 1 }],
])('of %i listed, %i received: %o', (listed, received, expected) => {
  expect(receiptDifference(listed, received)).toEqual(expected);
});
