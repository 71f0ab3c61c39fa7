import type { Received } from '@morada/contract/base/endpoint';
import { peopleCommissionProblems, type peopleCommissions } from '@morada/contract/money/people-commissions';
import { addToReference, firstDay, referenceOf } from '@morada/domain/base/calendar';
import { addressLine } from '@morada/domain/property/property';
import type { Context } from '#api/context.ts';
import { writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { lockSale } from '#api/modules/ledger/movements/movimentations.service.ts';
import * as queries from './receipts.queries.ts';
import { receive, sharesFor, whenRemoved } from './receiving.service.ts';

const MONTHS = 12;
const MOST = 100;

/** Commissions of sales in the cash of the last months, divided or not. */
export async function listSales(ctx: Context) {
  const from = firstDay(addToReference(referenceOf(ctx.today()), -MONTHS));
  const rows = await queries.findSales(ctx.db, from, MOST);
  return {
    data: rows.map(({ property_id, street, number, complement, people, ...sale }) => ({
      ...sale,
      divided:
        property_id === null || street === null
          ? null
          : { property_id, property: addressLine({ street, number, complement }), people },
    })),
  };
}

/** Divides a sale's commission, which is in the cash, by the rule of the property that was sold. */
export const divideSale = (
  ctx: Context,
  { movimentation_id, property_id }: Received<typeof peopleCommissions.divideSale>['body'],
) =>
  change(ctx, async (trx) => {
    if (!(await queries.lockSoldProperty(trx, property_id))) throw peopleCommissionProblems.SALE_NOT_FOUND();
    const sale = await lockSale(trx, movimentation_id);
    if (!sale) throw peopleCommissionProblems.SALE_NOT_FOUND();
    const of = { kind: 'SALE', property_id, proposal_id: null } as const;
    const shares = await sharesFor(trx, of);
    if (shares.length === 0) throw peopleCommissionProblems.SALE_WITHOUT_PEOPLE();
    const from = { extra_id: null, invoice_id: null, movimentation_id, received_on: sale.date };
    const receipt = { ...of, ...from, amount: sale.price, shares };
    const taken = violates('commission_receipt_sale', peopleCommissionProblems.SALE_DIVIDED);
    const entry = await receive(trx, ctx, receipt).catch(taken);
    await writeTrail(trx, [entry]);
    return { id: entry.record_id };
  });

/** Undoes the division of a sale's commission, which stays in the cash. */
export const undivideSale = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    if (!(await lockSale(trx, id))) throw peopleCommissionProblems.SALE_NOT_FOUND();
    const entries = await whenRemoved(trx, ctx, [{ id }]);
    if (entries.length === 0) throw peopleCommissionProblems.SALE_NOT_DIVIDED();
    await writeTrail(trx, entries);
  });
