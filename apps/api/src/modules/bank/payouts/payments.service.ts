import { Readable } from 'node:stream';
import { payoutProblems } from '@morada/contract/bank/payouts';
import type { Received } from '@morada/contract/base/endpoint';
import type { Problem } from '@morada/contract/base/problem';
import { paymentProblems, type payments } from '@morada/contract/money/payments';
import { paymentLife, paymentStage } from '@morada/domain/bank/payment-stage';
import { callProblem } from '@morada/domain/bank/payouts/payout';
import { sum } from '@morada/domain/base/money';
import { addressLine } from '@morada/domain/property/property';
import { isTransferDay } from '@morada/domain/rent/transfer';
import { present } from '#api/base/present.ts';
import { type Context, type Db, inside } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { payeesOf } from '#api/modules/money/transfers/payees.service.ts';
import { whenLetGo } from '#api/modules/money/transfers/transfers.service.ts';
import { takePaymentNumber } from '#api/modules/registry/agency/numbers.service.ts';
import { orderingOf, paymentFiles } from './files.export.ts';
import { grouped } from './groups.map.ts';
import { type Payable, payableOf, paymentOf } from './lines.service.ts';
import { cancelUnsent } from './orders.service.ts';
import * as queries from './payments.queries.ts';
import { countGivenOut, placeUnderSafeguards, requireRelease, requireWhole } from './safeguards.service.ts';
import { paymentSheet } from './sheet.export.ts';

async function ordering(db: Db) {
  const [agreement, company] = await Promise.all([queries.findAgreement(db), queries.findCompany(db)]);
  return orderingOf(agreement, company);
}

const MAX_TRANSFERS = 500;

export async function previewPayment(
  ctx: Context,
  { transfers, due_from, due_to, per_owner, means }: Received<typeof payments.preview>['body'],
) {
  const due = { ...(due_from && { due_from }), ...(due_to && { due_to }) };
  const ids = transfers ?? (await queries.findDueIds(ctx.db, due, MAX_TRANSFERS));
  const [payables, by] = await Promise.all([
    payableOf(ctx.db, ids, { today: ctx.today(), perOwner: per_owner }),
    ordering(ctx.db),
  ]);
  const lines = payables
    .map(({ line, ordered }) => {
      const problem = means === 'PIX' && ordered ? callProblem(ordered.to) : undefined;
      return problem === undefined ? line : { ...line, problems: [...line.problems, problem] };
    })
    .filter(({ due_date }) => (!due_from || due_date >= due_from) && (!due_to || due_date <= due_to));
  const payable = lines.flatMap((line) =>
    line.problems.length === 0 && line.target ? [{ ...line, target: line.target }] : [],
  );
  const groups = grouped(payable, ({ target }) => target);
  return {
    lines: [...lines.filter(({ problems }) => problems.length > 0), ...groups.flatMap(({ of }) => of)],
    groups,
    payable: payable.length,
    payments: sum(groups.map((group) => group.payments)),
    amount: sum(payable.map(({ amount }) => amount)),
    bank: 'agreement' in by ? by.agreement.bank : null,
    no_file: 'no_file' in by ? by.no_file : null,
  };
}

/**
 * Orders all chosen transfers or none, so that the bank gets exactly the previewed payment: by file or list, or by Pix through
 * the bank's call.
 */
export function createPayment(
  ctx: Context,
  { transfers, pay_on, per_owner }: Received<typeof payments.create>['body'],
  means: 'FILE' | 'PIX' = 'FILE',
) {
  if (pay_on < ctx.today()) throw paymentProblems.PAYMENT_DATE_PAST();
  if (!isTransferDay(pay_on, ctx.today())) throw paymentProblems.PAYMENT_DATE_FAR();
  const ids = [...new Set(transfers)];
  return change(ctx, async (trx) => {
    await queries.lockTransfers(trx, ids);
    const orders = allOf(ids, await payableOf(trx, ids, { today: ctx.today(), perOwner: per_owner }));
    if (means === 'PIX' && orders.some(({ ordered: { to } }) => callProblem(to) !== undefined))
      throw payoutProblems.PAYOUT_NOT_PAYABLE();
    const { id } = await queries.insertBatch(trx, {
      ...(means === 'FILE' ? await ordered(trx, ctx, pay_on, orders) : NO_FILE),
      pay_on,
      per_owner,
      transfers: orders.length,
      amount: sum(orders.map(({ amount }) => amount)),
      admin_user_id: ctx.actor.id,
    });
    await queries.insertOrders(
      trx,
      orders.map(({ id: transfer_id, amount, ordered: target, identifier }) => ({
        ...{ batch_id: id, transfer_id, amount, target, identifier },
      })),
    );
    await placeUnderSafeguards(trx, ctx, { batch_id: id, means, pay_on, orders });
    await leaveTrail(trx, ctx, 'payment_batch', id, 'create', {
      pay_on,
      transfers: ids,
      ...(per_owner && { per_owner }),
    });
    return id;
  });
}

function allOf(ids: number[], payables: Payable[]) {
  if (payables.some(({ ordered_in }) => ordered_in !== null)) throw paymentProblems.TRANSFER_ORDERED();
  const orders = payables.flatMap(({ line, ordered }) =>
    ordered && line.problems.length === 0 && line.payment
      ? [
          {
            ...{ id: line.transfer_id, amount: line.amount, bank_changed: line.bank_changed },
            ...{ ordered, identifier: line.payment },
          },
        ]
      : [],
  );
  if (orders.length < ids.length) throw paymentProblems.TRANSFER_NOT_PAYABLE();
  return orders;
}

const NO_FILE = { agreement_id: null, sequence: null };

/** Writes the bank's files if the agency has a payment agreement; otherwise only the sheet. */
async function ordered(trx: Db, ctx: Context, pay_on: Payment['pay_on'], orders: ReturnType<typeof allOf>) {
  const by = await ordering(trx);
  if ('no_file' in by) return NO_FILE;
  const sequence = await takePaymentNumber(trx, by.agreement.id);
  const files = paymentFiles(by, {
    sequence,
    created_on: ctx.today(),
    created_at: clockTime(),
    pay_on,
    payments: [...Map.groupBy(orders, ({ identifier }) => identifier).values()].map((of) => joint(of, pay_on)),
  });
  return { agreement_id: by.agreement.id, sequence, files: JSON.stringify(files) };
}

/** Joint payment of the transfers with the same identification: one owner and one account. */
function joint(of: ReturnType<typeof allOf>, pay_on: Payment['pay_on']) {
  const [first] = of;
  if (!first) throw new RangeError('a payment of no transfer');
  return paymentOf({ ...first, amount: sum(of.map(({ amount }) => amount)), pay_on });
}

type Payment = Received<typeof payments.create>['body'];

/** `161515`, São Paulo's time. */
const clockTime = () =>
  new Date().toLocaleTimeString('pt-BR', { timeZone: 'America/Sao_Paulo', hourCycle: 'h23' }).replaceAll(':', '');

export const listPayments = (ctx: Context) => queries.findBatches(ctx.db);

export async function batchOf(ctx: Context, id: number) {
  const [batch] = await queries.findBatches(ctx.db, id);
  if (!batch) throw paymentProblems.PAYMENT_NOT_FOUND();
  return batch;
}

export async function showPayment(ctx: Context, id: number) {
  const [batch, orders] = await Promise.all([batchOf(ctx, id), queries.findOrders(ctx.db, id)]);
  const payees = await payeesOf(
    ctx.db,
    orders.map((order) => order.transfer_id),
    ctx.today(),
  );
  const lines = orders.map(({ target, street, number, complement, ...order }) => ({
    ...order,
    user: target.user,
    target: target.target,
    property: addressLine({ street, number, complement }),
    bank_changed: payees(order.transfer_id).changed,
    problems: [],
  }));
  const groups = grouped(lines, ({ target }) => target);
  return { ...batch, groups, lines: groups.flatMap(({ of }) => of) };
}

const REFUSALS: Readonly<Record<string, () => Problem>> = { ...paymentProblems, ...payoutProblems };

/**
 * Gives out a paper that the bank pays by: never of a payment that was canceled or concluded, and of a new day within that
 * day's limit. The trail records each, since papers hold names and accounts. The payment is locked, so that a cancellation
 * waits.
 */
async function giveOut<Paper extends { name: string }>(
  ctx: Context,
  id: number,
  kind: 'giveOutFile' | 'giveOutList',
  write: (held: Context) => Promise<Paper>,
): Promise<Paper> {
  return change(ctx, async (trx) => {
    if (!(await queries.lockBatch(trx, id))) throw paymentProblems.PAYMENT_NOT_FOUND();
    const held = inside(ctx, trx);
    const { canceled_at, ...batch } = await batchOf(held, id);
    const stage = paymentStage({ ...batch, canceled: canceled_at !== null });
    const cell = paymentLife.cell(stage, kind);
    if ('refusal' in cell) throw present(REFUSALS[cell.refusal], 'the problem of a refusal')();
    await requireRelease(trx, id);
    await requireWhole(trx, id);
    const paper = await write(held);
    if (await queries.markGivenOut(trx, id)) await countGivenOut(trx, ctx, id);
    await leaveTrail(trx, ctx, 'payment_batch', id, 'export', { file: paper.name });
    return paper;
  });
}

export const savePaymentFile = (ctx: Context, id: number, number: number) =>
  giveOut(ctx, id, 'giveOutFile', async ({ db }) => {
    const file = await queries.findFile(db, id, number);
    if (!file) throw paymentProblems.PAYMENT_NOT_FOUND();
    return { stream: Readable.from([file.content]), name: file.name, type: 'text/plain; charset=us-ascii' };
  });

/** The list of what is still to be paid. */
export const savePaymentSheet = (ctx: Context, id: number) =>
  giveOut(ctx, id, 'giveOutList', async (held) => {
    const orders = (await queries.findOrders(held.db, id)).filter(({ live, status }) => live && status === 'PENDING');
    return paymentSheet({ ...(await batchOf(held, id)), amount: sum(orders.map(({ amount }) => amount)) }, orders);
  });

/**
 * Cancels the order of unpaid transfers, so that they can be ordered again; a payment without any paid transfer ends.
 */
export const cancelPayment = (ctx: Context, id: number) => change(ctx, (trx) => cancelOrders(trx, ctx, id));

/** `rejected`: the whole payment ends, also one that has nothing left to pay. */
export async function cancelOrders(trx: Db, ctx: Context, id: number, { rejected = false } = {}) {
  const batch = await queries.lockBatch(trx, id);
  if (!batch) throw paymentProblems.PAYMENT_NOT_FOUND();
  if (batch.canceled_at) throw paymentProblems.PAYMENT_CANCELED();
  const live = await queries.findLiveIds(trx, id);
  const held = live.length > 0 ? await queries.lockTransfers(trx, live) : [];
  const atBank = await cancelUnsent(trx, id, live);
  const pending = held.flatMap((transfer) =>
    transfer.status === 'PENDING' && !atBank.has(transfer.id) ? transfer.id : [],
  );
  if (live.length === 0 && !rejected) throw paymentProblems.PAYMENT_RELEASED();
  if (pending.length === 0 && !rejected)
    throw atBank.size > 0 ? payoutProblems.PAYOUT_AT_BANK() : paymentProblems.PAYMENT_CONCLUDED();
  if (pending.length > 0) await queries.letGo(trx, id, pending);
  if (rejected || pending.length === held.length) await queries.cancelBatch(trx, id);
  await leaveTrail(trx, ctx, 'payment_batch', id, 'cancel', { transfers: pending });
  await whenLetGo(trx, ctx, pending);
}
