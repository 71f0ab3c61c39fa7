import { expect, test } from 'vitest';
import { cents } from '../base/money.ts';
import { isAdvertisable, isDoubtfulPrice } from './price.ts';
import type { TransactionType } from './property-words.ts';

// biome-ignore format: a table of cases reads best aligned
test.each<[TransactionType, number, number | undefined, boolean, boolean]>([
  ['RENT',         150_000,  undefined, true,  false],
  ['RENT',         150_000,    200_000, true,  false],
  ['RENT',               0,  undefined, false, true ],
  ['RENT',           4_999,  undefined, false, true ],
  ['RENT',           5_000,  undefined, true,  false],
  // R$ 100.000,00, and one centavo more.
  ['RENT',      10_000_000,    200_000, true,  false],
  ['RENT',      10_000_001,    200_000, true,  true ],
  // A hundred times the usual rent of R$ 900,00.
  ['RENT',       9_000_000,     90_000, true,  false],
  ['RENT',       9_000_001,     90_000, true,  true ],
  ['RENT',       9_000_001,  undefined, true,  false],
  // A hundredth of R$ 6.000,00.
  ['RENT',           6_000,    600_000, true,  false],
  ['RENT',           5_999,    600_000, true,  true ],
  ['RENT',     100_000_001,  undefined, false, true ],
  ['SALE',      45_000_000,    200_000, true,  false],
  // A rent in the column of sales.
  ['SALE',         150_000,    200_000, false, true ],
  ['EXCHANGE',     499_999,  undefined, false, true ],
  ['PRE_SALE',     500_000,  undefined, true,  false],
])('%s of %i beside %s: may be advertised %s, is asked about %s', (type, price, median, advertisable, doubtful) => {
  expect(isAdvertisable(type, price)).toBe(advertisable);
  expect(isDoubtfulPrice(type, cents(price), median === undefined ? undefined : cents(median))).toBe(doubtful);
});
