import {
  addToReference,
  type CalendarDate,
  firstDay,
  formatDate,
  formatMonth,
  lastDay,
  type Reference,
  referenceOf,
  yearOf,
} from './calendar.ts';

/** Days from the first to the last, both counted. */
export type Span = { start: CalendarDate; end: CalendarDate };

/**
 * Fills in an incomplete span: the end defaults to today, the start to the first day of the last `months` months that
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

export const monthSpan = (month: Reference): Span => ({ start: firstDay(month), end: lastDay(month) });

export const yearSpan = (year: number): Span => ({ start: `${year}-01-01`, end: `${year}-12-31` });

const isSame = (one: Span, other: Span) => one.start === other.start && one.end === other.end;

/** Whether it is a whole month, a whole year, or neither. */
export function spanKind(span: Span): 'month' | 'year' | 'days' {
  if (isSame(span, monthSpan(referenceOf(span.start)))) return 'month';
  return isSame(span, yearSpan(yearOf(span.start))) ? 'year' : 'days';
}

/** `novembro de 2026`, `2026`, `05/11/2026`, `05/10/2026 a 12/11/2026` */
export function formatSpan(span: Span): string {
  const { start, end } = span;
  const kind = spanKind(span);
  if (kind === 'month') return formatMonth(referenceOf(start));
  if (kind === 'year') return String(yearOf(start));
  return start === end ? formatDate(start) : `${formatDate(start)} a ${formatDate(end)}`;
}

/** Days in the name of a file: `2026-11` for days of one month, `2026` for a year, `2026-10-05 a 2026-11-12`. */
export function spanInFileName(span: Span): string {
  const { start, end } = span;
  if (referenceOf(start) === referenceOf(end)) return referenceOf(start);
  return spanKind(span) === 'year' ? String(yearOf(start)) : `${start} a ${end}`;
}
