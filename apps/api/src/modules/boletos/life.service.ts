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

/**
 * REGISTERED and REFUSED answer a remittance; TAKEN_BACK: the bank dropped the boleto, on our request or by its own
 * rules.
 */
export type RegistrationNotice = 'REGISTERED' | 'REFUSED' | 'TAKEN_BACK';

/** Applies the bank's registration notice of a return file to a boleto. Idempotent. */
export async function applyRegistration(
  trx: Db,
  ctx: Context,
  boletoId: number,
  told: RegistrationNotice,
  note?: string,
) {
  const boleto = await queries.findForUpdate(trx, boletoId);
  if (!boleto) return;
  if (told === 'TAKEN_BACK' && boleto.status === 'OPEN') {
    const canceled = await queries.cancelBoleto(trx, boletoId);
    await leaveTrails(trx, ctx, 'boleto', canceled, 'cancel');
  }
  const registration = told === 'TAKEN_BACK' ? 'NONE' : told;
  const registration_note = note ?? null;
  if (boleto.registration === registration && boleto.registration_note === registration_note) return;
  // A boleto that was cancelled before the bank first answered still has to be cancelled there.
  const isNews = boleto.registration === 'NONE' || boleto.registration === 'REFUSED';
  const cancel_due = told === 'REGISTERED' && (boleto.cancel_due || (boleto.status === 'CANCELED' && isNews));
  await queries.setRegistration(trx, boletoId, { registration, registration_note, cancel_due });
  const changes = { registration: [boleto.registration, registration] };
  await leaveTrail(trx, ctx, 'boleto', boletoId, 'registration', changes);
}
