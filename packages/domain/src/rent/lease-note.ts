import { type BasisPoints, type Cents, ratio, sum, WHOLE } from '../base/money.ts';
import { fixedRateTax, leaseBase, leaseTaxes, type ReformRates } from '../fiscal/reform.ts';
import type { PropertyPurpose } from '../lease/lease-purposes.ts';
import type { InvoiceFigures, InvoiceLine } from './invoice.ts';
import { includedIn, withinLate } from './lease-tax.ts';
import { lateReceived, splitReceipt } from './settlement.ts';

/** Parts of a payment that are no rent, by the codes of the note (NT 009, tpAjusteBCLocImoveis). */
export const NOTE_ADJUSTMENTS = {
  '01': 'Tributos sobre o imóvel',
  '02': 'Taxas e emolumentos',
  '03': 'Condomínio',
  '04': 'Redutor social',
  '99': 'Outras parcelas',
} as const;

export type NoteAdjustment = keyof typeof NOTE_ADJUSTMENTS;

/** Codes by which the national system knows a lease. */
export const LEASE_NOTE = {
  service: '990301',
  operation: '020101',
  /** CST and class of a lease, and of one that pays the fixed rate of art. 487. */
  taxed: { cst: '200', class: '200027' },
  fixed: { cst: '221', class: '221001' },
} as const;

/** NBS of a lease; a short stay is no lease. */
export const leaseNbs = (purpose: PropertyPurpose) => (purpose === 'RESIDENTIAL' ? '110021000' : '110022000');

export type LeaseNote = {
  /** What the tenant paid, without IBS and CBS: the whole operation. */
  total: Cents;
  /** The part of the owner who issues the note. */
  service: Cents;
  /** Of the whole operation; they enter by the owner's share. */
  adjustments: { code: NoteAdjustment; amount: Cents }[];
  base: Cents;
  ibs: Cents;
  cbs: Cents;
};

const TAXES = /\b(iptu|imposto|itr)\b/i;
const CONDOMINIUM = /condom[ií]nio/i;

/**
 * The note of one owner's part of a payment: rent, late charges and fees are the operation, from which the fees of the
 * property and the social reducer are taken. The income tax that a tenant withholds is part of it, and so is what the
 * tenant pays from a deposit.
 * @param fixed rate of a contract that opted for it, in the place of base and reducer.
 */
export function leaseNote({
  invoice,
  paid,
  charges,
  client_id,
  given_back = 0,
  share,
  residential,
  rates,
  fixed,
}: {
  invoice: InvoiceFigures;
  paid: Cents;
  /** Fine and interest owed: what was paid beyond them is the tenant's. */
  charges: Cents;
  /** The owner who issues it: what is taxed within the payment is of each owner. */
  client_id: number;
  /** Rent, without its tax, that the end of the contract gave back to the tenant; absent: none. */
  given_back?: Cents;
  share: BasisPoints;
  residential: boolean;
  rates: ReformRates;
  fixed: BasisPoints | null;
}): LeaseNote {
  const split = splitReceipt(invoice, paid);
  const { rent, lines } = split;
  const within =
    (includedIn(invoice.lines, { received: rent, price: invoice.price }).get(client_id) ?? 0) +
    (withinLate(invoice.lines, lateReceived(split, charges)).get(client_id) ?? 0);
  const parts = lines.filter(isOperation);
  // The whole operation as this owner's part shows it: another owner may pay no tax.
  const total =
    rent +
    Math.min(split.late, charges) +
    sum(parts.map(({ amount }) => amount)) -
    ratio(within, WHOLE, share) -
    given_back;
  const found = new Map<NoteAdjustment, Cents>();
  for (const line of parts) {
    const code = adjustmentOf(line);
    if (code && line.amount > 0) found.set(code, (found.get(code) ?? 0) + line.amount);
  }
  const adjustments = [...found].map(([code, amount]) => ({ code, amount })).filter(({ amount }) => amount > 0);
  const taken = sum(adjustments.map(({ amount }) => amount));
  const whole = { total: Math.max(0, total), discount: 0, share, rates };
  const { service, reducer, base } = leaseBase({
    ...{ ...whole, adjustments: taken, residential: residential && fixed === null ? 1 : 0 },
  });
  const all = reducer > 0 ? [...adjustments, { code: '04' as const, amount: reducer }] : adjustments;
  const sorted = all.toSorted((one, other) => one.code.localeCompare(other.code));
  const shown = { total: whole.total, service, adjustments: sorted, base };
  if (fixed !== null) return { ...shown, ibs: 0, cbs: fixedRateTax(Math.max(0, whole.total - taken), share, fixed) };
  const { ibs, cbs } = leaseTaxes(base, rates);
  return { ...shown, ibs, cbs };
}

const isOperation = ({ kind, deposit, tax_back }: InvoiceLine) =>
  kind !== 'TAX' && kind !== 'LEASE_TAX' && !deposit && !tax_back;

/** Undefined: part of the rent. */
function adjustmentOf({ kind, name, influence, late }: InvoiceLine): NoteAdjustment | undefined {
  if (kind === 'EXTRA') return influence === 'RENT' || late ? undefined : '99';
  if (kind !== 'FEE') return undefined;
  if (TAXES.test(name)) return '01';
  return CONDOMINIUM.test(name) ? '03' : '02';
}
