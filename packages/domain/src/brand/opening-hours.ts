import { type CalendarDate, formatDate, isCalendarDate } from '../base/calendar.ts';

/** Part of a day, both in `HH:MM`. */
export type OpenSpan = { from: string; to: string };

const TIME = String.raw`(\d{1,2})(?:[:h](\d{2})?)? ?h?`;
const SPAN = new RegExp(`^(?:das )?${TIME} ?(?:-|–|às|as|a|até) ?${TIME}$`, 'i');

/** One blank in place of each row of them: patterns with two rows of blanks side by side try every way to part them. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Reads the hours of a day as people type them: `8h30 às 12h e 13h30 às 18h`, `08:30-12:00, 13:30-18:00`, `9 às 13`.
 * Undefined when it can't be read, when a span ends before it begins, or when spans are out of order. At most three.
 */
export function readHours(typed: string): OpenSpan[] | undefined {
  const parts = inOneLine(typed).split(/ ?[,;] ?| e /i);
  const spans = parts.map(readSpan);
  if (spans.length > 3 || !spans.every((span) => span !== undefined)) return undefined;
  const times = spans.flatMap(({ from, to }) => [from, to]);
  return times.every((time, index) => index === 0 || (times[index - 1] ?? '') < time) ? spans : undefined;
}

function readSpan(part: string): OpenSpan | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = SPAN.exec(part) ?? [];
  const from = timeOf(fromHour, fromMinute);
  const to = timeOf(toHour, toMinute);
  return from && to ? { from, to } : undefined;
}

function timeOf(hour: string | undefined, minute = '00'): string | undefined {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** `8h30 às 12h e 13h30 às 18h`: as the public pages show it, and as it is stored. */
export const formatHours = (spans: readonly OpenSpan[]) =>
  spans.map(({ from, to }) => `${timeText(from)} às ${timeText(to)}`).join(' e ');

const timeText = (time: string) => {
  const [hour, minute] = time.split(':');
  return `${Number(hour)}h${minute === '00' ? '' : minute}`;
};

export type WeekHours = { hours_weekdays: string | null; hours_saturday: string | null; hours_sunday: string | null };

const DAYS = [
  ['hours_weekdays', 'Segunda a sexta', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']],
  ['hours_saturday', 'Sábado', ['Saturday']],
  ['hours_sunday', 'Domingo', ['Sunday']],
] as const;

/** Lines of the week as shown, closed days included. Empty when no day has hours. `spans` of a closed day is empty. */
export function weekLines(week: WeekHours) {
  if (!DAYS.some(([field]) => week[field])) return [];
  return DAYS.map(([field, name, days]) => {
    const spans = readHours(week[field] ?? '') ?? [];
    return { name, days, spans, text: spans.length > 0 ? formatHours(spans) : 'Fechado' };
  });
}

/** A date with hours of its own; closed without spans. */
export type DateHours = { date: CalendarDate; spans: OpenSpan[] };

const MOST_DATES = 60;
const DATE_LINE = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) ?[:–-]? (.+)$/;

/**
 * Reads dates with hours of their own, one in a line: `24/12/2026: 8h às 12h`, `31/12/2026: fechado`. In the order of
 * the calendar. Undefined when a line can't be read or a date is there twice.
 */
export function readDates(typed: string): DateHours[] | undefined {
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '');
  const found = lines.map((line) => readDate(line.trim())).filter((one) => one !== undefined);
  const dates = new Set(found.map(({ date }) => date));
  if (found.length < lines.length || dates.size < found.length || found.length > MOST_DATES) return undefined;
  return found.toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function readDate(line: string): DateHours | undefined {
  const [, day = '', month = '', year = '', hours = ''] = DATE_LINE.exec(inOneLine(line)) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const spans = /^fechad[oa]$/i.test(hours) ? [] : readHours(hours);
  return spans && isCalendarDate(date) ? { date, spans } : undefined;
}

const spansText = (spans: readonly OpenSpan[]) => (spans.length > 0 ? formatHours(spans) : 'fechado');

/** As the settings show and store them. */
export const formatDates = (dates: readonly DateHours[]) =>
  dates.map(({ date, spans }) => `${formatDate(date)}: ${spansText(spans)}`).join('\n');

/** Coming dates with hours of their own, from stored lines. */
export const comingDates = (stored: string | null, today: CalendarDate): DateHours[] =>
  (readDates(stored ?? '') ?? []).filter(({ date }) => date >= today);

const SHOWN_DATES = 6;

/** The next dates, as the public pages show them below the week. */
export const dateLines = (dates: readonly DateHours[]) =>
  dates
    .slice(0, SHOWN_DATES)
    .map(({ date, spans }) => ({ name: formatDate(date), text: spans.length > 0 ? formatHours(spans) : 'Fechado' }));
