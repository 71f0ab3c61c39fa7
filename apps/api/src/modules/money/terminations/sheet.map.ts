import { proposalProblems } from '@morada/contract/lease/proposals';
import { invoiceProblems } from '@morada/contract/money/invoices';
import type { ClosingRest, TerminationDraft, TerminationSheet } from '@morada/contract/money/terminations';
import { addToReference, type CalendarDate, later, type Reference, referenceOf } from '@morada/domain/base/calendar';
import { allocate, formatMoney, ratio, sum } from '@morada/domain/base/money';
import { ownerWeights } from '@morada/domain/lease/ownership';
import {
  leavesWithoutTerm,
  NO_TERM_WORDS,
  type Penalty,
  penaltyWords,
  proportionalPenalty,
} from '@morada/domain/lease/penalty';
import { type InvoiceFigures, type InvoiceLine, isFeeByDays, signedExtra } from '@morada/domain/rent/invoice';
import {
  lastSettlement,
  type OwnerAtEnd,
  ownersAtEnd,
  type Refund,
  waitingOfOwners,
} from '@morada/domain/rent/last-settlement';
import { taxedExtras } from '@morada/domain/rent/lease-tax';
import type { LeaseTax } from '@morada/domain/rent/lease-tax-rule';
import { splitReceipt } from '@morada/domain/rent/settlement';
import {
  chargedFees,
  lastRent,
  payerWords,
  type Receivers,
  type SheetLine,
  terminationSheet,
  totalWords,
} from '@morada/domain/rent/termination/termination';
import { chargedTax } from '@morada/domain/rent/termination/termination-tax';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { LeaseTaxHold } from '../lease-tax/lease-tax.service.ts';
import type {
  Contract,
  findFees,
  findInvoices,
  findOwners,
  findWaitingExtras,
  findWaitingOfOwners,
} from './terminations.queries.ts';

export type Draft = z.output<typeof TerminationDraft>;
type Invoice = Awaited<ReturnType<typeof findInvoices>>[number];
type Waiting = Awaited<ReturnType<typeof findWaitingExtras>>[number];
type OfOwners = Awaited<ReturnType<typeof findWaitingOfOwners>>[number];
type Owner = Awaited<ReturnType<typeof findOwners>>[number];
type Fee = Awaited<ReturnType<typeof findFees>>[number];
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
  /** What owners owe, or get. */
  owners: OwnerAtEnd[];
};

export type Given = {
  contract: Terms;
  invoices: Invoice[];
  waiting: Waiting[];
  ofOwners?: OfOwners[];
  owners: Owner[];
  fees?: Fee[];
  /** How rent that no invoice charged is taxed, or why that is not known; absent: not at all. */
  tax?: LeaseTax | LeaseTaxHold | null;
};

/** Day on which the last invoice falls due. */
export const lastDueDate = ({ due_date, left_on }: Pick<Draft, 'due_date' | 'left_on'>, today: CalendarDate) =>
  due_date ?? later(left_on, today);

/** The reference of the month of leaving: its invoice falls due in the month after. */
export const leavingReference = (left_on: CalendarDate) => addToReference(referenceOf(left_on), 1);

/** Computes the sheet of leaving on that day, for the draft and for the termination. */
export function reckon(given: Given, draft: Draft, today: CalendarDate): Reckoned {
  const pending = given.invoices.filter(({ status }) => status === 'PENDING');
  const { leaving, lines, ...said } = linesOf(given, draft, today, []);
  return {
    ...settled(given, draft, { lines, said, ofOwners: given.ofOwners ?? [] }, today),
    withdrawn: pending.map(({ id }) => id),
    counted: countedFrom(given, leaving),
  };
}

const countedFrom = ({ invoices }: Given, leaving: Reference) =>
  invoices.filter(({ status, reference }) => status === 'PAID' && reference >= leaving).map(({ id }) => id);

/** @param standing pending invoices that stay owed beside the sheet. */
function linesOf(given: Given, draft: Draft, today: CalendarDate, standing: readonly Invoice[]) {
  const { contract, invoices, waiting, owners, fees = [], tax = null } = given;
  const { left_on } = draft;
  const leaving = leavingReference(left_on);
  // A month that begins after the leaving was never lived: nothing of it is owed.
  const open = invoices.filter(
    (invoice) => invoice.status === 'PENDING' && invoice.reference <= leaving && !standing.includes(invoice),
  );
  const paid = invoices.filter(({ status }) => status === 'PAID');
  const agreed = penaltyOf(contract, left_on);
  const billed = [
    ...paid.map((invoice) => paidInvoice(invoice, { owners, waiting })),
    ...standing.map((invoice) => ({
      ...paidInvoice({ ...invoice, paid_amount: 0, received: 0 }, { owners, waiting }),
    })),
  ];
  // Fees of the month of leaving: as its invoice charged them, or those of the property where none did.
  const charged = [...open, ...paid, ...standing].some(({ reference }) => reference === leaving)
    ? chargedFees({ open, billed }, leaving).flatMap(({ id, name, whole }) =>
        id === undefined ? [] : [{ id, name, price: whole }],
      )
    : fees.map(({ id, name, price }) => ({ id, name, price }));
  const byDays = { prorate: draft.rent_by_days ?? contract.prorate };
  const lastFees = charged.map((fee) => ({ ...fee, by_days: feeByDays(fee, byDays, draft) }));
  const { lines } = terminationSheet({
    contract,
    on: left_on,
    made: today,
    chargedFrom: chargedFrom(contract),
    agreed: invoices.filter(({ status }) => status === 'REPLACED').map(({ reference }) => reference),
    fees,
    feesByDays: lastFees.filter(({ by_days }) => by_days).map(({ id }) => id),
    lastByDays: byDays.prorate,
    billed,
    open,
    penalty: penalty(draft, agreed),
    extras: [...waiting.map(waitingExtra), ...(draft.extras ?? [])],
    deposit: deposit(draft, contract),
    taxed_by: typeof tax === 'string' ? null : tax,
    late: { fromBusinessDay: contract.late_from_business_day },
  });
  return { leaving, lines, agreed, lastFees };
}

type Said = Pick<ReturnType<typeof linesOf>, 'agreed' | 'lastFees'>;

/** The sheet of these lines, with the invoice, the refund and the owners' parts that it becomes. */
function settled(
  { contract, owners, tax }: Given,
  draft: Draft,
  { lines, said, ofOwners }: { lines: SheetLine[]; said: Said; ofOwners: readonly OfOwners[] },
  today: CalendarDate,
) {
  const { left_on } = draft;
  const { agreed, lastFees } = said;
  if (typeof tax === 'string' && lines.some(({ kind, amount }) => kind === 'RENT' && amount > 0))
    throw invoiceProblems.LEASE_TAX_UNKNOWN();
  const withoutTerm = leavesWithoutTerm(contract, left_on);
  const commission = contract.with_commission ? contract.commission : 0;
  const total = sum(lines.map(({ amount }) => amount));
  const { invoice, refund, debits } = lastSettlement({ on: left_on, lines, total }, commission);
  const waits = waitingOfOwners(ofOwners, commission);
  if ((waits || refund?.owners.length) && owners.length === 0) throw proposalProblems.PROPERTY_WITHOUT_OWNER();
  const all = waits ? [...debits, waits] : debits;
  const weights = ownerWeights(owners);
  const parts = ownersAtEnd(refund, all, weights);
  const named = namesOf(owners, all);
  const sheet: TerminationSheet = {
    left_on,
    lines: lines.map(({ parts, source_id: _, ...line }) => ({ ...line, paid_by: payerWords({ ...line, parts }) })),
    proposed_penalty: agreed.amount,
    penalty_words: withoutTerm ? NO_TERM_WORDS : penaltyWords(agreed),
    without_term: withoutTerm,
    fees: lastFees,
    ...rentOf(contract, draft),
    owner_lines: (waits?.lines ?? []).map(({ name, note, amount }) => ({ name, note, amount })),
    owners: parts.map(({ client_id, amount }) => ({ user_id: client_id, name: named(client_id), amount })),
    total,
    total_words: totalWords(total),
    invoice_amount: invoice && invoice.price + invoice.fees,
    refund_amount: refund?.amount ?? null,
    refund_paid_by: refund && {
      owners: parts
        .filter(({ advanced }) => advanced !== 0)
        .map(({ client_id, advanced }) => ({ user_id: client_id, name: named(client_id), amount: advanced })),
      agency: refund.agency,
      deposit: refund.deposit,
    },
    due_date: lastDueDate(draft, today),
  };
  return { sheet, invoice, refund, owners: parts };
}

function namesOf(owners: readonly Owner[], debits: readonly { former?: readonly { client_id: number }[] }[]) {
  const known = new Map<number, string>(owners.map(({ client_id, name }) => [client_id, name]));
  for (const { former = [] } of debits)
    for (const one of former as Invoice['receivers']) if (!known.has(one.client_id)) known.set(one.client_id, one.name);
  return (id: number) => known.get(id) ?? '';
}

/** Where the month of leaving can be charged whole or by its days, both amounts, and what the contract says. */
function rentOf(contract: Terms, { left_on, rent_by_days }: Draft): Pick<TerminationSheet, 'rent'> {
  const { whole, by_days: days } = lastRent({ contract, on: left_on });
  if (whole === days) return {};
  const words = contract.prorate
    ? `O contrato cobra por dias: o mês da saída deve ${formatMoney(days)} de ${formatMoney(whole)}.`
    : `O contrato não cobra por dias: o mês da saída é devido inteiro, ${formatMoney(whole)}. Por dias seriam ${formatMoney(days)}.`;
  return { rent: { by_days: rent_by_days ?? contract.prorate, whole, days, words } };
}

/** A value that closing a contract at once settles or leaves. */
export type Rest = ClosingRest & { lines: SheetLine[]; extra_id: number | null };

export type ReckonedClosing = {
  /** Pending invoices that are not due yet: they are withdrawn. */
  withdrawn: Invoice[];
  /** Those that stay owed. */
  standing: Invoice[];
  rests: Rest[];
  /** The sheet of the rests that are settled; null where none is. */
  settle: (keys: ReadonlySet<string>) => Omit<Reckoned, 'withdrawn'> | null;
};

/** Pending invoices that closing a contract at once withdraws: an open balance is owed whatever its due date. */
export const notYetDue = (invoices: readonly Invoice[], today: CalendarDate) =>
  invoices.filter(
    ({ status, due_date, balance_of }) => status === 'PENDING' && due_date > today && balance_of === null,
  );

/** Reckons the close of a contract today without a sheet: invoices that are due stay owed, and the rest is chosen. */
export function reckonClosing(given: Given, today: CalendarDate, isRent: boolean): ReckonedClosing {
  const draft: Draft = { left_on: today, deposit_held_by: 'AGENCY' };
  const pending = given.invoices.filter(({ status }) => status === 'PENDING');
  const withdrawn = notYetDue(given.invoices, today);
  const standing = pending.filter((invoice) => !withdrawn.includes(invoice));
  const kept = given.invoices.filter((invoice) => !withdrawn.includes(invoice));
  const { leaving, lines, ...said } = linesOf({ ...given, invoices: kept }, draft, today, standing);
  const ofExtra = new Map([...given.waiting, ...(given.ofOwners ?? [])].map((extra) => [extra.id, extra]));
  const alone = lines.filter(({ amount }) => amount !== 0);
  const group = (key: string, name: string, isOf: (line: SheetLine) => boolean): Rest[] => {
    const own = isRent ? alone.filter(isOf) : [];
    const amount = sum(own.map((line) => line.amount));
    const note = own.map((line) => [line.name, line.note].filter(Boolean).join(', ')).join('; ');
    const rest = { key, side: 'TENANT', name, note, amount, settles: false, must: false } as const;
    return own.length > 0 ? [{ ...rest, lines: own, extra_id: null }] : [];
  };
  const isCounted = ({ kind, source_id }: SheetLine) =>
    ['RENT', 'FEE', 'LEASE_TAX', 'INVOICE', 'LATE'].includes(kind) || (kind === 'EXTRA' && source_id === undefined);
  const rests: Rest[] = [
    ...group('RENT', 'Aluguel e taxas que nenhuma fatura cobra', isCounted),
    ...group('PENALTY', 'Multa por rescisão antecipada', ({ kind }) => kind === 'PENALTY'),
    ...group('DEPOSIT', 'Devolução da caução', ({ kind }) => kind === 'DEPOSIT'),
    ...alone.flatMap((line): Rest[] => {
      const { source_id, name, note, amount } = line;
      if (source_id === undefined) return [];
      const must = (ofExtra.get(source_id)?.settled_by ?? null) !== null;
      const rest = { key: String(source_id), side: 'TENANT', name, note, amount, settles: true, must } as const;
      return [{ ...rest, lines: [line], extra_id: source_id }];
    }),
    ...(given.ofOwners ?? []).map((extra): Rest => {
      const { id, description: name } = extra;
      const rest = {
        key: String(id),
        side: 'OWNER',
        name,
        amount: 0 - signedExtra(extra),
        settles: true,
        must: false,
      } as const;
      return { ...rest, lines: [], extra_id: id };
    }),
  ];
  return {
    withdrawn,
    standing,
    rests,
    settle(keys) {
      const chosen = rests.filter(({ key }) => keys.has(key));
      if (chosen.length === 0) return null;
      const ids = new Set(chosen.map(({ extra_id }) => extra_id));
      const ofOwners = (given.ofOwners ?? []).filter(({ id }) => ids.has(id));
      const own = chosen.flatMap((rest) => rest.lines);
      return {
        ...settled(given, draft, { lines: lines.filter((line) => own.includes(line)), said, ofOwners }, today),
        counted: keys.has('RENT') ? countedFrom(given, leaving) : [],
      };
    },
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

const feeByDays = (
  { id, name }: Pick<Fee, 'id' | 'name'>,
  contract: { prorate: boolean },
  { fees: chosen = [] }: Draft,
) => chosen.find((fee) => fee.id === id)?.by_days ?? isFeeByDays(name, contract);

const waitingExtra = ({ settled_by: _, ...extra }: Waiting) => extra;

/**
 * With an open balance, an invoice counts as charged only for the rent and fees received: the balance charges the rest.
 * A difference left to the next invoice counts as received, since an extra value charges it.
 */
function paidInvoice(
  { id, reference, price, fees, lines, paid_amount, received, fee_rate, rest_fate, receivers }: Invoice,
  { owners, waiting }: Pick<Given, 'owners' | 'waiting'>,
) {
  // The rent received, as posted at the settlement: earlier versions covered the fees first.
  const rent = received ?? price;
  const split = splitReceipt({ price: rent, fees, lines }, paid_amount ?? price + fees).lines;
  const rents = lines.filter(({ kind }) => kind === 'RENT');
  const of = (part: number) =>
    rents.map((line) => ({ ...line, amount: price === 0 ? 0 : ratio(line.amount, part, price) }));
  const counted = (charged: number, part: number) => ({
    charged: rest_fate === 'OPEN_BALANCE' ? part : charged,
    received: rest_fate === 'NEXT_INVOICE' ? charged : part,
  });
  const ofRent = counted(price, rent);
  const carried = Math.min(
    price - rent,
    sum(waiting.filter((one) => one.settled_by === id && one.influence === 'RENT').map(({ amount }) => amount)),
  );
  const former = formerOwners(receivers, owners);
  const by = lines.find(({ taxed_by }) => taxed_by)?.taxed_by;
  const isPartly = rest_fate === 'OPEN_BALANCE';
  const charged = [...of(ofRent.charged), ...(isPartly ? split : lines.filter(({ kind }) => kind !== 'RENT'))];
  const tax =
    by &&
    chargedTax(charged, taxedExtras(charged, by), [
      ...of(ofRent.received),
      ...(rest_fate === 'NEXT_INVOICE' ? lines : split),
    ]);
  return {
    ...(tax && { tax }),
    reference,
    price: ofRent.charged,
    received: ofRent.received,
    ...(carried > 0 && { carried }),
    ...(former && { former }),
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

/** The owners who received a payment, where today's owners, by their shares, would have received it differently. */
function formerOwners(receivers: Invoice['receivers'], owners: readonly Owner[]): Receivers | undefined {
  const shares = receivers.map(({ share }) => share);
  const rent = sum(shares);
  if (rent <= 0) return undefined;
  if (owners.length === 0) return receivers;
  const weights = ownerWeights(owners);
  const parts = allocate(
    rent,
    weights.map(({ share }) => share),
  );
  const same = weights.every(({ client_id }, index) => {
    const part = receivers.find((one) => one.client_id === client_id)?.share ?? 0;
    return part === parts[index];
  });
  return same &&
    receivers.every((one) => one.share === 0 || owners.some(({ client_id }) => client_id === one.client_id))
    ? undefined
    : receivers;
}
