import type { ProposalDetail } from '@morada/contract/proposals';
import {
  addToReference,
  type CalendarDate,
  dueDateIn,
  formatDate,
  formatMonth,
  later,
  type Reference,
  referenceOf,
  shownReference,
} from '@morada/domain/base/calendar';

type Contract = Pick<ProposalDetail, 'invoices' | 'transfer_date' | 'start_date'>;

/** The first month that has no invoice yet: an earlier one would fall together with it. */
export function nextReference({ invoices, start_date }: Contract, today: CalendarDate): Reference {
  const issued = invoices.map(({ reference }) => addToReference(reference as Reference, 1));
  return [addToReference(referenceOf(start_date), 1), ...issued].reduce(later<Reference>, referenceOf(today));
}

const MONTHS_AHEAD = 36;

/** Months by what they are called everywhere, the month of use, with the day on which they are paid. */
export const monthOptions = ({ transfer_date }: Contract, from: Reference) =>
  Array.from({ length: MONTHS_AHEAD }, (_, months) => addToReference(from, months)).map((value) => ({
    value,
    label: `${formatMonth(shownReference(value))}, vence ${formatDate(dueDateIn(value, transfer_date))}`,
  }));
