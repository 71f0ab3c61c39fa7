import { boletoProblems } from '@morada/contract/bank/boletos';
import { boletoLife, isPayable } from '@morada/domain/bank/boleto-terms';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import type { TrailAction } from '@morada/domain/trail/trail';
import { present } from '#api/base/present.ts';
import { checkTransition } from '#api/base/transition.ts';
import type { Actor, Context, Db } from '#api/context.ts';
import { leaveTrails, type TrailEntry } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import * as queries from './life.queries.ts';

/** A settled invoice. `boleto_id`: the one that a bank's file names, which may have been cancelled before. */
type Settled = {
  actor: Actor;
  invoice: { id: number; open_boleto: number | null };
  method: PaymentMethod;
  boleto_id: number | undefined;
};

/**
 * Closes the boletos of settled invoices: PAID if the invoice was paid by boleto, cancelled otherwise. Requires the
 * contracts to be locked, so that no boleto is issued meanwhile. Returns the trail's entries.
 */
export async function whenPaid(trx: Db, settled: readonly Settled[]): Promise<TrailEntry[]> {
  const byBoleto = settled.filter(({ method, boleto_id }) => method === 'BOLETO' || boleto_id !== undefined);
  const paid =
    byBoleto.length === 0
      ? []
      : await queries.markPaid(
          trx,
          byBoleto.map(({ invoice: { id: invoice_id }, boleto_id = null }) => ({ invoice_id, boleto_id })),
        );
  const closed = new Set(idsOf(paid));
  const open = settled.filter(({ invoice: { open_boleto } }) => open_boleto !== null && !closed.has(open_boleto));
  const canceled =
    open.length === 0
      ? []
      : await queries.cancelOfInvoices(
          trx,
          open.map(({ invoice }) => invoice.id),
          { settled: true },
        );
  const actorOf = new Map(settled.map(({ invoice, actor }) => [invoice.id, actor]));
  const entry = (action: 'pay' | 'cancel') => (boleto: { id: number; invoice_id: number }) =>
    trailOf(present(actorOf.get(boleto.invoice_id), 'the settlement'), boleto.id, action);
  return [...paid.map(entry('pay')), ...canceled.map(entry('cancel'))];
}

const idsOf = (boletos: readonly { id: number }[]) => boletos.map(({ id }) => id);

const trailOf = (actor: Actor, record_id: number, action: TrailAction<'boleto'>): TrailEntry => ({
  ...{ actor, record: 'boleto', record_id, action },
});

/**
 * Reopens on refunds the boletos that the settlements closed: within the minutes of undo in their former state, later
 * only while payable as printed, and none while the money of its invoice is in the account. Returns the trail's entries.
 * @param paidAtBank boletos that the bank reported as paid.
 * @param waiting invoices whose payment waits for a person.
 */
export async function whenReopened(
  trx: Db,
  { actor, today }: Context,
  invoiceIds: readonly number[],
  { paidAtBank, waiting }: { paidAtBank: readonly number[]; waiting: readonly number[] },
): Promise<TrailEntry[]> {
  const closed = await queries.findClosedBySettlement(trx, invoiceIds);
  const mayReopen = closed.filter(
    (boleto) => !waiting.includes(boleto.invoice_id) && (boleto.recent || isPayable(boleto, today())),
  );
  const again = [...new Map(mayReopen.toReversed().map(({ invoice_id, id }) => [invoice_id, id])).values()];
  const gone = closed.filter(({ id, status }) => status === 'PAID' && !again.includes(id)).map(({ id }) => id);
  await queries.reopen(trx, again);
  await queries.withdrawPaid(trx, gone, paidAtBank);
  await queries.leaveCanceled(trx, invoiceIds);
  return [...again.map((id) => trailOf(actor, id, 'reopen')), ...gone.map((id) => trailOf(actor, id, 'cancel'))];
}

/**
 * Cancels the open boletos of invoices that are no longer to be paid by boleto. `undoable`: the bank is told once the
 * minutes of undo are over.
 */
export async function whenWithdrawn(
  trx: Db,
  ctx: Context,
  withdrawn: readonly { id: number; undoable: boolean }[],
): Promise<void> {
  for (const [undoable, invoices] of Map.groupBy(withdrawn, (one) => one.undoable)) {
    const canceled = await queries.cancelOfInvoices(trx, idsOf(invoices), { settled: undoable });
    await leaveTrails(trx, ctx, 'boleto', idsOf(canceled), 'cancel');
  }
}

/** Cancels a boleto. If the bank knows it, the next remittance carries the cancellation. */
export const cancelBoleto = (ctx: Context, id: number) => change(ctx, (trx) => cancelInTransaction(trx, ctx, id));

/** Cancels a boleto. Runs inside the caller's transaction. */
export async function cancelInTransaction(trx: Db, ctx: Context, id: number) {
  await queries.lockContractOfBoleto(trx, id);
  const boleto = await queries.findForUpdate(trx, id);
  if (!boleto) throw boletoProblems.BOLETO_NOT_FOUND();
  await checkVersion(trx, ctx, 'boleto', boleto);
  checkTransition(boletoLife.cell(boleto.status, 'cancel'), boletoProblems);
  const canceled = await queries.cancelBoleto(trx, id);
  await leaveTrails(trx, ctx, 'boleto', idsOf(canceled), 'cancel');
}
