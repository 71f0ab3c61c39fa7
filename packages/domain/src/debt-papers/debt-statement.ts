import { addToReference, type CalendarDate, monthsBetween, type Reference, referenceOf } from '../base/calendar.ts';
import { type Cents, formatPercent, portion, sum } from '../base/money.ts';
import { accumulate, type MonthlyRates, PRICE_INDICES, type PriceIndex } from '../lease/readjustment.ts';
import { type LateTerms, lateCharges, STANDARD_TERMS } from '../rent/late/late-charges.ts';

/** What a contract charges on a debt. Without a record of it, what its invoices charge. */
export type DebtTerms = LateTerms & {
  /** Index that corrects the debt, where the contract says so. */
  correction: PriceIndex | null;
};

export const STANDARD_DEBT_TERMS: DebtTerms = { ...STANDARD_TERMS, correction: null };

/** An earlier partial payment of an invoice, which left the open balance. */
export type EarlierPayment = { invoice_id: number; owed: Cents; paid: Cents; paid_on: CalendarDate };

export type DebtInvoice = {
  id: number;
  reference: Reference;
  due_date: CalendarDate;
  /** Rent of the month, and the charges that the invoice asks beside it. */
  price: Cents;
  fees: Cents;
  /** Made of fine and interest alone. */
  old_charges: number;
  /** Number of an agreement that the invoice is an instalment of. */
  agreement_id: number | null;
  earlier: EarlierPayment | null;
};

export type DebtRow = {
  invoice_id: number;
  reference: Reference;
  due_date: CalendarDate;
  days: number;
  rent: Cents;
  charges: Cents;
  correction: Cents;
  fine: Cents;
  interest: Cents;
  total: Cents;
  agreement_id: number | null;
  earlier: EarlierPayment | null;
};

export type DebtStatement = {
  day: CalendarDate;
  terms: DebtTerms;
  /** By due date. */
  rows: DebtRow[];
  totals: Pick<DebtRow, 'rent' | 'charges' | 'correction' | 'fine' | 'interest' | 'total'>;
  /** Months of the index that should correct the debt and are not published yet. */
  missing: Reference[];
};

type DebtInput = {
  invoices: readonly DebtInvoice[];
  terms?: DebtTerms;
  /** Months of the index of `terms.correction`. */
  rates?: MonthlyRates;
  fromBusinessDay?: boolean;
  today: CalendarDate;
};

/**
 * A debt by month, with the charges of a day. Fine and interest are on rent, charges and their correction, each rounded
 * once. Invoices that are not overdue are left out.
 */
export function debtStatement({ invoices, terms, rates, fromBusinessDay = false, today }: DebtInput): DebtStatement {
  const agreed = terms ?? STANDARD_DEBT_TERMS;
  const late = invoices
    .filter(({ due_date }) => due_date < today)
    .toSorted((one, other) => (one.due_date < other.due_date ? -1 : 1));
  const missing = new Set<Reference>();
  const rows = late.map(({ id, reference, due_date, price, fees, old_charges, agreement_id, earlier }): DebtRow => {
    const months = agreed.correction && rates ? correctionMonths(due_date, today) : [];
    for (const month of months) if (!rates?.has(month)) missing.add(month);
    const principal = price + fees;
    const known = months.flatMap((month) => rates?.get(month) ?? []);
    // A debt is not corrected below its amount.
    const correction = Math.max(0, portion(principal, accumulate(known)));
    const { days, fine, interest } = lateCharges(principal + correction, due_date, today, {
      fromBusinessDay,
      terms: agreed,
      oldCharges: old_charges,
    });
    const total = principal + correction + fine + interest;
    return {
      ...{ invoice_id: id, reference, due_date, days, rent: price, charges: fees },
      ...{ correction, fine, interest, total, agreement_id, earlier },
    };
  });
  const total = (field: keyof DebtStatement['totals']) => sum(rows.map((row) => row[field]));
  return {
    day: today,
    terms: agreed,
    rows,
    totals: {
      rent: total('rent'),
      charges: total('charges'),
      correction: total('correction'),
      fine: total('fine'),
      interest: total('interest'),
      total: total('total'),
    },
    missing: [...missing].toSorted(),
  };
}

/** Months that correct a debt: from that of the due date to the one before the day. */
function correctionMonths(dueDate: CalendarDate, today: CalendarDate): Reference[] {
  const from = referenceOf(dueDate);
  return Array.from({ length: Math.max(0, monthsBetween(from, referenceOf(today))) }, (_, index) =>
    addToReference(from, index),
  );
}

/** The terms as a sentence of the statement. */
export function debtTermsText({ first_day, fine, monthly, correction }: DebtTerms): string {
  const from =
    first_day === 0
      ? 'desde o primeiro dia de atraso'
      : `a partir do ${first_day}º dia de atraso, contados depois dele`;
  const corrected = correction ? `, e correção pelo ${PRICE_INDICES[correction]}` : ', sem correção por índice';
  return `Multa de ${formatPercent(fine)} e juros de ${formatPercent(monthly)} ao mês, proporcionais aos dias, ${from}${corrected}.`;
}
