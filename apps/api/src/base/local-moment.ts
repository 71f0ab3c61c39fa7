import { calendarDate } from '@morada/domain/base/calendar';
import type { LocalMoment } from '@morada/domain/messages/send-time';

const ZONE = 'America/Sao_Paulo';

/** Civil day and minute of a moment in the agency's time zone. */
export function localMoment(moment: Date): LocalMoment {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(ZONE);
  return { day: calendarDate(local.toPlainDate().toString()), minute: local.hour * 60 + local.minute };
}

/** Instant (ISO 8601 in UTC) at which a local moment begins. */
export function instantOf({ day, minute }: LocalMoment): string {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: ZONE,
    plainTime: Temporal.PlainTime.from('00:00'),
  });
  return midnight
    .with({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toInstant()
    .toString();
}
