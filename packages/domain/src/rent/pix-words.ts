import { type CalendarDate, formatDate } from '../base/calendar.ts';

/** Paragraph of a message with the code, if there is one. The amount of an overdue invoice is right on one day only. */
export function pixParagraphs(pix: string | null, due_date: CalendarDate, today: CalendarDate): string[] {
  if (pix === null) return [];
  const day = due_date < today ? `, com o valor de hoje, ${formatDate(today)}` : '';
  return [`Pix copia e cola${day}:\n${pix}`];
}
