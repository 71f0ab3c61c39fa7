import type { Db } from '../../context.ts';
import * as queries from './payments.queries.ts';

// Transfers call this file, and payments call transfers: it imports neither.

/** Releases the transfer's payment order, so that it can be ordered again. Runs inside the caller's transaction. */
export const releaseOrder = (trx: Db, transferId: number) => queries.releaseOrder(trx, transferId);
