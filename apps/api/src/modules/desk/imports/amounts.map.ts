import type { Cents } from '@morada/domain/base/money';
import { isDoubtfulPrice } from '@morada/domain/property/price';
import type { TransactionType } from '@morada/domain/property/property-words';
import type { Answers } from './answers.map.ts';
import { Refused } from './cells.map.ts';
import type { Line } from './line.map.ts';

/** Refuses a price that is far from what is usual until a person has confirmed it for its line. */
export type AmountCheck = (line: Line, field: string, type: TransactionType, amount: Cents) => void;

export function amountCheck(confirmed: Answers['amounts'], median: Cents | undefined): AmountCheck {
  const known = new Set(confirmed.map(({ line, field, amount }) => `${line} ${field} ${amount}`));
  return (line, field, type, amount) => {
    if (!isDoubtfulPrice(type, amount, median) || known.has(`${line.number} ${field} ${amount}`)) return;
    throw new Refused(field, 'valor fora do comum: confirme', { what: 'amount', amount });
  };
}
