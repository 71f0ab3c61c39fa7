import { previousBusinessDay } from '../base/business-days.ts';
import {
  addToReference,
  type CalendarDate,
  dueDateIn,
  lastDay,
  type Reference,
  referenceOf,
} from '../base/calendar.ts';

/** When an obligation falls due; `month` is 1 to 12, and absent means every month. */
export type FiscalRule =
  | { kind: 'LAST_BUSINESS_DAY_OF_MONTH'; month?: number }
  | { kind: 'DAY_OR_EARLIER_BUSINESS_DAY'; day: number; month?: number }
  | { kind: 'ON'; date: CalendarDate };

export type FiscalObligation = { name: string; who: string; rule: FiscalRule };

export type FiscalDate = { date: CalendarDate; name: string; who: string };

/** Due days from one day to another, both included, by date and then in the order of the obligations. */
export function fiscalDates(
  obligations: readonly FiscalObligation[],
  from: CalendarDate,
  to: CalendarDate,
): FiscalDate[] {
  return obligations
    .flatMap(({ name, who, rule }) => daysOf(rule, from, to).map((date) => ({ date, name, who })))
    .filter(({ date }) => from <= date && date <= to)
    .toSorted((one, other) => compare(one.date, other.date));
}

function daysOf(rule: FiscalRule, from: CalendarDate, to: CalendarDate): CalendarDate[] {
  if (rule.kind === 'ON') return [rule.date];
  return monthsFrom(referenceOf(from), referenceOf(to))
    .filter((month) => rule.month === undefined || Number(month.slice(5)) === rule.month)
    .map((month) =>
      previousBusinessDay(rule.kind === 'LAST_BUSINESS_DAY_OF_MONTH' ? lastDay(month) : dueDateIn(month, rule.day)),
    );
}

/** Includes one month more: a due day moves into the month before when its month has no business day up to it. */
function monthsFrom(from: Reference, to: Reference): Reference[] {
  const months: Reference[] = [];
  for (let month = from; month <= addToReference(to, 1); month = addToReference(month, 1)) months.push(month);
  return months;
}

const compare = (one: CalendarDate, other: CalendarDate) => (one === other ? 0 : one < other ? -1 : 1);
