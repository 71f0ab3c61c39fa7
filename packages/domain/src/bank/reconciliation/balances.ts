import { addDays, type CalendarDate } from '../../base/calendar.ts';
import { type Cents, sum } from '../../base/money.ts';
import { isBalanceLine } from '../balance-line.ts';
import type { OfxTransaction } from '../ofx.ts';

/** Balance that a statement states for the end of a day. */
export type StatedBalance = { day: CalendarDate; balance: Cents };
export type DaySum = { day: CalendarDate; amount: Cents };

/** Balance at the end of a day, worked out from a stated one and the movements between; null without a stated one. */
export function balanceAt(day: CalendarDate, stated: StatedBalance | undefined, sums: readonly DaySum[]): Cents | null {
  if (!stated) return null;
  const between = (from: CalendarDate, until: CalendarDate) =>
    sum(sums.filter((one) => one.day > from && one.day <= until).map(({ amount }) => amount));
  return stated.balance + between(stated.day, day) - between(day, stated.day);
}

/** A stretch between two stated balances that the movements read don't add up to. */
export type BalanceGap = { from: CalendarDate; until: CalendarDate; expected: Cents; stated: Cents };

/** Where stated balances and movements disagree; of several balances of one day the last one counts. */
export function balanceGaps(stated: readonly StatedBalance[], sums: readonly DaySum[]): BalanceGap[] {
  const days = [...new Map(stated.map((one) => [one.day, one])).values()].sort((one, other) =>
    one.day < other.day ? -1 : 1,
  );
  return days.flatMap((until, place) => {
    const from = days[place - 1];
    if (!from) return [];
    const expected = balanceAt(until.day, from, sums) ?? 0;
    return expected === until.balance
      ? []
      : [{ from: addDays(from.day, 1), until: until.day, expected, stated: until.balance }];
  });
}

/** A line of a statement, read from a file or by a call. */
export type StatementLine = Pick<OfxTransaction, 'fitid' | 'day' | 'amount' | 'memo'>;
export type KeyedMovement = { key: string; day: CalendarDate; amount: Cents; memo: string };

/** What a key begins with: equal for movements that a bank gives one identifier, day and amount. */
export const baseOf = ({ fitid, day, amount }: Pick<StatementLine, 'fitid' | 'day' | 'amount'>) =>
  `${fitid}|${day}|${amount}`;

/**
 * Key of each movement among those of its account. A bank may give one FITID to several movements, so the key also holds
 * day, amount and the position among equal ones. Movements of zero and lines that state a balance are left out.
 */
export function keyed(transactions: readonly StatementLine[]): KeyedMovement[] {
  const seen = new Map<string, number>();
  return transactions
    .filter(({ amount, memo }) => amount !== 0 && !isBalanceLine(memo))
    .map(({ fitid, day, amount, memo }) => {
      const base = baseOf({ fitid, day, amount });
      const before = seen.get(base) ?? 0;
      seen.set(base, before + 1);
      return { key: placed(base, before), day, amount, memo };
    });
}

/** Key of the movement that `before` others of its base precede. */
export const placed = (base: string, before: number) => (before === 0 ? base : `${base}|${before + 1}`);
