import { calendarDate, formatDate } from '@morada/domain/base/calendar';
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

/** `29/11/2026 às 14:32` in the agency's time zone; with `seconds`, `14:32:05`. */
export function momentWords(moment: Date, { seconds = false } = {}): string {
  const { day, minute } = localMoment(moment);
  const parts = [Math.floor(minute / 60), minute % 60, ...(seconds ? [moment.getUTCSeconds()] : [])];
  return `${formatDate(day)} às ${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}
