import { addDays, addToReference, type CalendarDate, earlier, type Reference, referenceOf } from '../base/calendar.ts';
import { type BasisPoints, WHOLE } from '../base/money.ts';
import type { Span } from '../base/span.ts';

/** Months that the page looks back where no period was chosen, the current one included. */
export const INDICATOR_MONTHS = 3;

/** A part of a whole, to the hundredth of a percent; null where there is nothing to be a part of. */
export const shareOf = (part: number, whole: number): BasisPoints | null =>
  whole === 0 ? null : Math.round((part * WHOLE) / whole);

/** How many there were for each one, to the tenth: visits for each letting. Null where there was none. */
export const perOne = (many: number, ones: number): number | null =>
  ones === 0 ? null : Math.round((many * 10) / ones) / 10;

/** Half of the values lie below it, half above; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Days of a chart within one month, else its months, up to today: what is to come has no figures. */
export function stepsOf({ start, end }: Span, today: CalendarDate): (CalendarDate | Reference)[] {
  const last = earlier(end, today);
  if (last < start) return [];
  if (referenceOf(start) === referenceOf(last)) return [...countUp(start, last, (day) => addDays(day, 1))];
  return [...countUp(referenceOf(start), referenceOf(last), (month) => addToReference(month, 1))];
}

function* countUp<Step extends string>(first: Step, last: Step, next: (step: Step) => Step) {
  for (let step = first; step <= last; step = next(step)) yield step;
}

type Letting = {
  /** The day on which the contract was closed. */
  on: CalendarDate;
  /** The day on which the property was registered. */
  registered: CalendarDate;
  /** Rental contracts of the property that began before; `ended` null: still in force. */
  before: readonly { ended: CalendarDate | null }[];
};

/**
 * Since when a property had been vacant as it was let: since its last contract ended, else since it was registered. A
 * contract that still ran leaves it no day. Null: nobody knows, as of a contract that is older than the register.
 */
export function vacantSince({ on, registered, before }: Letting): CalendarDate | null {
  const ends = before.map(({ ended }) => earlier(ended ?? on, on));
  return [...(registered <= on ? [registered] : []), ...ends].sort().at(-1) ?? null;
}
