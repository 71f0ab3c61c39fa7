import { type Cents, ratio, sum } from '../base/money.ts';
import type { InvoiceFigures, InvoiceLine } from '../rent/invoice.ts';
import { splitReceipt } from '../rent/settlement.ts';
import { debtLines, type OpenDebt } from './plan.ts';

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map(({ amount }) => amount));

/** A paid invoice of an instalment: the instalment itself, or the open balance of one paid in part. */
export type PaidInstalment = InvoiceFigures & { instalment: number; paid_amount: Cents };

/**
 * Amount that payments covered of each line of the replaced invoices. Late charges of the instalments themselves and the
 * interest of the agreement pay no invoice.
 * @returns lines with `of_invoice` and `of_line`; several may refer to the same line.
 */
export function coveredLines(
  plan: readonly { number: number; lines: readonly InvoiceLine[] }[],
  paid: readonly PaidInstalment[],
): InvoiceLine[] {
  return plan.flatMap(({ number, lines }) => {
    const payments = paid
      .filter(({ instalment }) => instalment === number)
      .map((invoice) => splitReceipt(invoice, invoice.paid_amount));
    if (payments.length === 0) return [];
    // An open balance has the rent in one line: it pays the instalment's rents in their order.
    let rent = sum(payments.map((payment) => payment.rent));
    const rents = lines
      .filter(({ kind }) => kind === 'RENT')
      .map((line) => {
        const amount = Math.min(rent, line.amount);
        rent -= amount;
        return { ...line, amount };
      });
    return [...rents, ...payments.flatMap((payment) => payment.lines)].filter(
      ({ of_invoice, amount }) => of_invoice !== undefined && amount !== 0,
    );
  });
}

export type UndoneDebt = {
  id: number;
  /** Received for the invoice, its late charges included. */
  paid: Cents;
  /** Nothing was paid: the invoice itself is open again. */
  untouched: boolean;
  /** Lines of the invoice that is issued with the original due date; empty when nothing is left, or it is untouched. */
  lines: InvoiceLine[];
};

/** An invoice that an agreement replaced, with its charges on the day of the offer. */
export type ReplacedDebt = OpenDebt & { fine: Cents; interest: Cents };

/**
 * Debt that an invoice has again when its agreement is broken or cancelled: its lines less the amount paid of each,
 * without discounts, with the original due date, so that the rest bears charges from that day.
 *
 * With a discount on charges, the payments covered more of the invoice than they would have without it. As the discounts
 * are lost, the invoice owes what would be left had the money been received on the day of the offer and divided between
 * amount and charges in proportion; the difference stands in a line of late charges.
 */
export function undoneDebt(
  debt: ReplacedDebt,
  covered: readonly InvoiceLine[],
  { agreement, charges_off }: { agreement: number; charges_off: number },
): UndoneDebt {
  const own = covered.filter(({ of_invoice }) => of_invoice === debt.id);
  const paid = amounts(own);
  if (own.length === 0) return { id: debt.id, paid: 0, untouched: true, lines: [] };
  const rest = debtLines(debt)
    .map(({ of_invoice: _, of_line, ...line }): InvoiceLine => {
      const received = own.filter((one) => one.of_line === of_line);
      return { ...line, note: `fatura ${debt.id}, acordo ${agreement}`, amount: line.amount - amounts(received) };
    })
    .filter(({ amount }) => amount !== 0);
  const amount = debt.price + debt.fees;
  const whole = amount + debt.fine + debt.interest;
  const owed = paid >= whole ? 0 : amount - ratio(amount, paid, whole);
  const lost = charges_off === 0 ? 0 : Math.max(0, owed - amounts(rest));
  const lines = lost === 0 ? rest : [...rest, lostDiscount(lost, agreement)];
  // Centavos of a deduction and a charge may be left that cancel out.
  return { id: debt.id, paid, untouched: false, lines: amounts(lines) > 0 ? lines : [] };
}

const lostDiscount = (amount: Cents, agreement: number): InvoiceLine => ({
  ...{ kind: 'EXTRA', name: 'Encargos com desconto perdido', note: `acordo ${agreement}`, amount },
  ...{ influence: 'EXPENSE', transfer: false, late: true },
});
