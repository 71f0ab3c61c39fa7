import { type Cents, sum } from '../../base/money.ts';
import type { InvoiceLine } from '../invoice.ts';
import { includedOfLines, leaseTaxesOf, type OwnersLeaseTax } from '../lease-tax.ts';
import type { LeaseTax } from '../lease-tax-rule.ts';

/** IBS and CBS that an invoice charged, on top of its rent or within it, with what came in of them. */
export type ChargedTax = {
  by: LeaseTax;
  /** Extra values of the invoice that count as rent. */
  extras: Cents;
  owners: readonly { client_id: number; charged: Cents; received: Cents }[];
};

/** @param received lines as they came in; absent: nothing did. */
export function chargedTax(
  lines: readonly InvoiceLine[],
  extras: Cents,
  received: readonly InvoiceLine[] = [],
): ChargedTax | undefined {
  const by = lines.find(({ taxed_by }) => taxed_by)?.taxed_by;
  if (!by) return undefined;
  const of = (some: readonly InvoiceLine[], client_id: number) =>
    by.mode === 'INCLUDED'
      ? (includedOfLines(some.filter(({ kind }) => kind === 'RENT')).get(client_id) ?? 0)
      : sum(
          some.filter((line) => line.kind === 'LEASE_TAX' && line.client_id === client_id).map(({ amount }) => amount),
        );
  const owners = by.payers.map(({ client_id }) => ({
    ...{ client_id, charged: of(lines, client_id), received: of(received, client_id) },
  }));
  return { by, extras, owners };
}

/** What the tax of a month comes to at the end: more to charge, or what comes off what is pending and what goes back. */
export type TaxDifference = {
  mode: LeaseTax['mode'];
  more: OwnersLeaseTax[];
  off: OwnerTax[];
  back: OwnerTax[];
};

type OwnerTax = { client_id: number; name: string; amount: Cents };

/**
 * Tax of the rent that a month owes less what its invoices charged: the social reducer is the month's, so a part of the
 * rent has no proportional part of the tax. What is not paid yet comes off first.
 * @param month.difference rent that the month owes beyond what its invoices charged; below zero: less.
 * @param otherwise how rent is taxed that no invoice charged with tax.
 */
export function taxDifference(
  month: { rent: Cents; difference: Cents },
  { pending, paid }: { pending: readonly ChargedTax[]; paid: readonly ChargedTax[] },
  otherwise: LeaseTax | null,
): TaxDifference | null {
  const charged = [...pending, ...paid];
  const by = charged[0]?.by ?? (month.difference > 0 ? otherwise : null);
  if (!by || month.difference === 0) return null;
  const total = charged.length > 0 ? month.rent + sum(charged.map(({ extras }) => extras)) : month.difference;
  const owed = leaseTaxesOf(total, by);
  const found: TaxDifference = { mode: by.mode, more: [], off: [], back: [] };
  for (const { client_id, name } of by.payers) {
    const tax = owed.find((one) => one.client_id === client_id);
    const of = (invoices: readonly ChargedTax[], part: 'charged' | 'received') =>
      sum(
        invoices.flatMap(({ owners }) => owners.filter((one) => one.client_id === client_id)).map((one) => one[part]),
      );
    const [open, whole, received] = [of(pending, 'charged'), of(paid, 'charged'), of(paid, 'received')];
    const less = open + whole - (tax?.amount ?? 0);
    if (less < 0 && tax) found.more.push({ ...tax, amount: -less });
    if (less <= 0) continue;
    const off = Math.min(less, open);
    const back = Math.min(less - off, Math.max(0, received - (whole - (less - off))));
    if (off > 0) found.off.push({ client_id, name, amount: off });
    if (back > 0) found.back.push({ client_id, name, amount: back });
  }
  return found;
}
