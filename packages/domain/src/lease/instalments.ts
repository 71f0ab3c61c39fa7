import { addToReference, type CalendarDate, later, type Reference, referenceOf } from '../base/calendar.ts';
import { type Cents, instalmentAmounts } from '../base/money.ts';

export const MAX_INSTALMENTS = 60;

export type Instalment = { description: string; amount: Cents; reference: Reference };

/**
 * A value divided by month: `IPTU 1/10`, `IPTU 2/10`… They add up to `total`; see `instalmentAmounts`.
 * @throws RangeError unless there are 1 to 60 of them, each of a centavo at least.
 */
export function instalments(input: {
  description: string;
  total: Cents;
  count: number;
  /** The month of the first. */
  from: Reference;
}): Instalment[] {
  const { description, total, count, from } = input;
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_INSTALMENTS) {
    throw new RangeError(`${count} is not a number of instalments`);
  }
  if (total < count) throw new RangeError('An instalment is of a centavo at least');
  return instalmentAmounts(total, count).map((amount, index) => ({
    description: count === 1 ? description : `${description} ${index + 1}/${count}`,
    amount,
    reference: addToReference(from, index),
  }));
}

/**
 * The first month from the current one on that has no invoice yet: an extra value for an earlier month would go on the
 * same invoice. `billed`: months with an invoice. The first invoice of a contract is of the month after its start.
 */
export function nextReference(
  { start_date, billed }: { start_date: CalendarDate; billed: readonly Reference[] },
  today: CalendarDate,
): Reference {
  const after = [referenceOf(start_date), ...billed].map((month) => addToReference(month, 1));
  return after.reduce(later<Reference>, referenceOf(today));
}
