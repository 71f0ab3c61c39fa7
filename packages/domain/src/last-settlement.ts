import type { InvoiceFigures, InvoiceLine } from './invoice.ts';
import { type Cents, sum } from './money.ts';
import type { TransferLine } from './settlement.ts';
import type { SheetLine, TerminationSheet } from './termination.ts';

export type LastSettlement = {
  /** What the tenant owed, with what pays for it; its total is what is left to pay. Null when nothing was owed. */
  invoice: InvoiceFigures | null;
  /** What goes back to the tenant. Null when nothing is left over. */
  refund: { amount: Cents; lines: TransferLine[] } | null;
};

const amounts = (lines: readonly { amount: Cents }[]) => sum(lines.map((line) => line.amount));

/**
 * What a termination sheet becomes, so that owners, agency and those a fee is held for get theirs even when the deposit
 * pays for all of it: every debt enters the last invoice, credits enter it as far as the debts go (in the sheet's
 * order, the deposit last), and the rest goes back. Invoice − refund is the sheet's total, to the centavo; an invoice
 * whose total is zero is settled with zero.
 */
export function lastSettlement({ lines }: TerminationSheet): LastSettlement {
  const debts = lines.filter((line) => line.amount >= 0);
  const credits = lines.filter((line) => line.amount < 0);
  let room = amounts(debts);
  const used = credits.map((credit) => {
    const taken = Math.min(room, -credit.amount);
    room -= taken;
    return taken;
  });
  const parts = [
    ...debts.flatMap((debt) => debt.parts),
    ...credits.flatMap((credit, index) => inPart(credit, -(used[index] ?? 0))),
  ];
  const refunded = credits
    .map((credit, index) => refundLine(credit, -credit.amount - (used[index] ?? 0)))
    .filter((line) => line.amount > 0);
  return {
    invoice: parts.length > 0 ? figures(parts) : null,
    refund: refunded.length > 0 ? { amount: amounts(refunded), lines: refunded } : null,
  };
}

/** A credit is one line; only what the debts can bear of it enters the invoice. */
const inPart = (credit: SheetLine, amount: Cents): InvoiceLine[] =>
  amount === 0 ? [] : credit.parts.map((part) => ({ ...part, amount }));

const refundLine = ({ name, note }: SheetLine, amount: Cents): TransferLine => ({ kind: 'EXTRA', name, note, amount });

function figures(lines: InvoiceLine[]): InvoiceFigures {
  return {
    price: amounts(lines.filter((line) => line.kind === 'RENT')),
    fees: amounts(lines.filter((line) => line.kind !== 'RENT')),
    lines,
  };
}
