import { type CalendarDate, calendarDate, isCalendarDate } from '@morada/domain/base/calendar';

/** `CLOCK` freezes the civil day for tests and demos. */
export function civilDay(frozen: string | undefined): () => CalendarDate {
  if (frozen) {
    if (!isCalendarDate(frozen)) throw new Error(`CLOCK deve ser um dia AAAA-MM-DD: ${frozen}`);
    return () => frozen;
  }
  return () => calendarDate(Temporal.Now.plainDateISO('America/Sao_Paulo').toString());
}

/** The midnight that ends the day of a moment in America/Sao_Paulo. */
export const endOfDay = (moment: Date) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO('America/Sao_Paulo')
      .startOfDay()
      .add({ days: 1 }).epochMilliseconds,
  );

/** Time of day of a moment in America/Sao_Paulo: `14:05`. */
export const timeAt = (moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO('America/Sao_Paulo')
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** Civil day of a moment in America/Sao_Paulo. */
export const dayAt = (moment: Date) =>
  calendarDate(
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO('America/Sao_Paulo')
      .toPlainDate()
      .toString(),
  );
