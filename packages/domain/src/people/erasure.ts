import { type CalendarDate, yearOf } from '../base/calendar.ts';

/** End of the year in which a declaration of the year before is still owed or mended. */
const YEARS_DECLARED = 1;
/** Month and day after which the declarations of the year before are due: the DIMOB and the statements of income. */
const DUE = '-03-01';

/**
 * Years whose declarations still need the name and document of a person who is to be anonymised: those that run, and the
 * last one until the end of February and for as long as its DIMOB was not made.
 * @param stands years in which rent or a sale of the person is to be declared
 * @param declared years whose DIMOB was made
 */
export function yearsThatNeed(stands: readonly number[], declared: readonly number[], today: CalendarDate): number[] {
  const now = yearOf(today);
  const isDue = today >= `${now}${DUE}`;
  return [...new Set(stands)]
    .filter((year) => year >= now || (year >= now - YEARS_DECLARED && !(isDue && declared.includes(year))))
    .toSorted((one, other) => one - other);
}
