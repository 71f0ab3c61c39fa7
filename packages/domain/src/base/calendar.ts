/** A civil day, `2026-11-05`. Compared as plain text: `<` is "before". */
export type CalendarDate = `${number}-${number}-${number}`;

/** A month, `2026-11`. Compared as plain text. */
export type Reference = `${number}-${number}`;

const MILLISECONDS_A_DAY = 86_400_000;

// biome-ignore format: one line reads best
const MONTHS = ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'];

const pad = (value: number) => String(value).padStart(2, '0');

export const yearOf = (date: CalendarDate | Reference) => Number(date.slice(0, 4));
const monthOf = (date: CalendarDate | Reference) => Number(date.slice(5, 7));
export const dayOf = (date: CalendarDate) => Number(date.slice(8, 10));

// Days are counted from 1970-01-01 in UTC, where every day has 24 hours; the machine's zone never enters.
const dayNumber = (date: CalendarDate) => Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date)) / MILLISECONDS_A_DAY;
const monthNumber = (reference: Reference) => yearOf(reference) * 12 + monthOf(reference) - 1;

const fromDayNumber = (days: number) => calendarDate(new Date(days * MILLISECONDS_A_DAY).toISOString().slice(0, 10));

function fromMonthNumber(months: number): Reference {
  return reference(`${Math.floor(months / 12)}-${pad((months % 12) + 1)}`);
}

/** A month of the years 1000 to 9999. */
export function isReference(text: string): text is Reference {
  return /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);
}

/** A day that exists, of the years 1000 to 9999. */
export function isCalendarDate(text: string): text is CalendarDate {
  const month = text.slice(0, 7);
  return /^.{7}-\d{2}$/.test(text) && isReference(month) && isDayOf(month, Number(text.slice(8)));
}

/** @throws RangeError unless `text` is a day that exists, of the years 1000 to 9999. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`${text} is no day of the calendar`);
  return text;
}

/** @throws RangeError unless `text` is a month of the years 1000 to 9999. */
export function reference(text: string): Reference {
  if (!isReference(text)) throw new RangeError(`${text} is no month of the calendar`);
  return text;
}

/** January to December. */
export const monthsOf = (year: number): Reference[] =>
  Array.from({ length: 12 }, (_, index) => reference(`${year}-${pad(index + 1)}`));

/** The earlier of two days, or of two months. */
export function earlier<T extends CalendarDate | Reference>(one: T, other: T): T {
  return one < other ? one : other;
}

/** The later of two days, or of two months. */
export function later<T extends CalendarDate | Reference>(one: T, other: T): T {
  return one > other ? one : other;
}

const isDayOf = (reference: Reference, day: number) => day >= 1 && day <= daysInMonth(reference);

export function daysInMonth(reference: Reference): number {
  return new Date(Date.UTC(yearOf(reference), monthOf(reference), 0)).getUTCDate();
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Days from one day to another: 0 the same day, negative when `to` comes first. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** 0 is Sunday. */
export function weekday(date: CalendarDate): number {
  return new Date(dayNumber(date) * MILLISECONDS_A_DAY).getUTCDay();
}

export function referenceOf(date: CalendarDate): Reference {
  return reference(date.slice(0, 7));
}

export function addToReference(reference: Reference, months: number): Reference {
  return fromMonthNumber(monthNumber(reference) + months);
}

/** Months from one to another, negative when `to` comes first. */
export function monthsBetween(from: Reference, to: Reference): number {
  return monthNumber(to) - monthNumber(from);
}

export function firstDay(reference: Reference): CalendarDate {
  return dueDateIn(reference, 1);
}

export function lastDay(reference: Reference): CalendarDate {
  return dueDateIn(reference, 31);
}

/** The day of the month (1–31) on which something falls due; a short month's last day when it has no such day. */
export function dueDateIn(reference: Reference, dayOfMonth: number): CalendarDate {
  return `${reference}-${pad(Math.min(dayOfMonth, daysInMonth(reference)))}` as CalendarDate;
}

/** The same day of another month, or its last: 31 January + 1 is 28 February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return dueDateIn(addToReference(referenceOf(date), months), dayOf(date));
}

/** Whole months and remaining days from one day to another, the last one excluded. */
export type Period = { months: number; days: number };

/** From 21 November up to 1 June: 6 months and 11 days. */
export function periodBetween(from: CalendarDate, to: CalendarDate): Period {
  const whole = monthsBetween(referenceOf(from), referenceOf(to));
  const months = addMonths(from, whole) <= to ? whole : whole - 1;
  return { months, days: daysBetween(addMonths(from, months), to) };
}

/** Rent is paid in arrears: the month shown is the one before the stored reference. */
export function shownReference(reference: Reference): Reference {
  return addToReference(reference, -1);
}

/** `05/11/2026` */
export function formatDate(date: CalendarDate): string {
  return date.split('-').reverse().join('/');
}

/** `20 de novembro de 2026`, `1º de janeiro de 2027` */
export function formatLongDate(date: CalendarDate): string {
  const day = dayOf(date);
  return `${day === 1 ? '1º' : day} de ${formatMonth(referenceOf(date))}`;
}

/** `11/2026` */
export function formatReference(reference: Reference): string {
  return reference.split('-').reverse().join('/');
}

export const monthName = (reference: Reference) => MONTHS[monthOf(reference) - 1] ?? '';

/** `novembro de 2026` */
export function formatMonth(reference: Reference): string {
  return `${monthName(reference)} de ${yearOf(reference)}`;
}

/** `nov/2026` */
export function formatShortMonth(reference: Reference): string {
  return `${monthName(reference).slice(0, 3)}/${yearOf(reference)}`;
}

/** `1 dia`, `15 dias` */
export function daysText(days: number): string {
  return days === 1 ? '1 dia' : `${days} dias`;
}

/** `6 meses e 11 dias`, `30 meses`, `1 dia` */
export function periodText({ months, days }: Period): string {
  const inMonths = months === 1 ? '1 mês' : `${months} meses`;
  if (months === 0) return daysText(days);
  return days === 0 ? inMonths : `${inMonths} e ${daysText(days)}`;
}

/**
 * A day as people write it: `25/04/2026`, `5/4/2026`, `25-04-2026`, `25.04.26`, `2026-04-25`; undefined when there
 * is no such day. A year of two digits is the latest one that is not after the year of `latest`: a birth read with
 * today says 48 for 1948, a contract read with a day of 2076 says 26 for 2026.
 */
export function parseDate(text: string, latest: CalendarDate): CalendarDate | undefined {
  const trimmed = text.trim();
  if (isCalendarDate(trimmed)) return trimmed;
  const match = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed);
  if (!match) return undefined;
  const [, day, , month, year = ''] = match;
  const date = `${year.length === 2 ? fullYear(Number(year), yearOf(latest)) : year}-${pad(Number(month))}-${pad(Number(day))}`;
  return isCalendarDate(date) ? date : undefined;
}

function fullYear(twoDigits: number, latestYear: number): number {
  const year = latestYear - (latestYear % 100) + twoDigits;
  return year > latestYear ? year - 100 : year;
}
