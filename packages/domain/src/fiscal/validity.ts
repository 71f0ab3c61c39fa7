import type { CalendarDate } from '../base/calendar.ts';

/** A row of a table of rates or limits, in force from a day to another; null while no end is known. */
export type Validity = { valid_from: CalendarDate; valid_to: CalendarDate | null };

/** The row in force on `day`, both ends included; undefined when there is none. */
export function tableOn<T extends Validity>(tables: readonly T[], day: CalendarDate): T | undefined {
  return tables.find((table) => table.valid_from <= day && (table.valid_to === null || day <= table.valid_to));
}
