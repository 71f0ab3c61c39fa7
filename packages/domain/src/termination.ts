import {
  addToReference,
  type CalendarDate,
  daysText,
  formatReference,
  formatShortMonth,
  later,
  type Reference,
  referenceOf,
  shownReference,
} from './calendar.ts';
import { isDepositAboveLimit } from './contract.ts';
import { type ExtraValue, type InvoiceLine, livedDays, rentLine, signedExtra } from './invoice.ts';
import { lateCharges } from './late-charges.ts';
import { type BasisPoints, type Cents, formatMoney, portion, sum } from './money.ts';
import { type PenaltyWaiver, waiverWords } from './penalty.ts';

/** A line of the termination sheet: what the tenant owes is positive, what the tenant gets back negative. */
export type SheetLine = {
  kind: 'RENT' | 'INVOICE' | 'LATE' | 'PENALTY' | 'EXTRA' | 'DEPOSIT';
  name: string;
  note?: string;
  amount: Cents;
  /** What it is in an invoice; they add up to `amount`. */
  parts: InvoiceLine[];
};

/** A pending invoice that enters the sheet: the last invoice takes its place. */
export type OpenInvoice = {
  reference: Reference;
  due_date: CalendarDate;
  price: Cents;
  fees: Cents;
  lines: readonly InvoiceLine[];
};

export type Termination = {
  contract: {
    start_date: CalendarDate;
    current_price: Cents;
    discount: Cents;
    prorate: boolean;
    /** The rent agreed at signing. */
    price: Cents;
  };
  /** The last day the tenant has the property. */
  on: CalendarDate;
  /** The first reference that billing has not dealt with: what somebody deleted before it does not come back. */
  unbilledFrom: Reference;
  /** Pending invoices that are settled here. Closing withdraws those not yet due, so they belong here or nowhere. */
  open: readonly OpenInvoice[];
  /** The rent of every other invoice that stands: paid, or due and left to be paid on its own. */
  billed: readonly { reference: Reference; price: Cents }[];
  /** As proposed or as edited. */
  penalty: { amount: Cents; note?: string; waiver?: PenaltyWaiver } | null;
  extras: readonly Pick<ExtraValue, 'description' | 'amount' | 'type' | 'transfer'>[];
  /** `amount` with what savings yielded (Lei 8.245, art. 38, § 2º), as the person found it; `original` as handed over. */
  deposit: { amount: Cents; original?: Cents; held_by: 'AGENCY' | 'OWNER' } | null;
  /** The agency's settings for late charges. */
  late?: { fromBusinessDay?: boolean; toOwner?: BasisPoints };
};

export type TerminationSheet = { on: CalendarDate; lines: SheetLine[]; total: Cents };

export function terminationSheet(input: Termination): TerminationSheet {
  const lines = [
    ...input.open.flatMap((invoice) => invoiceLines(invoice, input)),
    ...rentLines(input),
    ...penaltyLines(input),
    ...input.extras.map(extraLine),
    ...depositLines(input),
  ];
  return { on: input.on, lines, total: sum(lines.map((line) => line.amount)) };
}

type Extra = { influence?: ExtraValue['influence']; transfer: boolean };

/** A line that is no rent of an invoice: it becomes an extra value. `transfer`: the owner gets it, or bears it. */
const asExtra = (
  line: Omit<SheetLine, 'parts'>,
  { influence = 'EXPENSE', transfer }: Extra,
): SheetLine & { parts: [InvoiceLine] } => {
  const { name, note, amount } = line;
  return { ...line, parts: [{ kind: 'EXTRA', name, note, amount, influence, transfer }] };
};

const shown = (reference: Reference) => formatReference(shownReference(reference));

function invoiceLines(invoice: OpenInvoice, { on, late = {} }: Termination): SheetLine[] {
  const name = `Fatura ${shown(invoice.reference)}`;
  const amount = invoice.price + invoice.fees;
  const parts = invoice.lines.map((line) => (line.kind === 'RENT' ? line : { ...line, note: noted(line.note, name) }));
  const { days, fine, interest } = lateCharges(amount, invoice.due_date, on, late);
  const charges = fine + interest;
  const line: SheetLine = { kind: 'INVOICE', name, amount, parts };
  return charges === 0 ? [line] : [line, lateLine(`${name}, ${daysText(days)} de atraso`, charges, late.toOwner)];
}

const noted = (...notes: (string | undefined)[]) => notes.filter(Boolean).join(', ');

/** The agency's share stays with it, as when an invoice is paid late. */
function lateLine(note: string, amount: Cents, toOwner: BasisPoints = 10_000): SheetLine {
  const part = { kind: 'EXTRA', name: 'Multa e juros', note, influence: 'EXPENSE' } as const;
  const owners = portion(amount, toOwner);
  const parts = [
    { ...part, amount: owners, transfer: true },
    { ...part, amount: amount - owners, transfer: false },
  ];
  return { kind: 'LATE', name: part.name, note, amount, parts: parts.filter((one) => one.amount !== 0) };
}

/** Months lived that no invoice charged, and the month of leaving by its days, less what was charged from it on. */
function rentLines({ contract, on, unbilledFrom, open, billed }: Termination): SheetLine[] {
  const invoices = [...open, ...billed];
  const leaving = addToReference(referenceOf(on), 1);
  const charged = invoices.map(({ reference }) => reference);
  const last = charged.reduce(later<Reference>, leaving);
  const references: Reference[] = [];
  for (let month = unbilledFrom < leaving ? unbilledFrom : leaving; month <= last; month = addToReference(month, 1)) {
    if (month >= leaving || !charged.includes(month)) references.push(month);
  }
  return references.flatMap((reference) => {
    const already = sum(invoices.filter((invoice) => invoice.reference === reference).map((invoice) => invoice.price));
    return rentDifference(livedRent(contract, on, reference), already, reference);
  });
}

function livedRent(contract: Termination['contract'], on: CalendarDate, reference: Reference): InvoiceLine {
  const lived = { ...contract, end_date: on };
  // Whoever charges whole months still charges none that nobody lived.
  return rentLine(livedDays(lived, reference).days > 0 ? lived : { ...lived, prorate: true }, reference);
}

function rentDifference(owed: InvoiceLine, already: Cents, reference: Reference): SheetLine[] {
  const amount = owed.amount - already;
  if (amount === 0) return [];
  const note = already > 0 ? noted(owed.note, `já cobrado ${formatMoney(already)}`) : owed.note;
  if (amount > 0) {
    const { name } = owed;
    return [{ kind: 'RENT', name, note, amount, parts: [{ kind: 'RENT', name, note, amount }] }];
  }
  const name = `Aluguel cobrado além da saída, ${formatShortMonth(shownReference(reference))}`;
  return [asExtra({ kind: 'RENT', name, note, amount }, { influence: 'RENT', transfer: true })];
}

function penaltyLines({ penalty }: Termination): SheetLine[] {
  if (!penalty) return [];
  const { amount, note, waiver } = penalty;
  const name = 'Multa por rescisão antecipada';
  if (waiver) return [{ kind: 'PENALTY', name, note: `dispensada: ${waiverWords(waiver)}`, amount: 0, parts: [] }];
  return amount === 0 ? [] : [asExtra({ kind: 'PENALTY', name, note, amount }, { transfer: true })];
}

const extraLine = (extra: Termination['extras'][number]): SheetLine =>
  asExtra({ kind: 'EXTRA', name: extra.description, amount: signedExtra(extra) }, { transfer: extra.transfer });

function depositLines({ deposit, contract }: Termination): SheetLine[] {
  if (!deposit || deposit.amount === 0) return [];
  const { amount, original, held_by } = deposit;
  const note = original === undefined ? undefined : depositNote(original, contract.price);
  const line = { kind: 'DEPOSIT', name: 'Devolução da caução', note, amount: -amount } as const;
  return [asExtra(line, { transfer: held_by === 'OWNER' })];
}

function depositNote(original: Cents, price: Cents): string {
  const limit = isDepositAboveLimit(original, price) ? 'acima de três aluguéis (Lei 8.245, art. 38, § 2º)' : undefined;
  return noted(`depositada: ${formatMoney(original)}`, limit);
}

/** `O inquilino deve R$ 1.234,56`, `A devolver ao inquilino: R$ 1.234,56`, `Nada a pagar` */
export function totalWords(total: Cents): string {
  if (total === 0) return 'Nada a pagar';
  return total > 0 ? `O inquilino deve ${formatMoney(total)}` : `A devolver ao inquilino: ${formatMoney(-total)}`;
}
