import { addDays, type CalendarDate } from './calendar.ts';

/** How far ahead a visitor of the site may ask for a visit. */
const DAYS_AHEAD = 90;

/** The days a visitor may choose from: somebody has to read and confirm it first, so not today. */
export const visitDays = (today: CalendarDate): { first: CalendarDate; last: CalendarDate } => ({
  first: addDays(today, 1),
  last: addDays(today, DAYS_AHEAD),
});

export function isVisitDay(date: CalendarDate, today: CalendarDate): boolean {
  const { first, last } = visitDays(today);
  return first <= date && date <= last;
}
