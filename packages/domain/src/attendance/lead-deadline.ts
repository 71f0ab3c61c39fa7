import { addDays, type CalendarDate } from '../base/calendar.ts';
import { type AgencyHours, minutesOf, openSpans } from './visit-slots.ts';

/** Days looked ahead for an hour in which the agency is open: beyond them its hours are taken as entered by mistake. */
const DAYS_AHEAD = 60;

/** Civil day and minute of the day. */
type Moment = { day: CalendarDate; minute: number };

/**
 * The moment at which `minutes` of opening hours have passed: a message of Friday night is due on Monday morning. Of an
 * agency that never opens, the minutes pass by the clock.
 */
export function dueAfter(from: Moment, minutes: number, week: AgencyHours): Moment {
  let left = minutes;
  for (let [day, count] = [from.day, 0]; count <= DAYS_AHEAD; [day, count] = [addDays(day, 1), count + 1]) {
    for (const span of openSpans(day, week)) {
      const begin = Math.max(minutesOf(span.from), day === from.day ? from.minute : 0);
      const open = minutesOf(span.to) - begin;
      if (open <= 0) continue;
      if (left <= open) return { day, minute: begin + left };
      left -= open;
    }
  }
  const due = from.minute + minutes;
  return { day: addDays(from.day, Math.floor(due / 1440)), minute: due % 1440 };
}
