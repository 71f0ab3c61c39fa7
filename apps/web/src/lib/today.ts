import type { CalendarDate } from '@morada/domain/calendar';

/** Today at the agency, whatever the zone of the machine. */
export function today(): CalendarDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format() as CalendarDate;
}
