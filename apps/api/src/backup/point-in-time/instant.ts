import { BackupRefused } from '../refused.ts';

const ZONE = 'America/Sao_Paulo';
const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Instant of `2026-11-24T10:30`, also with seconds or an offset; without an offset it is São Paulo's civil time.
 * @throws BackupRefused
 */
export function parseInstant(text: string): Temporal.Instant {
  try {
    if (!FORM.test(text)) throw new RangeError('form');
    if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return Temporal.Instant.from(text);
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(ZONE).toInstant();
  } catch {
    throw new BackupRefused(
      `“${text}” não é um dia e uma hora: escreva como 2026-11-24T10:30, no horário de Brasília, ou com o fuso, como 2026-11-24T13:30:00Z.`,
    );
  }
}

/** `24/11/2026 10:30:00` in São Paulo. */
export function showInstant(instant: Temporal.Instant): string {
  const [day = '', time] = instant
    .toZonedDateTimeISO(ZONE)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second', roundingMode: 'floor' })
    .split('T');
  return `${day.split('-').reverse().join('/')} ${time}`;
}

/** `20261124T133000123Z`: sorts by time, and fits names of files. */
export const stamp = (instant: Temporal.Instant): string =>
  instant.toString({ fractionalSecondDigits: 3, roundingMode: 'floor' }).replace(/[-:.]/g, '');

export const fromStamp = (text: string): Temporal.Instant =>
  Temporal.Instant.from(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
