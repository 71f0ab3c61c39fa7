import { paymentProblems } from '@morada/contract/payments';
import { Problem } from '@morada/contract/problem';
import type { Context } from '../../context.ts';
import { change } from '../../db/transaction.ts';
import { concludeInTransaction } from '../transfers/transfers.service.ts';
import { findTogether, findWaitingIds, isOrdered } from './payments.queries.ts';
import { batchOf } from './payments.service.ts';

/** Concludes each transfer in its own transaction: failures are reported, and the others stay concluded. */
export async function concludePayment(ctx: Context, id: number, chosen: number[] | undefined) {
  const batch = await batchOf(ctx, id);
  if (batch.canceled_at) throw paymentProblems.PAYMENT_CANCELED();
  const named = [...new Set(chosen ?? (await findWaitingIds(ctx.db, id)))];
  // The bank executes a joint payment as a whole.
  const wanted =
    batch.per_owner && named.length > 0 ? [...new Set([...named, ...(await findTogether(ctx.db, id, named))])] : named;
  if (wanted.length === 0) throw paymentProblems.PAYMENT_CONCLUDED();
  const refused: { transfer_id: number; reason: string }[] = [];
  for (const transfer_id of wanted) {
    const reason = await refusalOf(concludeOrdered(ctx, id, transfer_id));
    if (reason) refused.push({ transfer_id, reason });
  }
  return { concluded: wanted.length - refused.length, refused };
}

/** Locks the transfer first, so that a concurrent cancellation of the payment waits. */
function concludeOrdered(ctx: Context, batchId: number, transferId: number) {
  // The call's idempotency key and version belong to the payment, not to each transfer.
  const each: Context = { ...ctx, idempotency: undefined, expected: undefined };
  return change(each, async (trx) => {
    await concludeInTransaction(trx, each, transferId);
    if (!(await isOrdered(trx, batchId, transferId))) throw paymentProblems.PAYMENT_LET_GO();
  });
}

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
