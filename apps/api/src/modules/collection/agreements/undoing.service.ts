import { debtAgreementProblems } from '@morada/contract/collection/debt-agreements';
import { addDays, type CalendarDate, later } from '@morada/domain/base/calendar';
import { breaksOn, type DebtAgreementState, debtAgreementLife } from '@morada/domain/debt-agreement/debt-agreement';
import { coveredLines, type UndoneDebt, undoneDebt } from '@morada/domain/debt-agreement/undone';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import { notify } from '#api/live/notify.ts';
import {
  findDebts,
  issueReturned,
  lockDebts,
  replaceInvoices,
  restoreInvoices,
} from '#api/modules/money/invoices/agreed.service.ts';
import { withdraw } from '#api/modules/money/invoices/refunding.service.ts';
import { callOffEnded } from '../messages/messages.service.ts';
import * as queries from './debt-agreements.queries.ts';

/** The agreement, with the contract of its invoices locked. */
async function lockAgreement(trx: Db, ctx: Context, id: number) {
  const debts = await queries.findDebts(trx, id);
  await lockDebts(
    trx,
    debts.map((debt) => debt.id),
  );
  const agreement = await queries.findAgreement(trx, id);
  if (!agreement) throw debtAgreementProblems.DEBT_AGREEMENT_NOT_FOUND();
  await checkVersion(trx, ctx, 'debt_agreement', agreement);
  return { agreement, debts };
}

/** Cancels an offer, or an agreement in force, whose debt then returns, reduced by what was paid. Returns its id. */
export function cancelAgreement(ctx: Context, id: number, reason: string): Promise<number> {
  return change(ctx, async (trx) => {
    const held = await lockAgreement(trx, ctx, id);
    const { agreement } = held;
    if (!debtAgreementLife.can(agreement.state, 'cancel')) throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
    const open = await openInstalments(trx, id);
    if (open.some(({ waits }) => waits)) throw debtAgreementProblems.INSTALMENT_PAYMENT_WAITS();
    await end(trx, ctx, held, 'cancel', reason);
    return id;
  });
}

/** Open instalments, and whether a payment of each waits for a person. */
async function openInstalments(trx: Db, id: number) {
  const open = (await queries.findInstalments(trx, id)).filter(({ status }) => status === 'PENDING');
  const waiting = await findWaitingPayments(
    trx,
    open.map((instalment) => instalment.id),
  );
  return open.map((instalment) => ({ ...instalment, waits: waiting.has(instalment.id) }));
}

/**
 * ACCEPTED → BROKEN when an instalment is late past its limit and no payment of it waits for a person. Idempotent: if another server, a payment or a
 * cancellation came first, the agreement stays as it is.
 * @returns whether this call broke it.
 */
export function breakAgreement(ctx: Context, id: number): Promise<boolean> {
  return change(ctx, async (trx) => {
    const held = await lockAgreement(trx, ctx, id);
    if (!debtAgreementLife.can(held.agreement.state, 'break')) return false;
    const open = await openInstalments(trx, id);
    // The debt would return whole, also what a waiting payment of a later instalment is for.
    if (open.some(({ waits }) => waits)) return false;
    const day = breakDay(open, held.agreement);
    if (day === undefined || day > ctx.today()) return false;
    await end(trx, ctx, held, 'break', null);
    return true;
  });
}

type Rule = { first_days: number; break_days: number; held_until: CalendarDate | null };

/** First day on which open instalments break the agreement, at the earliest the day after `held_until`. */
export function breakDay(open: readonly queries.OpenInstalment[], rule: Rule): CalendarDate | undefined {
  const day = breaksOn(open, rule);
  return day && rule.held_until ? later(day, addDays(rule.held_until, 1)) : day;
}

type Held = Awaited<ReturnType<typeof lockAgreement>>;

/** Moves the agreement to its final state; the debt of an agreement in force returns. */
async function end(trx: Db, ctx: Context, held: Held, action: 'cancel' | 'break', reason: string | null) {
  const { agreement, debts } = held;
  const isInForce = agreement.state === 'ACCEPTED';
  const outcomes = isInForce ? await returnDebt(trx, ctx, held) : [];
  const state: DebtAgreementState = debtAgreementLife.next(agreement.state, action);
  if (!(await queries.moveAgreement(trx, agreement, { state, ended_on: ctx.today(), end_reason: reason })))
    throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
  const unpaid = debts.map(({ id: invoice_id }) => ({ invoice_id, paid: null, returned_id: null }));
  await queries.markDebts(trx, agreement.id, false, isInForce ? outcomes : unpaid);
  await callOffEnded(trx, ctx, { kind: 'AGREEMENT', about: [agreement.id] });
  await leaveTrail(trx, ctx, 'debt_agreement', agreement.id, action, {
    ...{ state: [agreement.state, state], ...(reason !== null && { reason }) },
  });
  await emit(trx, ctx, 'agreements.ended', [{ id: agreement.id }]);
  await notify(trx, 'agreements');
}

/** Replaces the open instalments, and makes each invoice owed again, reduced by what was paid of it. */
async function returnDebt(trx: Db, ctx: Context, { agreement, debts }: Held) {
  const instalments = await queries.findInstalments(trx, agreement.id);
  const open = instalments.filter(({ status }) => status === 'PENDING');
  await replaceInvoices(
    trx,
    ctx,
    open.map(({ id }) => id),
  );
  const paid = instalments
    .filter(({ status }) => status === 'PAID')
    .map((invoice) => ({ ...invoice, paid_amount: present(invoice.paid_amount, 'the amount of a paid instalment') }));
  const covered = coveredLines(agreement.plan, paid);
  const invoices = new Map(
    (
      await findDebts(
        trx,
        debts.map(({ id }) => id),
      )
    ).map((invoice) => [invoice.id, invoice]),
  );
  const undone = debts.map(({ id, fine, interest }): UndoneDebt => {
    const invoice = present(invoices.get(id), 'the invoice of an agreement');
    const { price, fees, lines, due_date } = invoice;
    return undoneDebt({ id, price, fees, lines, due_date, fine, interest }, covered, {
      ...{ agreement: agreement.id, charges_off: agreement.charges_off },
    });
  });
  await restoreInvoices(
    trx,
    ctx,
    undone.filter(({ untouched }) => untouched).map(({ id }) => id),
  );
  const returned = await issueReturned(
    trx,
    ctx,
    undone
      .filter(({ lines }) => lines.length > 0)
      .map(({ id, lines }) => {
        const debt = present(invoices.get(id), 'the invoice of an agreement');
        return { debt, lines, due_date: debt.due_date };
      }),
  );
  return undone.map(({ id, paid }) => ({ invoice_id: id, paid, returned_id: returned.get(id) ?? null }));
}

/** Limit, in days from today, of the date until which a reinstated agreement can't break. */
const MOST_DAYS_HELD = 30;

/**
 * BROKEN or CANCELLED → ACCEPTED: withdraws the returned debt and reopens the instalments. Refused once any of that
 * debt was paid or entered another agreement. Returns its id.
 */
export function reinstateAgreement(ctx: Context, id: number, until: CalendarDate): Promise<number> {
  return change(ctx, async (trx) => {
    const { agreement, debts } = await lockAgreement(trx, ctx, id);
    if (!debtAgreementLife.can(agreement.state, 'reinstate') || agreement.accepted_at === null)
      throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
    if (until < ctx.today() || until > addDays(ctx.today(), MOST_DAYS_HELD))
      throw debtAgreementProblems.HELD_UNTIL_RANGE();
    const untouched = debts.filter(({ paid }) => paid === 0).map((debt) => debt.id);
    const returned = debts.flatMap(({ returned_id }) => returned_id ?? []);
    await checkUnmoved(trx, [...untouched, ...returned], agreement.id);
    await withdraw(trx, ctx, returned);
    await replaceInvoices(trx, ctx, untouched);
    const ended = (await queries.findInstalments(trx, id)).filter(({ status }) => status === 'REPLACED');
    await restoreInvoices(
      trx,
      ctx,
      ended.map((invoice) => invoice.id),
    );
    const moved = await queries.moveAgreement(trx, agreement, {
      state: debtAgreementLife.next(agreement.state, 'reinstate'),
      ...{ ended_on: null, end_reason: null, held_until: until },
    });
    if (!moved) throw debtAgreementProblems.DEBT_AGREEMENT_STATE();
    await queries.markDebts(
      trx,
      id,
      true,
      debts.map(({ id: invoice_id }) => ({ invoice_id, paid: null, returned_id: null })),
    );
    await leaveTrail(trx, ctx, 'debt_agreement', id, 'reinstate', { held_until: [agreement.held_until, until] });
    await notify(trx, 'agreements');
    return id;
  });
}

/** Refuses when one of these invoices is not open any more, or is in another agreement. */
async function checkUnmoved(trx: Db, ids: readonly number[], agreementId: number) {
  const found = await findDebts(trx, ids);
  const live = await queries.findLive(trx, ids, agreementId);
  if (found.length !== ids.length || found.some(({ status }) => status !== 'PENDING') || live.length > 0)
    throw debtAgreementProblems.RETURNED_DEBT_MOVED();
}
