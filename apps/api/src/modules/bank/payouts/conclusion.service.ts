import type { Received } from '@morada/contract/base/endpoint';
import { paymentProblems, type payments } from '@morada/contract/money/payments';
import { transferProblems } from '@morada/contract/money/transfers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Context, inside } from '#api/context.ts';
import { change } from '#api/db/transaction.ts';
import { concludeTransfers } from '#api/modules/money/transfers/transfers.service.ts';
import { findOrdered, findTogether, findWaitingIds, lockTransfers } from './payments.queries.ts';
import { batchOf } from './payments.service.ts';
import { requireFile } from './safeguards.service.ts';

/** Transfers concluded in one transaction. */
const BLOCK = 250;

/** Concludes the transfers of a payment: failures are reported, and the others stay concluded. */
export async function concludePayment(
  ctx: Context,
  id: number,
  { transfers: chosen, pay_day }: Received<typeof payments.conclude>['body'],
) {
  const batch = await batchOf(ctx, id);
  if (batch.canceled_at) throw paymentProblems.PAYMENT_CANCELED();
  await requireFile(ctx.db, id);
  if (pay_day !== undefined && pay_day > ctx.today()) throw transferProblems.TRANSFER_PAID_IN_FUTURE();
  const named = [...new Set(chosen ?? (await findWaitingIds(ctx.db, id)))];
  // The bank executes a joint payment as a whole.
  const wanted =
    batch.per_owner && named.length > 0 ? [...new Set([...named, ...(await findTogether(ctx.db, id, named))])] : named;
  if (wanted.length === 0)
    throw batch.done > 0 ? paymentProblems.PAYMENT_CONCLUDED() : paymentProblems.PAYMENT_RELEASED();
  const refused: { transfer_id: number; reason: string }[] = [];
  for (let from = 0; from < wanted.length; from += BLOCK)
    refused.push(...(await concludeOrdered(ctx, id, wanted.slice(from, from + BLOCK), pay_day)));
  return { concluded: wanted.length - refused.length, refused };
}

/** Locks the transfers first, so that a concurrent cancellation of the payment waits. */
function concludeOrdered(ctx: Context, batchId: number, ids: readonly number[], pay_day: CalendarDate | undefined) {
  const ofTransfers = inside(ctx, ctx.db);
  return change(ofTransfers, async (trx) => {
    const locked = await lockTransfers(trx, ids);
    const ordered = new Set(await findOrdered(trx, batchId, ids));
    const letGo = new Set(
      locked.filter(({ id, status }) => status === 'PENDING' && !ordered.has(id)).map(({ id }) => id),
    );
    const orders = ids.filter((id) => !letGo.has(id)).map((id) => ({ id, pay_day }));
    const refusals = await concludeTransfers(trx, ofTransfers, orders);
    const refusalOf = new Map(orders.map(({ id }, index) => [id, refusals[index]]));
    return ids.flatMap((transfer_id) => {
      const refusal = letGo.has(transfer_id) ? paymentProblems.PAYMENT_LET_GO() : refusalOf.get(transfer_id);
      return refusal ? [{ transfer_id, reason: refusal.message }] : [];
    });
  });
}
