import type { CalendarDate } from '../base/calendar.ts';
import { type BasisPoints, type Cents, instalmentAmounts, portion, ratio, sum, WHOLE } from '../base/money.ts';
import type { InvoiceFigures, InvoiceLine } from '../rent/invoice.ts';
import { lateCharges, oldChargesOf } from '../rent/late/late-charges.ts';
import { figuresOf, taxOfRent } from '../rent/rest.ts';
import { settle } from '../rent/settlement.ts';
import { type DebtAgreementTerms, instalmentDueDate } from './debt-agreement.ts';

/** An open invoice that an agreement takes in. */
export type OpenDebt = InvoiceFigures & { id: number; due_date: CalendarDate };

/** An invoice as an agreement takes it in. */
export type AgreedDebt = {
  id: number;
  /** Price and fees. */
  amount: Cents;
  /** Late charges on the day of the offer, before any discount. */
  fine: Cents;
  interest: Cents;
  /** Sum of `lines`. */
  agreed: Cents;
  /** Lines that the instalments pay, with fine and interest, after discounts. */
  lines: InvoiceLine[];
};

export type PlannedInstalment = { number: number; due_date: CalendarDate; amount: Cents; lines: InvoiceLine[] };

export type Plan = {
  debts: AgreedDebt[];
  instalments: PlannedInstalment[];
  principal: Cents;
  charges: Cents;
  discount: Cents;
  interest: Cents;
  /** principal + charges − discount + interest, the sum of the instalments. */
  total: Cents;
};

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map(({ amount }) => amount));

const chargeLine = (id: number, of_line: 'FINE' | 'INTEREST', name: string, amount: Cents): InvoiceLine => ({
  ...{ kind: 'EXTRA', name, note: `fatura ${id}`, amount, influence: 'EXPENSE', transfer: false, late: true },
  ...{ of_invoice: id, of_line },
});

/** Lines of an invoice as an agreement counts them: the rent in one line, then the others. `of_line` is the index. */
export function debtLines({ id, price, lines }: Pick<OpenDebt, 'id' | 'price' | 'lines'>): InvoiceLine[] {
  const charged = lines.filter(({ kind }) => kind !== 'RENT').map(({ source_id: _, ...line }) => line);
  const rent: InvoiceLine = { kind: 'RENT', name: 'Aluguel', amount: price, ...taxOfRent({ lines }) };
  return [rent, ...charged].map((line, of_line) => ({ ...line, note: `fatura ${id}`, of_invoice: id, of_line }));
}

/** Whether an agreement can take in an invoice: not if it owes nothing, or its tax would have to be withheld again. */
export const fitsAgreement = ({ price, fees, lines }: InvoiceFigures): boolean =>
  price >= 0 && price + fees > 0 && lines.every(({ kind }) => kind !== 'TAX');

/**
 * An invoice as an agreement takes it in. The discount on the rent comes first; the forgiven part bears no charges, so
 * that each real of rent pays its own fine and interest once.
 */
export function agreedDebt(
  debt: OpenDebt,
  { charges_off, rent_off }: Pick<DebtAgreementTerms, 'charges_off' | 'rent_off'>,
  today: CalendarDate,
  counting: { fromBusinessDay: boolean },
): AgreedDebt {
  const amount = debt.price + debt.fees;
  const rule = { ...counting, oldCharges: oldChargesOf(debt.lines) };
  const { fine, interest } = lateCharges(amount, debt.due_date, today, rule);
  const forgiven = Math.min(portion(debt.price, rent_off), amount);
  const [rent, ...others] = debtLines(debt);
  const own = lateCharges(amount - forgiven, debt.due_date, today, rule);
  const less = (charge: Cents) => charge - portion(charge, charges_off);
  const lines = [
    ...(rent ? [{ ...rent, amount: rent.amount - forgiven }] : []),
    ...others,
    chargeLine(debt.id, 'FINE', 'Multa por atraso', less(own.fine)),
    chargeLine(debt.id, 'INTEREST', 'Juros por atraso', less(own.interest)),
  ];
  const agreed = amounts(lines);
  // An invoice that is forgiven completely has nothing to pay.
  return { id: debt.id, amount, fine, interest, agreed, lines: agreed === 0 ? [] : lines };
}

/**
 * An amount over the lines of a debt, none of which is a person's share: the centavos left over go to the lines that the
 * cut took most from, so that what is taken is nearest to each line's part.
 */
function overLines(total: Cents, weights: readonly number[]): Cents[] {
  const whole = BigInt(sum(weights));
  const parts = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, amount: Number(product / whole), remainder: product % whole };
  });
  const left = total - sum(parts.map(({ amount }) => amount));
  const byRemainder = parts.toSorted(
    (one, other) => Number(other.remainder - one.remainder) || one.index - other.index,
  );
  for (const part of byRemainder.slice(0, left)) part.amount += 1;
  return parts.map(({ amount }) => amount);
}

/**
 * Takes `amount` from lines, deductions included, in proportion to the amount of each, by the largest remainder.
 * @returns the lines taken, which add up to `amount`, and the lines left, none with its sign changed.
 */
export function takeProportionally(
  lines: readonly InvoiceLine[],
  amount: Cents,
): { taken: InvoiceLine[]; left: InvoiceLine[] } {
  const whole = amounts(lines);
  const deducted = 0 - amounts(lines.filter((line) => line.amount < 0));
  // Rounded up, so that the deductions left never exceed the charges left.
  const deduction = deducted === 0 ? 0 : deducted - Number((BigInt(deducted) * BigInt(whole - amount)) / BigInt(whole));
  const parts = (total: Cents, sign: 1 | -1) =>
    total === 0
      ? []
      : overLines(
          total,
          lines.map((line) => Math.max(0, sign * line.amount)),
        );
  const [charged, off] = [parts(amount + deduction, 1), parts(deduction, -1)];
  const taken = lines.map((_, index) => (charged[index] ?? 0) - (off[index] ?? 0));
  const part = (of: (line: InvoiceLine, index: number) => Cents) =>
    lines.map((line, index) => ({ ...line, amount: of(line, index) })).filter((line) => line.amount !== 0);
  return {
    taken: part((_, index) => taken[index] ?? 0),
    left: part((line, index) => line.amount - (taken[index] ?? 0)),
  };
}

/** Divides debts, oldest first, into parts of these amounts, which add up to what is agreed. */
export function divideDebts(debts: readonly AgreedDebt[], parts: readonly Cents[]): InvoiceLine[][] {
  const rest = debts.map(({ lines }) => lines.filter(({ amount }) => amount !== 0));
  return parts.map((part) => {
    const lines: InvoiceLine[] = [];
    let left = part;
    for (const [index, of] of rest.entries()) {
      const owed = amounts(of);
      const amount = Math.min(left, owed);
      if (amount <= 0) continue;
      const { taken, left: after } = takeProportionally(of, amount);
      lines.push(...taken);
      rest[index] = after;
      left -= amount;
    }
    return lines;
  });
}

const agreementInterest = (amount: Cents, note: string): InvoiceLine => ({
  ...{ kind: 'EXTRA', name: 'Juros do acordo', note, amount, influence: 'EXPENSE', transfer: false, late: true },
});

/** Amounts of the instalments before interest: equal ones, the centavos left over in the first, or a chosen first one. */
function partsOf(agreed: Cents, { instalments, first_amount }: DebtAgreementTerms): Cents[] {
  if (first_amount === null || instalments === 1) return instalmentAmounts(agreed, instalments);
  return [first_amount, ...instalmentAmounts(agreed - first_amount, instalments - 1)];
}

/**
 * The instalments of an agreement on these invoices, given oldest first. Each instalment pays the oldest invoice that is
 * left, in proportion over its lines, so that owners, agency and third parties get their part with each payment.
 */
export function planOf(
  open: readonly OpenDebt[],
  terms: DebtAgreementTerms,
  today: CalendarDate,
  counting: { fromBusinessDay: boolean },
): Plan {
  const debts = open.map((debt) => agreedDebt(debt, terms, today, counting));
  const agreed = sum(debts.map((debt) => debt.agreed));
  const parts = partsOf(agreed, terms);
  const instalments = divideDebts(debts, parts).map((lines, index): PlannedInstalment => {
    const number = index + 1;
    const interest = interestOf(parts[index] ?? 0, terms.monthly_interest, index);
    const months = index === 1 ? '1 mês' : `${index} meses`;
    const all = interest === 0 ? lines : [...lines, agreementInterest(interest, months)];
    return { number, due_date: instalmentDueDate(terms.first_due, number), amount: amounts(all), lines: all };
  });
  const principal = sum(debts.map(({ amount }) => amount));
  const charges = sum(debts.map(({ fine, interest }) => fine + interest));
  const total = amounts(instalments);
  return {
    debts,
    instalments,
    principal,
    charges,
    discount: principal + charges - agreed,
    interest: total - agreed,
    total,
  };
}

/** Simple interest on one instalment; each of the others pays its own. */
const interestOf = (part: Cents, rate: BasisPoints, months: number): Cents => ratio(part, rate * months, WHOLE);

/** How the payment of an instalment is divided. */
export type Division = { owners: Cents; agency: Cents; others: Cents };

/** Parts of an instalment's payment: the owners' transfers, the agency's fee and charges, and the rest. */
export function divisionOf(
  instalment: { amount: Cents; lines: readonly InvoiceLine[] },
  terms: Pick<Parameters<typeof settle>[0], 'contract' | 'lateToOwner' | 'owners'>,
): Division {
  const invoice = figuresOf(instalment.lines);
  const settlement = settle({ ...terms, invoice, paid: instalment.amount, charges: 0, extras: [] });
  const owners = amounts(settlement.transfers);
  const agency = settlement.admin_fee + settlement.late - settlement.late_to_owner;
  return { owners, agency, others: instalment.amount - owners - agency };
}
