import { type CalendarDate, daysBetween, daysText, monthsBetween, referenceOf } from '@morada/domain/base/calendar';

/** How far a day lies: "em 6 dias", "hoje", "há 15 dias". */
export function distance(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'hoje';
  return days > 0 ? `em ${daysText(days)}` : `há ${daysText(-days)}`;
}

/** Past this many days months say more. */
const IN_MONTHS = 90;

/** Time left in a contract: "Faltam 10 dias", "Faltam 18 meses", "Terminou há 3 dias". */
export function termText(end: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, end);
  if (days === 0) return 'Termina hoje';
  if (days < 0) return `Terminou há ${daysText(-days)}`;
  if (days > IN_MONTHS) return `Faltam ${monthsBetween(referenceOf(today), referenceOf(end))} meses`;
  return days === 1 ? 'Falta 1 dia' : `Faltam ${daysText(days)}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
