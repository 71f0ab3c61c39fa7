import type { Db } from '../../context.ts';
import { undoSettlements } from './settlements.queries.ts';

// Invoices call this file, and runs of bank files call invoices: it imports neither.

/**
 * Undoes the settlements by bank files of invoices that are pending again, so that their lines may settle again; lines
 * from the queue of open payments return to it. Runs inside the caller's transaction. Returns the boletos that the bank
 * reported as paid.
 */
export const whenReopened = (trx: Db, invoiceIds: readonly number[]): Promise<number[]> =>
  undoSettlements(trx, invoiceIds);
