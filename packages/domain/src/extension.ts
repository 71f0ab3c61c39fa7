import {
  addDays,
  addMonths,
  addToReference,
  type CalendarDate,
  formatShortMonth,
  lastDay,
  type Reference,
  referenceOf,
  shownReference,
} from './calendar.ts';
import { type ContractField, type FieldChange, fieldChange } from './contract-fields.ts';
import { rentLine } from './invoice.ts';
import { chargedUntil } from './lease-term.ts';
import type { Cents } from './money.ts';

const YEAR = 12;

/** A term that ends with a month goes on to the end of one: 28/02/2027 leads to 29/02/2028. */
function yearAfter(end: CalendarDate): CalendarDate {
  const month = referenceOf(end);
  return end === lastDay(month) ? lastDay(addToReference(month, YEAR)) : addMonths(end, YEAR);
}

/** The new end that is offered: a year on, and as many more as it takes when the term ran out long ago. */
export function defaultNewEnd(end: CalendarDate, today: CalendarDate): CalendarDate {
  let offered = yearAfter(end);
  while (offered <= today) offered = yearAfter(offered);
  return offered;
}

/** Ten years or more of lease depend on the consent of whoever is married to the parties (Lei 8.245, art. 3º). */
const LONGEST_EXTENSION_YEARS = 10;

/** New ends that may be chosen, both included: after the old one, and not so far that a year was mistyped. */
export function extensionBounds(end: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  return { from: addDays(end, 1), to: addMonths(end, LONGEST_EXTENSION_YEARS * YEAR) };
}

export function isExtension(end: CalendarDate, newEnd: CalendarDate): boolean {
  const { from, to } = extensionBounds(end);
  return newEnd >= from && newEnd <= to;
}

/** What an extension changes, in words, with the readjustment that goes with it or without. */
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

/** Rent that a change of the term leaves uncharged, as the extra value that charges it. */
export type RestOfMonth = { reference: Reference; description: string; amount: Cents };

/** The extra value that charges the rest of a month on the next invoice, as rent that goes on to the owners. */
export const extraOfRest = ({ description, amount }: Pick<RestOfMonth, 'description' | 'amount'>) =>
  ({ description, amount, type: 'DEBIT', influence: 'RENT', boleto: true, transfer: true }) as const;

/**
 * The last month of a term was issued by its days before the term was extended, or before the contract ran on past it: the
 * rest of that month is on no invoice. With what was issued it never passes the rent of the month. Undefined where nothing is
 * left out, as where the month was charged whole because the lease runs on past its end.
 */
export function restOfLastMonth(
  contract: {
    start_date: CalendarDate;
    end_date: CalendarDate;
    current_price: Cents;
    discount: Cents;
    prorate: boolean;
    /** The month of its end is charged by days, or was issued so. */
    last_month_by_days: boolean;
  },
  next: { end_date: CalendarDate; ends_at_term: boolean },
  invoices: readonly { reference: string; price: Cents }[],
): RestOfMonth | undefined {
  const until = chargedUntil(next);
  if (!contract.last_month_by_days || (until !== null && until <= contract.end_date)) return undefined;
  const reference = addToReference(referenceOf(contract.end_date), 1);
  // An open balance bears the reference of the invoice that it was left by; the invoice itself charges more.
  const issued = invoices.filter((invoice) => invoice.reference === reference).map(({ price }) => price);
  if (issued.length === 0) return undefined;
  const extended = rentLine({ ...contract, ...next }, reference).amount;
  const byDays = rentLine({ ...contract, ends_at_term: true }, reference).amount;
  const amount = Math.min(extended - byDays, extended - Math.max(...issued));
  if (amount <= 0) return undefined;
  const month = formatShortMonth(shownReference(reference));
  return { reference, description: `Restante do aluguel de ${month}, contrato prorrogado`, amount };
}
