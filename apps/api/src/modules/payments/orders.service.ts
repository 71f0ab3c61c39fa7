import type { Db } from '../../context.ts';
import * as queries from './payments.queries.ts';

// Transfers call this file, and payments call transfers: it imports neither.

/** Releases the transfers' payment orders, so that they can be ordered again. Runs inside the caller's transaction. */
export const releaseOrders = (trx: Db, transferIds: readonly number[]) => queries.releaseOrders(trx, transferIds);
