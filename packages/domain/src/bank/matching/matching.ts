import type { Cents } from '../../base/money.ts';
import type { PaymentMethod } from '../../rent/payment-method.ts';
import type { BankEntry } from '../bank-entry.ts';
import { paymentOfRow, type RowPayment } from '../settlement-report.ts';
import {
  alike,
  type Found,
  find,
  type Index,
  indexOf,
  type Known,
  type KnownSettlement,
  type KnownWaiting,
} from './find.ts';
import { isToldTwice, type NamesTold, namesOf, plainName } from './identity.ts';
import {
  askedBy,
  doubtsOf,
  type Facts,
  isAsPrinted,
  isRepeated,
  isSettledHere,
  type MatchOptions,
  type Owed,
  owedOn,
  refusalOf,
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
  /** Identity of the payment across files. */
  fingerprint: string | null;
  /** All its names, the identity first. */
  names: readonly string[];
  /** Its identity while the boleto is unknown. */
  plain: string | null;
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
  /** Settled by another line or file. */
  repeated: boolean;
  /** Fingerprint of the settlement of a repeated payment. */
  told_of: string | null;
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

/**
 * The three groups of a file's lines, in file order, and its other events. A line that pays its invoice without a doubt
 * claims it wherever it stands in the file: one that was found by its amount alone never takes its place.
 */
export function matchFile(entries: readonly BankEntry[], known: Known, options: MatchOptions) {
  const index = indexOf(known);
  const told = { plain: new Map<string, number>(), named: new Map<string, number>() };
  const read = entries.filter(({ kind }) => kind === 'SETTLED').map((entry) => readLine(entry, index, told, options));
  const same = samePayments(read, index, options);
  const facts = read.map((line) => factsOf(line, same.get(line), options));
  const claimed = new Map<number, number>();
  for (const one of facts)
    if (one && isCertain(one) && !claimed.has(one.found.invoice.id)) claimed.set(one.found.invoice.id, one.entry.line);
  const lines = read.map((line, place) => {
    const one = facts[place];
    return one ? judge({ ...one, claimed }, line.plain) : unjudged(line);
  });
  return { lines, news: entries.flatMap((entry) => newsOf(entry, index)) };
}

/** A line with what identifies it, before it is judged. */
type ReadLine = {
  entry: BankEntry;
  found: Found | null;
  /** Why no invoice was found. */
  reason: string | null;
  payment: RowPayment | null;
  names: string[];
  plain: string | null;
};

function readLine(
  entry: BankEntry,
  index: Index,
  told: { plain: NamesTold; named: NamesTold },
  options: MatchOptions,
): ReadLine {
  const { identity } = options;
  const plain = identity ?? plainName(entry, told.plain);
  const found = find(entry, index, plain);
  if ('reason' in found)
    return { entry, found: null, reason: found.reason, payment: null, names: [], plain: plain ?? null };
  const payment = paymentOf(entry, found, options) ?? null;
  const names = identity ? [identity] : payment ? namesOf(entry, found.boleto, payment, told.named) : [];
  const unread = payment && !identity ? namesOf(entry, null, payment, new Map())[0] : undefined;
  return { entry, found, reason: null, payment, names, plain: plain ?? unread ?? null };
}

/**
 * Settlements in force of the payments that lines tell of: by a name in common, or told by a statement and another
 * channel, each of which tells of it once. One that waits for a person, or was given back, may be told of so too.
 */
function samePayments(
  read: readonly ReadLine[],
  index: Index,
  { file }: MatchOptions,
): Map<ReadLine, KnownSettlement | KnownWaiting> {
  const same = new Map<ReadLine, KnownSettlement | KnownWaiting>();
  for (const line of read) {
    const own = index.settlementOf.get(line.found?.invoice.id ?? 0);
    const isOwn = own?.file_id === file && own.line === line.entry.line;
    const known = isOwn ? own : line.names.map((name) => index.settlements.get(name)).find((settlement) => settlement);
    if (known) same.set(line, known);
  }
  const told = new Set<KnownSettlement | KnownWaiting>(same.values());
  for (const line of read) {
    const { found, payment, names } = line;
    const [name] = names;
    if (same.has(line) || !found || !payment || name === undefined) continue;
    const settlement = index.settlementOf.get(found.invoice.id);
    const waiting = index.waitingOf.get(found.invoice.id) ?? [];
    // A line of the queue, and a file that tells of it again by its own name, stay payable.
    if (waiting.some(({ fingerprint, names: others }) => [fingerprint, ...others].includes(name))) continue;
    const known = [...(settlement ? [settlement] : []), ...waiting].find(
      (one) =>
        !told.has(one) && (isToldTwice(one, name, payment) || (one === settlement && isInReport(line, settlement))),
    );
    if (!known) continue;
    same.set(line, known);
    told.add(known);
  }
  return same;
}

/** Whether a line of a report, whose day may be that of the credit, is the settled payment of its boleto. */
function isInReport({ entry, found, payment }: ReadLine, settlement: KnownSettlement): boolean {
  if (!entry.row || !payment || !found?.boleto || found.boleto.id !== settlement.boleto_id) return false;
  const { paid_on, credited_on, paid_amount } = settlement;
  return (
    paid_amount === payment.paid_amount && paid_on <= payment.paid_on && payment.paid_on <= (credited_on ?? paid_on)
  );
}

function factsOf(
  { entry, found, payment, names }: ReadLine,
  same: KnownSettlement | KnownWaiting | undefined,
  options: MatchOptions,
): Facts | null {
  if (!found) return null;
  const owed = owedOn(found.invoice, payment?.paid_on ?? entry.paid_on ?? options.today, options);
  return { entry, found, payment, owed, names, same, claimed: new Map(), options };
}

/** Whether a line settles its invoice without a person, unless an earlier one does. */
const isCertain = (facts: Facts) =>
  !isSettledHere(facts) && refusalOf(facts) === undefined && doubtsOf(facts).length === 0;

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

function judge(facts: Facts, plain: string | null): Judged {
  const { entry, found, payment, owed, names, same } = facts;
  const settled = isSettledHere(facts);
  const refusal = settled ? undefined : refusalOf(facts);
  const doubts = settled || refusal ? [] : doubtsOf(facts);
  const printed = payment !== null && payment.paid_amount !== owed.expected && isAsPrinted(found, payment);
  const repeated = isRepeated(facts);
  return {
    entry,
    found: { ...found, ...owed },
    payment,
    method: methodOf(entry, found),
    fingerprint: names[0] ?? null,
    names,
    plain,
    settled,
    repeated,
    told_of: repeated && same ? same.fingerprint : null,
    printed,
    rest: payment && !printed ? owed.expected - payment.paid_amount : 0,
    payable: !settled && !refusal,
    pile: refusal || doubts.length > 0 ? 'DIVERGENT' : 'MATCHED',
    reason: refusal ?? (doubts.join('. ') || null),
  };
}

const unjudged = ({ entry, reason, plain }: ReadLine): Judged => ({
  ...UNJUDGED,
  ...{ entry, plain, method: methodOf(entry, null), reason },
});

const UNJUDGED = {
  pile: 'UNMATCHED',
  found: null,
  payment: null,
  fingerprint: null,
  names: [],
  told_of: null,
  payable: false,
  printed: false,
  settled: false,
  repeated: false,
  rest: 0,
} as const;

/** A statement lists all money received, by any means. */
function methodOf({ mark, label, qr_boleto }: BankEntry, found: Found | null): PaymentMethod {
  if (mark === null || qr_boleto !== undefined) return 'BOLETO';
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
