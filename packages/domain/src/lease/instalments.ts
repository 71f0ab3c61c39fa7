import { addToReference, type Reference } from '../base/calendar.ts';
import { allocate, type Cents } from '../base/money.ts';

export const MAX_INSTALMENTS = 60;

export type Instalment = { description: string; amount: Cents; reference: Reference };

/**
 * A value divided by month: `IPTU 1/10`, `IPTU 2/10`… They add up to `total`; the centavos left over go to the first,
 * as in every division here, so that all the others are alike.
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
  return allocate(total, Array<number>(count).fill(1)).map((amount, index) => ({
    description: count === 1 ? description : `${description} ${index + 1}/${count}`,
    amount,
    reference: addToReference(from, index),
  }));
}
