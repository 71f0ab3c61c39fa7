import { type BankFile, BankFilePreview, type BankLine } from '@morada/contract/bank/bank-files';
import type { BankEntry } from '@morada/domain/bank/bank-entry';
import type { Agreement } from '@morada/domain/bank/boleto-banks';
import type { Known, KnownInvoice } from '@morada/domain/bank/matching/find';
import { inLanes } from '@morada/domain/bank/matching/lanes';
import { type Lookup, lookupOf } from '@morada/domain/bank/matching/lookup';
import { type BoletoNews, type Judged, matchFile, type Pile } from '@morada/domain/bank/matching/matching';
import { furtherNames, openLines } from '@morada/domain/bank/matching/open-lines';
import type { MatchOptions } from '@morada/domain/bank/matching/reasons';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { chargesTaken } from '@morada/domain/rent/late/late-charges';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { RestChoice } from '@morada/domain/rent/rest-fate';
import * as z from 'zod/mini';

// Files of thousands of lines are matched in a thread, so what passes in and out is text, bytes or plain numbers:
// copying as many objects between threads would hold up the event loop.

/** An invoice with the names by which people identify it. */
export type NamedInvoice = KnownInvoice & {
  user_id: number;
  tenant: string;
  street: string;
  number: string | null;
  complement: string | null;
  /** The contract goes on to issue further invoices. */
  continues: boolean;
};

export type Names = ReadonlyMap<number, NamedInvoice>;

/** Boletos, invoices and settlements in force that a file's lines are matched against, each as JSON. */
export type Register = { boletos: string; invoices: string; settlements: string; waiting: string };

/** A lookup with its lists as PostgreSQL writes arrays: the driver would escape thousands of values one by one. */
export type LookupText = Record<
  'numbers' | 'digitable_lines' | 'due_dates' | 'due_amounts' | 'amounts' | 'invoices' | 'boletos' | 'fingerprints',
  string
>;

const arrayText = (values: readonly (string | number)[]) =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

export const lookupText = ({ due, ...lists }: Lookup): LookupText => ({
  numbers: arrayText(lists.numbers),
  digitable_lines: arrayText(lists.digitable_lines),
  due_dates: arrayText(due.map(({ due_date }) => due_date)),
  due_amounts: arrayText(due.map(({ amount }) => amount)),
  amounts: arrayText(lists.amounts),
  invoices: arrayText(lists.invoices),
  boletos: arrayText(lists.boletos),
  fingerprints: arrayText(lists.fingerprints),
});

type MatchedFile = { lines: Judged[]; news: BoletoNews[]; names: Names };

export function readRegister({ boletos, invoices, settlements, waiting }: Register): { known: Known; names: Names } {
  const named: NamedInvoice[] = JSON.parse(invoices);
  return {
    known: {
      boletos: JSON.parse(boletos),
      invoices: named,
      settlements: JSON.parse(settlements),
      waiting: JSON.parse(waiting),
    },
    names: new Map(named.map((invoice) => [invoice.id, invoice])),
  };
}

/** A matched line as the API answers it. */
export function presentLine(line: Judged, names: Names): BankLine {
  const { entry, payment, reason, payable } = line;
  return {
    line: entry.line,
    label: entry.label,
    occurrence: entry.occurrence,
    amount: payment?.amount ?? entry.amount,
    paid_amount: payment?.paid_amount ?? entry.paid_amount,
    paid_on: payment?.paid_on ?? entry.paid_on,
    credited_on: payment?.credited_on ?? entry.credited_on,
    fine_and_interest: entry.fine_and_interest,
    discount: entry.discount,
    fee: entry.fee,
    found: foundOf(line, names),
    reason,
    payable,
  };
}

function foundOf({ found, entry, rest }: Judged, names: Names): BankLine['found'] {
  const named = found && names.get(found.invoice.id);
  if (!found || !named) return null;
  const { id, amount, due_date, user_id, tenant, continues, ...place } = named;
  return {
    boleto_id: found.boleto?.id ?? null,
    invoice_id: id,
    user: { id: user_id, name: tenant },
    property: addressLine(place),
    due_date,
    expected: found.expected,
    invoice_amount: amount,
    rest,
    continues,
    late: found.late,
    by: found.by,
    assigned: entry.assigned !== null,
  };
}

/** A payment of a line, ready to be settled. */
export type Payment = {
  line: number;
  /** Identity of the payment across files. */
  fingerprint: string;
  /** Names that other channels give it. */
  also: string[];
  /** Its identity while the line's boleto is unknown. */
  plain: string | undefined;
  invoice_id: number;
  boleto_id: number | null;
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
  paid_amount: Cents;
  fee: Cents;
  /** Input of the settlement of its invoice. */
  received: {
    paid_amount: Cents;
    pay_day: CalendarDate;
    payment_method: PaymentMethod;
    fine?: Cents;
    interest?: Cents;
    rest?: RestChoice;
  };
};

/** A line that can't be settled, with the reason where one is known. */
export type Unpayable = { line: number; reason: string | null };

/**
 * The payment that a matched line reports, with the choice for a difference.
 * @param known identity of the payment when its file was settled; defaults to that of the line as matched now.
 */
export function paymentOf(line: Judged, rest: RestChoice | undefined, known?: string): Payment | Unpayable {
  const { entry, found, payment, method } = line;
  const fingerprint = known ?? line.fingerprint;
  if (!line.payable || !found || !payment || !fingerprint) return { line: entry.line, reason: line.reason };
  const { paid_amount, paid_on, credited_on } = payment;
  const beyond = Math.max(0, paid_amount - found.invoice.amount);
  return {
    line: entry.line,
    fingerprint,
    also: line.names.slice(1),
    plain: line.plain ?? undefined,
    invoice_id: found.invoice.id,
    boleto_id: (method === 'BOLETO' ? found.boleto?.id : undefined) ?? null,
    ...{ paid_on, credited_on, paid_amount, fee: entry.fee },
    received: {
      ...{ paid_amount, pay_day: paid_on, payment_method: method },
      ...(rest && line.rest !== 0 && { rest }),
      ...(entry.charges ?? (line.printed && chargesTaken(beyond, found.late))),
    },
  };
}

/** Rows that one statement writes. */
const ROWS = 500;

const inPortions = <T>(rows: readonly T[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, index) =>
    JSON.stringify(rows.slice(index * ROWS, (index + 1) * ROWS)),
  );

const paid = (lines: readonly Judged[]): Cents =>
  sum(lines.flatMap(({ payment, entry }) => payment?.paid_amount ?? entry.paid_amount ?? []));

type Head = BankFile & Pick<BankFilePreview, 'seen'>;

/** The preview of a file as the API answers it, in bytes. */
function preview({ lines, news, names }: MatchedFile, head: Head): Uint8Array {
  const pile = (which: Pile) => lines.filter((line) => line.pile === which);
  const shown = (which: Pile) => pile(which).map((line) => presentLine(line, names));
  const shownFile: BankFilePreview = {
    ...head,
    matched: shown('MATCHED'),
    divergent: shown('DIVERGENT'),
    unmatched: shown('UNMATCHED'),
    news,
    sums: {
      matched: paid(pile('MATCHED')),
      divergent: paid(pile('DIVERGENT')),
      unmatched: paid(pile('UNMATCHED')),
      fees: sum(lines.map(({ entry }) => entry.fee)),
    },
  };
  return new TextEncoder().encode(JSON.stringify(z.encode(BankFilePreview, shownFile)));
}

type Choice = { accept: number[]; decided: number[]; starts: boolean };

/**
 * Lines that a run settles: the matched ones and the accepted divergent ones.
 * @param decided lines with a choice for a difference.
 * @param starts whether the run's payments are needed too.
 */
function choice(file: MatchedFile, { accept, decided, starts }: Choice) {
  const { lines, names } = file;
  const payable = new Map(lines.filter((line) => line.payable).map((line) => [line.entry.line, line]));
  const accepted = new Set(accept);
  const chosen = [...payable].filter(([line, { pile }]) => pile === 'MATCHED' || accepted.has(line));
  const settled = new Map(chosen);
  return {
    /** An accepted line that can't be settled. */
    refused: accept.find((line) => !payable.has(line)),
    lanes: inLanes(chosen, ([, { found }]) => found?.invoice.id).map((lane) => lane.map(([line]) => line)),
    /** Differences of the lines with a choice; null: the line is not among those to settle. */
    differences: decided.map((line) => {
      const { found, rest } = settled.get(line) ?? { found: null, rest: 0 };
      return found && { rest, continues: names.get(found.invoice.id)?.continues ?? false };
    }),
    run: starts ? payments(file) : undefined,
  };
}

/** The payments of a run, each as JSON, and portions of the other events. */
const payments = ({ lines, news }: MatchedFile) => ({
  lines: lines.map(({ entry }) => entry.line),
  payments: lines.map((line) => JSON.stringify(paymentOf(line, line.entry.rest))),
  news: inPortions(news),
});

type OpenArgs = {
  fingerprint: string;
  failures: { line: number; reason: string }[];
};

/**
 * Portions of the rows of open lines, and of the further names of payments. A line with too little data
 * is identified by its position in the file.
 */
const open = ({ lines }: MatchedFile, { fingerprint: file, failures }: OpenArgs) => ({
  rows: inPortions(
    openLines(lines, failures).map(({ fingerprint, ...line }) => ({
      ...line,
      fingerprint: fingerprint ?? `line ${file} ${line.line}`,
    })),
  ),
  names: furtherNames(lines),
});

const line = ({ lines }: MatchedFile, { line: wanted }: { line: number }) =>
  lines.find(({ entry }) => entry.line === wanted);

/** Results computed from a matched file, by name, since a function can't be passed to a thread. */
const VIEWS = { preview, choice, payments, open, line };
export type View = keyof typeof VIEWS;
export type Args<V extends View> = Parameters<(typeof VIEWS)[V]>[1];
export type Seen<V extends View> = ReturnType<(typeof VIEWS)[V]>;

export type LookupTask = { kind: 'lookup'; entries: string; agreements: readonly Agreement[] };
export type ViewTask<V extends View = View> = {
  kind: 'view';
  entries: string;
  register: Register;
  options: MatchOptions;
  view: V;
  args: Args<V>;
};
export type Task = LookupTask | ViewTask;
export type Done<T extends Task> = T extends ViewTask<infer V> ? Seen<V> : LookupText;

/** Does a part of the matching, here or in a thread. */
export function doTask<T extends Task>(task: T): Done<T> {
  const entries: BankEntry[] = JSON.parse(task.entries);
  if (task.kind === 'lookup') return lookupText(lookupOf(entries, task.agreements)) as Done<T>;
  const { known, names } = readRegister(task.register);
  const file: MatchedFile = { ...matchFile(entries, known, task.options), names };
  return (VIEWS[task.view] as (of: MatchedFile, args: unknown) => Done<T>)(file, task.args);
}
