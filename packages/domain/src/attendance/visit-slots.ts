import { isBankHoliday } from '../base/business-days.ts';
import { addDays, type CalendarDate, weekday } from '../base/calendar.ts';
import { type OpenSpan, readDates, readHours, type WeekHours } from '../brand/opening-hours.ts';
import { visitDays } from './visit-days.ts';

/** Length of a visit in minutes, and the least time between the beginnings of two visits of a property. */
export const VISIT_MINUTES = 60;

/** Hours of an agency that has entered none. */
const USUAL_HOURS: WeekHours = { hours_weekdays: '9h às 18h', hours_saturday: '9h às 12h', hours_sunday: null };

/** Shift that a time belongs to. */
export const shiftOf = (time: string): 'AM' | 'PM' => (time < '12:00' ? 'AM' : 'PM');

/** Hours of the week, and of the dates that have their own. */
export type AgencyHours = WeekHours & { hours_dates?: string | null };

const HOURS_OF_DAY = [
  'hours_sunday',
  ...Array.from({ length: 5 }, () => 'hours_weekdays' as const),
  'hours_saturday',
] as const;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Opening hours of a day: those set for its date, even a holiday; else none on a holiday; else the week's. */
export function openSpans(day: CalendarDate, week: AgencyHours): OpenSpan[] {
  const own = readDates(week.hours_dates ?? '')?.find(({ date }) => date === day);
  if (own) return own.spans;
  if (isBankHoliday(day)) return [];
  const { hours_weekdays, hours_saturday, hours_sunday } = week;
  const hours = hours_weekdays || hours_saturday || hours_sunday ? week : USUAL_HOURS;
  return readHours(hours[HOURS_OF_DAY[weekday(day)] ?? 'hours_sunday'] ?? '') ?? [];
}

/** Times at which a visit may begin on a day, so that it ends before the agency closes. */
export function visitTimes(day: CalendarDate, week: AgencyHours): string[] {
  return openSpans(day, week).flatMap(({ from, to }) => {
    const count = Math.floor((minutesOf(to) - minutesOf(from)) / VISIT_MINUTES);
    return Array.from({ length: Math.max(0, count) }, (_, index) => timeOf(minutesOf(from) + index * VISIT_MINUTES));
  });
}

export type VisitDay = { date: CalendarDate; times: string[] };
export type TakenSlot = { date: CalendarDate; time: string };

/**
 * Days that a visitor may choose, each with its free times; days without one are left out. A time is not free when it
 * begins less than the length of a visit before or after a taken one.
 */
export function freeSlots(today: CalendarDate, week: AgencyHours, taken: readonly TakenSlot[]): VisitDay[] {
  const { first, last } = visitDays(today);
  const days: VisitDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const busy = taken.filter((slot) => slot.date === date).map(({ time }) => minutesOf(time));
    const isFree = (time: string) => busy.every((other) => Math.abs(minutesOf(time) - other) >= VISIT_MINUTES);
    const times = visitTimes(date, week).filter(isFree);
    if (times.length > 0) days.push({ date, times });
  }
  return days;
}
