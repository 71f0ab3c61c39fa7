import { proposalProblems } from '@morada/contract/lease/proposals';
import { invoiceProblems, type Settlement } from '@morada/contract/money/invoices';
import type { InvoiceSearch } from '@morada/contract/money/invoices.search';
import { addToReference, type CalendarDate, type Reference } from '@morada/domain/base/calendar';
import { contractLife } from '@morada/domain/lease/contract';
import { anticipationBounds, invoiceLife, invoiceStateOf, livedDays } from '@morada/domain/rent/invoice';
import type { SentChannel, SentKind } from '@morada/domain/trail/sent-message';
import type * as z from 'zod/mini';
import { throwRefusal } from '#api/base/refusals.ts';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { issueOne } from './billing.service.ts';
import * as queries from './invoices.queries.ts';
import { refundInvoices, withdraw } from './refunding.service.ts';
import { settleInvoices } from './settling.service.ts';
import type { Shown } from './showing.service.ts';
import { tenantReceipt } from './tenant-receipt.pdf.ts';
import { settleTogether, showTogether } from './together.service.ts';

/** Open invoices of an amount. */
export const findFewInvoicesOfAmount = async ({ db }: Context, amount: number, limit: number) =>
  queries.findInvoicesAt(db, await queries.findInvoiceIdsOfAmount(db, amount, limit));

/** Invoices with the given ids, in any state. */
export const findInvoicesAt = ({ db }: Context, ids: readonly number[]) => queries.findInvoicesAt(db, ids);

export const findFewInvoices = (ctx: Context, search: { id?: number; query?: string }, limit: number) =>
  queries.findFewInvoices(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), limit);

/** Ids of the invoices that a search finds, in list order. */
export const searchInvoices = (
  ctx: Context,
  search: z.output<typeof InvoiceSearch>,
  most?: number,
): Promise<number[]> => queries.findInvoiceIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), most);

/** The invoice as its screen shows it, with the amount owed on `pay_day` and the owners' shares of `paid_amount`. */
export const showInvoice = (
  ctx: Context,
  id: number,
  when: { pay_day?: CalendarDate | undefined; paid_amount?: number | undefined } = {},
) => showTogether({ ctx, id, ...when });

/**
 * PENDING → PAID exactly once. Concurrent settlements of a server share transactions (docs/decisions/settlement.md). Answers with the
 * invoice as `showInvoice` does.
 */
export async function payInvoice(ctx: Context, id: number, input: z.output<typeof Settlement>): Promise<Shown> {
  const order = { id, input, expected: ctx.expected };
  if (!ctx.db.isTransaction) return settleTogether(ctx, order);
  await change(ctx, async (trx) => throwRefusal(await settleInvoices(trx, ctx, [order])));
  return showInvoice(ctx, id);
}

/** PAID → PENDING. */
export const refundInvoice = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    throwRefusal(await refundInvoices(trx, ctx, [{ id, expected: ctx.expected }]));
    return id;
  });

async function lockInvoice(trx: Db, ctx: Context, id: number) {
  await queries.lockContractsOfInvoices(trx, [id]);
  const invoice = await queries.findInvoice(trx, id);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  await checkVersion(trx, ctx, 'invoice', invoice);
  return invoice;
}

/** Records in the trail that a message was sent to the tenant; its text is not stored. */
export const keepSent = (ctx: Context, id: number, sent: { kind: SentKind; channel: SentChannel }) =>
  change(ctx, async (trx) => {
    if (!(await queries.findStatus(trx, id))) throw invoiceProblems.INVOICE_NOT_FOUND();
    await leaveTrail(trx, ctx, 'invoice', id, 'send', sent);
  });

/** Deletes a PENDING invoice; its extra values are free again. */
export function deleteInvoice(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const invoice = await lockInvoice(trx, ctx, id);
    checkTransition(invoiceLife.cell(invoiceStateOf(invoice), 'remove'), invoiceProblems);
    if (await queries.isLastOfContract(trx, invoice)) throw invoiceProblems.INVOICE_OF_ENDED_CONTRACT();
    await withdraw(trx, ctx, [id]);
  });
}

type Contract = NonNullable<Awaited<ReturnType<typeof queries.findContractToBill>>>;

/** Issues one month ahead of the daily job, within `anticipationBounds`. */
export function anticipateInvoice(
  ctx: Context,
  { proposal_id, reference }: { proposal_id: number; reference: Reference },
) {
  return change(ctx, async (trx) => {
    const contract = await queries.findContractToBill(trx, proposal_id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    checkTransition(contractLife.cell(contract.status, 'bill'), proposalProblems);
    if (contract.property_type !== 'RENT') throw invoiceProblems.NOTHING_TO_BILL();
    if (!(await mayAnticipate(trx, contract))(reference)) throw invoiceProblems.REFERENCE_OUT_OF_RANGE();
    const id = await issueOne(trx, ctx, contract, reference);
    if (id === undefined) throw invoiceProblems.REFERENCE_ALREADY_ISSUED();
    return id;
  });
}

async function mayAnticipate(db: Db, contract: Contract) {
  const first = await queries.findFirstPaidReference(db, contract.id);
  const bounds = anticipationBounds(contract, first?.reference ?? null);
  return Object.assign(
    (reference: Reference) =>
      reference >= bounds.from && reference <= bounds.to && livedDays(contract, reference).days > 0,
    { bounds },
  );
}

/** Months of a contract that can still be anticipated. */
export async function monthsToAnticipate(ctx: Context, proposalId: number): Promise<Reference[]> {
  return ctx.db.transaction().execute(async (trx) => {
    const contract = await queries.findContractToBill(trx, proposalId);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    if (contract.status !== 'APPROVED' || contract.property_type !== 'RENT') return [];
    const may = await mayAnticipate(trx, contract);
    const issued = new Set(await queries.findIssuedReferences(trx, proposalId));
    const months: Reference[] = [];
    for (let month = may.bounds.from; month <= may.bounds.to; month = addToReference(month, 1)) {
      if (may(month) && !issued.has(month)) months.push(month);
    }
    return months;
  });
}

/** Data of the tenant's receipt. */
export async function receiptOf(ctx: Context, id: number) {
  const invoice = await queries.findInvoice(ctx.db, id);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  if (invoice.status !== 'PAID') throw invoiceProblems.INVOICE_NOT_PAID();
  const undeducted = await queries.findUndeducted(ctx.db, id);
  return { invoice, undeducted, agency: await letterheadOf(ctx) };
}

/** The tenant's receipt as a PDF. */
export const printReceipt = async (ctx: Context, id: number) => tenantReceipt(await receiptOf(ctx, id));
