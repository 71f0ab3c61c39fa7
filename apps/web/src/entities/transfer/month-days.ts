import {
  addDays,
  type CalendarDate,
  daysBetween,
  firstDay,
  lastDay,
  type Reference,
  weekday,
} from '@morada/domain/base/calendar';

/** The days a calendar shows of a month: whole weeks, from Sunday to Saturday. */
export function daysShown(month: Reference): CalendarDate[] {
  const from = addDays(firstDay(month), -weekday(firstDay(month)));
  const to = addDays(lastDay(month), 6 - weekday(lastDay(month)));
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

const NAMES = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'];

/** `Hoje, 20 de novembro`, `Segunda, 23 de novembro` */
export function dayTitle(day: CalendarDate, today: CalendarDate): string {
  const name = day === today ? 'Hoje' : NAMES[weekday(day)];
  return `${name}, ${dayAndMonth.format(new Date(day))}`;
}

const dayAndMonth = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' });
