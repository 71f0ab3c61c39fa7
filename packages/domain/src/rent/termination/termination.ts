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
} from '../../base/calendar.ts';
import { type BasisPoints, type Cents, formatMoney, portion, ratio, sum } from '../../base/money.ts';
import { isDepositAboveLimit } from '../../lease/contract.ts';
import { type PenaltyWaiver, waiverWords } from '../../lease/penalty.ts';
import {
  type ExtraValue,
  type IncludedTax,
  type InvoiceLine,
  isFeeByDays,
  livedDays,
  rentLine,
  STANDING,
  signedExtra,
} from '../invoice.ts';
import { lateCharges, oldChargesOf } from '../late/late-charges.ts';
import { LEASE_TAX_LINE, leaseTaxLine, taxedExtras, withinRent } from '../lease-tax.ts';
import type { LeaseTax } from '../lease-tax-rule.ts';
import { type ChargedTax, chargedTax, type TaxDifference, taxDifference } from './termination-tax.ts';

/** A line of the termination sheet: what the tenant owes is positive, what the tenant gets back negative. */
export type SheetLine = {
  kind: 'RENT' | 'FEE' | 'LEASE_TAX' | 'INVOICE' | 'LATE' | 'PENALTY' | 'EXTRA' | 'DEPOSIT';
  name: string;
  note?: string;
  amount: Cents;
  /** EXTRA: the extra value that waited. */
  source_id?: number;
  /** Invoice lines of the amount; they add up to `amount`. */
  parts: SheetPart[];
};

/** A pending invoice that enters the sheet: the last invoice takes its place. */
export type OpenInvoice = {
  reference: Reference;
  due_date: CalendarDate;
  price: Cents;
  fees: Cents;
  lines: readonly InvoiceLine[];
};

/** A paid month: its rent, less the agency's fee, was passed on to the owners. */
type PaidInvoice = {
  reference: Reference;
  price: Cents;
  /** Rent received; absent: all of it. */
  received?: Cents;
  /** Part of the rent that a waiting extra value still charges. */
  carried?: Cents;
  /** The rate of the administration fee on it; absent: no fee. */
  fee_rate?: BasisPoints;
  /** Absent: the owners of today. */
  former?: Receivers;
  /** Its fee lines, each with what came in of it; absent: it charged none. */
  charged_fees?: readonly (FeeLine & { received: Cents })[];
  /** IBS and CBS that it charged; absent: none. */
  tax?: ChargedTax;
};

/** A fee of the property. */
type LastFee = { id: number; name: string; price: Cents; to_owner: boolean };

/** A fee line of an invoice. The open balance of an invoice keeps the name of a fee without its id. */
type FeeLine = Pick<InvoiceLine, 'name' | 'amount' | 'to_owner' | 'source_id' | 'whole'>;

/** Owners who received the rent of a month, each with the rent received. */
export type Receivers = readonly { client_id: number; share: number; name?: string }[];

/** `former`: owners who received a month that the property's owners of today did not; they give their part back. */
export type SheetPart = InvoiceLine & { former?: Receivers };

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
  /** The day the sheet is made: charges of late invoices count to it. */
  made: CalendarDate;
  /** The first reference that may be charged: the sheet includes every month from it on that no invoice charged. */
  chargedFrom: Reference;
  /** Months whose invoice a debt agreement took in: its instalments charge them. */
  agreed?: readonly Reference[];
  /** Whether the month of leaving owes its rent by days; absent: as the contract says. */
  lastByDays?: boolean;
  /** Fees of the property: a month that no invoice charged owes them too. */
  fees?: readonly LastFee[];
  /** Ids of the fees that the month of leaving owes by the days lived in it. It owes any other fee in full. */
  feesByDays?: readonly number[];
  /** Pending invoices that the sheet settles. Closing withdraws those not yet due, so no later invoice can charge them. */
  open: readonly OpenInvoice[];
  /** Paid invoices. Only these count as charged: pending ones are settled by the sheet. */
  billed: readonly PaidInvoice[];
  /** As proposed or as edited. */
  penalty: { amount: Cents; note?: string; waiver?: PenaltyWaiver } | null;
  extras: readonly (Pick<ExtraValue, 'description' | 'amount' | 'type' | 'transfer' | 'stands_for'> & {
    id?: number;
    /** Absent: an expense. */
    influence?: ExtraValue['influence'] | undefined;
  })[];
  /** `amount` with the savings yield (Lei 8.245, art. 38, § 2º), as the user entered it; `original` as handed over. */
  deposit: { amount: Cents; original?: Cents; held_by: 'AGENCY' | 'OWNER' } | null;
  /** How rent is taxed that no invoice charged; absent: not at all. */
  taxed_by?: LeaseTax | null;
  /** The agency's setting for late charges. */
  late?: { fromBusinessDay?: boolean };
};

export type TerminationSheet = { on: CalendarDate; lines: SheetLine[]; total: Cents };

export function terminationSheet(input: Termination): TerminationSheet {
  const lines = [
    ...openLines(input),
    ...rentLines(input),
    ...feeLines(input),
    ...feeDifferences(input),
    ...penaltyLines(input),
    ...input.extras.map(extraLine),
    ...depositLines(input),
  ];
  return { on: input.on, lines, total: sum(lines.map((line) => line.amount)) };
}

type Extra = { influence?: ExtraValue['influence']; transfer: boolean; income?: boolean };

/** A line other than an invoice's rent: it becomes an extra value. `transfer`: credited or debited to the owner. */
const asExtra = (
  line: Omit<SheetLine, 'parts'>,
  { influence = 'EXPENSE', transfer, income }: Extra,
): SheetLine & { parts: [InvoiceLine] } => {
  const { name, note, amount } = line;
  return { ...line, parts: [{ kind: 'EXTRA', name, note, amount, influence, transfer, ...(income && { income }) }] };
};

const shown = (reference: Reference) => formatReference(shownReference(reference));

function openLines(input: Termination): SheetLine[] {
  const unlived = new Map<Reference, Cents>();
  return input.open.flatMap((invoice) => {
    const left = unlived.get(invoice.reference) ?? unlivedOf(input, invoice.reference);
    const off = Math.min(left, invoice.price + invoice.fees);
    unlived.set(invoice.reference, left - off);
    return invoiceLines(invoice, off, input);
  });
}

/** Part of the pending invoices of a month that comes off because it was not lived. */
function unlivedOf(input: Termination, month: Reference): Cents {
  if (month < monthsOf(input).leaving) return 0;
  const pending = prices(input.open.filter(({ reference }) => reference === month));
  const rent = Math.min(pending, Math.max(0, rentBeyond(input, month).excess));
  const tax = monthTax(input, month);
  return (
    rent +
    (tax?.mode === 'ON_TOP' ? taxesIn(tax.off) : 0) +
    sum(chargedFees(input, month).map((fee) => feeBeyond(input, fee, month).unpaid))
  );
}

/** @param unlived what comes off the invoice elsewhere in the sheet: it was never owed, so it bears no late charges. */
function invoiceLines(invoice: OpenInvoice, unlived: Cents, { made, late = {} }: Termination): SheetLine[] {
  const name = `Fatura ${shown(invoice.reference)}`;
  const amount = invoice.price + invoice.fees;
  const parts = invoice.lines.map((line) => (line.kind === 'RENT' ? line : { ...line, note: noted(line.note, name) }));
  const { days, fine, interest } = lateCharges(amount - unlived, invoice.due_date, made, {
    ...late,
    oldCharges: oldChargesOf(invoice.lines),
  });
  const charges = fine + interest;
  const line: SheetLine = { kind: 'INVOICE', name, amount, parts };
  return charges === 0 ? [line] : [line, lateLine(`${name}, ${daysText(days)} de atraso`, charges)];
}

const noted = (...notes: (string | undefined)[]) => notes.filter(Boolean).join(', ');

/** Divided as when an invoice is paid late, and taxed alike. */
function lateLine(note: string, amount: Cents): SheetLine {
  const line = { name: 'Multa e juros', note, amount };
  const part = { kind: 'EXTRA', influence: 'EXPENSE', transfer: false, late: true } as const;
  return { kind: 'LATE', ...line, parts: [{ ...part, ...line }] };
}

/**
 * Months lived that no invoice charged, and the month of leaving by its days, less the amounts already charged from it
 * on.
 */
function rentLines(input: Termination): SheetLine[] {
  const { chargedFrom } = input;
  const { leaving, charged, isWaived } = monthsOf(input);
  const last = charged.reduce(later<Reference>, leaving);
  const references: Reference[] = [];
  for (let month = chargedFrom < leaving ? chargedFrom : leaving; month <= last; month = addToReference(month, 1)) {
    // Of a month that an agreement took in, what is not paid is owed by its instalments, or by the balance that has returned.
    if (!isWaived(month) && (month >= leaving || !charged.includes(month))) references.push(month);
  }
  return references.flatMap((reference) => rentDifference(input, reference));
}

/** Rent that a month owes, the invoices that charged it, and what they charged beyond it: below zero when too little. */
function rentBeyond(input: Termination, reference: Reference) {
  const ofMonth = (invoice: { reference: Reference }) => invoice.reference === reference;
  const owed = livedRent(input, reference);
  const pending = input.open.filter(ofMonth);
  const paid = input.billed.filter(ofMonth);
  const already = prices(pending) + prices(paid);
  return { owed, pending, paid, already, excess: already - owed.amount };
}

function monthsOf({ on, agreed = [], open, billed }: Termination) {
  return {
    /** The reference of the month of leaving. */
    leaving: leavingMonth(on),
    charged: [...open, ...billed].map(({ reference }) => reference),
    /** Nothing of the month is owed in the sheet. */
    isWaived: (month: Reference) => agreed.includes(month),
  };
}

/** Fees of the months lived that no invoice charged; charged months keep theirs. */
function feeLines(input: Termination): SheetLine[] {
  const { chargedFrom, fees = [] } = input;
  const { leaving, charged, isWaived } = monthsOf(input);
  const lines: SheetLine[] = [];
  for (let month = chargedFrom; month <= leaving; month = addToReference(month, 1)) {
    if (charged.includes(month) || isWaived(month)) continue;
    lines.push(
      ...fees.map(({ id, name, price, to_owner }) => {
        const owed = owedFee(input, { id, name, price }, month);
        const line = { kind: 'FEE' as const, name, ...owed };
        const part = { ...line, to_owner, source_id: id };
        const after = month === leaving && !to_owner ? price - owed.amount : 0;
        if (after === 0) return { ...line, parts: [part] };
        return {
          ...line,
          parts: [{ ...part, note: wholeMonth(month), amount: price }, ofOwner(name, owed.note, after)],
        };
      }),
    );
  }
  return lines.filter(({ amount }) => amount !== 0);
}

const wholeMonth = (month: Reference) => `mês inteiro, ${formatShortMonth(shownReference(month))}`;

/**
 * The part of a fee held for a third party that falls after the lease. The owner bears it (Lei 8.245, arts. 22 and 23),
 * and the third party gets its whole month.
 */
const ofOwner = (fee: string, note: string, amount: Cents): InvoiceLine => ({
  ...{ kind: 'EXTRA', name: `${fee}, além da saída`, note, amount: -amount, influence: 'EXPENSE', transfer: true },
});

/** Amount of a fee for a month: nothing for a month without a lived day, and by days in a month lived in part. */
function owedFee(
  input: Termination,
  { id, name, price }: { id?: number | undefined; name: string; price: Cents },
  month: Reference,
): { note: string; amount: Cents } {
  const { contract, on, feesByDays = [] } = input;
  const shown = formatShortMonth(shownReference(month));
  const { days, of } = livedDays({ ...contract, end_date: on, ends_at_term: true }, month);
  const isLast = month === monthsOf(input).leaving;
  const byDays = isLast ? id !== undefined && feesByDays.includes(id) : isFeeByDays(name, contract);
  if (days === of || (days > 0 && !byDays)) return { note: wholeMonth(month), amount: price };
  return { note: `${days} de ${of} dias, ${shown}`, amount: ratio(price, days, of) };
}

/** A fee as invoices of a month charged it: on pending ones, on paid ones, and the amount received on the latter. */
type ChargedFee = {
  id?: number | undefined;
  name: string;
  to_owner: boolean;
  /** The price of the whole month. */
  whole: Cents;
  pending: Cents;
  paid: Cents;
  received: Cents;
};

/** The fees that invoices of a month charged; an open balance counts together with the invoice that left it. */
export function chargedFees({ open, billed }: Pick<Termination, 'open' | 'billed'>, month: Reference): ChargedFee[] {
  const ofMonth = ({ reference }: { reference: Reference }) => reference === month;
  const lines = [
    ...billed
      .filter(ofMonth)
      .flatMap(({ charged_fees = [] }) => charged_fees.map((line) => ({ ...line, pending: 0, paid: line.amount }))),
    ...open
      .filter(ofMonth)
      .flatMap((invoice) => invoice.lines.filter(({ kind }) => kind === 'FEE'))
      .map((line) => ({ ...line, pending: line.amount, paid: 0, received: 0 })),
  ];
  const fees: ChargedFee[] = [];
  // Lines with an id first: a balance has only the names.
  for (const { source_id: id, name, to_owner = false, whole, pending, paid, received } of [
    ...lines.filter(({ source_id }) => source_id !== undefined),
    ...lines.filter(({ source_id }) => source_id === undefined),
  ]) {
    const same = fees.find((fee) => (id === undefined ? fee.name === name : fee.id === id));
    if (!same) {
      fees.push({ id, name, to_owner, whole: whole ?? pending + paid, pending, paid, received });
      continue;
    }
    if (whole === undefined) same.whole += pending + paid;
    same.pending += pending;
    same.paid += paid;
    same.received += received;
  }
  return fees;
}

/** Fees charged for the month of leaving and later ones beyond what those months owe, handled like the rent. */
function feeDifferences(input: Termination): SheetLine[] {
  const { leaving, charged } = monthsOf(input);
  const last = charged.reduce(later<Reference>, leaving);
  const lines: SheetLine[] = [];
  for (let month = leaving; month <= last; month = addToReference(month, 1))
    lines.push(...chargedFees(input, month).flatMap((fee) => feeDifference(input, fee, month)));
  return lines;
}

/** What was charged of a fee beyond what its month owes: the part not paid, and the part that goes back. */
function feeBeyond(input: Termination, { id, name, whole, pending, paid, received }: ChargedFee, month: Reference) {
  const owed = owedFee(input, { id, name, price: whole }, month);
  const excess = Math.max(0, pending + paid - owed.amount);
  const unpaid = Math.min(excess, pending);
  const { back } = receivedBeyond({ charged: paid, received, excess: excess - unpaid });
  return { note: owed.note, unpaid, back };
}

function feeDifference(input: Termination, fee: ChargedFee, month: Reference): SheetLine[] {
  const { id, to_owner, pending, paid } = fee;
  const { unpaid, back, ...owed } = feeBeyond(input, fee, month);
  const name = `${fee.name}, além da saída`;
  const note = noted(owed.note, `já cobrado ${formatMoney(pending + paid)}`);
  const parts: InvoiceLine[] = [
    to_owner
      ? { kind: 'FEE', name, note, amount: -unpaid, to_owner, ...(id !== undefined && { source_id: id }) }
      : ofOwner(fee.name, note, unpaid),
    ofOwner(fee.name, note, back),
  ];
  return parts
    .filter(({ amount }) => amount !== 0)
    .map((part) => ({ kind: 'FEE', name, note, amount: part.amount, parts: [part] }));
}

type Leaving = Pick<Termination, 'contract' | 'on' | 'lastByDays'>;

const leavingMonth = (on: CalendarDate): Reference => addToReference(referenceOf(on), 1);

function livedRent({ contract, on, lastByDays }: Leaving, reference: Reference): InvoiceLine {
  const isLast = reference === leavingMonth(on);
  const prorate = isLast ? (lastByDays ?? contract.prorate) : contract.prorate;
  const lived = { ...contract, prorate, end_date: on, ends_at_term: true };
  // Contracts that charge whole months still charge no month without lived days.
  return rentLine(livedDays(lived, reference).days > 0 ? lived : { ...lived, prorate: true }, reference);
}

/** The rent of the month of leaving: whole, and by its days. */
export const lastRent = (leaving: Omit<Leaving, 'lastByDays'>): { whole: Cents; by_days: Cents } => {
  const of = (lastByDays: boolean) => livedRent({ ...leaving, lastByDays }, leavingMonth(leaving.on)).amount;
  return { whole: of(false), by_days: of(true) };
};

const prices = (invoices: readonly { price: Cents }[]) => sum(invoices.map(({ price }) => price));

const taxesIn = (taxes: readonly { amount: Cents }[]) => sum(taxes.map(({ amount }) => amount));

/** IBS and CBS of the rent that a month owes, less what its invoices charged. */
function monthTax(input: Termination, reference: Reference): TaxDifference | null {
  const { owed, pending, paid, excess } = rentBeyond(input, reference);
  const charged = {
    pending: pending.flatMap(({ lines }) => taxOfOpen(lines) ?? []),
    paid: paid.flatMap(({ tax }) => tax ?? []),
  };
  return taxDifference({ rent: owed.amount, difference: -excess }, charged, input.taxed_by ?? null);
}

function taxOfOpen(lines: readonly InvoiceLine[]): ChargedTax | undefined {
  const by = lines.find(({ taxed_by }) => taxed_by)?.taxed_by;
  return by && chargedTax(lines, taxedExtras(lines, by));
}

/** Tax beside the rent: what a month still owes, what comes off a pending invoice, and what its owner gives back. */
function taxLines(tax: TaxDifference, note: string): SheetLine[] {
  if (tax.mode === 'INCLUDED') return [];
  const less = { kind: 'LEASE_TAX', name: `${LEASE_TAX_LINE} de aluguel cobrado além da saída`, note } as const;
  return [
    ...tax.more.map((one): SheetLine => {
      const part = leaseTaxLine(one);
      const said = { name: part.name, note: noted(part.note, note), amount: part.amount };
      return { kind: 'LEASE_TAX', ...said, parts: [{ ...part, ...said }] };
    }),
    ...tax.off.map(({ client_id, amount }): SheetLine => {
      return { ...less, amount: -amount, parts: [{ ...less, amount: -amount, client_id }] };
    }),
    ...tax.back.map(({ client_id, name, amount }): SheetLine => {
      const part: SheetPart = {
        ...{ ...less, kind: 'EXTRA', amount: -amount, influence: 'EXPENSE', transfer: true, tax_back: true },
        ...{ included: [within({ client_id, amount }, amount)], former: [{ client_id, name, share: 1 }] },
      };
      return { ...less, amount: -amount, parts: [part] };
    }),
  ];
}

const within = ({ client_id, amount }: { client_id: number; amount: Cents }, of: Cents): IncludedTax => ({
  ...{ client_id, amount, of, lease_tax: { base: 0, ibs: 0, cbs: amount } },
});

function rentDifference(input: Termination, reference: Reference): SheetLine[] {
  const { owed, pending, paid, already, excess } = rentBeyond(input, reference);
  if (excess === 0) return [];
  const note = already > 0 ? noted(owed.note, `já cobrado ${formatMoney(already)}`) : owed.note;
  const tax = monthTax(input, reference);
  const beside = tax ? taxLines(tax, formatShortMonth(shownReference(reference))) : [];
  const included = tax?.mode === 'INCLUDED' ? tax : null;
  if (excess < 0) {
    const { name } = owed;
    const amount = -excess;
    const rent: InvoiceLine = { kind: 'RENT', name, note, amount };
    const part = included && included.more.length > 0 ? withinRent(rent, included.more, amount) : rent;
    const taxed_by = tax ? (input.taxed_by ?? undefined) : undefined;
    return [
      { kind: 'RENT', name, note: part.note, amount, parts: [{ ...part, ...(taxed_by && { taxed_by }) }] },
      ...beside,
    ];
  }
  const name = `Aluguel cobrado além da saída, ${formatShortMonth(shownReference(reference))}`;
  // Rent not received yet comes off first: no owner and no fee had a part of it.
  const unpaid = Math.min(excess, prices(pending) + sum(paid.map(({ carried = 0 }) => carried)));
  const part = { kind: 'EXTRA', name, influence: 'EXPENSE' } as const;
  const lines: SheetPart[][] = [
    [
      {
        ...{ ...part, note, amount: -unpaid, influence: 'RENT', transfer: true },
        ...(included && included.off.length > 0 && { included: included.off.map((one) => within(one, unpaid)) }),
      },
    ],
    ...givenBack(paid, excess - unpaid, included?.back).map(({ owners, agency, former, taxes }): SheetPart[] => [
      {
        ...{ ...part, note: noted(note, 'parte do proprietário'), amount: -owners, transfer: true, income: true },
        ...(former && { former }),
        ...(taxes.length > 0 && { included: taxes.map((one) => within(one, owners)) }),
      },
      {
        ...{ ...part, note: noted(note, 'parte da imobiliária'), amount: -agency, transfer: false, income: true },
        ...(former && { former }),
      },
    ]),
  ];
  const rents = lines
    .map((parts) => parts.filter(({ amount }) => amount !== 0))
    .filter((parts) => parts.length > 0)
    .map((parts): SheetLine => ({ kind: 'RENT', name, note, amount: taxesIn(parts), parts }));
  return [...rents, ...beside];
}

/**
 * Refund of paid months, at most the amount received: owners return their part and the agency its fee, of which the tax
 * within the rent was no base. The tax is that of the first of them, since a month has one payment as a rule.
 */
function givenBack(paid: readonly PaidInvoice[], wanted: Cents, within: TaxDifference['back'] = []) {
  let left = wanted;
  let taxes = within;
  const returned: {
    owners: Cents;
    agency: Cents;
    former: Receivers | undefined;
    taxes: TaxDifference['back'];
  }[] = [];
  for (const { price, carried = 0, received = price, fee_rate = 0, former } of paid) {
    const charged = price - carried;
    const { back, taken } = receivedBeyond({ charged, received: Math.min(received, charged), excess: left });
    left -= taken;
    const agency = portion(Math.max(0, back - taxesIn(taxes)), fee_rate);
    const same = returned.find((one) => one.former === former);
    if (!same) {
      returned.push({ owners: back - agency, agency, former, taxes });
      if (back > 0) taxes = [];
      continue;
    }
    same.owners += back - agency;
    same.agency += agency;
  }
  return returned;
}

/** `taken`: part of `excess` that comes off the charge; `back`: what was received beyond the part still charged. */
function receivedBeyond({ charged, received, excess }: { charged: Cents; received: Cents; excess: Cents }) {
  const taken = Math.min(excess, charged);
  return { taken, back: Math.min(taken, Math.max(0, received - (charged - taken))) };
}

function penaltyLines({ penalty }: Termination): SheetLine[] {
  if (!penalty) return [];
  const { amount, note, waiver } = penalty;
  const name = 'Multa por rescisão antecipada';
  if (waiver) return [{ kind: 'PENALTY', name, note: `dispensada: ${waiverWords(waiver)}`, amount: 0, parts: [] }];
  return amount === 0 ? [] : [asExtra({ kind: 'PENALTY', name, note, amount }, { transfer: true, income: true })];
}

function extraLine(extra: Termination['extras'][number]): SheetLine {
  const { influence = 'EXPENSE', transfer, stands_for } = extra;
  const line = { kind: 'EXTRA', name: extra.description, amount: signedExtra(extra) } as const;
  const { parts, ...rest } = asExtra(line, { influence, transfer });
  return {
    ...{ ...rest, parts: parts.map((part) => ({ ...part, ...(stands_for && STANDING[stands_for]) })) },
    ...(extra.id !== undefined && { source_id: extra.id }),
  };
}

function depositLines({ deposit, contract }: Termination): SheetLine[] {
  if (!deposit || deposit.amount === 0) return [];
  const { amount, original, held_by } = deposit;
  const note = original === undefined ? undefined : depositNote(original, contract.price);
  const line = { kind: 'DEPOSIT', name: 'Devolução da caução', note, amount: -amount } as const;
  const { parts, ...rest } = asExtra(line, { transfer: held_by === 'OWNER' });
  return [{ ...rest, parts: held_by === 'OWNER' ? parts : parts.map((part) => ({ ...part, deposit: true })) }];
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

const share = (parts: readonly InvoiceLine[], isOf: (part: InvoiceLine) => boolean | undefined) =>
  0 - sum(parts.filter(isOf).map((part) => part.amount));

const isOfOwners = ({ kind, transfer, to_owner }: InvoiceLine) =>
  kind === 'LEASE_TAX' || (kind === 'FEE' ? to_owner : transfer);

/** A line that only takes something off a pending invoice, which the last invoice replaces. */
export const isAbatement = ({ kind, amount, parts }: SheetLine) =>
  amount < 0 &&
  kind !== 'EXTRA' &&
  parts.every((part) => part.kind === 'FEE' || part.kind === 'LEASE_TAX' || part.influence === 'RENT');

/** Payers of a refund: the owners' part, the agency's, and that of a deposit the agency holds. */
export function payersOf(parts: readonly InvoiceLine[]): { owners: Cents; agency: Cents; deposit: Cents } {
  return {
    owners: share(parts, isOfOwners),
    deposit: share(parts, ({ deposit }) => deposit),
    agency: share(parts, (part) => !isOfOwners(part) && !part.deposit),
  };
}

/** The tenant's own money that pays a refund: a deposit held by the agency, and overpaid amounts. */
export const HELD_BY_AGENCY = 'dinheiro do inquilino em poder da imobiliária';

/**
 * Payers of a line: `inquilino`, `proprietário`, `proprietário R$ 1.350,00 e imobiliária R$ 150,00`; undefined: nothing
 * is paid.
 */
export function payerWords(line: SheetLine): string | undefined {
  const { kind, amount, parts } = line;
  if (amount === 0) return undefined;
  if (amount > 0) return 'inquilino';
  if (isAbatement(line)) return 'abatido da fatura em aberto';
  const { owners, agency, deposit } = payersOf(parts);
  const payers: [string, Cents][] = [
    [kind === 'DEPOSIT' ? 'proprietário, que está com a caução' : 'proprietário', owners],
    ['imobiliária', agency],
    [kind === 'DEPOSIT' ? 'caução em poder da imobiliária' : HELD_BY_AGENCY, deposit],
  ];
  const paying = payers.filter(([, part]) => part !== 0);
  if (paying.length === 1) return paying[0]?.[0];
  return paying.map(([name, part]) => `${name} ${formatMoney(part)}`).join(' e ');
}
