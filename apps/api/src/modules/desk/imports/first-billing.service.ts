import type { FirstBilling } from '@morada/contract/desk/imports';
import { type CalendarDate, dueDateIn } from '@morada/domain/base/calendar';
import { type Cents, sum } from '@morada/domain/base/money';
import { composeInvoice, referencesToBill } from '@morada/domain/rent/invoice';
import type { Context, Db } from '#api/context.ts';
import { billingHorizon, feesOfProperties } from '#api/modules/money/invoices/billing.service.ts';
import { findLet } from './imports.queries.ts';
import type { FirstInvoices } from './outcome.map.ts';

type NewContract = {
  property_id: number;
  current_price: Cents;
  transfer_date: number;
  start_date: CalendarDate;
  end_date: CalendarDate;
  ends_at_term: boolean;
};

/** Counts them with the rule that issues them. */
export async function firstInvoices(
  db: Db,
  ctx: Context,
  contracts: NewContract[],
  firstDue: CalendarDate | null,
): Promise<FirstInvoices> {
  const today = ctx.today();
  const { leadDays } = await billingHorizon(ctx);
  const properties = contracts.map(({ property_id }) => property_id);
  const rented = await findLet(db, properties);
  const fees = Map.groupBy(await feesOfProperties(db, properties), ({ property_id }) => property_id);
  const composed = contracts
    .filter(({ property_id }) => rented.has(property_id))
    .flatMap((terms) => {
      const contract = { ...terms, status: 'APPROVED' as const, registered_on: today, first_due: firstDue };
      return referencesToBill(contract, today, leadDays).map((reference) => {
        const charged = composeInvoice({
          contract: { ...contract, discount: 0, prorate: true },
          reference,
          fees: fees.get(terms.property_id) ?? [],
          extras: [],
        });
        return { due: dueDateIn(reference, terms.transfer_date), amount: charged.price + charged.fees };
      });
    });
  return {
    invoices: composed.length,
    total: sum(composed.map(({ amount }) => amount)),
    overdue: composed.filter(({ due }) => due < today).length,
  };
}

export const together = (one: FirstInvoices, other: FirstInvoices): FirstInvoices => ({
  invoices: one.invoices + other.invoices,
  total: one.total + other.total,
  overdue: one.overdue + other.overdue,
});

export const shownBilling = (first_due: CalendarDate, invoices: FirstInvoices): FirstBilling => ({
  first_due,
  ...invoices,
});
