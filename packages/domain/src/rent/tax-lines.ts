import { type BasisPoints, sum } from '../base/money.ts';
import type { InvoiceFigures, InvoiceLine } from './invoice.ts';
import { settle, TAX_LINE, type Withhold } from './settlement.ts';

/**
 * An invoice with the income tax of the owners that the tenant withholds: one line for each taxed owner, below zero,
 * or zero where the income is exempt.
 */
export function withTaxLines(
  invoice: InvoiceFigures,
  {
    contract,
    owners,
    withhold,
  }: {
    contract: { commission: BasisPoints; with_commission: boolean };
    owners: readonly { client_id: number; share: BasisPoints; name: string }[];
    withhold: Withhold;
  },
): InvoiceFigures & { lines: InvoiceLine[] } {
  const paid = invoice.price + invoice.fees;
  const { transfers } = settle({ invoice, paid, contract, owners, withhold, extras: [], lateToOwner: 0 });
  const taxes = transfers.flatMap(({ client_id, income: { withheld } }, index): InvoiceLine[] => {
    if (!withheld) return [];
    const { code, gross, exclusions, base, note } = withheld;
    const of = owners.length > 1 ? `${owners[index]?.name}: ` : '';
    const tax = { code, gross, exclusions, base };
    return [{ kind: 'TAX', name: TAX_LINE, note: `${of}${note}`, amount: 0 - withheld.tax, client_id, tax }];
  });
  return {
    price: invoice.price,
    fees: invoice.fees + sum(taxes.map(({ amount }) => amount)),
    lines: [...invoice.lines, ...taxes],
  };
}
