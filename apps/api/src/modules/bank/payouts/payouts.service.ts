import type { Received } from '@morada/contract/endpoint';
import { payoutProblems, type payouts } from '@morada/contract/payouts';
import { payoutLife } from '@morada/domain/bank/payout-state';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { undoTransfers } from '#api/modules/money/transfers/transfers.service.ts';
import { batchOf, createPayment } from '../payments/payments.service.ts';
import { refusalFor } from './approvals.service.ts';
import { listHeldChanges } from './held-changes.service.ts';
import * as links from './links.queries.ts';
import * as queries from './payouts.queries.ts';
import * as safeguards from './safeguards.queries.ts';
import { settleTold } from './settlement.service.ts';

/** Orders the payment of transfers by Pix: it goes out when the safeguards let it. */
export async function createPayout(ctx: Context, { transfers, per_owner }: Received<typeof payouts.create>['body']) {
  if (!(await links.findLink(ctx.db))) throw payoutProblems.PAYOUT_UNLINKED();
  const id = await createPayment(ctx, { transfers, per_owner, pay_on: ctx.today() }, 'PIX');
  return batchOf(ctx, id);
}

/** Approval of a payment, and its payments by Pix. */
export async function showOfPayment(ctx: Context, id: number) {
  await batchOf(ctx, id);
  const [found, rows] = await Promise.all([safeguards.findDecision(ctx.db, id), queries.findOfBatch(ctx.db, id)]);
  if (!found) return { approval: null, payouts: rows };
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
    payouts: rows,
  };
}

/** What needs action by staff: payments that wait, have no response or failed, and a failing link. */
export async function tasksOf(ctx: Context) {
  const isAdministrator = ctx.actor.permissions.includes('*');
  const [held, changes, link, waiting, unanswered, failed] = await Promise.all([
    isAdministrator ? listHeldChanges(ctx) : [],
    isAdministrator ? safeguards.findGuardChanges(ctx.db, ctx.actor.id) : [],
    links.findLink(ctx.db),
    safeguards.countWaiting(ctx.db),
    queries.findUnanswered(ctx.db),
    queries.findFailed(ctx.db),
  ]);
  return {
    waiting,
    held,
    changes,
    unanswered,
    failed,
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

/** PAID → RETURNED: the payee's bank gave the money back, so the transfers are to be paid again. */
export function givePayoutBack(ctx: Context, id: number, reason: string) {
  return change(ctx, async (trx) => {
    const payout = await queries.lockPayout(trx, id);
    if (!payout) throw payoutProblems.PAYOUT_NOT_FOUND();
    if (payout.state !== 'PAID') throw payoutProblems.PAYOUT_STATE();
    const transfers = await queries.findTransfers(trx, [id]);
    await queries.move(trx, 'PAID', [{ id, state: payoutLife.next('PAID', 'giveBack'), problem: reason }]);
    const refusals = await undoTransfers(
      trx,
      ctx,
      transfers.map(({ transfer_id }) => ({ id: transfer_id })),
    );
    const refusal = refusals.find((found) => found !== undefined);
    if (refusal) throw refusal;
    await leaveTrail(trx, ctx, 'payout', id, 'giveBack', { reason, amount: payout.amount });
  });
}
