import type { Db } from '#api/context.ts';
import * as queries from './payments.queries.ts';

/** Notes for the orders of concluded transfers whether a bank paid them. Runs inside the caller's transaction. */
export async function markPaid(trx: Db, transferIds: readonly number[]): Promise<void> {
  await queries.markPaid(trx, transferIds);
}

/** Releases the transfers' payment orders, so that they can be ordered again. Runs inside the caller's transaction. */
export async function releaseOrders(trx: Db, transferIds: readonly number[]): Promise<void> {
  await queries.releaseOrders(trx, transferIds);
}
