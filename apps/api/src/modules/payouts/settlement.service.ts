import { payoutLife } from '@morada/domain/bank/payout-state';
import type { Context, Db } from '../../context.ts';
import { writeTrail } from '../../db/trail.ts';
import { releaseOrders } from '../payments/orders.service.ts';
import { concludeTransfers } from '../transfers/transfers.service.ts';
import * as queries from './payouts.queries.ts';

/** The end of a payment that was sent. */
export type Ended = {
  id: number;
  outcome: 'PAID' | 'REFUSED';
  bank_state?: string | null;
  end_to_end_id?: string | null;
  problem: string | null;
};

const ACTIONS = { PAID: 'pay', REFUSED: 'refuse' } as const;

/**
 * Ends payments that were sent, inside the caller's transaction: the transfers of a paid one are concluded, those of a
 * refused one are free again. Returns how many were still SENT.
 */
export async function settleTold(trx: Db, ctx: Context, ended: readonly Ended[]): Promise<number> {
  const outcomeOf = new Map(ended.map(({ id, outcome }) => [id, outcome]));
  const moved = await queries.move(
    trx,
    'SENT',
    ended.map(({ outcome, ...told }) => ({ ...told, state: payoutLife.next('SENT', ACTIONS[outcome]) })),
  );
  const transfers = await queries.findTransfers(
    trx,
    moved.map(({ id }) => id),
  );
  const of = (outcome: Ended['outcome']) =>
    transfers.flatMap(({ payout_id, transfer_id }) => (outcomeOf.get(payout_id) === outcome ? transfer_id : []));
  const refused = of('REFUSED');
  if (refused.length > 0) await releaseOrders(trx, refused);
  const paid = of('PAID');
  const refusals = await concludeTransfers(
    trx,
    { ...ctx, expected: undefined },
    paid.map((id) => ({ id })),
  );
  const refusal = refusals.find((found) => found !== undefined);
  // The orders hold their transfers, so none of them can have been moved.
  if (refusal) throw refusal;
  await writeTrail(
    trx,
    moved.map(({ id, amount, batch_id }) => ({
      actor: ctx.actor,
      record: 'payout',
      record_id: id,
      action: ACTIONS[outcomeOf.get(id) ?? 'REFUSED'],
      changes: { amount, batch_id },
    })),
  );
  return moved.length;
}
