import { boletoProblems } from '@morada/contract/boletos';
import { boletoLife, isPayable } from '@morada/domain/bank/boleto-terms';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { Context, Db } from '../../context.ts';
import { leaveTrail, leaveTrails } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import * as queries from './life.queries.ts';

/**
 * An invoice was received: its boleto is paid, when it was by boleto, or is taken back. `boleto_id` is what a bank's file
 * names, which may be one that had been taken back before.
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
 * A refund opens the boleto that the settlement closed, paid or taken back: in the minutes of undo as it was, later only
 * while it can be paid as printed. The bank's line may settle again.
 */
export async function whenReopened(trx: Db, ctx: Context, invoiceId: number) {
  const paidAtBank = await queries.undoSettlements(trx, invoiceId);
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

/** Nothing is to be paid any more on these invoices by a boleto. */
export async function whenWithdrawn(trx: Db, ctx: Context, invoiceIds: readonly number[]) {
  await leaveTrails(trx, ctx, 'boleto', await queries.cancelOfInvoices(trx, invoiceIds), 'cancel');
}

/** Somebody takes it back; the bank is told by the next remittance where it has it. */
export const cancelBoleto = (ctx: Context, id: number) => change(ctx, (trx) => cancelHeld(trx, ctx, id));

/** The same within a transaction of somebody else's. */
export async function cancelHeld(trx: Db, ctx: Context, id: number) {
  await queries.lockContractOfBoleto(trx, id);
  const boleto = await queries.findForUpdate(trx, id);
  if (!boleto) throw boletoProblems.BOLETO_NOT_FOUND();
  await checkVersion(trx, ctx, 'boleto', boleto);
  if (!boletoLife.can(boleto.status, 'cancel')) throw boletoProblems.BOLETO_NOT_OPEN();
  const canceled = await queries.cancelBoleto(trx, id);
  await leaveTrails(trx, ctx, 'boleto', canceled, 'cancel');
}

/** REGISTERED and REFUSED answer a remittance; TAKEN_BACK: the bank no longer has it, by our wish or by its own rules. */
export type RegistrationTold = 'REGISTERED' | 'REFUSED' | 'TAKEN_BACK';

/** What the bank says of a boleto in its return file, told once or many times alike. */
export async function registrationTold(trx: Db, ctx: Context, boletoId: number, told: RegistrationTold, note?: string) {
  const boleto = await queries.findForUpdate(trx, boletoId);
  if (!boleto) return;
  if (told === 'TAKEN_BACK' && boleto.status === 'OPEN') {
    const canceled = await queries.cancelBoleto(trx, boletoId);
    await leaveTrails(trx, ctx, 'boleto', canceled, 'cancel');
  }
  const registration = told === 'TAKEN_BACK' ? 'NONE' : told;
  const registration_note = note ?? null;
  if (boleto.registration === registration && boleto.registration_note === registration_note) return;
  // One that was taken back before the bank ever answered is still to be taken back there.
  const isNews = boleto.registration === 'NONE' || boleto.registration === 'REFUSED';
  const cancel_due = told === 'REGISTERED' && (boleto.cancel_due || (boleto.status === 'CANCELED' && isNews));
  await queries.setRegistration(trx, boletoId, { registration, registration_note, cancel_due });
  const changes = { registration: [boleto.registration, registration] };
  await leaveTrail(trx, ctx, 'boleto', boletoId, 'registration', changes);
}
