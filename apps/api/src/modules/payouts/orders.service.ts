import type { Db } from '../../context.ts';
import * as queries from './payouts.queries.ts';

// Transfers and payments call this file: it imports neither.

/** Those of the transfers that a bank pays by Pix, or is about to. Runs under the lock of the transfers. */
export const findUnderWay = (trx: Db, transferIds: readonly number[]) =>
  queries.findHeld(trx, transferIds, ['WAITING_APPROVAL', 'APPROVED', 'SENT']);

/** Payments of the transfers that a bank has paid, by transfer. Runs under the lock of the transfers. */
export const findPaidByBank = (trx: Db, transferIds: readonly number[]) => queries.findPaidByBank(trx, transferIds);

/** Cancels the payments of a batch that were not sent yet. Returns those of the transfers whose payment was sent. */
export async function cancelUnsent(trx: Db, batchId: number, transferIds: readonly number[]): Promise<Set<number>> {
  await queries.cancelPayouts(trx, batchId);
  return queries.findHeld(trx, transferIds, ['SENT']);
}
