import { type Cents, sum } from '../base/money.ts';
import type { ExtraValue, InvoiceFigures, InvoiceLine } from './invoice.ts';
import { splitReceipt } from './settlement.ts';

export type Rest = {
  /** Fine and interest included. */
  owed: Cents;
  /** Owed less received: below zero when more was received. */
  rest: Cents;
  /** Unpaid parts as invoice lines; they add up to `rest`. Empty when nothing is missing. */
  lines: InvoiceLine[];
};

/**
 * Amount a payment leaves open, when it covers the rent first, then fees and extra values line by line, then the fine,
 * then the interest. Deductions are part of the paid invoice, so none is left.
 * @param note origin that each line shows.
 */
export function restOf(
  invoice: InvoiceFigures,
  charges: { fine: Cents; interest: Cents },
  received: Cents,
  note?: string,
): Rest {
  const owed = invoice.price + invoice.fees + charges.fine + charges.interest;
  const rest = owed - received;
  if (rest <= 0) return { owed, rest, lines: [] };
  const covered = splitReceipt(invoice, received);
  const rent: InvoiceLine = {
    ...{ kind: 'RENT', name: 'Aluguel', amount: invoice.price - covered.rent },
    ...taxOfRent(invoice),
  };
  const charged = invoice.lines.filter((line) => line.kind !== 'RENT');
  const others = charged.map(({ source_id: _, ...line }, index): InvoiceLine => {
    return { ...line, amount: line.amount - (covered.lines[index]?.amount ?? 0) };
  });
  const fine = charges.fine - Math.min(charges.fine, covered.late);
  const interest = charges.interest - (covered.late - (charges.fine - fine));
  const lines = [rent, ...others, lateLine('Multa', fine), lateLine('Juros', interest)];
  const taxed_by = invoice.lines.find((line) => line.taxed_by)?.taxed_by;
  return {
    owed,
    rest,
    lines: lines
      .filter(({ amount }) => amount !== 0)
      .map((line, index) => ({ ...line, ...(note && { note }), ...(index === 0 && taxed_by && { taxed_by }) })),
  };
}

/** How the rent is taxed, with the IBS and CBS within it: a part of the rent has its part of them. */
export function taxOfRent({ lines }: Pick<InvoiceFigures, 'lines'>): Pick<InvoiceLine, 'included' | 'taxed_by'> {
  const rents = lines.filter(({ kind }) => kind === 'RENT');
  const included = rents.flatMap((line) => line.included ?? []);
  const taxed_by = lines.find((line) => line.taxed_by)?.taxed_by;
  return { ...(included.length > 0 && { included }), ...(taxed_by && { taxed_by }) };
}

const lateLine = (name: string, amount: Cents): InvoiceLine => ({
  kind: 'EXTRA',
  name,
  amount,
  influence: 'EXPENSE',
  transfer: false,
  late: true,
});

/** Figures of an invoice with these lines. */
export const figuresOf = (lines: readonly InvoiceLine[]): InvoiceFigures => {
  const of = (isOf: (line: InvoiceLine) => boolean) => sum(lines.filter(isOf).map(({ amount }) => amount));
  return { price: of(({ kind }) => kind === 'RENT'), fees: of(({ kind }) => kind !== 'RENT'), lines };
};

type Carried = Omit<ExtraValue, 'id'>;

/** Unpaid lines as extra values of the next invoice, each with the destination of its line. */
export const carriedOver = (lines: readonly InvoiceLine[]): Carried[] =>
  lines.map((line) => ({
    description: [line.name, line.note].filter(Boolean).join(', '),
    amount: line.amount,
    type: 'DEBIT',
    influence: line.kind === 'RENT' ? 'RENT' : (line.influence ?? 'EXPENSE'),
    boleto: true,
    transfer:
      line.kind === 'RENT' ||
      line.kind === 'LEASE_TAX' ||
      (line.kind === 'FEE' ? line.to_owner === true : line.transfer === true),
    stands_for: standsFor(line),
  }));

function standsFor(line: InvoiceLine): Carried['stands_for'] {
  if (line.late) return 'LATE';
  if (line.kind === 'RENT' || line.influence === 'RENT') return 'RENT';
  return line.held || (line.kind === 'FEE' && !line.to_owner) ? 'HELD' : null;
}

/** Invoices that an overpayment is credited to at most: beyond a year of rent it is a mistake, or to be returned. */
const MOST_CREDITS = 12;

/**
 * Splits an overpayment into parts that an invoice of the contract can take, so that none is below zero. Undefined when
 * it is more than a year of them can take, or the contract charges nothing.
 * @param monthly rent and fees of a whole month of the contract.
 */
export function credits(monthly: Cents, excess: Cents, description: string): Carried[] | undefined {
  if (excess > Math.max(0, monthly) * MOST_CREDITS) return undefined;
  return Array.from({ length: Math.ceil(excess / monthly) }, (_, index) => ({
    ...{ description, amount: Math.min(monthly, excess - index * monthly), type: 'CREDIT', influence: 'EXPENSE' },
    ...{ boleto: true, transfer: false, stands_for: 'DEPOSIT' },
  }));
}
