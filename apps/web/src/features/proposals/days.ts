import { type CalendarDate, daysBetween, daysText } from '@morada/domain/calendar';

/** How far a day lies: "em 6 dias", "hoje", "há 15 dias". */
export function distance(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'hoje';
  return days > 0 ? `em ${daysText(days)}` : `há ${daysText(-days)}`;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
