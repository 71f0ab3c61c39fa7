import type { Cents } from '../base/money.ts';
import type { TransactionType } from './property-words.ts';

/** From the least to the most that a listing may ask: what lies outside is a slip of the keyboard or of a column. */
const ADVERTISED = {
  RENT: { least: 5_000, most: 100_000_000 },
  SALE: { least: 500_000, most: 100_000_000_000 },
} as const;

/** Rents above are those of few warehouses, and the price of many flats: a sheet is asked about them. */
const USUAL_RENT = 10_000_000;

/** How many times the usual rent of the portfolio a rent may be before it is asked about. */
const TIMES = 100;

const boundsOf = (type: TransactionType) => ADVERTISED[type === 'RENT' ? 'RENT' : 'SALE'];

/** Whether a listing may show the price. */
export function isAdvertisable(type: TransactionType, price: number): boolean {
  const { least, most } = boundsOf(type);
  return price >= least && price <= most;
}

/**
 * Whether an imported price is so far from what is usual that a person has to confirm it. `median`: of the portfolio's
 * rents, where it has enough of them.
 */
export function isDoubtfulPrice(type: TransactionType, price: Cents, median: Cents | undefined): boolean {
  if (!isAdvertisable(type, price)) return true;
  if (type !== 'RENT') return false;
  return price > USUAL_RENT || (median !== undefined && (price > median * TIMES || price * TIMES < median));
}
