import { type CalendarDate, calendarDate, isCalendarDate } from '@morada/domain/base/calendar';

/** The civil day at which the server's clock is frozen, for tests and demonstrations; undefined when it runs. */
export function frozenDay(): CalendarDate | undefined {
  const day = document.querySelector<HTMLMetaElement>('meta[name="clock"]')?.content ?? '';
  return isCalendarDate(day) ? day : undefined;
}

let known: { minute: number; day: CalendarDate } | undefined;

/** Today at the agency, as the server counts it, whatever the zone of the machine. A page asks for it many times over. */
export function today(): CalendarDate {
  const minute = Math.floor(Date.now() / 60_000);
  if (known?.minute !== minute) known = { minute, day: frozenDay() ?? dayAt(new Date()) };
  return known.day;
}

/** Made once: it costs more than a row of a list. */
const civil = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The agency's civil day at an instant. */
export const dayAt = (instant: Date | string) => calendarDate(civil.format(new Date(instant)));
