import type { CalendarDate } from '../base/calendar.ts';
import { type BasisPoints, type Cents, ratio, sum, WHOLE } from '../base/money.ts';
import { ownerShares, ownerWeights } from '../lease/ownership.ts';
import type { ExtraValue, InvoiceFigures, InvoiceLine } from './invoice.ts';
import { lateCharges } from './late/late-charges.ts';
import { leaseNote } from './lease-note.ts';
import { withLeaseTax } from './lease-tax.ts';
import type { LeaseTaxRule } from './lease-tax-rule.ts';
import { figuresOf, restOf } from './rest.ts';
import { settle, type Withheld } from './settlement.ts';

/** An invoice of the books, with the payment that it had. */
export type PastInvoice = InvoiceFigures & {
  id: number;
  lines: InvoiceLine[];
  due_date: CalendarDate;
  /** Fine and interest of another invoice within it. */
  old_charges: Cents;
  /** The invoice of which this is the open balance. */
  balance_of: number | null;
  /** Of a debt agreement. */
  is_instalment: boolean;
  owners: readonly { client_id: number; name: string; share: BasisPoints | null }[];
  payment: {
    paid_on: CalendarDate;
    paid: Cents;
    fine: Cents;
    interest: Cents;
    /** What was paid beyond it went back to the tenant. */
    returns: boolean;
    contract: { commission: BasisPoints; with_commission: boolean };
    extras: readonly ExtraValue[];
    /** Income tax as it was withheld, by owner. */
    withheld: readonly (Withheld & { client_id: number })[];
  } | null;
};

export type RehearsalTerms = {
  tenant: number;
  late_to_owner: BasisPoints;
  late_from_business_day: boolean;
};

export type RehearsedInvoice = {
  id: number;
  slip: Cents;
  /** Empty: not paid. `note`: of an owner who pays the tax. */
  owners: { client_id: number; transfer: Cents; note: { base: Cents; tax: Cents } | null }[];
};

type Taxed = { rule: LeaseTaxRule; payers: ReadonlySet<number> };

/** Whether an invoice has IBS and CBS already, so that nothing is to be rehearsed. */
export const isTaxed = ({ lines }: Pick<InvoiceFigures, 'lines'>): boolean =>
  lines.some(({ kind, included }) => kind === 'LEASE_TAX' || included !== undefined);

/**
 * Invoices of a lease as they would have been with IBS and CBS, and the transfers and notes of their payments, by the
 * functions that bill, settle and work out notes. The tenant pays when he did and leaves open what he left open, and the
 * income tax is what was withheld.
 * @param invoices those that an open balance comes from before it.
 * @param taxed absent: as the books have it.
 */
export function rehearse(
  invoices: readonly PastInvoice[],
  terms: RehearsalTerms,
  taxed: Taxed | null,
): RehearsedInvoice[] {
  const rests = new Map<number, InvoiceLine[]>();
  return invoices.map((past) => {
    const rest = past.balance_of === null ? undefined : rests.get(past.balance_of);
    const invoice = rest && rest.length > 0 ? { ...figuresOf(rest), lines: rest } : withTax(past, taxed);
    if (past.payment === null) return { id: past.id, slip: invoice.price + invoice.fees, owners: [] };
    const { paid, charges } = paymentOf(past, invoice, past.payment, terms);
    rests.set(past.id, restOf(invoice, charges, paid).lines);
    return {
      ...{ id: past.id, slip: invoice.price + invoice.fees },
      owners: ownersOf(past, past.payment, { invoice, paid, charges, terms, taxed }),
    };
  });
}

function withTax({ price, fees, lines, owners, ...past }: PastInvoice, taxed: Taxed | null) {
  if (taxed === null) return { price, fees, lines };
  const payers = ownerShares(owners).filter(({ client_id }) => taxed.payers.has(client_id));
  // An agreement's debt is no month of its own, so it has no social reducer, as its notes have none.
  const residential = taxed.rule.residential && !past.is_instalment;
  return withLeaseTax({ price, fees, lines }, payers, { ...taxed.rule, residential });
}

type Payment = NonNullable<PastInvoice['payment']>;

/** What the tenant pays: late charges grow with the invoice where they were those of the day. */
function paymentOf(
  past: PastInvoice,
  invoice: InvoiceFigures,
  { paid, paid_on, fine, interest }: Payment,
  terms: RehearsalTerms,
) {
  const chargesOf = ({ price, fees }: Pick<InvoiceFigures, 'price' | 'fees'>) =>
    lateCharges(price + fees, past.due_date, paid_on, {
      fromBusinessDay: terms.late_from_business_day,
      oldCharges: past.old_charges,
    });
  const usual = chargesOf(past);
  const charges = usual.fine === fine && usual.interest === interest ? chargesOf(invoice) : { fine, interest };
  const more = invoice.price + invoice.fees - past.price - past.fees;
  return { charges, paid: Math.max(0, paid + more + charges.fine + charges.interest - fine - interest) };
}

function ownersOf(
  past: PastInvoice,
  { contract, extras, returns, withheld }: Payment,
  {
    invoice,
    paid,
    charges,
    terms,
    taxed,
  }: {
    invoice: InvoiceFigures;
    paid: Cents;
    charges: { fine: Cents; interest: Cents };
    terms: RehearsalTerms;
    taxed: Taxed | null;
  },
): RehearsedInvoice['owners'] {
  if (past.owners.length === 0) return [];
  const { transfers } = settle({
    ...{ invoice, paid, returns, contract, extras, tenant: terms.tenant, lateToOwner: terms.late_to_owner },
    charges: charges.fine + charges.interest,
    owners: ownerWeights(past.owners),
    withhold: ({ client_id }) => withheld.find((one) => one.client_id === client_id) ?? null,
  });
  const rents = sum(transfers.map(({ income }) => income.rent));
  const isContinued = past.balance_of !== null || past.is_instalment;
  return transfers.map(({ client_id, amount, income: { rent } }) => {
    if (!taxed?.payers.has(client_id) || rent <= 0) return { client_id, transfer: amount, note: null };
    const { residential, rates, fixed } = taxed.rule;
    const { base, ibs, cbs } = leaseNote({
      ...{ invoice, paid, rates, fixed, client_id, share: ratio(WHOLE, rent, rents) },
      charges: charges.fine + charges.interest,
      residential: residential && !isContinued,
    });
    return { client_id, transfer: amount, note: { base, tax: ibs + cbs } };
  });
}
