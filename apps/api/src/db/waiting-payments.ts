import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../context.ts';

// Money that a bank reports for an invoice and that waits for a person in 'A resolver'. Every place that asks for money,
// or acts on its absence, asks here first.

/** Whether a payment waits for the invoice with this id. */
export const paymentWaits = (invoice: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from bank_line w where w.invoice_id = ${invoice} and w.state = 'OPEN')`;

/** What waits for an invoice: all amounts, and the latest day on which one was paid. */
export type WaitingPayment = { amount: Cents; paid_on: CalendarDate | null };

/** The payments that wait for these invoices. */
export async function findWaitingPayments(
  db: Db,
  invoices: readonly number[],
): Promise<ReadonlyMap<number, WaitingPayment>> {
  if (invoices.length === 0) return new Map();
  const rows = await db
    .selectFrom('bank_line')
    .select((q) => [
      sql<number>`invoice_id`.as('invoice_id'),
      q.fn.coalesce(q.fn.sum<number>('amount'), sql<number>`0`).as('amount'),
      q.fn.max('paid_on').as('paid_on'),
    ])
    .where('state', '=', 'OPEN')
    .where('invoice_id', '=', sql<number>`any(${[...invoices]}::bigint[])`)
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map(({ invoice_id, ...waiting }) => [invoice_id, waiting]));
}
