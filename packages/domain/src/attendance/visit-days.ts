import { addDays, type CalendarDate } from '../base/calendar.ts';

/** Number of days ahead for which a visitor of the site may request a visit. */
const DAYS_AHEAD = 90;

/** Days a visitor may choose. Today is excluded, because staff confirm each visit first. */
export const visitDays = (today: CalendarDate): { first: CalendarDate; last: CalendarDate } => ({
  first: addDays(today, 1),
  last: addDays(today, DAYS_AHEAD),
});

/** Days that staff may book: today too, since their bookings need no confirmation. */
export const bookingDays = (today: CalendarDate): { first: CalendarDate; last: CalendarDate } => ({
  first: today,
  last: addDays(today, DAYS_AHEAD),
});

export function isBookingDay(date: CalendarDate, today: CalendarDate): boolean {
  const { first, last } = bookingDays(today);
  return first <= date && date <= last;
}

export function isVisitDay(date: CalendarDate, today: CalendarDate): boolean {
  const { first, last } = visitDays(today);
  return first <= date && date <= last;
}
