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
import { channelsOf, type NamesTold, namesOf, ofOtherMovement, plainName, toldTwice } from './identity.ts';
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
  /** Fingerprint by which the payment is known: of its settlement, or of its line that waits. */
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
  const known_as = knownPayments(read, index, options);
  const facts = read.map((line) => factsOf(line, known_as.get(line) ?? {}, options));
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

/** What is known of the payment of a line. */
type KnownAs = {
  /** Its settlement in force, or its line that waits or was given back. */
  same?: KnownSettlement | KnownWaiting;
  /** A known payment that it may be, while nothing but amount and day speaks for it. */
  alike?: KnownSettlement | KnownWaiting;
  /** Fingerprint of its line in the queue, which stays payable. */
  waits?: string;
};

/**
 * What is known of the payments that lines tell of: by a name in common, or told by a statement and another channel, each
 * of which tells of it once. One that waits for a person, or was given back, may be told of so too. A payment that
 * another movement of the bank has told of is another payment, and is named by its own movement.
 */
function knownPayments(
  read: readonly ReadLine[],
  index: Index,
  { file }: MatchOptions,
): ReadonlyMap<ReadLine, KnownAs> {
  const known = new Map<ReadLine, KnownAs>();
  const told = new Set<KnownSettlement | KnownWaiting>();
  const note = (line: ReadLine, same: KnownSettlement | KnownWaiting) => {
    known.set(line, { same });
    told.add(same);
  };
  for (const line of read) {
    const own = index.settlementOf.get(line.found?.invoice.id ?? 0);
    const isOwn = own?.file_id === file && own.line === line.entry.line;
    const settlement = isOwn ? own : line.names.flatMap((name) => index.settlements.get(name) ?? [])[0];
    if (!settlement) continue;
    const other = isOwn ? undefined : ofOtherMovement(line.names, namesOfKnown(settlement));
    if (other === undefined) note(line, settlement);
    else known.set(line, takeApart(line, other, settlement));
  }
  for (const line of read) {
    const { entry, found, payment, names } = line;
    const [name] = names;
    if (known.has(line) || !found || !payment || name === undefined) continue;
    const settlement = index.settlementOf.get(found.invoice.id);
    const waiting = index.waitingOf.get(found.invoice.id) ?? [];
    const others = [...(settlement ? [settlement] : []), ...waiting];
    const movement = others.find((one) => ofOtherMovement(names, namesOfKnown(one)) !== undefined);
    const other = movement && ofOtherMovement(names, namesOfKnown(movement));
    if (movement && other !== undefined) {
      known.set(line, takeApart(line, other, movement));
      continue;
    }
    // A line of the queue, and a file that tells of it again by its own name, stay payable.
    const own = waiting.find((one) => names.some((each) => namesOfKnown(one).includes(each)));
    const untold = others.filter((one) => one !== own && !told.has(one));
    const same = untold.find(
      (one) => toldTwice(one, name, entry, payment) === 'SAME' || (one === settlement && isInReport(line, settlement)),
    );
    if (same && !own) note(line, same);
    else {
      const alike = untold.find((one) => toldTwice(one, name, entry, payment) === 'ALIKE');
      known.set(line, { ...(alike && { alike }), ...(own && { waits: own.fingerprint }) });
    }
  }
  return known;
}

const namesOfKnown = ({ fingerprint, names }: KnownSettlement | KnownWaiting) => [fingerprint, ...names];

/** Names the payment by its own movement alone, so that no door takes it for the known one. */
function takeApart(line: ReadLine, name: string, alike: KnownSettlement | KnownWaiting): KnownAs {
  line.names = [name];
  line.plain = name;
  return { alike };
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
  { same, alike, waits }: KnownAs,
  options: MatchOptions,
): Facts | null {
  if (!found) return null;
  const owed = owedOn(found.invoice, payment?.paid_on ?? entry.paid_on ?? options.today, options);
  return { entry, found, payment, owed, names, same, alike, waits, claimed: new Map(), options };
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
  const { entry, found, payment, owed, names, same, waits } = facts;
  const settled = isSettledHere(facts);
  const refusal = settled ? undefined : refusalOf(facts);
  const doubts = settled || refusal ? [] : doubtsOf(facts);
  const printed = payment !== null && payment.paid_amount !== owed.expected && isAsPrinted(found, payment);
  const repeated = isRepeated(facts);
  return {
    entry,
    found: { ...found, ...owed },
    payment,
    method: methodOf(entry),
    fingerprint: names[0] ?? null,
    names,
    plain,
    settled,
    repeated,
    told_of: repeated && same ? same.fingerprint : (waits ?? null),
    printed,
    rest: payment && !printed ? owed.expected - payment.paid_amount : 0,
    payable: !settled && !refusal,
    pile: refusal || doubts.length > 0 ? 'DIVERGENT' : 'MATCHED',
    reason: refusal ?? (doubts.join('. ') || null),
  };
}

const unjudged = ({ entry, reason, plain }: ReadLine): Judged => ({
  ...UNJUDGED,
  ...{ entry, plain, method: methodOf(entry), reason },
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

function methodOf(entry: BankEntry): PaymentMethod {
  if (entry.qr_boleto !== undefined) return 'BOLETO';
  return channelsOf(entry)[0] ?? 'MANUAL';
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
