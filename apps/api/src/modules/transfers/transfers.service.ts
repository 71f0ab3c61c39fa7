import type { Received } from '@morada/contract/endpoint';
import { invoiceProblems } from '@morada/contract/invoices';
import { type TransferDetail, transferProblems, type transfers } from '@morada/contract/transfers';
import type { CalendarDate } from '@morada/domain/calendar';
import { manualTransferPostings, payoutPostings } from '@morada/domain/ledger';
import { addressLine } from '@morada/domain/property';
import type { Settlement, TransferLine } from '@morada/domain/settlement';
import { transferLife } from '@morada/domain/transfer';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { letterheadOf } from '../agency/letterhead.service.ts';
import * as ledger from '../ledger/ledger.service.ts';
import { attachmentsOf } from './attachments.service.ts';
import { ownerReceipt } from './owner-receipt.ts';
import { payeesOf } from './payees.service.ts';
import * as queries from './transfers.queries.ts';

/** The numbers of the pending ones that a search finds, in the order of the list. */
export const searchPending = (
  { db }: Context,
  search: Parameters<typeof queries.findPendingIds>[1],
  most?: number,
): Promise<number[]> => queries.findPendingIds(db, search, most);

export async function showTransfer(ctx: Context, id: number): Promise<{ transfer: TransferDetail; version: number }> {
  const [found, payees, files] = await Promise.all([
    queries.findTransfer(ctx.db, id),
    payeesOf(ctx.db, [id], ctx.today()),
    attachmentsOf(ctx.db, id),
  ]);
  if (!found) throw transferProblems.TRANSFER_NOT_FOUND();
  const { account: bank, changed: bank_changed } = payees(id);
  return {
    transfer: { ...present(found), receipt: files[0]?.url ?? null, bank, bank_changed, files },
    version: found.version,
  };
}

function present(found: queries.FoundTransfer): Omit<TransferDetail, 'files' | 'receipt' | 'bank' | 'bank_changed'> {
  const { owner, owner_document, tenant_id, tenant, street, number, complement, ...transfer } = found;
  return {
    ...transfer,
    user: { id: transfer.user_id, name: owner, cpf_cnpj: owner_document },
    proposal: transfer.proposal_id === null ? null : { id: transfer.proposal_id },
    invoice: invoiceOf(found),
    url: transfer.status === 'DONE' ? `/api/receipt/transfer/${transfer.id}` : null,
    tenant: tenant_id === null || tenant === null ? null : { id: tenant_id, name: tenant },
    property: { id: transfer.property_id, address: addressLine({ street, number, complement }) },
  };
}

const invoiceOf = ({ invoice_id: id, reference }: queries.FoundTransfer) =>
  id === null || reference === null ? null : { id, reference };

export async function ofInvoice(db: Db, invoiceId: number) {
  const rows = await queries.findTransfersOfInvoice(db, invoiceId);
  return rows.map(({ user_id, name, ...transfer }) => ({ ...transfer, user: { id: user_id, name } }));
}

/** One transfer for each owner, in the transaction that received the invoice. */
export async function createFromSettlement(
  trx: Db,
  ctx: Context,
  from: {
    invoice: { id: number; property_id: number; proposal_id: number };
    settlement: Settlement;
    /** Extra values of the transfer alone; those on the invoice follow it. */
    extras: number[];
    due_date: CalendarDate;
  },
) {
  const { id: invoice_id, property_id, proposal_id } = from.invoice;
  const created = await queries.insertTransfers(
    trx,
    from.settlement.transfers.map(({ client_id, amount, lines }) => ({
      user_id: client_id,
      property_id,
      proposal_id,
      invoice_id,
      amount,
      lines,
      due_date: from.due_date,
    })),
  );
  const main = created[0];
  if (main) await queries.giveExtrasToTransfer(trx, main.id, invoice_id, from.extras);
  for (const { id, amount } of created) await leaveTrail(trx, ctx, 'transfer', id, 'create', { amount, invoice_id });
}

/** The transfers of an invoice that goes back to pending; one that is DONE holds it. */
export async function dropOfInvoice(trx: Db, ctx: Context, invoiceId: number, { untouched = false } = {}) {
  const live = await queries.lockTransfersOfInvoice(trx, invoiceId);
  if (live.some((transfer) => transfer.status === 'DONE')) throw invoiceProblems.TRANSFER_DONE();
  if (live.some((transfer) => transfer.ordered)) throw transferProblems.TRANSFER_ORDERED();
  if (untouched && live.some(({ version }) => version > 1)) throw transferProblems.TRANSFER_CHANGED();
  for (const { id } of live) {
    await queries.updateTransferFrom(trx, id, 'PENDING', { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'transfer', id, 'delete', { invoice_id: invoiceId });
  }
  if (live.length > 0)
    await queries.releaseExtrasOfTransfers(
      trx,
      live.map((transfer) => transfer.id),
    );
}

async function lockTransfer(trx: Db, ctx: Context, id: number) {
  const transfer = await queries.lockTransfer(trx, id);
  if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
  await checkVersion(trx, ctx, 'transfer', transfer);
  return transfer;
}

/** PENDING → DONE exactly once, with the money's way out in the ledger. */
export const concludeTransfer = (ctx: Context, id: number) => change(ctx, (trx) => concludeHeld(trx, ctx, id));

/** The same within a transaction of somebody else's. */
export async function concludeHeld(trx: Db, ctx: Context, id: number) {
  const transfer = await lockTransfer(trx, ctx, id);
  if (!transferLife.can(transfer.status, 'conclude')) throw transferProblems.TRANSFER_ALREADY_DONE();
  await payOut(trx, ctx, transfer);
  return id;
}

async function payOut(trx: Db, ctx: Context, transfer: { id: number; user_id: number; amount: number }) {
  const { id, user_id: client_id, amount } = transfer;
  const done = { status: transferLife.next('PENDING', 'conclude'), done_on: ctx.today() };
  if (!(await queries.updateTransferFrom(trx, id, 'PENDING', done))) throw transferProblems.TRANSFER_ALREADY_DONE();
  await ledger.post(
    trx,
    ctx,
    { kind: 'PAYOUT', day: ctx.today(), description: `Repasse ${id}`, transfer_id: id },
    payoutPostings({ client_id, amount }),
  );
  await leaveTrail(trx, ctx, 'transfer', id, 'conclude', { amount });
}

/** DONE → PENDING. */
export const undoTransfer = (ctx: Context, id: number) => change(ctx, (trx) => undoHeld(trx, ctx, id));

/** The same within a transaction of somebody else's. */
export async function undoHeld(trx: Db, ctx: Context, id: number) {
  const transfer = await lockTransfer(trx, ctx, id);
  if (!transferLife.can(transfer.status, 'undo')) throw transferProblems.TRANSFER_NOT_DONE();
  const pending = { status: transferLife.next(transfer.status, 'undo'), done_on: null };
  if (!(await queries.updateTransferFrom(trx, id, 'DONE', pending))) throw transferProblems.TRANSFER_NOT_DONE();
  await ledger.reverse(trx, ctx, 'PAYOUT', id);
  await queries.releaseOrder(trx, id);
  await leaveTrail(trx, ctx, 'transfer', id, 'undo');
  return id;
}

export function rescheduleTransfer(ctx: Context, id: number, due_date: CalendarDate) {
  return change(ctx, async (trx) => {
    const transfer = await lockTransfer(trx, ctx, id);
    if (!(await queries.updateTransferFrom(trx, id, 'PENDING', { due_date })))
      throw transferProblems.TRANSFER_ALREADY_DONE();
    await leaveTrail(trx, ctx, 'transfer', id, 'reschedule', { due_date: [transfer.due_date, due_date] });
    return id;
  });
}

/** A transfer with no invoice behind it: the agency owes the owner from now on. */
export function addTransfer(ctx: Context, input: Received<typeof transfers.create>['body']) {
  return change(ctx, async (trx) => {
    const { user_id, property_id, amount, due_date, status } = input;
    const rented = await queries.findRentedProperty(trx, property_id, user_id);
    if (!rented) throw transferProblems.NOT_THE_OWNER();
    const lines = [{ kind: 'MANUAL' as const, name: 'Repasse manual', amount }];
    const [created] = await queries.insertTransfers(trx, [
      { user_id, property_id, proposal_id: rented.proposal_id, invoice_id: null, amount, lines, due_date },
    ]);
    if (!created) throw transferProblems.TRANSFER_NOT_FOUND();
    await ledger.post(
      trx,
      ctx,
      {
        kind: 'MANUAL_TRANSFER',
        day: ctx.today(),
        description: `Repasse manual ${created.id}`,
        transfer_id: created.id,
      },
      manualTransferPostings({ client_id: user_id, amount }),
    );
    await leaveTrail(trx, ctx, 'transfer', created.id, 'create', { amount });
    if (status === 'DONE') await payOut(trx, ctx, created);
    return created.id;
  });
}

/** What goes back to a tenant who leaves, in the transaction that ends the contract. */
export async function createRefund(
  trx: Db,
  ctx: Context,
  refund: {
    user_id: number;
    property_id: number;
    proposal_id: number;
    amount: number;
    lines: TransferLine[];
    due_date: CalendarDate;
  },
): Promise<number> {
  const [created] = await queries.insertTransfers(trx, [{ ...refund, invoice_id: null }]);
  if (!created) throw transferProblems.TRANSFER_NOT_FOUND();
  await ledger.post(
    trx,
    ctx,
    {
      kind: 'MANUAL_TRANSFER',
      day: ctx.today(),
      description: `Devolução ao inquilino, contrato ${refund.proposal_id}`,
      transfer_id: created.id,
    },
    manualTransferPostings({ client_id: refund.user_id, amount: refund.amount }),
  );
  await leaveTrail(trx, ctx, 'transfer', created.id, 'create', { amount: refund.amount });
  return created.id;
}

/** What the owner's receipt prints. */
export async function receiptOf(ctx: Context, id: number) {
  const transfer = await queries.findTransfer(ctx.db, id);
  if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
  if (transfer.status !== 'DONE') throw transferProblems.TRANSFER_NOT_DONE();
  return { transfer, agency: await letterheadOf(ctx) };
}

/** The owner's receipt as a PDF. */
export const printReceipt = async (ctx: Context, id: number) => ownerReceipt(await receiptOf(ctx, id));
