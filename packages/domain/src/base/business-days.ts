import { addDays, type CalendarDate, firstDay, type Reference, weekday, yearOf } from './calendar.ts';

/** Month and day of the national holidays that never move. */
const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];

/** Lei 14.759/2023 made Consciência Negra a national holiday. */
const CONSCIENCIA_NEGRA = { day: '11-20', since: 2024 };

/** Days from Easter: Carnival Monday and Tuesday (banks only), Good Friday, Corpus Christi (banks only). */
const EASTER_HOLIDAYS = [-48, -47, -2, 60];

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easter(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const early = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const march: Reference = `${year}-03`;
  return addDays(firstDay(march), epact + toSunday - 7 * early + 21);
}

function holidaysOf(year: number): ReadonlySet<string> {
  const sunday = easter(year);
  const fixed = year >= CONSCIENCIA_NEGRA.since ? [...FIXED_HOLIDAYS, CONSCIENCIA_NEGRA.day] : FIXED_HOLIDAYS;
  return new Set([...fixed.map((day) => `${year}-${day}`), ...EASTER_HOLIDAYS.map((days) => addDays(sunday, days))]);
}

/** Cache by year: a set of payments checks the same few days thousands of times. */
const holidays = new Map<number, ReadonlySet<string>>();

/** A day on which no bank works, by the national calendar: cities' own holidays are not in it. */
export function isBankHoliday(date: CalendarDate): boolean {
  const year = yearOf(date);
  const known = holidays.get(year) ?? holidaysOf(year);
  holidays.set(year, known);
  return known.has(date);
}

export function isBusinessDay(date: CalendarDate): boolean {
  const day = weekday(date);
  return day !== 0 && day !== 6 && !isBankHoliday(date);
}

/** The day itself when it is a business day, else the next one. */
export function nextBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The day itself when it is a business day, else the last business day before it. */
export function previousBusinessDay(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBusinessDay(day)) day = addDays(day, -1);
  return day;
}

/**
 * The `count`-th business day after `date`; with 0, the day itself or the next business day.
 * @throws RangeError when `count` is negative or fractional.
 */
export function addBusinessDays(date: CalendarDate, count: number): CalendarDate {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a number of business days`);
  if (count === 0) return nextBusinessDay(date);
  let day = date;
  for (let left = count; left > 0; left -= 1) day = nextBusinessDay(addDays(day, 1));
  return day;
}
