import { allocate, type BasisPoints, type Cents, portion, sum } from '../base/money.ts';
import type { InvoiceFigures, InvoiceLine } from './invoice.ts';
import type { TransferLine } from './settlement.ts';
import { isAbatement, payersOf, type SheetLine, type TerminationSheet } from './termination.ts';

export type Refund = {
  amount: Cents;
  lines: TransferLine[];
  /** The agency's part; with `owners` and `deposit` it adds up to `amount`. */
  agency: Cents;
  deposit: Cents;
  /** The owners' part, as it is debited to them: below zero. */
  owners: TransferLine[];
  /** Income that the owners give back, and the fee that the agency returns on it. */
  income: Cents;
  fee: Cents;
};

export type LastSettlement = {
  /**
   * Debts of the tenant and the credits that pay them; the total is what is left to pay. Null when nothing was owed.
   */
  invoice: InvoiceFigures | null;
  /** Amount returned to the tenant. Null when nothing is left over. */
  refund: Refund | null;
};

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));

/**
 * Last invoice and refund of a termination sheet, so that owners, agency and third parties get their part even when the
 * deposit pays for everything: every debt enters the last invoice, credits enter it as far as the debts go (in the
 * sheet's order, the deposit last), and the rest is refunded by the payers of each credit. Invoice − refund is the
 * sheet's total, to the centavo; an invoice whose total is zero is settled with zero.
 * @param commission the rate of the fee on rent that no other settlement has passed on.
 */
export function lastSettlement({ lines }: TerminationSheet, commission: BasisPoints = 0): LastSettlement {
  const debts = lines.filter((line) => line.amount >= 0);
  let room = amounts(debts);
  const given = lines.filter((line) => line.amount < 0);
  const credits = [...given.filter(isAbatement), ...given.filter((line) => !isAbatement(line))].map((credit) => {
    const taken = Math.min(room, -credit.amount);
    room -= taken;
    return { credit, ...splitCredit(credit, taken) };
  });
  const parts = [...debts.flatMap((debt) => debt.parts), ...credits.flatMap(({ used }) => used)];
  const refunded = credits.filter(({ left }) => left.length > 0);
  return {
    invoice: parts.length > 0 ? figures(parts) : null,
    refund: refunded.length > 0 ? refundOf(refunded, commission) : null,
  };
}

/** Splits a credit: `taken`, the amount that the debts can bear, enters the invoice, in proportion from each part. */
function splitCredit({ parts }: SheetLine, taken: Cents): { used: InvoiceLine[]; left: InvoiceLine[] } {
  const weights = parts.map((part) => -part.amount);
  const inInvoice = allocate(taken, weights);
  const of = (amountOf: (index: number) => Cents) =>
    parts.map((part, index) => ({ ...part, amount: 0 - amountOf(index) })).filter(({ amount }) => amount !== 0);
  return {
    used: of((index) => inInvoice[index] ?? 0),
    left: of((index) => (weights[index] ?? 0) - (inInvoice[index] ?? 0)),
  };
}

function refundOf(refunded: readonly { credit: SheetLine; left: InvoiceLine[] }[], commission: BasisPoints): Refund {
  const paid = refunded.map(({ credit: { name, note }, left }) => {
    const { owners, agency, deposit } = payersOf(left);
    const unsettled = 0 - amounts(left.filter(({ influence }) => influence === 'RENT'));
    const fee = portion(unsettled, commission);
    const income = 0 - amounts(left.filter((part) => part.income));
    const incomeFee = 0 - amounts(left.filter((part) => part.income && !part.transfer));
    return {
      ...{ name, note, amount: 0 - amounts(left), owners: owners - fee, agency: agency + fee, deposit },
      ...{ income, fee: incomeFee },
    };
  });
  return {
    amount: amounts(paid),
    lines: paid.map(({ name, note, amount }) => ({ kind: 'EXTRA', name, note, amount })),
    agency: sum(paid.map(({ agency }) => agency)),
    deposit: sum(paid.map(({ deposit }) => deposit)),
    income: sum(paid.map(({ income }) => income)),
    fee: sum(paid.map(({ fee }) => fee)),
    owners: paid
      .filter(({ owners }) => owners !== 0)
      .map(({ name, note, owners }) => ({ kind: 'EXTRA', name, note, amount: -owners })),
  };
}

function figures(lines: InvoiceLine[]): InvoiceFigures {
  return {
    price: amounts(lines.filter((line) => line.kind === 'RENT')),
    fees: amounts(lines.filter((line) => line.kind !== 'RENT')),
    lines,
  };
}
