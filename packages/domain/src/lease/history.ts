import { addDays, type CalendarDate, later } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { type FieldChange, fieldChange, isContractField } from './contract-fields.ts';

/** One entry of a record's trail, oldest first; `at` is the agency's civil day. */
export type TrailEntry = {
  at: CalendarDate;
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
};

/** "Como era em": the values at the end of a day, by undoing every later change from the newest to the oldest. */
export function valuesOn<T extends Record<string, unknown>>(
  present: T,
  trail: readonly TrailEntry[],
  day: CalendarDate,
): T {
  const befores = trail
    .filter((entry) => entry.at > day)
    .toReversed()
    .flatMap((entry) => Object.entries(entry.changes))
    .filter(([field]) => Object.hasOwn(present, field))
    .map(([field, [before]]): [string, unknown] => [field, before]);
  return { ...present, ...Object.fromEntries(befores) };
}

export type RentPeriod = {
  from: CalendarDate;
  /** The last day; null for the current period. */
  until: CalendarDate | null;
  rent: Cents;
};

/** "Aluguel por período": each rent from the day it was set. Of several set on one day the last counts. */
export function rentByPeriod(
  contract: { current_price: Cents; start_date: CalendarDate },
  trail: readonly TrailEntry[],
): RentPeriod[] {
  const { current_price, start_date } = contract;
  const changed = trail.filter((entry) => Object.hasOwn(entry.changes, 'current_price')).map((entry) => entry.at);
  const starts = [...new Set([start_date, ...changed.map((day) => later(day, start_date))])].toSorted();
  const periods = starts
    .map((from) => ({ from, rent: valuesOn({ current_price }, trail, from).current_price }))
    .filter(({ rent }, index, all) => rent !== all[index - 1]?.rent);
  return periods.map(({ from, rent }, index) => {
    const next = periods[index + 1];
    return { from, until: next ? addDays(next.from, -1) : null, rent };
  });
}

/** An entry in words, for "Histórico"; values that are no field of the contract are left out. */
export function entryWords({ changes }: TrailEntry): FieldChange[] {
  return Object.entries(changes).flatMap(([field, [before, after]]) =>
    isContractField(field) ? [fieldChange(field, before, after)] : [],
  );
}
