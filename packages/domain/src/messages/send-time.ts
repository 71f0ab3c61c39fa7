import { isBankHoliday } from '../base/business-days.ts';
import { addDays, type CalendarDate, weekday } from '../base/calendar.ts';

/** A moment in the agency's time zone: its day and the minute of it, from 0 to 1439. */
export type LocalMoment = { day: CalendarDate; minute: number };

/** Messages are sent from this minute of the day (8 h) until before `CLOSES` (20 h). */
export const OPENS = 8 * 60;
export const CLOSES = 20 * 60;

/** Whether people may be written to on a day: not on Sundays, nor on holidays. */
export const isSendingDay = (day: CalendarDate): boolean => weekday(day) !== 0 && !isBankHoliday(day);

/** The day itself when people may be written to on it, else the next such day. */
export function nextSendingDay(day: CalendarDate): CalendarDate {
  let next = day;
  while (!isSendingDay(next)) next = addDays(next, 1);
  return next;
}

/** First moment from `wanted` on in which people may be written to. */
export function sendTime({ day, minute }: LocalMoment): LocalMoment {
  const isOver = minute >= CLOSES;
  const next = nextSendingDay(isOver ? addDays(day, 1) : day);
  return { day: next, minute: next === day ? Math.max(minute, OPENS) : OPENS };
}

/** Next moment after a day on which the person has already received a message. */
export const dayAfter = (day: CalendarDate): LocalMoment => sendTime({ day: addDays(day, 1), minute: OPENS });

export const isBefore = (one: LocalMoment, other: LocalMoment): boolean =>
  one.day < other.day || (one.day === other.day && one.minute < other.minute);
