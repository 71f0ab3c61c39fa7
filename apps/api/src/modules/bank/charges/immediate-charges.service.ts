import { randomBytes } from 'node:crypto';
import { recurrenceProblems } from '@morada/contract/bank/recurrences';
import { type ImmediateStage, immediateStage, immediateUntil } from '@morada/domain/bank/pix/immediate-charge';
import { pixChargeTerms, txidOfCharge } from '@morada/domain/bank/pix/pix-charge';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { endOfDay } from '#api/base/clock.ts';
import type { Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { enqueue } from '../connections/connections.service.ts';
import * as charges from './charges.queries.ts';
import { findLink } from './pix-link.service.ts';
import * as recurrences from './recurrences.queries.ts';
import { insertOffer, offering } from './recurrences.service.ts';

/**
 * Queues an immediate charge of an invoice, whose payment authorises Pix Automático as well (journey 3). The charge is
 * sent once the bank has removed the invoice's own charge; its txid is stored before any call.
 * @throws RECURRENCE_NO_PAYMENT when the invoice can't be paid this way now.
 */
export function payAndAuthorise(ctx: Context, invoiceId: number) {
  return change(ctx, async (trx) => {
    const found = await charges.findContractOf(trx, invoiceId);
    const contract = found && (await recurrences.lockContract(trx, found.proposal_id));
    const invoice = contract && (await charges.lockInvoice(trx, invoiceId));
    const link = await findLink(trx);
    if (!invoice || !link || !(await recurrences.isJoinable(trx, invoiceId, link.id)))
      throw recurrenceProblems.RECURRENCE_NO_PAYMENT();
    const { late_from_business_day: fromBusinessDay } = await charges.findSetting(trx);
    const terms = pixChargeTerms(invoice, ctx.today(), { fromBusinessDay });
    const until = terms && endOf(terms, ctx.today());
    if (!terms || !until) throw recurrenceProblems.RECURRENCE_NO_PAYMENT();
    await insertOffer(trx, ctx, contract, invoice.due_date);
    const recurrence = await recurrences.findStanding(trx, contract.id);
    const made =
      recurrence &&
      (await charges.insertImmediate(trx, link.id, {
        ...terms,
        ...{ invoice_id: invoiceId, invoice_version: invoice.version, recurrence_id: recurrence.id },
        txid: txidOfCharge(invoiceId, randomBytes(9).toString('hex')),
        expires_at: new Date(until).toISOString(),
      }));
    if (!made) throw recurrenceProblems.RECURRENCE_NO_PAYMENT();
    await recurrences.forgetProblem(trx, recurrence.id);
    await leaveTrail(trx, ctx, 'invoice', invoiceId, 'pay-and-authorise', { amount: terms.amount });
    await enqueue(trx, 'bank-link');
  });
}

type Terms = { due_date: CalendarDate; valid_days: number };

/** Expiry of a charge that is created now: on the last day of its amount no later than midnight. */
function endOf({ due_date, valid_days }: Terms, today: CalendarDate): number | undefined {
  const now = new Date();
  return immediateUntil(now.getTime(), addDays(due_date, valid_days) <= today ? endOfDay(now).getTime() : null);
}

/** Ends an immediate charge before its time: the bank removes it, and the invoice gets its own charge again. */
export function giveUpPayment(ctx: Context, invoiceId: number) {
  return change(ctx, async (trx) => {
    if (!(await charges.giveUpImmediate(trx, invoiceId))) throw recurrenceProblems.RECURRENCE_NO_PAYMENT();
    await leaveTrail(trx, ctx, 'invoice', invoiceId, 'give-up-authorising');
    await enqueue(trx, 'bank-link');
  });
}

/** Time after the expiry of a lapsed or refused charge during which the page still shows it. */
const TOLD_MS = 12 * 3_600_000;

export type ImmediatePayment = {
  /** The tenant may request an immediate charge. */
  offered: boolean;
  shown:
    | { stage: ImmediateStage; code: string | null; until: Date; amount: number; problem: string | null }
    | undefined;
  /** The bank doesn't answer. */
  isAway: boolean;
};

/**
 * What the page of an open invoice says of paying and authorising in one press.
 * @param isCharged the bank holds the invoice's own charge.
 */
export async function immediatePayment(
  { db }: Pick<Context, 'db'>,
  invoiceId: number,
  isCharged: boolean,
): Promise<ImmediatePayment> {
  const link = await findLink(db);
  const setting = await offering({ db });
  const now = Date.now();
  const found = await charges.findImmediate(db, invoiceId);
  const until = found && Date.parse(found.expires_at);
  const stage = found && until !== undefined ? immediateStage({ ...found, until }, now) : undefined;
  const isOver = stage === 'LAPSED' || stage === 'REFUSED';
  const isTold = until !== undefined && !(isOver && until + TOLD_MS < now);
  const isFree = stage === undefined || isOver;
  return {
    offered:
      isFree &&
      isCharged &&
      link !== undefined &&
      setting !== undefined &&
      (await recurrences.isJoinable(db, invoiceId, link.id)),
    shown:
      found && stage && isTold
        ? {
            stage,
            until: new Date(until),
            amount: found.amount,
            problem: found.problem,
            code: stage === 'SHOWN' ? found.joint_code : null,
          }
        : undefined,
    isAway: (link?.failing_since ?? setting?.failing_since ?? null) !== null,
  };
}
