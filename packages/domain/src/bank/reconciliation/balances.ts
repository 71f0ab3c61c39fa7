import { addDays, type CalendarDate } from '../../base/calendar.ts';
import { type Cents, sum } from '../../base/money.ts';
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

/**
 * Key of each movement within its account. A bank may give one FITID to several movements, so the key also holds day,
 * amount and the position among equal ones. Movements of zero are left out.
 */
export function keyed(transactions: readonly StatementLine[]): KeyedMovement[] {
  const seen = new Map<string, number>();
  return transactions
    .filter(({ amount }) => amount !== 0)
    .map(({ fitid, day, amount, memo }) => {
      const same = `${fitid}|${day}|${amount}`;
      const before = seen.get(same) ?? 0;
      seen.set(same, before + 1);
      return { key: before === 0 ? same : `${same}|${before + 1}`, day, amount, memo };
    });
}

/** `0057123457` and `57123-457` are one account; a letter is a check digit. */
export const accountKey = (account: string) =>
  account
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+(?=.)/, '');
