import type { Settlement } from '@morada/contract/invoices';
import type { Problem } from '@morada/contract/problem';
import type * as z from 'zod/mini';
import type { Context, Db } from '../../context.ts';
import { attempt } from '../../db/savepoint.ts';
import { refundInTransaction, settleInvoice } from '../invoices/invoices.service.ts';
import { concludeInTransaction, undoInTransaction } from '../transfers/transfers.service.ts';

type Order = { id: number; expected?: number };

export type SettlementOrder = Order & { input: z.output<typeof Settlement>; boleto_id?: number; proposes?: boolean };

async function eachOf<One extends Order>(
  trx: Db,
  ctx: Context,
  orders: readonly One[],
  work: (ctx: Context, order: One) => Promise<unknown>,
) {
  const refusals: (Problem | undefined)[] = [];
  for (const order of orders)
    refusals.push(await attempt(trx, () => work({ ...ctx, expected: order.expected }, order)));
  return refusals;
}

export const settleInvoices = (trx: Db, ctx: Context, orders: readonly SettlementOrder[]) =>
  eachOf(trx, ctx, orders, (held, { id, input, boleto_id, proposes = false }) =>
    settleInvoice(trx, held, id, input, { proposes, ...(boleto_id !== undefined && { boleto_id }) }),
  );

export type RefundOrder = Order & { untouched?: boolean };

export const refundInvoices = (trx: Db, ctx: Context, orders: readonly RefundOrder[]) =>
  eachOf(trx, ctx, orders, (held, { id, untouched = false }) => refundInTransaction(trx, held, id, { untouched }));

export const concludeTransfers = (trx: Db, ctx: Context, orders: readonly Order[]) =>
  eachOf(trx, ctx, orders, (held, { id }) => concludeInTransaction(trx, held, id));

export const undoTransfers = (trx: Db, ctx: Context, orders: readonly Order[]) =>
  eachOf(trx, ctx, orders, (held, { id }) => undoInTransaction(trx, held, id));
