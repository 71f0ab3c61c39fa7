import type { CalendarDate } from '../base/calendar.ts';
import { earlier, yearOf } from '../base/calendar.ts';
import type { PropertyLocation } from '../property/property-words.ts';

const DIGITS = 6;
const FIRST_LONG = 10 ** DIGITS;
const TAIL = 36 ** (DIGITS - 1);

/**
 * Number of a contract in DIMOB, 6 characters: its id. A longer id becomes a letter and five digits of base 36, which
 * can't equal a shorter id: 1,000,000 is `A00000`.
 * @throws RangeError above 1,573,158,975.
 */
export function dimobContractNumber(id: number): string {
  if (id < FIRST_LONG) return String(id).padStart(DIGITS, '0');
  const rest = id - FIRST_LONG;
  const letter = Math.floor(rest / TAIL);
  if (letter >= 26) throw new RangeError(`contract ${id} has no number of ${DIGITS} characters`);
  const tail = (rest % TAIL)
    .toString(36)
    .toUpperCase()
    .padStart(DIGITS - 1, '0');
  return `${String.fromCharCode(65 + letter)}${tail}`;
}

/** Day of the registration, or the earlier first day of a lease that was registered after it began (imported). */
export const dimobContractDate = (contract: { start_date: CalendarDate; registered_on: CalendarDate }) =>
  earlier(contract.start_date, contract.registered_on);

const RURAL: readonly PropertyLocation[] = ['FARM', 'SITE', 'CHACARA'];

export const isRural = (location: PropertyLocation): boolean => RURAL.includes(location);

/** The year whose DIMOB is being prepared: until February the one before, which is due then. */
export const dimobYear = (today: CalendarDate): number => yearOf(today) - (Number(today.slice(5, 7)) <= 2 ? 1 : 0);
