import type { ProposalDetail } from '@morada/contract/lease/proposals';
import {
  addToReference,
  dueDateIn,
  formatDate,
  formatMonth,
  type Reference,
  shownReference,
} from '@morada/domain/base/calendar';

type Contract = Pick<ProposalDetail, 'transfer_date'>;

const MONTHS_AHEAD = 36;

/** Months by what they are called everywhere, the month of use, with the day on which they are paid. */
export const monthOptions = ({ transfer_date }: Contract, from: Reference) =>
  Array.from({ length: MONTHS_AHEAD }, (_, months) => addToReference(from, months)).map((value) => ({
    value,
    label: `${formatMonth(shownReference(value))}, vence ${formatDate(dueDateIn(value, transfer_date))}`,
  }));
