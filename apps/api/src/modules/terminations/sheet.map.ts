import { proposalProblems } from '@morada/contract/proposals';
import type { TerminationDraft, TerminationSheet } from '@morada/contract/terminations';
import { addToReference, type CalendarDate, later, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { ratio } from '@morada/domain/base/money';
import { ownerWeights } from '@morada/domain/lease/ownership';
import {
  leavesWithoutTerm,
  NO_TERM_WORDS,
  type Penalty,
  penaltyWords,
  proportionalPenalty,
} from '@morada/domain/lease/penalty';
import type { InvoiceFigures, InvoiceLine } from '@morada/domain/rent/invoice';
import { lastSettlement, type Refund } from '@morada/domain/rent/last-settlement';
import { restOfLastMonth } from '@morada/domain/rent/rest-of-month';
import { divideAmong, splitReceipt } from '@morada/domain/rent/settlement';
import { chargedFees, isFeeByDays, payerWords, terminationSheet, totalWords } from '@morada/domain/rent/termination';
import type * as z from 'zod/mini';
import { present } from '../../base/present.ts';
import type {
  Contract,
  findFees,
  findInvoices,
  findLapse,
  findOwners,
  findWaitingExtras,
} from './terminations.queries.ts';

export type Draft = z.output<typeof TerminationDraft>;
type Invoice = Awaited<ReturnType<typeof findInvoices>>[number];
type Waiting = Awaited<ReturnType<typeof findWaitingExtras>>[number];
type Owner = Awaited<ReturnType<typeof findOwners>>[number];
type Fee = Awaited<ReturnType<typeof findFees>>[number];
type Lapse = Awaited<ReturnType<typeof findLapse>>;
/** Terms of a contract that the sheet depends on. */
type Terms = Pick<
  Contract,
  | 'start_date'
  | 'end_date'
  | 'ends_at_term'
  | 'registered_on'
  | 'price'
  | 'current_price'
  | 'discount'
  | 'prorate'
  | 'commission'
  | 'with_commission'
  | 'penalty_rents'
  | 'deposit'
  | 'late_from_business_day'
  | 'late_to_owner'
>;

export type Reckoned = {
  sheet: TerminationSheet;
  /**
   * Pending months to withdraw. The last invoice replaces them, except those after the month of leaving, which are not
   * owed.
   */
  withdrawn: number[];
  /** Paid months of which the sheet returns rent. */
  counted: number[];
  invoice: (InvoiceFigures & { lines: readonly InvoiceLine[] }) | null;
  refund: Refund | null;
};

/** The reference of the month of leaving: its invoice falls due in the month after. */
export const leavingReference = (left_on: CalendarDate) => addToReference(referenceOf(left_on), 1);

/** Computes the sheet of leaving on that day, for the draft and for the termination. */
export function reckon(
  {
    contract,
    invoices,
    waiting,
    owners,
    lapse,
    fees = [],
  }: { contract: Terms; invoices: Invoice[]; waiting: Waiting[]; owners: Owner[]; lapse?: Lapse; fees?: Fee[] },
  draft: Draft,
  today: CalendarDate,
): Reckoned {
  const { left_on } = draft;
  const leaving = leavingReference(left_on);
  const pending = invoices.filter(({ status }) => status === 'PENDING');
  // A month that begins after the leaving was never lived: nothing of it is owed.
  const open = pending.filter(({ reference }) => reference <= leaving);
  const paid = invoices.filter(({ status }) => status === 'PAID');
  const agreed = penaltyOf(contract, left_on);
  const billed = paid.map(paidInvoice);
  // Fees of the month of leaving: as its invoice charged them, or those of the property where none did.
  const charged = invoices.some(({ reference }) => reference === leaving)
    ? chargedFees({ open, billed }, leaving).flatMap(({ id, name, pending, paid }) =>
        id === undefined ? [] : [{ id, name, price: pending + paid }],
      )
    : fees.map(({ id, name, price }) => ({ id, name, price }));
  const lastFees = charged.map((fee) => ({ ...fee, by_days: feeByDays(fee, contract, draft) }));
  const withoutTerm = leavesWithoutTerm(contract, left_on);
  const sheet = terminationSheet({
    contract,
    on: left_on,
    made: today,
    chargedFrom: chargedFrom(contract),
    waived: waivedMonths(lapse),
    agreed: invoices.filter(({ status }) => status === 'REPLACED').map(({ reference }) => reference),
    fees,
    feesByDays: lastFees.filter(({ by_days }) => by_days).map(({ id }) => id),
    billed,
    open,
    penalty: penalty(draft, agreed),
    extras: [...waiting.map(waitingExtra), ...restOfEnd(contract, invoices, lapse, left_on), ...(draft.extras ?? [])],
    deposit: deposit(draft, contract),
    late: { fromBusinessDay: contract.late_from_business_day, toOwner: contract.late_to_owner },
  });
  const { invoice, refund } = lastSettlement(sheet, contract.with_commission ? contract.commission : 0);
  return {
    sheet: {
      left_on,
      lines: sheet.lines.map(({ parts, ...line }) => ({ ...line, paid_by: payerWords({ ...line, parts }) })),
      proposed_penalty: agreed.amount,
      penalty_words: withoutTerm ? NO_TERM_WORDS : penaltyWords(agreed),
      without_term: withoutTerm,
      fees: lastFees,
      total: sheet.total,
      total_words: totalWords(sheet.total),
      invoice_amount: invoice && invoice.price + invoice.fees,
      refund_amount: refund?.amount ?? null,
      refund_paid_by: refund && paidBy(refund, owners),
      due_date: draft.due_date ?? later(left_on, today),
    },
    withdrawn: pending.map(({ id }) => id),
    counted: paid.filter(({ reference }) => reference >= leaving).map(({ id }) => id),
    invoice,
    refund,
  };
}

const penaltyOf = (contract: Terms, left_on: CalendarDate) =>
  proportionalPenalty(contract, { amount: ratio(contract.current_price, contract.penalty_rents, 100) }, left_on);

function penalty({ penalty: given, waiver }: Draft, agreed: Penalty) {
  const waived = waiver ? { reason: waiver.reason, note: waiver.note ?? undefined } : undefined;
  if (given === undefined || given === null)
    return { amount: agreed.amount, note: penaltyWords(agreed), waiver: waived };
  return { amount: given, waiver: waived };
}

/** The deposit as handed over, or its present value if given. */
function deposit({ deposit_return, deposit_held_by }: Draft, contract: Terms) {
  const original = contract.deposit ?? undefined;
  const amount = deposit_return ?? original;
  return amount === undefined || amount === 0 ? null : { amount, original, held_by: deposit_held_by };
}

/** The first month that may be charged: an imported contract's past is no debt. */
const chargedFrom = ({ start_date, registered_on }: Terms): Reference =>
  later(addToReference(referenceOf(start_date), 1), referenceOf(registered_on));

const feeByDays = ({ id, name }: Pick<Fee, 'id' | 'name'>, contract: Terms, { fees: chosen = [] }: Draft) =>
  chosen.find((fee) => fee.id === id)?.by_days ?? isFeeByDays(name, contract);

const waivedMonths = (lapse: Lapse) =>
  lapse?.decision === 'WAIVED' && lapse.from_reference && lapse.to_reference
    ? { from: lapse.from_reference, to: lapse.to_reference }
    : undefined;

/** The rest of a month that an earlier version issued by days, where it was neither billed nor waived. */
function restOfEnd(contract: Terms, invoices: Invoice[], lapse: Lapse, left_on: CalendarDate) {
  if (!lapse?.by_days || lapse.decision !== null || contract.ends_at_term) return [];
  const next = { end_date: left_on, ends_at_term: true };
  const rest = restOfLastMonth({ ...contract, last_month_by_days: true }, next, invoices);
  return rest ? [{ description: rest.description, amount: rest.amount, type: 'DEBIT' as const, transfer: true }] : [];
}

/** An extra value carried over by a settlement keeps its kind, rent included. */
const waitingExtra = ({ settled_by, influence, ...extra }: Waiting) => ({
  ...extra,
  ...(settled_by !== null && { influence }),
});

/**
 * With an open balance, an invoice counts as charged only for the rent and fees received: the balance charges the rest.
 * A difference left to the next invoice counts as received, since an extra value charges it.
 */
function paidInvoice({ reference, price, fees, lines, paid_amount, received, fee_rate, rest_fate }: Invoice) {
  // The rent received, as posted at the settlement: earlier versions covered the fees first.
  const rent = received ?? price;
  const split = splitReceipt({ price: rent, fees, lines }, paid_amount ?? price + fees).lines;
  const counted = (charged: number, part: number) => ({
    charged: rest_fate === 'OPEN_BALANCE' ? part : charged,
    received: rest_fate === 'NEXT_INVOICE' ? charged : part,
  });
  const ofRent = counted(price, rent);
  return {
    reference,
    price: ofRent.charged,
    received: ofRent.received,
    ...(fee_rate !== null && { fee_rate }),
    charged_fees: lines
      .filter(({ kind }) => kind !== 'RENT')
      .flatMap((line, index) => {
        if (line.kind !== 'FEE') return [];
        const ofFee = counted(line.amount, present(split[index], 'the line of the receipt').amount);
        return [{ ...line, amount: ofFee.charged, received: ofFee.received }];
      }),
  };
}

function paidBy({ owners: lines, agency, deposit }: Refund, owners: Owner[]) {
  if (lines.length > 0 && owners.length === 0) throw proposalProblems.PROPERTY_WITHOUT_OWNER();
  const parts = lines.length > 0 ? divideAmong(lines, ownerWeights(owners)) : [];
  return {
    owners: parts.map(({ client_id, amount }) => ({
      user_id: client_id,
      name: owners.find((owner) => owner.client_id === client_id)?.name ?? '',
      amount: 0 - amount,
    })),
    agency,
    deposit,
  };
}
