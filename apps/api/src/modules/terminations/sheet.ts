import type { TerminationDraft, TerminationSheet } from '@morada/contract/terminations';
import { addToReference, type CalendarDate, later, type Reference, referenceOf } from '@morada/domain/calendar';
import type { InvoiceFigures, InvoiceLine } from '@morada/domain/invoice';
import { lastSettlement } from '@morada/domain/last-settlement';
import { ratio } from '@morada/domain/money';
import { type Penalty, penaltyWords, proportionalPenalty } from '@morada/domain/penalty';
import { terminationSheet, totalWords } from '@morada/domain/termination';
import type * as z from 'zod/mini';
import type { Contract, findInvoices, findWaitingExtras } from './terminations.queries.ts';

export type Draft = z.output<typeof TerminationDraft>;
type Invoice = Awaited<ReturnType<typeof findInvoices>>[number];
type Waiting = Awaited<ReturnType<typeof findWaitingExtras>>[number];

export type Reckoned = {
  sheet: TerminationSheet;
  /** Pending months, all of which give way: to the last invoice, or, past the month of leaving, to nothing. */
  withdrawn: number[];
  invoice: (InvoiceFigures & { lines: readonly InvoiceLine[] }) | null;
  refund: ReturnType<typeof lastSettlement>['refund'];
};

/** What leaving on that day comes to: the same for the draft and for the deed. */
export function reckon(
  { contract, invoices, waiting }: { contract: Contract; invoices: Invoice[]; waiting: Waiting[] },
  draft: Draft,
  today: CalendarDate,
): Reckoned {
  const { left_on } = draft;
  const leaving = addToReference(referenceOf(left_on), 1);
  const pending = invoices.filter(({ status }) => status === 'PENDING');
  // A month that begins after the leaving was never lived: nothing of it is owed.
  const open = pending.filter(({ reference }) => reference <= leaving);
  const standing = invoices.filter(({ status, reference }) => status === 'PAID' || reference <= leaving);
  const agreed = penaltyOf(contract, left_on);
  const sheet = terminationSheet({
    contract,
    on: left_on,
    unbilledFrom: unbilledFrom(contract),
    billed: standing,
    open,
    penalty: penalty(draft, agreed),
    extras: [...waiting, ...(draft.extras ?? [])],
    deposit: deposit(draft, contract),
    late: { fromBusinessDay: contract.late_from_business_day, toOwner: contract.late_to_owner },
  });
  const { invoice, refund } = lastSettlement(sheet);
  return {
    sheet: {
      left_on,
      lines: sheet.lines.map(({ parts: _, ...line }) => line),
      proposed_penalty: agreed.amount,
      penalty_words: penaltyWords(agreed),
      total: sheet.total,
      total_words: totalWords(sheet.total),
      invoice_amount: invoice && invoice.price + invoice.fees,
      refund_amount: refund?.amount ?? null,
      due_date: draft.due_date ?? later(left_on, today),
    },
    withdrawn: pending.map(({ id }) => id),
    invoice,
    refund,
  };
}

const penaltyOf = (contract: Contract, left_on: CalendarDate) =>
  proportionalPenalty(contract, { amount: ratio(contract.current_price, contract.penalty_rents, 100) }, left_on);

function penalty({ penalty: given, waiver }: Draft, agreed: Penalty) {
  const waived = waiver ? { reason: waiver.reason, note: waiver.note ?? undefined } : undefined;
  if (given === undefined || given === null)
    return { amount: agreed.amount, note: penaltyWords(agreed), waiver: waived };
  return { amount: given, waiver: waived };
}

/** What was handed over, unless somebody says what it is worth by now. */
function deposit({ deposit_return, deposit_held_by }: Draft, contract: Contract) {
  const original = contract.deposit ?? undefined;
  const amount = deposit_return ?? original ?? 0;
  return amount === 0 ? null : { amount, original, held_by: deposit_held_by };
}

/** The first month that the daily job has not dealt with. */
function unbilledFrom({ billed_through, start_date, registered_on }: Contract): Reference {
  if (billed_through) return addToReference(billed_through, 1);
  return later(addToReference(referenceOf(start_date), 1), referenceOf(registered_on));
}
