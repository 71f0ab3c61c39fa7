import {
  addToReference,
  type CalendarDate,
  formatShortMonth,
  type Reference,
  referenceOf,
  shownReference,
} from '../base/calendar.ts';
import type { Cents } from '../base/money.ts';
import { chargedUntil } from '../lease/lease-term.ts';
import { rentLine } from './invoice.ts';

/** Rent that a change of the term leaves uncharged, as the extra value that charges it. */
export type RestOfMonth = { reference: Reference; description: string; amount: Cents };

/** The extra value that charges the rest of a month on the next invoice, as rent that goes on to the owners. */
export const extraOfRest = ({ description, amount }: Pick<RestOfMonth, 'description' | 'amount'>) =>
  ({ description, amount, type: 'DEBIT', influence: 'RENT', boleto: true, transfer: true }) as const;

/**
 * Rest of a term's last month. The month was invoiced by days before the term was extended, or before the contract ran
 * on past it, so its rest is on no invoice. With the invoiced part it never exceeds the rent of the month. Undefined
 * when nothing is left out, as when the whole month was charged because the lease runs on.
 */
export function restOfLastMonth(
  contract: {
    start_date: CalendarDate;
    end_date: CalendarDate;
    current_price: Cents;
    discount: Cents;
    prorate: boolean;
    /** The month of the contract's end is, or was, charged by days. */
    last_month_by_days: boolean;
  },
  next: { end_date: CalendarDate; ends_at_term: boolean },
  invoices: readonly { reference: string; price: Cents }[],
): RestOfMonth | undefined {
  const until = chargedUntil(next);
  if (!contract.last_month_by_days || (until !== null && until <= contract.end_date)) return undefined;
  const reference = addToReference(referenceOf(contract.end_date), 1);
  // An open balance has the reference of the invoice it came from; the invoice itself charges more.
  const issued = invoices.filter((invoice) => invoice.reference === reference).map(({ price }) => price);
  if (issued.length === 0) return undefined;
  const extended = rentLine({ ...contract, ...next }, reference).amount;
  const byDays = rentLine({ ...contract, ends_at_term: true }, reference).amount;
  const amount = Math.min(extended - byDays, extended - Math.max(...issued));
  if (amount <= 0) return undefined;
  const month = formatShortMonth(shownReference(reference));
  return { reference, description: `Restante do aluguel de ${month}, contrato prorrogado`, amount };
}
