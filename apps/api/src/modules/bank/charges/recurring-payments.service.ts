import { owesLateChargesAlone } from '@morada/domain/bank/pix/recurring-charge';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { lateCharges } from '@morada/domain/rent/late/late-charges';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import * as queries from './recurring-charges.queries.ts';

type Received = { txid: string | null; amount: number; paid_on: CalendarDate };

/**
 * Marks the recurring charges among payments as paid, and returns their invoices. `carriesLate`: whether only late
 * charges are missing from a payment; they go on the next invoice, since a recurring charge can't be raised.
 */
export async function recurringOf(trx: Db, payments: readonly Received[]) {
  const txids = payments.flatMap(({ txid }) => txid ?? []);
  const rows = await queries.findInvoicesOf(trx, txids);
  const known = new Map(rows.map((row) => [row.txid, row]));
  const { late_from_business_day: fromBusinessDay } = await readAgency(trx, ['late_from_business_day']);
  await queries.markPaid(trx, txids);
  return {
    invoices: new Map(rows.map(({ txid, invoice_id }) => [txid, invoice_id])),
    carriesLate({ txid, amount, paid_on }: Received): boolean {
      const charge = known.get(txid ?? '');
      if (charge?.status !== 'PENDING' || charge.deleted_at !== null || charge.proposal_status !== 'APPROVED')
        return false;
      const { fine, interest } = lateCharges(charge.invoice_amount, charge.due_date, paid_on, { fromBusinessDay });
      return owesLateChargesAlone(amount, charge, {
        amount: charge.invoice_amount,
        due: charge.invoice_amount + fine + interest,
      });
    },
  };
}
