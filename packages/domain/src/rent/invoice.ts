import {
  addDays,
  addMonths,
  addToReference,
  type CalendarDate,
  daysBetween,
  daysInMonth,
  dueDateIn,
  earlier,
  firstDay,
  formatShortMonth,
  lastDay,
  later,
  type Reference,
  referenceOf,
  shownReference,
} from '../base/calendar.ts';
import { lifeCycle, refuse, type StateOf, to } from '../base/life-cycle.ts';
import { type Cents, ratio, sum } from '../base/money.ts';
import type { ContractStatus } from '../lease/contract.ts';
import { chargedUntil, type LeaseTerm } from '../lease/lease-term.ts';
import type { LeaseTax } from './lease-tax-rule.ts';

/**
 * Life of an invoice. BALANCE: what is open of one that was paid in part, PART_PAID. INSTALMENT: of a debt agreement.
 * REPLACED: its debt is in another invoice, since an agreement took it in, or the agreement whose instalment it was is
 * undone. REMOVED: deleted, or withdrawn by the end of its contract. `endLease` closes the contract now, `makeSheet` with a
 * termination sheet, and `removeLease` deletes it. Doors and effects of each cell are driven by `invoices.matrix.test.ts`.
 */
export const invoiceLife = lifeCycle({
  PENDING: {
    pay: to('PAID', 'payOwners', 'post'),
    payPartly: to('PART_PAID', 'payOwners', 'post', 'issueBalance'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: to('REMOVED', 'releaseExtras'),
    replace: to('REPLACED'),
    undoAgreement: refuse('DEBT_AGREEMENT_STATE'),
    endLease: to('REMOVED', 'releaseExtras'),
    makeSheet: to('REMOVED', 'releaseExtras'),
    removeLease: to('REMOVED', 'releaseExtras'),
    issueBoleto: to('PENDING', 'issueBoleto'),
    pause: to('PENDING', 'pause'),
  },
  BALANCE: {
    pay: to('PAID', 'payOwners', 'post'),
    payPartly: to('PART_PAID', 'payOwners', 'post', 'issueBalance'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: refuse('BALANCE_NOT_DELETED'),
    replace: to('REPLACED'),
    undoAgreement: refuse('DEBT_AGREEMENT_STATE'),
    endLease: to('BALANCE'),
    makeSheet: to('REMOVED'),
    removeLease: refuse('PROPOSAL_HAS_MONEY'),
    issueBoleto: to('BALANCE', 'issueBoleto'),
    pause: to('BALANCE', 'pause'),
  },
  INSTALMENT: {
    pay: to('PAID', 'payOwners', 'post'),
    payPartly: to('PART_PAID', 'payOwners', 'post', 'issueBalance'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: refuse('INSTALMENT_NOT_DELETED'),
    replace: refuse('DEBT_UNFIT'),
    undoAgreement: to('REPLACED'),
    endLease: to('INSTALMENT'),
    makeSheet: to('INSTALMENT'),
    removeLease: refuse('PROPOSAL_HAS_MONEY'),
    issueBoleto: to('INSTALMENT', 'issueBoleto'),
    pause: to('INSTALMENT', 'pause'),
  },
  PAID: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    refund: to('PENDING', 'dropTransfers', 'reverse'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    replace: refuse('DEBT_CHANGED'),
    undoAgreement: refuse('DEBT_AGREEMENT_STATE'),
    endLease: to('PAID'),
    makeSheet: to('PAID'),
    removeLease: refuse('PROPOSAL_HAS_MONEY'),
    issueBoleto: refuse('INVOICE_NOT_OPEN'),
    pause: refuse('COLLECTION_INVOICE_NOT_FOUND'),
  },
  PART_PAID: {
    pay: refuse('INVOICE_ALREADY_PAID'),
    payPartly: refuse('INVOICE_ALREADY_PAID'),
    refund: to('PENDING', 'dropTransfers', 'reverse', 'dropBalance'),
    remove: refuse('INVOICE_PAID_NOT_DELETED'),
    replace: refuse('DEBT_CHANGED'),
    undoAgreement: refuse('DEBT_AGREEMENT_STATE'),
    endLease: to('PART_PAID'),
    makeSheet: to('PART_PAID', 'dropBalance'),
    removeLease: refuse('PROPOSAL_HAS_MONEY'),
    issueBoleto: refuse('INVOICE_NOT_OPEN'),
    pause: refuse('COLLECTION_INVOICE_NOT_FOUND'),
  },
  REPLACED: {
    pay: refuse('INVOICE_REPLACED'),
    payPartly: refuse('INVOICE_REPLACED'),
    refund: refuse('INVOICE_NOT_PAID'),
    remove: refuse('INVOICE_REPLACED'),
    replace: refuse('DEBT_CHANGED'),
    undoAgreement: to('PENDING'),
    endLease: to('REPLACED'),
    makeSheet: to('REPLACED'),
    removeLease: refuse('PROPOSAL_HAS_MONEY'),
    issueBoleto: refuse('INVOICE_NOT_OPEN'),
    pause: refuse('COLLECTION_INVOICE_NOT_FOUND'),
  },
  REMOVED: {
    pay: refuse('INVOICE_NOT_FOUND'),
    payPartly: refuse('INVOICE_NOT_FOUND'),
    refund: refuse('INVOICE_NOT_FOUND'),
    remove: refuse('INVOICE_NOT_FOUND'),
    replace: refuse('DEBT_CHANGED'),
    undoAgreement: refuse('DEBT_AGREEMENT_STATE'),
    endLease: to('REMOVED'),
    makeSheet: to('REMOVED'),
    removeLease: to('REMOVED'),
    issueBoleto: refuse('INVOICE_NOT_FOUND'),
    pause: refuse('COLLECTION_INVOICE_NOT_FOUND'),
  },
});
export type InvoiceState = StateOf<typeof invoiceLife>;

/** As the column has it: balances and instalments are invoices of these states. */
export type InvoiceStatus = Extract<InvoiceState, 'PENDING' | 'PAID' | 'REPLACED'>;

/** The state of an invoice in its life. */
export function invoiceStateOf(invoice: {
  status: InvoiceStatus;
  balance_of?: number | null;
  debt_agreement_id: number | null;
  rest_fate?: string | null;
  deleted_at?: unknown;
}): InvoiceState {
  if (invoice.deleted_at) return 'REMOVED';
  if (invoice.status === 'REPLACED') return 'REPLACED';
  if (invoice.status === 'PAID') return invoice.rest_fate === 'OPEN_BALANCE' ? 'PART_PAID' : 'PAID';
  if (invoice.balance_of) return 'BALANCE';
  return invoice.debt_agreement_id === null ? 'PENDING' : 'INSTALMENT';
}

/** A deduction or an increase agreed with the tenant or the owner; used once. */
export type ExtraValue = {
  id: number;
  description: string;
  /** Always positive: `type` gives the direction. */
  amount: Cents;
  type: 'CREDIT' | 'DEBIT';
  /** RENT: part of the base of the administration fee. */
  influence: 'RENT' | 'EXPENSE';
  /** Goes on the tenant's next invoice. */
  boleto: boolean;
  /** Goes on the owner's next transfer. */
  transfer: boolean;
  /** An instalment waits for the invoice of this month; absent: the next one takes it. */
  from_reference?: Reference | null;
  /**
   * Origin of a carried-over amount: rent, fees held for a third party, late charges, or money of the tenant held by the
   * agency. Null or absent: an extra value proper, or one that needs no mark.
   */
  stands_for?: 'RENT' | 'HELD' | 'LATE' | 'DEPOSIT' | null;
};

/** Charge with its explanation, kept as issued. */
export type InvoiceLine = {
  /**
   * TAX: income tax of an owner, withheld by the tenant; below zero. LEASE_TAX: IBS and CBS of an owner, on top of the
   * rent.
   */
  kind: 'RENT' | 'FEE' | 'EXTRA' | 'TAX' | 'LEASE_TAX';
  name: string;
  /** The small grey word beside the name. */
  note?: string;
  /** An extra value is signed: DEBIT +, CREDIT −. */
  amount: Cents;
  /** FEE: passed on to the owner instead of being held for a third party. */
  to_owner?: boolean;
  influence?: ExtraValue['influence'];
  /** EXTRA: also enters the owner's transfer. */
  transfer?: boolean;
  /** EXTRA: paid from a deposit that the agency holds for the tenant, or from an overpaid invoice. */
  deposit?: boolean;
  /** EXTRA: rent of an invoice that was paid in part, which charged IBS and CBS of all its rent. */
  carried?: boolean;
  /** EXTRA: fine or interest of an invoice that was paid in part. */
  late?: boolean;
  /** EXTRA: a fee held for a third party, of an invoice that was paid in part. */
  held?: boolean;
  /**
   * EXTRA: part of the owners' income beside the rent, such as a penalty, or rent given back. A line of it that isn't
   * passed on to the owners is the agency's fee on that income.
   */
  income?: boolean;
  /** FEE: the price of its whole month, where the line charges the days lived. */
  whole?: Cents;
  /** Id of the property's fee or of the extra value. */
  source_id?: number;
  /** TAX and LEASE_TAX: the owner who is taxed, and how the tax came about. */
  client_id?: number;
  tax?: TaxFigures;
  lease_tax?: LeaseTaxFigures;
  /** RENT, and an EXTRA that takes rent off: IBS and CBS of owners that are part of the amount. */
  included?: IncludedTax[];
  /** How the rent was taxed: on its line, or on the first of a balance without rent. */
  taxed_by?: LeaseTax;
  /** EXTRA: IBS and CBS of an invoice that go back to the tenant. */
  tax_back?: boolean;
  /** On an instalment of a debt agreement: the invoice that the line pays, and the index of its line, or a charge. */
  of_invoice?: number;
  of_line?: number | 'FINE' | 'INTEREST';
};

/** How IBS and CBS of an owner came about. */
export type LeaseTaxFigures = { base: Cents; ibs: Cents; cbs: Cents };

/** Tax of an owner within `of`, the whole rent of the line as it was issued: a part of the rent has its part of the tax. */
export type IncludedTax = { client_id: number; amount: Cents; of: Cents; lease_tax: LeaseTaxFigures };

/** How a withheld tax came about. `code`: the code of the DARF. */
export type TaxFigures = { code: '3208' | '9478'; gross: Cents; exclusions: Cents; base: Cents };

export type InvoiceFigures = { price: Cents; fees: Cents; lines: readonly InvoiceLine[] };

type Term = LeaseTerm & { start_date: CalendarDate };

/** DEBIT adds, CREDIT deducts, on the invoice and on the transfer alike. */
export function signedExtra(extra: Pick<ExtraValue, 'amount' | 'type'>): Cents {
  return extra.type === 'DEBIT' ? extra.amount : -extra.amount;
}

/** Days that an invoice charges of its month (the one before its reference), both ends of the contract counted. */
export function livedDays(contract: Term, reference: Reference): { days: number; of: number } {
  const month = shownReference(reference);
  const from = later(contract.start_date, firstDay(month));
  const to = earlier(chargedUntil(contract) ?? lastDay(month), lastDay(month));
  return { days: Math.max(0, daysBetween(from, to) + 1), of: daysInMonth(month) };
}

/**
 * Composes an invoice: `price` is the rent of the month lived, `fees` the property's fees and the extra values flagged
 * `boleto`. A credit larger than the rest of the invoice gets no line and waits for the next one, so the extra values
 * taken are those whose `source_id` stands in a line.
 */
export function composeInvoice(input: {
  contract: Term & { current_price: Cents; discount: Cents; prorate: boolean };
  /** Month of the due date. */
  reference: Reference;
  fees: readonly PropertyFee[];
  extras: readonly ExtraValue[];
}): { price: Cents; fees: Cents; lines: InvoiceLine[] } {
  const { contract, reference } = input;
  const rent = rentLine(contract, reference);
  const fees = input.fees.map((fee) => feeLine(contract, fee, reference));
  const boleto = input.extras.filter((extra) => extra.boleto && isItsTurn(extra, reference));
  const charged = sumOf([rent, ...fees]);
  const extras = affordable(boleto, charged).map(extraLine);
  return { price: rent.amount, fees: sumOf([...fees, ...extras]), lines: [rent, ...fees, ...extras] };
}

/** Names of fees that are charged by days where the rent is; any other fee is charged in full. */
const BY_DAYS = /^(condom[ií]nio|iptu|imposto predial|taxa de condom[ií]nio)\b/i;

/** Whether a fee of a month that was lived in part is charged by its days: condominium and IPTU, where the rent is. */
export const isFeeByDays = (name: string, { prorate }: { prorate: boolean }) => prorate && BY_DAYS.test(name.trim());

type PropertyFee = { id: number; name: string; price: Cents; to_owner: boolean };

/** A fee of the first month, by days or whole by its kind. The sheet of the end sees to the last month. */
function feeLine(contract: Term & { prorate: boolean }, fee: PropertyFee, reference: Reference): InvoiceLine {
  const { id, name, price, to_owner } = fee;
  const { days, of } = livedDays({ ...contract, ends_at_term: false }, reference);
  const line = { kind: 'FEE', name, to_owner, source_id: id } as const;
  if (days === of || !isFeeByDays(name, contract)) return { ...line, note: 'taxa do imóvel', amount: price };
  const note = `${days} de ${of} dias, ${formatShortMonth(shownReference(reference))}`;
  return { ...line, note, amount: ratio(price, days, of), whole: price };
}

const isItsTurn = (extra: Pick<ExtraValue, 'from_reference'>, reference: Reference) =>
  !extra.from_reference || extra.from_reference <= reference;

const sumOf = (lines: readonly InvoiceLine[]) => sum(lines.map((line) => line.amount));

/** The rent of the month lived, whole or by days. */
export function rentLine(
  contract: Term & { current_price: Cents; discount: Cents; prorate: boolean },
  reference: Reference,
): InvoiceLine {
  const { days, of } = livedDays(contract, reference);
  const month = formatShortMonth(shownReference(reference));
  const full = Math.max(0, contract.current_price - contract.discount);
  const wholeMonth = !contract.prorate || days === of;
  return {
    kind: 'RENT',
    name: 'Aluguel',
    note: wholeMonth ? `mês inteiro, ${month}` : `${days} de ${of} dias, ${month}`,
    amount: wholeMonth ? full : ratio(full, days, of),
  };
}

/** All debits, and the credits that `charged` and the debits can bear, in the order given. */
function affordable(extras: readonly ExtraValue[], charged: Cents): ExtraValue[] {
  let left = charged + sum(extras.filter((extra) => extra.type === 'DEBIT').map((extra) => extra.amount));
  return extras.filter((extra) => {
    if (extra.type === 'DEBIT') return true;
    if (extra.amount > left) return false;
    left -= extra.amount;
    return true;
  });
}

/** Flags of the line of an extra value that stands for something else. */
export const STANDING = {
  RENT: { carried: true },
  HELD: { held: true },
  LATE: { late: true },
  DEPOSIT: { deposit: true },
} as const;

function extraLine(extra: ExtraValue): InvoiceLine {
  return {
    kind: 'EXTRA',
    name: extra.description,
    note: extra.type === 'DEBIT' ? 'acréscimo' : 'desconto em boleto',
    amount: signedExtra(extra),
    influence: extra.influence,
    transfer: extra.transfer,
    source_id: extra.id,
    ...(extra.stands_for && STANDING[extra.stands_for]),
  };
}

/** Label of an invoice in lists; `days` are days late, or days until due. */
export function invoiceState(
  invoice: { status: InvoiceStatus; due_date: CalendarDate; instalment?: number | null },
  today: CalendarDate,
): {
  word: 'Pago' | 'Atrasado' | 'Pendente' | 'Em acordo' | 'Acordo desfeito';
  tone: 'paid' | 'late' | 'soon' | 'pending' | 'agreed';
  days: number;
} {
  if (invoice.status === 'PAID') return { word: 'Pago', tone: 'paid', days: 0 };
  if (invoice.status === 'REPLACED')
    return { word: invoice.instalment ? 'Acordo desfeito' : 'Em acordo', tone: 'agreed', days: 0 };
  const days = daysBetween(today, invoice.due_date);
  if (days < 0) return { word: 'Atrasado', tone: 'late', days: -days };
  return { word: 'Pendente', tone: days <= 1 ? 'soon' : 'pending', days };
}

/** `first_due` is the first due date chosen when the contract was imported: nothing older is issued. */
type BillingTerms = Term & { registered_on: CalendarDate; transfer_date: number; first_due?: CalendarDate | null };

/**
 * Days on which the billing of imported contracts may begin: from the month of registration, since earlier months are
 * no debt, up to a year later.
 */
export const firstDueBounds = (today: CalendarDate): { from: CalendarDate; to: CalendarDate } => ({
  from: firstDay(referenceOf(today)),
  to: addMonths(today, 12),
});

/** The first month that the daily job may issue. */
function firstToBill({ start_date, registered_on, transfer_date, first_due }: BillingTerms): Reference {
  const own = later(monthAfter(start_date), referenceOf(registered_on));
  if (!first_due) return own;
  const month = referenceOf(first_due);
  return later(own, dueDateIn(month, transfer_date) < first_due ? addToReference(month, 1) : month);
}

/**
 * References that the daily job issues when missing. It catches up on days it missed, but an imported contract starts
 * in the month it was registered: earlier months do not become debt. `billedThrough`: months up to this one are left
 * out, so that an old contract costs no more than a new one.
 */
export function referencesToBill(
  contract: BillingTerms & { status: ContractStatus },
  today: CalendarDate,
  leadDays: number,
  billedThrough: Reference | null = null,
): Reference[] {
  if (contract.status !== 'APPROVED') return [];
  const horizon = addDays(today, leadDays);
  const references: Reference[] = [];
  const first = firstToBill(contract);
  let reference = billedThrough === null ? first : later(first, addToReference(billedThrough, 1));
  while (dueDateIn(reference, contract.transfer_date) <= horizon && livedDays(contract, reference).days > 0) {
    references.push(reference);
    reference = addToReference(reference, 1);
  }
  return references;
}

/**
 * Whether a contract in force issues another invoice after that of month `last`, the latest one issued or billed; null
 * where none was.
 * @internal The server asks the database, and a test compares the two.
 */
export function issuesAnother(contract: Term & { status: ContractStatus }, last: Reference | null): boolean {
  if (contract.status !== 'APPROVED') return false;
  return last === null || livedDays(contract, addToReference(last, 1)).days > 0;
}

/** When an invoice is issued, in words: `10 dias antes do vencimento`. */
export function leadInWords(days: number): string {
  if (days === 0) return 'no dia do vencimento';
  return days === 1 ? 'um dia antes do vencimento' : `${days} dias antes do vencimento`;
}

const monthAfter = (date: CalendarDate) => addToReference(referenceOf(date), 1);

/** Months that may be charged ahead of time, both included. */
export function anticipationBounds(
  contract: { start_date: CalendarDate; next_readjustment: CalendarDate },
  firstPaidReference: Reference | null,
): { from: Reference; to: Reference } {
  return {
    from: firstPaidReference ?? monthAfter(contract.start_date),
    to: referenceOf(contract.next_readjustment),
  };
}
