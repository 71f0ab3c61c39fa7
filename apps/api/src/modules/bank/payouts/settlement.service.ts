import { payoutLife } from '@morada/domain/bank/payouts/payout-state';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Context, type Db, inside } from '#api/context.ts';
import { writeTrail } from '#api/db/trail.ts';
import { concludeTransfers, whenLetGo } from '#api/modules/money/transfers/transfers.service.ts';
import * as queries from './payouts.queries.ts';
import { releaseOrders } from './transfer-orders.service.ts';

/** The end of a payment that was sent. */
export type Ended = {
  id: number;
  outcome: 'PAID' | 'REFUSED';
  bank_state?: string | null;
  end_to_end_id?: string | null;
  /** Day on which the bank paid; null or absent: today. */
  paid_on?: CalendarDate | null;
  problem: string | null;
};

const clamp = (day: CalendarDate, from: CalendarDate, to: CalendarDate) => (day < from ? from : day > to ? to : day);

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
    ended.map(({ outcome, paid_on: _, ...told }) => ({ ...told, state: payoutLife.next('SENT', ACTIONS[outcome]) })),
  );
  const transfers = await queries.findTransfers(
    trx,
    moved.map(({ id }) => id),
  );
  const refused = transfers.flatMap(({ payout_id, transfer_id }) =>
    outcomeOf.get(payout_id) === 'REFUSED' ? transfer_id : [],
  );
  if (refused.length > 0) {
    await releaseOrders(trx, refused);
    await whenLetGo(trx, inside(ctx, trx), refused);
  }
  const today = ctx.today();
  const paidOn = new Map(ended.map(({ id, paid_on }) => [id, paid_on ?? today]));
  const sentOn = new Map(moved.map(({ id, sent_on }) => [id, sent_on ?? today]));
  // A day before the order or after today is a fault of the bank's clock.
  const dayOf = (id: number) => clamp(paidOn.get(id) ?? today, sentOn.get(id) ?? today, today);
  const paid = transfers.flatMap(({ payout_id, transfer_id }) =>
    outcomeOf.get(payout_id) === 'PAID' ? [{ id: transfer_id, pay_day: dayOf(payout_id) }] : [],
  );
  const refusals = await concludeTransfers(trx, inside(ctx, trx), paid);
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
