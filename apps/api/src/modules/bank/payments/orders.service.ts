import type { Db } from '#api/context.ts';
import * as queries from './payments.queries.ts';

// Transfers call this file, and payments call transfers: it imports neither.

/** Notes for the orders of concluded transfers whether a bank paid them. Runs inside the caller's transaction. */
export const markPaid = (trx: Db, transferIds: readonly number[]) => queries.markPaid(trx, transferIds);

/** Releases the transfers' payment orders, so that they can be ordered again. Runs inside the caller's transaction. */
export const releaseOrders = (trx: Db, transferIds: readonly number[]) => queries.releaseOrders(trx, transferIds);
