import { type CalendarDate, daysBetween } from './calendar.ts';

/** Days that a server may have stood still, and do the work of the days between by itself. */
export const MOST_DAYS_AHEAD = 40;

/** Whether today is so far ahead of the last day worked that a person says first whether the clock is right. */
export const hasJumped = (last: CalendarDate | undefined, today: CalendarDate): boolean =>
  last !== undefined && daysBetween(last, today) > MOST_DAYS_AHEAD;
