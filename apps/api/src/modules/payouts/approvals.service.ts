import { payoutProblems } from '@morada/contract/payouts';
import { approvalRefusal } from '@morada/domain/bank/payout-safeguards';
import { actorId, type Context, type Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { cancelPayment } from '../payments/payments.service.ts';
import { askForWork } from './links.queries.ts';
import { approvePayouts } from './payouts.queries.ts';
import * as queries from './safeguards.queries.ts';
import { dayOf, takeDay } from './safeguards.service.ts';

export async function listWaiting(ctx: Context) {
  const [found, { daily_limit }, today] = await Promise.all([
    queries.findWaiting(ctx.db),
    queries.findSafeguards(ctx.db),
    queries.findPaid(ctx.db, ctx.today()),
  ]);
  const person = actorId(ctx);
  const data = await Promise.all(
    found.map(async ({ admin_user_id, ...row }) => {
      const refusal = await refusalFor(ctx.db, { batch: { id: row.id, admin_user_id }, approval: row }, person);
      return { ...row, refusal: refusal ?? null };
    }),
  );
  return { data, today, daily_limit };
}

type Decision = NonNullable<Awaited<ReturnType<typeof queries.findDecision>>>;

/** Why this person may not approve a payment. */
export const refusalFor = async (
  db: Db,
  {
    batch,
    approval,
  }: { batch: Pick<Decision['batch'], 'id' | 'admin_user_id'>; approval: { reasons: readonly string[] } },
  person: number,
) =>
  approvalRefusal(
    {
      reasons: approval.reasons as Parameters<typeof approvalRefusal>[0]['reasons'],
      made_by: batch.admin_user_id,
      changed_by: approval.reasons.includes('ACCOUNT') ? await queries.findChangers(db, batch.id) : [],
    },
    person,
  );

const REFUSALS = { MAKER: payoutProblems.PAYOUT_OWN, CHANGER: payoutProblems.PAYOUT_OWN_ACCOUNT };

/** WAITING → APPROVED exactly once, within the day's limit. */
export function approvePayment(ctx: Context, id: number) {
  const decided_by = actorId(ctx);
  return change(ctx, async (trx) => {
    const found = await waiting(trx, id);
    const refusal = await refusalFor(trx, found, decided_by);
    if (refusal) throw REFUSALS[refusal]();
    const { means, not_before, amount } = found.approval;
    const { pay_on } = found.batch;
    const counts_on = dayOf(ctx, { means: means as 'FILE' | 'PIX', pay_on, not_before: dateOf(not_before) });
    await takeDay(trx, await queries.findSafeguards(trx), counts_on, amount);
    if (!(await queries.decide(trx, id, { state: 'APPROVED', counts_on, decided_by })))
      throw payoutProblems.PAYOUT_DECIDED();
    await approvePayouts(trx, id);
    await leaveTrail(trx, ctx, 'payment_batch', id, 'approve', { amount });
    await askForWork(trx);
  });
}

const dateOf = (instant: string | Date | null) => (instant === null ? null : new Date(instant));

/** Locks the payment first, so that it can't be canceled meanwhile, and two approvers follow each other. */
async function waiting(trx: Db, id: number): Promise<Decision> {
  const found = await queries.findDecision(trx, id, { lock: true });
  if (!found) throw payoutProblems.PAYOUT_NOT_FOUND();
  if (found.batch.canceled_at || found.approval.state !== 'WAITING') throw payoutProblems.PAYOUT_DECIDED();
  return found;
}

/** WAITING → REJECTED: the transfers are free for another payment. The one who made it may do so too. */
export function rejectPayment(ctx: Context, id: number, reason: string) {
  const decided_by = actorId(ctx);
  return change(ctx, async (trx) => {
    await waiting(trx, id);
    if (!(await queries.decide(trx, id, { state: 'REJECTED', note: reason, decided_by })))
      throw payoutProblems.PAYOUT_DECIDED();
    const { idempotency: _, ...within } = ctx;
    await cancelPayment({ ...within, db: trx }, id);
    await leaveTrail(trx, ctx, 'payment_batch', id, 'reject', { note: reason });
  });
}
