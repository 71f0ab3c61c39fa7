import type { Cents } from '../../base/money.ts';
import type { PaymentMethod } from '../../rent/payment-method.ts';
import type { BankEntry } from '../bank-entry.ts';
import { paymentOfRow, type RowPayment } from '../settlement-report.ts';
import { alike, type Found, find, fingerprintOf, type Index, indexOf, type Known } from './find.ts';
import {
  askedBy,
  doubtsOf,
  type Facts,
  isAsPrinted,
  isRepeated,
  type MatchOptions,
  type Owed,
  owedOn,
  refusalOf,
  settlementHere,
} from './reasons.ts';

/** liquidados, divergentes, não localizados. */
export type Pile = 'MATCHED' | 'DIVERGENT' | 'UNMATCHED';

/** A line that reports a payment, with its match. */
export type Judged = {
  entry: BankEntry;
  pile: Pile;
  found: (Found & Owed) | null;
  payment: RowPayment | null;
  method: PaymentMethod;
  fingerprint: string | null;
  reason: string | null;
  /**
   * The payer paid the amount the boleto asked for as printed, and our books ask for another: charges are the part
   * beyond the invoice.
   */
  printed: boolean;
  /** A user may settle it as the bank reports it. */
  payable: boolean;
  /** Settled by this file. */
  settled: boolean;
  /** Settled by another file. */
  repeated: boolean;
  /** Owed on the day less paid: above zero too little was paid, below zero too much. */
  rest: Cents;
};

/** Event of a boleto other than a payment. */
export type BoletoNews = {
  line: number;
  boleto_id: number;
  kind: 'REGISTERED' | 'REJECTED' | 'RETURNED';
  words: string;
};

/** The three groups of a file's lines, in file order, and its other events. */
export function matchFile(entries: readonly BankEntry[], known: Known, options: MatchOptions) {
  const index = indexOf(known);
  const claimed = new Map<number, number>();
  const lines = entries.filter(({ kind }) => kind === 'SETTLED').map((entry) => judge(entry, index, claimed, options));
  return { lines, news: entries.flatMap((entry) => newsOf(entry, index)) };
}

/** Candidate invoices of a line, by amount and due date. */
export function candidatesOf(entry: BankEntry, known: Known): number[] {
  return [...new Set(alike(entry, indexOf(known)).map(({ invoice_id }) => invoice_id))];
}

function newsOf(entry: BankEntry, index: Index): BoletoNews[] {
  const { kind, line, occurrence } = entry;
  if (kind !== 'REGISTERED' && kind !== 'REJECTED' && kind !== 'RETURNED') return [];
  const found = find({ ...entry, amount: null }, index);
  return 'reason' in found || !found.boleto
    ? []
    : [{ line, boleto_id: found.boleto.id, kind, words: occurrence ?? '' }];
}

/** @param claimed invoices that an earlier line pays. */
function judge(entry: BankEntry, index: Index, claimed: Map<number, number>, options: MatchOptions): Judged {
  const found = find(entry, index);
  if ('reason' in found) return { ...UNJUDGED, entry, method: methodOf(entry, null), reason: found.reason };
  const payment = paymentOf(entry, found, options) ?? null;
  const owed = owedOn(found.invoice, payment?.paid_on ?? entry.paid_on ?? options.today, options);
  const fingerprint = (payment && fingerprintOf(entry, found.boleto, payment)) ?? null;
  const facts: Facts = { entry, found, payment, owed, fingerprint, index, claimed, options };
  const settled = settlementHere(facts) !== undefined;
  const refusal = settled ? undefined : refusalOf(facts);
  const doubts = settled || refusal ? [] : doubtsOf(facts);
  if (!refusal) claimed.set(found.invoice.id, entry.line);
  const printed = payment !== null && payment.paid_amount !== owed.expected && isAsPrinted(found, payment);
  return {
    entry,
    found: { ...found, ...owed },
    payment,
    method: methodOf(entry, found),
    fingerprint,
    settled,
    repeated: isRepeated(facts),
    printed,
    rest: payment && !printed ? owed.expected - payment.paid_amount : 0,
    payable: !settled && !refusal,
    pile: refusal || doubts.length > 0 ? 'DIVERGENT' : 'MATCHED',
    reason: refusal ?? (doubts.join('. ') || null),
  };
}

const UNJUDGED = {
  pile: 'UNMATCHED',
  found: null,
  payment: null,
  fingerprint: null,
  payable: false,
  printed: false,
  settled: false,
  repeated: false,
  rest: 0,
} as const;

/** A statement lists all money received, by any means. */
function methodOf({ mark, label }: BankEntry, found: Found | null): PaymentMethod {
  if (mark === null) return 'BOLETO';
  if (found?.by === 'Pix' || /\bpix\b/i.test(label)) return 'PIX';
  return /boleto|cobran[cç]a|t[ií]tulo/i.test(label) ? 'BOLETO' : 'MANUAL';
}

/** Payment that the line reports, now that its invoice is known. */
function paymentOf(entry: BankEntry, { invoice, boleto }: Found, options: MatchOptions): RowPayment | undefined {
  const { row, amount, paid_amount, paid_on, credited_on } = entry;
  if (!row) return paid_amount === null || paid_on === null ? undefined : { amount, paid_amount, paid_on, credited_on };
  const latest = row.days.toSorted().at(-1) ?? options.today;
  const asked = boleto ? (askedBy(boleto, latest) ?? boleto.amount) : 0;
  const most = Math.max(asked, owedOn(invoice, latest, options).expected);
  return paymentOfRow(row, { ...(boleto ?? invoice), most });
}
