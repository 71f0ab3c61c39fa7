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
import { fixedRateTax, leaseBase, leaseTaxes } from '../fiscal/reform.ts';
import type { IncludedTax, InvoiceFigures, InvoiceLine, LeaseTaxFigures } from './invoice.ts';
import type { LeaseTax, LeaseTaxRule, TaxPayer } from './lease-tax-rule.ts';

/** Name of the line that charges IBS and CBS. */
export const LEASE_TAX_LINE = 'IBS e CBS';

/**
 * An invoice with the IBS and CBS of its owners who pay them: a line for each on top of the rent, or a note on the rent
 * that has them in it. The base is the rent with the extra values that count as rent; fees of the property are no part of
 * it (art. 255), and rent of an earlier invoice is none of it where that one charged the tax beside it.
 * @param payers the owners who pay the tax, each with the part of the lease.
 */
export function withLeaseTax(
  invoice: InvoiceFigures & { lines: InvoiceLine[] },
  payers: readonly TaxPayer[],
  rule: LeaseTaxRule,
): InvoiceFigures & { lines: InvoiceLine[] } {
  const total = invoice.price + taxedExtras(invoice.lines, rule);
  if (total <= 0 || invoice.price <= 0) return invoice;
  const { mode, residential, rates, fixed } = rule;
  const taxed_by: LeaseTax = { mode, residential, rates, fixed, payers };
  const taxes = leaseTaxesOf(total, taxed_by);
  if (taxes.length === 0) return invoice;
  const rents = invoice.lines.map((line) => {
    if (line.kind !== 'RENT') return line;
    return mode === 'INCLUDED' ? { ...withinRent(line, taxes, invoice.price), taxed_by } : { ...line, taxed_by };
  });
  if (mode === 'INCLUDED') return { ...invoice, lines: rents };
  const lines = taxes.map((tax) => leaseTaxLine(tax));
  return {
    price: invoice.price,
    fees: invoice.fees + sum(lines.map(({ amount }) => amount)),
    lines: [...rents, ...lines],
  };
}

/** Extra values that count as rent and bear its tax. */
export const taxedExtras = (lines: readonly InvoiceLine[], { mode }: Pick<LeaseTaxRule, 'mode'>): Cents =>
  sum(
    lines
      .filter(
        ({ kind, influence, carried }) => kind === 'EXTRA' && influence === 'RENT' && !(carried && mode === 'ON_TOP'),
      )
      .map(({ amount }) => amount),
  );

/** IBS and CBS of one owner, of a rent. */
export type OwnersLeaseTax = {
  client_id: number;
  name: string;
  amount: Cents;
  lease_tax: LeaseTaxFigures;
  words: string;
};

/** IBS and CBS of the owners who pay them, of a month's rent. */
export const leaseTaxesOf = (total: Cents, { payers, ...rule }: LeaseTax): OwnersLeaseTax[] =>
  payers
    .map(({ client_id, name, share }) => {
      const { words, ...tax } = taxOf(total, share, rule);
      const isAlone = payers.length === 1 && share === WHOLE;
      return { client_id, name, ...tax, words: isAlone ? words : `${name}: ${words}` };
    })
    .filter(({ amount }) => amount > 0);

export const leaseTaxLine = ({ client_id, amount, lease_tax, words }: OwnersLeaseTax): InvoiceLine => ({
  ...{ kind: 'LEASE_TAX', name: LEASE_TAX_LINE, note: words, amount, client_id, lease_tax },
});

/** A rent with the taxes that it has in it. */
export function withinRent<T extends InvoiceLine>(line: T, taxes: readonly OwnersLeaseTax[], of: Cents): T {
  const words = `inclui ${LEASE_TAX_LINE} de ${formatAmount(sum(taxes.map(({ amount }) => amount)))}`;
  const included = taxes.map(({ client_id, amount, lease_tax }): IncludedTax => ({ client_id, amount, of, lease_tax }));
  return { ...line, note: [line.note, words].filter(Boolean).join(', '), included };
}

/**
 * IBS and CBS within late charges, by owner. They are part of the lease (art. 255), but a boleto charges the contract's
 * fine and interest and no more, so the tax is within them whatever the contract says of the rent. The social reducer
 * was the rent's.
 */
export function withinLate(lines: readonly InvoiceLine[], late: Cents): Map<number, Cents> {
  const tax = lines.find(({ taxed_by }) => taxed_by)?.taxed_by;
  if (!tax || late <= 0) return new Map();
  const taxes = leaseTaxesOf(late, { ...tax, mode: 'INCLUDED', residential: false });
  return new Map(taxes.map(({ client_id, amount }) => [client_id, amount]));
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

/**
 * Taxes of owners within the rent of these lines, of which `received` came in; a line that takes rent off takes its tax
 * off.
 */
export function includedIn(lines: readonly InvoiceLine[], rent: { received: Cents; price: Cents }): Map<number, Cents> {
  const charged = includedOfLines(lines.filter(({ kind }) => kind === 'RENT'));
  const found = new Map(
    [...charged].map(([id, tax]) => [id, rent.price === 0 ? 0 : ratio(tax, rent.received, rent.price)]),
  );
  for (const [id, tax] of includedOfLines(lines.filter(({ kind }) => kind !== 'RENT')))
    found.set(id, (found.get(id) ?? 0) + tax);
  return found;
}

/** Taxes of owners within these lines as they stand. */
export function includedOfLines(lines: readonly InvoiceLine[]): Map<number, Cents> {
  const found = new Map<number, Cents>();
  for (const { amount: ofLine, included = [] } of lines)
    for (const { client_id, amount, of } of included)
      found.set(client_id, (found.get(client_id) ?? 0) + ratio(amount, ofLine, of));
  return found;
}
