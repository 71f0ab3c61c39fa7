import type { Received } from '@morada/contract/base/endpoint';
import { peopleCommissionProblems, type peopleCommissions } from '@morada/contract/money/people-commissions';
import { commissionLife } from '@morada/domain/rent/people/entry-life';
import { netOf, PAYMENT_PAPERS, payable } from '@morada/domain/rent/people/share';
import { refusalOf } from '#api/base/transition.ts';
import { actorId, type Context } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as movements from '#api/modules/ledger/movements/movimentations.service.ts';
import * as queries from './payments.queries.ts';

/**
 * Registers the payment of a person's commissions: all that is due until a day, less what is owed back. What was withheld
 * stays with the agency until it pays the taxes, which are expenses of their own; what is left leaves the cash.
 */
export const payPerson = (
  ctx: Context,
  { until, amount: seen, paper, paper_number, account, ...payment }: Received<typeof peopleCommissions.pay>['body'],
) =>
  change(ctx, async (trx) => {
    const { admin_user_id, paid_on } = payment;
    const person = await queries.findPerson(trx, admin_user_id);
    if (!person) throw peopleCommissionProblems.PERSON_NOT_FOUND();
    if (paid_on > ctx.today()) throw peopleCommissionProblems.COMMISSION_DAY();
    if (until > ctx.today()) throw peopleCommissionProblems.COMMISSION_UNTIL();
    const open = await queries.lockOpen(trx, admin_user_id, until);
    const { due, amount } = payable(open);
    if (due === 0) throw peopleCommissionProblems.COMMISSION_NOTHING_DUE();
    if (amount <= 0) throw peopleCommissionProblems.COMMISSION_DEBIT_LARGER();
    if (amount !== seen) throw peopleCommissionProblems.COMMISSION_CHANGED();
    if (open.some(({ state, received_on }) => state === 'EARNED' && received_on > paid_on))
      throw peopleCommissionProblems.COMMISSION_BEFORE_RECEIVED();
    const net = netOf(amount, payment);
    if (net <= 0) throw peopleCommissionProblems.COMMISSION_WITHHELD_ABOVE();

    const named = `${PAYMENT_PAPERS[paper]} ${paper_number}`;
    const description = `Comissões de ${person.name}, ${named}`;
    const movimentation_id = await movements.payPerson(trx, ctx, {
      description,
      price: net,
      date: paid_on,
      doc: named,
    });
    const id = await queries.insertPayment(trx, {
      ...{ ...payment, amount, paper, paper_number, account: account ?? null },
      ...{ movimentation_id, made_by: actorId(ctx) },
    });
    await queries.takeParts(
      trx,
      id,
      open.map((part) => part.id),
    );
    const { inss, irrf, iss } = payment;
    await leaveTrail(trx, ctx, 'commission_payment', id, 'create', {
      ...{ admin_user_id, amount, inss, irrf, iss, paid_on, paper: named },
    });
    return { id };
  });

/** Undoes a payment: what it paid is due again, and what it took back is owed again. */
export const undoPayment = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const undone = await queries.markUndone(trx, id);
    if (!undone) {
      if (!(await queries.isPayment(trx, id))) throw peopleCommissionProblems.PAYMENT_NOT_FOUND();
      throw peopleCommissionProblems.COMMISSION_NOT_PAID();
    }
    const parts = (await queries.lockPartsOf(trx, id)).map((part) => {
      const event = part.collects ? 'undoCollection' : 'undoPayment';
      const refusal = refusalOf(commissionLife.cell(part.state, event), peopleCommissionProblems);
      if (refusal) throw refusal;
      return { id: part.id, state: commissionLife.next(part.state, event) };
    });
    await queries.leaveParts(trx, parts);
    if (undone.movimentation_id !== null) await movements.takeBackFromPerson(trx, ctx, undone.movimentation_id);
    const { admin_user_id, amount, paper, paper_number } = undone;
    const named = `${PAYMENT_PAPERS[paper]} ${paper_number}`;
    await leaveTrail(trx, ctx, 'commission_payment', id, 'undo', { admin_user_id, amount, paper: named });
  });
