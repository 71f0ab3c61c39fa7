import type { PayoutSafeguards as Shape } from '@morada/contract/bank/payouts';
import { payoutProblems } from '@morada/contract/bank/payouts';
import type { PaymentTarget } from '@morada/domain/bank/cnab/payment';
import {
  fitsTheDay,
  isUnguarded,
  type PayoutSafeguards,
  payoutHurdles,
  proposedSafeguards,
  strictest,
} from '@morada/domain/bank/payouts/payout-safeguards';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatMoney, sum } from '@morada/domain/base/money';
import type * as z from 'zod/mini';
import { dayAt } from '#api/base/clock.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { askSecondPerson, changeOrAsk } from '#api/modules/access/users/second-person.service.ts';
import { tellAdministrators } from '#api/modules/access/users/watch.service.ts';
import { enqueue, findActive } from '../connections/connections.service.ts';
import { insertPayouts } from './payouts.queries.ts';
import * as queries from './safeguards.queries.ts';

// Payments call this file: it imports none of their services.

export async function showSafeguards(ctx: Context) {
  const [set, held, links, today] = await Promise.all([
    queries.findSet(ctx.db),
    queries.findSafeguards(ctx.db),
    findActive(ctx.db, 'PAYOUT'),
    queries.findPaid(ctx.db, ctx.today(), ctx.today()),
  ]);
  const eased = Object.keys(difference<PayoutSafeguards>(set, held)).length > 0;
  const proposed = isUnguarded(set) ? proposedSafeguards(await queries.findUsual(ctx.db, ctx.today())) : null;
  return { ...set, linked: links.length > 0, today, proposed, eased };
}

export function saveSafeguards(ctx: Context, given: z.output<typeof Shape>) {
  return changeOrAsk(ctx, async (trx) => {
    const before = await queries.findSet(trx);
    const least = strictest(before, given);
    const isEased = Object.keys(difference<PayoutSafeguards>(given, least)).length > 0;
    const waits =
      isEased &&
      (await askSecondPerson(trx, ctx, {
        ...{ kind: 'SAFEGUARDS', record_id: null, about: null, input: given },
        what: 'afrouxar as proteções dos pagamentos',
      }));
    const now = waits ? least : given;
    const changes = difference<PayoutSafeguards>(before, now);
    if (Object.keys(changes).length > 0) {
      await queries.updateSafeguards(trx, now);
      await leaveTrail(trx, ctx, 'payout_safeguard', 1, ctx.agreed ? 'confirmed' : 'update', changes);
      await tellAdministrators(trx, ctx, 'mudou as proteções dos pagamentos');
    }
    return waits || undefined;
  });
}

type Order = {
  id: number;
  amount: number;
  identifier: string;
  ordered: { user: { id: number }; to: PaymentTarget };
  bank_changed: { at: string } | null;
};

type Placed = { batch_id: number; means: 'FILE' | 'PIX'; pay_on: CalendarDate; orders: readonly Order[] };

/**
 * Places a new payment under the safeguards, inside the caller's transaction: it waits for a second person, or goes out
 * within the remaining limit of its day.
 */
export async function placeUnderSafeguards(trx: Db, ctx: Context, { batch_id, means, pay_on, orders }: Placed) {
  const safeguards = await queries.findSafeguards(trx);
  const known = await queries.findKnown(
    trx,
    orders.map(({ id, ordered: { user, to } }) => ({ id, user_id: user.id, to })),
  );
  const amount = sum(orders.map((order) => order.amount));
  const accounts = orders.map(({ id, bank_changed }) => ({
    known: known.has(id),
    changed_at: bank_changed && Date.parse(bank_changed.at),
  }));
  const { reasons, not_before } = payoutHurdles(safeguards, { amount, accounts, now: Date.now() });
  const waits = reasons.length > 0;
  const from = not_before === null ? null : new Date(not_before);
  const counts_on = waits ? null : dayOf(ctx, { means, pay_on, not_before: from });
  if (counts_on !== null) await takeDay(trx, safeguards, counts_on, amount, ctx.today());
  await queries.insertApproval(trx, {
    ...{ batch_id, means, reasons, amount, counts_on },
    not_before: from,
    state: waits ? 'WAITING' : 'APPROVED',
  });
  if (means === 'FILE') return;
  const state = waits ? 'WAITING_APPROVAL' : 'APPROVED';
  const joint = Map.groupBy(orders, ({ identifier }) => identifier);
  await insertPayouts(
    trx,
    [...joint].map(([identifier, of]) => ({
      ...{ batch_id, identifier, state },
      amount: sum(of.map((order) => order.amount)),
    })),
  );
  if (!waits) await enqueue(trx, 'payouts');
}

/** Day on which a payment goes out, at the earliest: a file's own day, unless that is past when it is let go. */
export function dayOf(
  { today }: Pick<Context, 'today'>,
  { means, pay_on, not_before }: { means: 'FILE' | 'PIX'; pay_on: CalendarDate; not_before: Date | null },
): CalendarDate {
  const waits = not_before !== null && not_before.getTime() > Date.now();
  const released = waits ? dayAt(not_before) : today();
  return means === 'FILE' && pay_on > released ? pay_on : released;
}

/** Moves a file that is given out after its day, for the first time, to the limit of today. @throws when it doesn't fit. */
export async function countGivenOut(trx: Db, ctx: Context, batchId: number) {
  const approval = await queries.findApproval(trx, batchId);
  const today = ctx.today();
  if (!approval?.counts_on || approval.counts_on >= today) return;
  await takeDay(trx, await queries.findSafeguards(trx), today, await queries.findLiveAmount(trx, batchId), today);
  await queries.countOn(trx, batchId, today);
}

/** Locks the days, and checks that an amount fits into what is left of a day's limit. @throws when it doesn't. */
export async function takeDay(
  trx: Db,
  safeguards: PayoutSafeguards,
  day: CalendarDate,
  amount: number,
  today: CalendarDate,
) {
  await queries.lockDays(trx);
  const paid = await queries.findPaid(trx, day, today);
  if (fitsTheDay(safeguards, paid, amount)) return;
  const limit = safeguards.daily_limit ?? 0;
  throw payoutProblems.PAYOUT_DAY_FULL({
    message: `O pagamento de ${formatMoney(amount)} passa do limite do dia: de ${formatMoney(limit)}, restam ${formatMoney(Math.max(0, limit - paid))}.`,
  });
}

/** @throws while a payment waits for a person or a moment: nothing of it may leave. */
export async function requireRelease(db: Db, batchId: number): Promise<void> {
  const approval = await queries.findApproval(db, batchId);
  if (!approval) return;
  if (approval.state !== 'APPROVED') throw payoutProblems.PAYOUT_WAITING();
  if (approval.not_before !== null && new Date(approval.not_before).getTime() > Date.now())
    throw payoutProblems.PAYOUT_EARLY();
}

/** @throws for a payment with a return of which the tenant's bank gave a part back meanwhile: its amount is too high. */
export async function requireWhole(db: Db, batchId: number): Promise<void> {
  if (await queries.hasReturned(db, batchId)) throw payoutProblems.PAYOUT_RETURNED_IN_PART();
}

/** @throws for a payment that the bank makes by itself. */
export async function requireFile(db: Db, batchId: number): Promise<void> {
  const approval = await queries.findApproval(db, batchId);
  if (approval?.means === 'PIX') throw payoutProblems.PAYOUT_BY_BANK();
  await requireRelease(db, batchId);
}
