import { payoutProblems } from '@morada/contract/bank/payouts';
import { paymentProblems } from '@morada/contract/money/payments';
import {
  type ApprovalRefusal,
  type ApprovalState,
  approvalBy,
  approvalLife,
  approvalRefusal,
  approvalStateOf,
} from '@morada/domain/bank/payouts/approval';
import type { ApprovalReason } from '@morada/domain/bank/payouts/payout-safeguards';
import type { EventOf } from '@morada/domain/base/life-cycle';
import { actorId, type Context, type Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { findAccessChanges } from '#api/modules/access/users/second-person.service.ts';
import { enqueue } from '../connections/connections.service.ts';
import { cancelOrders } from './payments.service.ts';
import { approvePayouts } from './payouts.queries.ts';
import * as queries from './safeguards.queries.ts';
import { dayOf, requireWhole, takeDay } from './safeguards.service.ts';

export async function listWaiting(ctx: Context) {
  const [found, { daily_limit }, today] = await Promise.all([
    queries.findWaiting(ctx.db),
    queries.findSafeguards(ctx.db),
    queries.findPaid(ctx.db, ctx.today(), ctx.today()),
  ]);
  const refusals = await refusalsFor(ctx.db, found, actorId(ctx));
  const data = found.map(({ admin_user_id: _, ...row }) => ({ ...row, refusal: refusals.get(row.id) ?? null }));
  return { data, today, daily_limit };
}

type Decision = NonNullable<Awaited<ReturnType<typeof queries.findDecision>>>;

type Asked = { id: number; admin_user_id: number | null; reasons: readonly string[] };

/** Why this person may not approve each payment, by payment; those that they may approve are absent. */
async function refusalsFor(
  db: Db,
  payments: readonly Asked[],
  person: number,
): Promise<ReadonlyMap<number, ApprovalRefusal>> {
  const ofAccounts = payments.filter(({ reasons }) => reasons.includes('ACCOUNT')).map(({ id }) => id);
  if (payments.length === 0) return new Map();
  const changers = ofAccounts.length > 0 ? await queries.findChangers(db, ofAccounts) : undefined;
  const { people_days } = await queries.findSafeguards(db);
  const access = people_days > 0 ? await findAccessChanges(db, people_days) : [];
  return new Map(
    payments.flatMap(({ id, admin_user_id, reasons }) => {
      const refusal = approvalRefusal(
        {
          reasons: reasons as ApprovalReason[],
          made_by: admin_user_id,
          changed_by: changers?.get(id) ?? [],
          access,
        },
        person,
      );
      return refusal ? [[id, refusal] as const] : [];
    }),
  );
}

/** Why this person may not approve a payment. */
export async function refusalFor(db: Db, { batch, approval }: Decision, person: number) {
  const asked = { id: batch.id, admin_user_id: batch.admin_user_id, reasons: approval.reasons };
  return (await refusalsFor(db, [asked], person)).get(batch.id);
}

/** Why this person may not confirm what each of the others has said, by person. */
export async function returnRefusals(db: Db, askers: readonly (number | null)[], person: number) {
  const { people_days } = await queries.findSafeguards(db);
  const access = people_days > 0 && askers.length > 0 ? await findAccessChanges(db, people_days) : [];
  return (made_by: number | null) => approvalRefusal({ reasons: [], made_by, changed_by: [], access }, person);
}

export const REFUSALS = {
  MAKER: payoutProblems.PAYOUT_OWN,
  CHANGER: payoutProblems.PAYOUT_OWN_ACCOUNT,
  TIED: payoutProblems.PAYOUT_TIED,
};

/** Refuses as the life of approvals does. */
function check({ batch, approval }: Decision, event: Exclude<EventOf<typeof approvalLife>, 'cancel'>) {
  const state = approval.state as Exclude<ApprovalState, 'CANCELED'>;
  const cell = approvalLife.cell(approvalStateOf(state, { canceled: batch.canceled_at !== null }), event);
  if ('refusal' in cell) throw PROBLEMS[cell.refusal]();
}

const PROBLEMS = { ...paymentProblems, ...payoutProblems };

/** WAITING → APPROVED exactly once, within the day's limit. */
export function approvePayment(ctx: Context, id: number) {
  const decided_by = actorId(ctx);
  return change(ctx, async (trx) => {
    const found = await lockDecision(trx, id);
    check(found, approvalBy(await refusalFor(trx, found, decided_by)));
    await requireWhole(trx, id);
    const { means, not_before, amount } = found.approval;
    const { pay_on } = found.batch;
    const counts_on = dayOf(ctx, { means: means as 'FILE' | 'PIX', pay_on, not_before: dateOf(not_before) });
    await takeDay(trx, await queries.findSafeguards(trx), counts_on, amount, ctx.today());
    if (!(await queries.decide(trx, id, { state: 'APPROVED', counts_on, decided_by })))
      throw payoutProblems.PAYOUT_DECIDED();
    await approvePayouts(trx, id);
    await leaveTrail(trx, ctx, 'payment_batch', id, 'approve', { amount });
    await enqueue(trx, 'payouts');
  });
}

const dateOf = (instant: string | Date | null) => (instant === null ? null : new Date(instant));

/** Locks the payment first, so that it can't be canceled meanwhile, and two approvers follow each other. */
async function lockDecision(trx: Db, id: number): Promise<Decision> {
  const found = await queries.findDecision(trx, id, { lock: true });
  if (!found) throw payoutProblems.PAYOUT_NOT_FOUND();
  return found;
}

/**
 * WAITING → REJECTED: the transfers are free for another payment. The person who made the payment may reject it too.
 */
export function rejectPayment(ctx: Context, id: number, reason: string) {
  const decided_by = actorId(ctx);
  return change(ctx, async (trx) => {
    check(await lockDecision(trx, id), 'reject');
    if (!(await queries.decide(trx, id, { state: 'REJECTED', note: reason, decided_by })))
      throw payoutProblems.PAYOUT_DECIDED();
    await cancelOrders(trx, ctx, id, { rejected: true });
    await leaveTrail(trx, ctx, 'payment_batch', id, 'reject', { note: reason });
  });
}
