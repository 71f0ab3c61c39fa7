import type { Received } from '@morada/contract/endpoint';
import { invoiceProblems } from '@morada/contract/invoices';
import { type TransferDetail, transferProblems, type transfers } from '@morada/contract/transfers';
import type { TransferSearch } from '@morada/contract/transfers.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { manualTransferPostings, payoutPostings, refundPostings } from '@morada/domain/ledger/ledger';
import { addressLine } from '@morada/domain/property/property';
import type { Refund } from '@morada/domain/rent/last-settlement';
import { divideAmong, type OwnerTransfer, type Settlement, takeDebits } from '@morada/domain/rent/settlement';
import { canRescheduleTo, isTransferDay, transferLife } from '@morada/domain/rent/transfer';
import type * as z from 'zod/mini';
import type { Context, Db } from '../../context.ts';
import { seenBy } from '../../db/search.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { letterheadOf } from '../agency/letterhead.service.ts';
import * as ledger from '../ledger/ledger.service.ts';
import { releaseOrder } from '../payments/orders.service.ts';
import * as extras from '../proposals/extras.service.ts';
import { attachmentsOf } from './attachments.service.ts';
import { ownerReceipt } from './owner-receipt.pdf.ts';
import { payeesOf } from './payees.service.ts';
import * as queries from './transfers.queries.ts';

/** Ids of the pending transfers that a search finds, in list order. */
export const searchPending = (
  ctx: Context,
  search: z.output<typeof TransferSearch>,
  most?: number,
): Promise<number[]> => queries.findPendingIds(ctx.db, { ...search, seen: seenBy(ctx) }, most);

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

/** Planned transfers of the owners, less each one's debits from terminations. */
export async function lessDebits(db: Db, transfers: readonly OwnerTransfer[]): Promise<OwnerTransfer[]> {
  const debits = await queries.findDebits(
    db,
    transfers.map(({ client_id }) => client_id),
  );
  return takeDebits(transfers, debits);
}

/**
 * Creates one transfer for each owner, in the transaction that settles the invoice, less the owner's debits from
 * terminations.
 */
export async function createFromSettlement(
  trx: Db,
  ctx: Context,
  from: {
    invoice: { id: number; property_id: number; proposal_id: number };
    settlement: Settlement;
    /** Extra values of the transfer only; those on the invoice are linked with it. */
    extras: number[];
    due_date: CalendarDate;
  },
) {
  const { id: invoice_id, property_id, proposal_id } = from.invoice;
  const owners = from.settlement.transfers.map(({ client_id }) => client_id);
  const debits = await queries.findDebits(trx, owners, { lock: true });
  const created = await queries.insertTransfers(
    trx,
    takeDebits(from.settlement.transfers, debits).map(({ client_id, amount, lines }) => ({
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
  if (main) await extras.giveExtrasToTransfer(trx, main.id, invoice_id, from.extras);
  for (const { id, amount } of created) await leaveTrail(trx, ctx, 'transfer', id, 'create', { amount, invoice_id });
  for (const debit of debits) {
    const taker = created.find(({ user_id }) => user_id === debit.client_id);
    if (!taker || !(await queries.giveDebit(trx, debit.id, taker.id))) throw transferProblems.TRANSFER_CHANGED();
    await leaveTrail(trx, ctx, 'transfer', debit.id, 'delete', { transfer_id: taker.id });
  }
}

/** Creates the return of a tenant's overpayment; the invoice's own entry has posted it. */
export async function createReturn(
  trx: Db,
  ctx: Context,
  invoice: { id: number; user_id: number; property_id: number; proposal_id: number },
  { amount, due_date }: { amount: number; due_date: CalendarDate },
) {
  const { id: invoice_id, user_id, property_id, proposal_id } = invoice;
  const lines = [{ kind: 'EXTRA' as const, name: 'Pago a mais', note: `fatura ${invoice_id}`, amount }];
  const [created] = await queries.insertTransfers(trx, [
    { user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, purpose: 'REFUND' },
  ]);
  if (created) await leaveTrail(trx, ctx, 'transfer', created.id, 'create', { amount, invoice_id });
}

/** Deletes the transfers of a refunded invoice; a concluded one refuses the refund. */
export async function dropOfInvoice(trx: Db, ctx: Context, invoiceId: number, { untouched = false } = {}) {
  const live = await queries.lockTransfersOfInvoice(trx, invoiceId);
  if (live.some((transfer) => transfer.status === 'DONE')) throw invoiceProblems.TRANSFER_DONE();
  if (live.some((transfer) => transfer.taken_by !== null)) throw transferProblems.DEBIT_TAKEN();
  if (live.some((transfer) => transfer.ordered)) throw transferProblems.TRANSFER_ORDERED();
  if (untouched && live.some(({ version }) => version > 1)) throw transferProblems.TRANSFER_CHANGED();
  for (const { id } of live) {
    await queries.updateTransferFrom(trx, id, 'PENDING', { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'transfer', id, 'delete', { invoice_id: invoiceId });
  }
  if (live.length === 0) return;
  const ids = live.map((transfer) => transfer.id);
  await extras.releaseExtrasOfTransfers(trx, ids);
  for (const debit of await queries.releaseDebits(trx, ids))
    await leaveTrail(trx, ctx, 'transfer', debit.id, 'restore', { invoice_id: invoiceId });
}

async function lockTransfer(trx: Db, ctx: Context, id: number) {
  const transfer = await queries.lockTransfer(trx, id);
  if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
  await checkVersion(trx, ctx, 'transfer', transfer);
  return transfer;
}

/** PENDING → DONE exactly once, with the payment in the ledger. */
export const concludeTransfer = (ctx: Context, id: number) => change(ctx, (trx) => concludeInTransaction(trx, ctx, id));

/** Concludes a transfer inside the caller's transaction. */
export async function concludeInTransaction(trx: Db, ctx: Context, id: number) {
  const transfer = await lockTransfer(trx, ctx, id);
  if (!transferLife.can(transfer.status, 'conclude')) throw transferProblems.TRANSFER_ALREADY_DONE();
  await payOut(trx, ctx, transfer);
  return id;
}

type Payable = { id: number; user_id: number; amount: number; purpose: 'OWNER' | 'REFUND' | 'DEBIT' };

async function payOut(trx: Db, ctx: Context, { id, user_id: client_id, amount, purpose }: Payable) {
  const done = { status: transferLife.next('PENDING', 'conclude'), done_on: ctx.today() };
  if (!(await queries.updateTransferFrom(trx, id, 'PENDING', done))) throw transferProblems.TRANSFER_ALREADY_DONE();
  await ledger.post(
    trx,
    ctx,
    { kind: 'PAYOUT', day: ctx.today(), description: `Repasse ${id}`, transfer_id: id },
    payoutPostings({ client_id, amount }, purpose === 'REFUND' ? 'TENANTS' : 'OWNERS'),
  );
  await leaveTrail(trx, ctx, 'transfer', id, 'conclude', { amount });
}

/** DONE → PENDING. */
export const undoTransfer = (ctx: Context, id: number) => change(ctx, (trx) => undoInTransaction(trx, ctx, id));

/** Reopens a concluded transfer inside the caller's transaction. */
export async function undoInTransaction(trx: Db, ctx: Context, id: number) {
  const transfer = await lockTransfer(trx, ctx, id);
  if (!transferLife.can(transfer.status, 'undo')) throw transferProblems.TRANSFER_NOT_DONE();
  const pending = { status: transferLife.next(transfer.status, 'undo'), done_on: null };
  if (!(await queries.updateTransferFrom(trx, id, 'DONE', pending))) throw transferProblems.TRANSFER_NOT_DONE();
  await ledger.reverse(trx, ctx, 'PAYOUT', id);
  await releaseOrder(trx, id);
  await leaveTrail(trx, ctx, 'transfer', id, 'undo');
  return id;
}

export function rescheduleTransfer(ctx: Context, id: number, due_date: CalendarDate) {
  if (!isTransferDay(due_date, ctx.today())) throw transferProblems.TRANSFER_DAY_FAR({ field: 'date' });
  return change(ctx, async (trx) => {
    const transfer = await lockTransfer(trx, ctx, id);
    const former = due_date < ctx.today() ? await queries.findFormerDay(trx, id) : undefined;
    if (!canRescheduleTo(due_date, ctx.today(), former)) throw transferProblems.TRANSFER_DAY_PAST();
    if (!(await queries.updateTransferFrom(trx, id, 'PENDING', { due_date })))
      throw transferProblems.TRANSFER_ALREADY_DONE();
    await leaveTrail(trx, ctx, 'transfer', id, 'reschedule', { due_date: [transfer.due_date, due_date] });
    return id;
  });
}

/** Adds a transfer without an invoice: the agency owes the owner from now on. */
export function addTransfer(ctx: Context, input: Received<typeof transfers.create>['body']) {
  return change(ctx, async (trx) => {
    const { user_id, property_id, amount, due_date, status } = input;
    if (!isTransferDay(due_date, ctx.today())) throw transferProblems.TRANSFER_DAY_FAR();
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
    if (status === 'DONE') await payOut(trx, ctx, { ...created, purpose: 'OWNER' });
    return created.id;
  });
}

type Termination = { user_id: number; property_id: number; proposal_id: number; due_date: CalendarDate };

/**
 * Creates the refund to a tenant who leaves, in the transaction that ends the contract: a transfer to the tenant, and
 * for each owner a debit with the owner's part.
 */
export async function createRefund(
  trx: Db,
  ctx: Context,
  { user_id: tenant, ...of }: Termination,
  refund: Refund,
  owners: readonly { client_id: number; share: number }[],
): Promise<number> {
  const debits = refund.owners.length > 0 ? divideAmong(refund.owners, owners) : [];
  const [created, ...owed] = await queries.insertTransfers(trx, [
    { ...of, user_id: tenant, invoice_id: null, amount: refund.amount, lines: refund.lines, purpose: 'REFUND' },
    ...debits
      .filter(({ amount }) => amount !== 0)
      .map(({ client_id, amount, lines }) => ({
        ...of,
        user_id: client_id,
        invoice_id: null,
        amount,
        lines,
        purpose: 'DEBIT' as const,
      })),
  ]);
  if (!created) throw transferProblems.TRANSFER_NOT_FOUND();
  const description = `Devolução ao inquilino, contrato ${of.proposal_id}`;
  await postRefund(
    trx,
    ctx,
    created,
    description,
    refundPostings({
      tenant,
      owners: owed.map(({ user_id, amount }) => ({ client_id: user_id, amount: -amount })),
      agency: refund.agency,
      deposit: refund.deposit,
    }),
  );
  for (const debit of owed) {
    const postings = manualTransferPostings({ client_id: debit.user_id, amount: debit.amount });
    await postRefund(trx, ctx, debit, `${description}: débito do proprietário`, postings);
  }
  return created.id;
}

async function postRefund(
  trx: Db,
  ctx: Context,
  { id, amount }: { id: number; amount: number },
  description: string,
  postings: ReturnType<typeof refundPostings>,
) {
  await ledger.post(trx, ctx, { kind: 'REFUND', day: ctx.today(), description, transfer_id: id }, postings);
  await leaveTrail(trx, ctx, 'transfer', id, 'create', { amount });
}

/** Reverses the refund of a termination, unless any of it was paid. */
export async function dropRefund(trx: Db, ctx: Context, proposalId: number, refundId: number | null) {
  const debits = await queries.lockDebits(trx, proposalId);
  if (debits.some(({ taken_by }) => taken_by !== null)) throw transferProblems.DEBIT_TAKEN();
  const ids = [...(refundId === null ? [] : [refundId]), ...debits.map(({ id }) => id)];
  for (const id of ids) {
    if (await queries.isOrdered(trx, id)) throw transferProblems.TRANSFER_ORDERED();
    if (!(await queries.updateTransferFrom(trx, id, 'PENDING', { deleted_at: new Date() })))
      throw transferProblems.REFUND_DONE();
    await ledger.reverse(trx, ctx, 'REFUND', id);
    await leaveTrail(trx, ctx, 'transfer', id, 'delete', { proposal_id: proposalId });
  }
  if (ids.length > 0) await extras.releaseExtrasOfTransfers(trx, ids);
}

/** Data of the owner's receipt. */
export async function receiptOf(ctx: Context, id: number) {
  const transfer = await queries.findTransfer(ctx.db, id);
  if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
  if (transfer.status !== 'DONE') throw transferProblems.TRANSFER_NOT_DONE();
  return { transfer, agency: await letterheadOf(ctx) };
}

/** The owner's receipt as a PDF. */
export const printReceipt = async (ctx: Context, id: number) => ownerReceipt(await receiptOf(ctx, id));
