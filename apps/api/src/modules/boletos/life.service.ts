import { boletoProblems } from '@morada/contract/boletos';
import { boletoLife, isPayable } from '@morada/domain/bank/boleto-terms';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Context, Db } from '../../context.ts';
import { leaveTrail, leaveTrails } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import * as queries from './life.queries.ts';

/**
 * Closes the invoice's boleto when the invoice is settled: PAID if it was paid by boleto, cancelled otherwise.
 * `boleto_id` is the one that a bank's file names, which may have been cancelled before.
 */
export async function whenPaid(
  trx: Db,
  ctx: Context,
  invoiceId: number,
  { method, boleto_id }: { method: PaymentMethod; boleto_id?: number },
) {
  if (boleto_id !== undefined || method === 'BOLETO') {
    const paid = await queries.markPaid(trx, invoiceId, boleto_id === undefined ? 'OPEN' : { boleto_id });
    await leaveTrails(trx, ctx, 'boleto', paid, 'pay');
  }
  const canceled = await queries.cancelOfInvoices(trx, [invoiceId], { settled: true });
  await leaveTrails(trx, ctx, 'boleto', canceled, 'cancel');
}

/**
 * Reopens on a refund the boleto that the settlement closed: within the minutes of undo in its former state, later only
 * while it is payable as printed. `paidAtBank`: boletos that the bank reported as paid.
 */
export async function whenReopened(
  trx: Db,
  ctx: Context,
  invoiceId: number,
  { paidAtBank }: { paidAtBank: readonly number[] },
) {
  const closed = await queries.findClosedBySettlement(trx, invoiceId);
  const again = closed.find((boleto) => boleto.recent || isPayable(boleto, ctx.today()));
  if (again) {
    await queries.reopen(trx, again.id);
    await leaveTrail(trx, ctx, 'boleto', again.id, 'reopen');
  }
  const gone = closed.filter(({ id, status }) => status === 'PAID' && id !== again?.id).map(({ id }) => id);
  await queries.withdrawPaid(trx, gone, paidAtBank);
  await queries.leaveCanceled(trx, invoiceId);
  await leaveTrails(trx, ctx, 'boleto', gone, 'cancel');
}

/** Cancels the open boletos of invoices that are no longer to be paid by boleto. */
export async function whenWithdrawn(trx: Db, ctx: Context, invoiceIds: readonly number[]) {
  await leaveTrails(trx, ctx, 'boleto', await queries.cancelOfInvoices(trx, invoiceIds), 'cancel');
}

/** Cancels a boleto. If the bank knows it, the next remittance carries the cancellation. */
export const cancelBoleto = (ctx: Context, id: number) => change(ctx, (trx) => cancelInTransaction(trx, ctx, id));

/** Cancels a boleto. Runs inside the caller's transaction. */
export async function cancelInTransaction(trx: Db, ctx: Context, id: number) {
  await queries.lockContractOfBoleto(trx, id);
  const boleto = await queries.findForUpdate(trx, id);
  if (!boleto) throw boletoProblems.BOLETO_NOT_FOUND();
  await checkVersion(trx, ctx, 'boleto', boleto);
  if (!boletoLife.can(boleto.status, 'cancel')) throw boletoProblems.BOLETO_NOT_OPEN();
  const canceled = await queries.cancelBoleto(trx, id);
  await leaveTrails(trx, ctx, 'boleto', canceled, 'cancel');
}
