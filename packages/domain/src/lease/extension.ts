import { addDays, addMonths, addToReference, type CalendarDate, lastDay, referenceOf } from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { type ContractField, type FieldChange, fieldChange } from './contract-fields.ts';

const YEAR = 12;

/** A term that ends on the last day of a month is extended to the last day of one: 28/02/2027 to 29/02/2028. */
function yearAfter(end: CalendarDate): CalendarDate {
  const month = referenceOf(end);
  return end === lastDay(month) ? lastDay(addToReference(month, YEAR)) : addMonths(end, YEAR);
}

/** Default of the new end: one year later, or as many years as needed when the term ended long ago. */
export function defaultNewEnd(end: CalendarDate, today: CalendarDate): CalendarDate {
  let offered = yearAfter(end);
  while (offered <= today) offered = yearAfter(offered);
  return offered;
}

/** A lease of ten years or more needs the consent of the parties' spouses (Lei 8.245, art. 3º). */
const LONGEST_EXTENSION_YEARS = 10;

/** New ends that may be chosen, both included: after the old one, and near enough to exclude a mistyped year. */
export function extensionBounds(end: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(end, 1), to: addMonths(end, LONGEST_EXTENSION_YEARS * YEAR) };
}

export function isExtension(end: CalendarDate, newEnd: CalendarDate): boolean {
  const { from, to } = extensionBounds(end);
  return newEnd >= from && newEnd <= to;
}

/** Changes that an extension makes, in words, with or without its readjustment. */
export function extensionChanges(
  contract: { end_date: CalendarDate; current_price: Cents; next_readjustment: CalendarDate | null },
  extension: { end_date: CalendarDate; readjustment?: { after: Cents; next_readjustment: CalendarDate } },
): FieldChange[] {
  const { readjustment } = extension;
  const changes: [ContractField, unknown, unknown][] = [['end_date', contract.end_date, extension.end_date]];
  if (readjustment) {
    changes.push(['current_price', contract.current_price, readjustment.after]);
    changes.push(['next_readjustment', contract.next_readjustment, readjustment.next_readjustment]);
  }
  return changes
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]) => fieldChange(field, before, after));
}
