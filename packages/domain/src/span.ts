import { addToReference, type CalendarDate, firstDay, referenceOf } from './calendar.ts';

/** Days from the first to the last, both counted. */
export type Span = { start: CalendarDate; end: CalendarDate };

/**
 * What is asked for, as far as it was said: up to today, from the first day of the last month, or of so many months that
 * end with it.
 */
export function spanOf(
  given: { start?: CalendarDate | undefined; end?: CalendarDate | undefined },
  today: CalendarDate,
  months = 1,
): Span {
  const end = given.end ?? today;
  return { start: given.start ?? firstDay(addToReference(referenceOf(end), 1 - months)), end };
}
