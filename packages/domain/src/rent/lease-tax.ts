import {
  type BasisPoints,
  type Cents,
  formatAmount,
  formatPercent,
  portion,
  ratio,
  sum,
  WHOLE,
} from '../base/money.ts';
import { fixedRateTax, leaseBase, leaseTaxes, type ReformRates } from '../fiscal/reform.ts';
import type { LeaseTaxMode } from '../lease/lease-tax-modes.ts';
import type { IncludedTax, InvoiceFigures, InvoiceLine, LeaseTaxFigures } from './invoice.ts';

/** Name of the line that charges IBS and CBS. */
export const LEASE_TAX_LINE = 'IBS e CBS';

/** How a lease is taxed. `fixed`: the rate of a contract that opted for it (art. 487), in the place of the others. */
export type LeaseTaxRule = {
  mode: LeaseTaxMode;
  residential: boolean;
  rates: ReformRates;
  fixed: BasisPoints | null;
};

type Owner = { client_id: number; name: string; share: BasisPoints };

/**
 * An invoice with the IBS and CBS of its owners who pay them: a line for each on top of the rent, or a note on the rent
 * that has them in it. The base is the rent with the extra values that count as rent; fees of the property are no part of
 * it (art. 255), and rent of an earlier invoice is none of it where that one charged the tax beside it.
 * @param payers the owners who pay the tax, each with the part of the lease.
 */
export function withLeaseTax(
  invoice: InvoiceFigures & { lines: InvoiceLine[] },
  payers: readonly Owner[],
  rule: LeaseTaxRule,
): InvoiceFigures & { lines: InvoiceLine[] } {
  const asRent = invoice.lines.filter(
    ({ kind, influence, carried }) => kind === 'EXTRA' && influence === 'RENT' && !(carried && rule.mode === 'ON_TOP'),
  );
  const total = invoice.price + sum(asRent.map(({ amount }) => amount));
  if (total <= 0 || invoice.price <= 0) return invoice;
  const taxes = payers
    .map((payer) => ({ ...payer, ...taxOf(total, payer.share, rule) }))
    .filter(({ amount }) => amount > 0);
  if (taxes.length === 0) return invoice;
  if (rule.mode === 'INCLUDED') {
    const included = taxes.map(
      ({ client_id, amount, lease_tax }): IncludedTax => ({ client_id, amount, of: invoice.price, lease_tax }),
    );
    const words = `inclui ${LEASE_TAX_LINE} de ${formatAmount(sum(taxes.map(({ amount }) => amount)))}`;
    const lines = invoice.lines.map((line) =>
      line.kind === 'RENT' ? { ...line, note: [line.note, words].filter(Boolean).join(', '), included } : line,
    );
    return { ...invoice, lines };
  }
  const lines = taxes.map(({ client_id, name, amount, lease_tax, words }): InvoiceLine => {
    const note = payers.length > 1 || taxes[0]?.share !== WHOLE ? `${name}: ${words}` : words;
    return { kind: 'LEASE_TAX', name: LEASE_TAX_LINE, note, amount, client_id, lease_tax };
  });
  return {
    price: invoice.price,
    fees: invoice.fees + sum(lines.map(({ amount }) => amount)),
    lines: [...invoice.lines, ...lines],
  };
}

/** The tax of one owner's part. Where the rent has it in it, the base is what is left of the rent without it. */
function taxOf(total: Cents, share: BasisPoints, { mode, residential, rates, fixed }: LeaseTaxRule) {
  const within = (amount: Cents, rate: BasisPoints) =>
    mode === 'INCLUDED' ? ratio(amount, WHOLE, WHOLE + rate) : amount;
  if (fixed !== null) {
    const base = within(portion(total, share), fixed);
    const amount = mode === 'INCLUDED' ? portion(base, fixed) : fixedRateTax(total, share, fixed);
    // The fixed rate is one tax in the place of both; the note names it as CBS.
    return taxed({ base, ibs: 0, cbs: amount }, `${formatPercent(fixed)} sobre ${formatAmount(base)}, art. 487`);
  }
  const whole = leaseBase({
    ...{ total, discount: 0, adjustments: 0, residential: residential ? 1 : 0, share, rates },
  }).base;
  const { ibs_rate, cbs_rate } = leaseTaxes(0, rates);
  const base = within(whole, ibs_rate + cbs_rate);
  const { ibs, cbs } = leaseTaxes(base, rates);
  const words = `CBS ${formatPercent(cbs_rate)} e IBS ${formatPercent(ibs_rate)} sobre ${formatAmount(base)}`;
  return taxed({ base, ibs, cbs }, words);
}

const taxed = (lease_tax: LeaseTaxFigures, words: string) => ({
  ...{ lease_tax, words },
  amount: lease_tax.ibs + lease_tax.cbs,
});

/** Taxes of owners within the rent of these lines, of which `rent` was received. */
export function includedIn(lines: readonly InvoiceLine[], rent: { received: Cents; price: Cents }): Map<number, Cents> {
  const found = new Map<number, Cents>();
  if (rent.price === 0) return found;
  for (const { amount: ofLine, included = [] } of lines)
    for (const { client_id, amount, of } of included)
      found.set(client_id, (found.get(client_id) ?? 0) + ratio(amount, ofLine, of));
  return new Map([...found].map(([client_id, amount]) => [client_id, ratio(amount, rent.received, rent.price)]));
}
