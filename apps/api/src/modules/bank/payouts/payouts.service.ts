import type { PayoutRow } from '@morada/contract/bank/payout-tasks';
import { payoutProblems, payouts } from '@morada/contract/bank/payouts';
import type { Received } from '@morada/contract/base/endpoint';
import { type ApprovalReason, returnNeedsSecond } from '@morada/domain/bank/payouts/payout-safeguards';
import { type PayoutState, payoutLife, payoutStateOf } from '@morada/domain/bank/payouts/payout-state';
import { actorId, type Context, type Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { undoTransfers } from '#api/modules/money/transfers/transfers.service.ts';
import { REFUSALS, refusalFor, returnRefusals } from './approvals.service.ts';
import { listHeldChanges } from './held-changes.service.ts';
import { findLink } from './links.service.ts';
import { batchOf, createPayment } from './payments.service.ts';
import * as queries from './payouts.queries.ts';
import * as safeguards from './safeguards.queries.ts';
import { settleTold } from './settlement.service.ts';

/** Orders the payment of transfers by Pix: it goes out when the safeguards let it. */
export async function createPayout(ctx: Context, { transfers, per_owner }: Received<typeof payouts.create>['body']) {
  if (!(await findLink(ctx.db))) throw payoutProblems.PAYOUT_UNLINKED();
  const id = await createPayment(ctx, { transfers, per_owner, pay_on: ctx.today() }, 'PIX');
  return batchOf(ctx, id);
}

/** Approval of a payment, and its payments by Pix. */
export async function showOfPayment(ctx: Context, id: number) {
  await batchOf(ctx, id);
  const [found, rows] = await Promise.all([safeguards.findDecision(ctx.db, id), queries.findOfBatch(ctx.db, id)]);
  const presented = await presentRows(ctx, rows);
  if (!found) return { approval: null, payouts: presented };
  const { amount: _, counts_on: __, decided_by, ...approval } = found.approval;
  const person = decided_by === null ? undefined : await safeguards.findPerson(ctx.db, decided_by);
  const { id: asking } = ctx.actor;
  const asks = approval.state === 'WAITING' && asking !== null;
  return {
    approval: {
      ...(approval as typeof approval & { means: 'FILE' | 'PIX'; state: 'WAITING' | 'APPROVED' | 'REJECTED' }),
      reasons: approval.reasons as ('AMOUNT' | 'ACCOUNT')[],
      decided_by: person?.name ?? null,
      refusal: asks ? ((await refusalFor(ctx.db, found, asking)) ?? null) : null,
    },
    payouts: presented,
  };
}

/** What needs action by staff: payments that wait, have no response or failed, and a failing link. */
export async function tasksOf(ctx: Context) {
  const isAdministrator = ctx.actor.permissions.includes('*');
  const [held, changes, link, waiting, unanswered, failed, returns] = await Promise.all([
    isAdministrator ? listHeldChanges(ctx) : [],
    isAdministrator ? safeguards.findGuardChanges(ctx.db, ctx.actor.id) : [],
    findLink(ctx.db),
    safeguards.countWaiting(ctx.db),
    queries.findUnanswered(ctx.db),
    queries.findFailed(ctx.db),
    queries.findReturnsAsked(ctx.db),
  ]);
  return {
    waiting,
    held,
    changes,
    unanswered: await presentRows(ctx, unanswered),
    failed: await presentRows(ctx, failed),
    returns: await presentRows(ctx, returns),
    failing_since: link?.failing_since ?? null,
    problem: link?.problem ?? null,
  };
}

/** How long an order without a response is repeated. */
const REPEATED_MS = 3_600_000;

/** Records the outcome of a payment for which the bank gives none, as staff read it in the bank's statement. */
export function settlePayout(ctx: Context, id: number, { paid, pay_day }: Received<typeof payouts.settle>['body']) {
  return change(ctx, async (trx) => {
    const payout = await queries.lockPayout(trx, id);
    if (!payout) throw payoutProblems.PAYOUT_NOT_FOUND();
    if (payout.state !== 'SENT') throw payoutProblems.PAYOUT_STATE();
    const isAsked = payout.request_code === null || payout.problem !== null;
    const isOld = payout.sent_at !== null && new Date(payout.sent_at).getTime() < Date.now() - REPEATED_MS;
    // While its order is repeated, or under way at the bank, it may still be paid.
    if (!isAsked || (!paid && !isOld)) throw payoutProblems.PAYOUT_AT_BANK();
    const sentOn = payout.sent_on ?? ctx.today();
    const paid_on = pay_day ?? sentOn;
    if (paid_on > ctx.today() || paid_on < sentOn) throw payoutProblems.PAYOUT_PAY_DAY();
    const problem = paid ? null : 'Não foi pago, pelo extrato do banco.';
    if (!(await settleTold(trx, ctx, [{ id, outcome: paid ? 'PAID' : 'REFUSED', paid_on, problem }])))
      throw payoutProblems.PAYOUT_STATE();
  });
}

/** A payment with the state that it is in, locked. */
async function lockStated(trx: Db, id: number) {
  const payout = await queries.lockPayout(trx, id);
  if (!payout) throw payoutProblems.PAYOUT_NOT_FOUND();
  return { ...payout, state: payoutStateOf(payout.state as PayoutState, payout.return_reason) };
}

/** @throws the refusal that the life cycle gives. */
function check(state: PayoutState, event: 'askReturn' | 'giveBack' | 'keepPaid') {
  const cell = payoutLife.cell(state, event);
  if ('refusal' in cell) throw RETURN_REFUSALS[cell.refusal as keyof typeof RETURN_REFUSALS]();
}

const RETURN_REFUSALS = {
  PAYOUT_STATE: payoutProblems.PAYOUT_STATE,
  PAYOUT_RETURN_ASKED: payoutProblems.PAYOUT_RETURN_ASKED,
  PAYOUT_RETURN_NOT_ASKED: payoutProblems.PAYOUT_RETURN_NOT_ASKED,
};

const APPROVES: readonly string[] = ['*', ...[payouts.confirmReturn.access].flat()];

/**
 * Return of a payout, as a person tells it. PAID → RETURNED, or RETURN_ASKED where the safeguards ask for a second person:
 * its transfers can be paid again afterwards.
 */
export function givePayoutBack(ctx: Context, id: number, reason: string) {
  return change(ctx, async (trx) => {
    const payout = await lockStated(trx, id);
    check(payout.state, 'askReturn');
    const approval = await safeguards.findApproval(trx, payout.batch_id);
    const asked = {
      amount: approval?.amount ?? payout.amount,
      reasons: (approval?.reasons ?? []) as ApprovalReason[],
    };
    const approves = ctx.actor.permissions.some((permission) => APPROVES.includes(permission));
    const waits = returnNeedsSecond(await safeguards.findSafeguards(trx), asked, approves);
    if (!waits) await takeReturn(trx, ctx, payout, reason);
    else {
      await queries.noteReturn(trx, id, { by: ctx.actor.id, reason });
      await leaveTrail(trx, ctx, 'payout', id, 'askReturn', { reason, amount: payout.amount });
    }
    return { waits };
  });
}

/** RETURN_ASKED → RETURNED, by another person than the one who said so. */
export function confirmReturn(ctx: Context, id: number) {
  const person = actorId(ctx);
  return change(ctx, async (trx) => {
    const payout = await lockStated(trx, id);
    check(payout.state, 'giveBack');
    if (payout.return_reason === null) throw payoutProblems.PAYOUT_RETURN_NOT_ASKED();
    const refusal = (await returnRefusals(trx, [payout.return_asked_by], person))(payout.return_asked_by);
    if (refusal) throw refusal === 'MAKER' ? payoutProblems.PAYOUT_RETURN_OWN() : REFUSALS[refusal]();
    await takeReturn(trx, ctx, payout, payout.return_reason);
  });
}

/** RETURN_ASKED → PAID: the money did not come back. */
export function keepPaid(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { state, amount } = await lockStated(trx, id);
    check(state, 'keepPaid');
    await queries.noteReturn(trx, id, null);
    await leaveTrail(trx, ctx, 'payout', id, 'keepPaid', { amount });
  });
}

/** PAID → RETURNED: the transfers are to be paid again. */
async function takeReturn(trx: Db, ctx: Context, { id, amount }: { id: number; amount: number }, reason: string) {
  const transfers = await queries.findTransfers(trx, [id]);
  await queries.move(trx, 'PAID', [{ id, state: payoutLife.next('PAID', 'giveBack'), problem: reason }]);
  const refusals = await undoTransfers(
    trx,
    ctx,
    transfers.map(({ transfer_id }) => ({ id: transfer_id })),
  );
  const refusal = refusals.find((found) => found !== undefined);
  if (refusal) throw refusal;
  await leaveTrail(trx, ctx, 'payout', id, 'giveBack', { reason, amount });
}

/** Payments as the API answers them, with who may confirm a return. */
async function presentRows(ctx: Context, rows: readonly queries.Row[]): Promise<PayoutRow[]> {
  const askers = rows.flatMap(({ return_reason, return_asked_by }) =>
    return_reason === null ? [] : [return_asked_by],
  );
  const refusalOf = ctx.actor.id === null ? undefined : await returnRefusals(ctx.db, askers, ctx.actor.id);
  return rows.map(({ return_asked_by, return_reason, asker, ...row }) => {
    const state = payoutStateOf(row.state, return_reason);
    const isAsked = state === 'RETURN_ASKED' && return_reason !== null;
    const refusal = refusalOf?.(return_asked_by) ?? null;
    return { ...row, state, return_asked: isAsked ? { by: asker, reason: return_reason, refusal } : null };
  });
}
