import { type InvoiceDetail, invoiceProblems, type Settlement } from '@morada/contract/invoices';
import type { InvoiceSearch } from '@morada/contract/invoices.search';
import { proposalProblems } from '@morada/contract/proposals';
import {
  addToReference,
  type CalendarDate,
  formatReference,
  type Reference,
  shownReference,
} from '@morada/domain/calendar';
import { anticipationBounds, invoiceLife, livedDays } from '@morada/domain/invoice';
import { chargesExceed, chargesTaken, lateCharges } from '@morada/domain/late-charges';
import { ownerWeights } from '@morada/domain/ownership';
import { payDayRefusal } from '@morada/domain/pay-day';
import { addressLine } from '@morada/domain/property';
import { settle } from '@morada/domain/settlement';
import { transferDueDate } from '@morada/domain/transfer';
import type * as z from 'zod/mini';
import type { Context, Db } from '../../context.ts';
import { seenBy } from '../../db/search.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { letterheadOf } from '../agency/letterhead.service.ts';
import * as boletos from '../boletos/life.service.ts';
import { linksOf } from '../boletos/links.service.ts';
import * as ledger from '../ledger/ledger.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import { issueOne } from './billing.service.ts';
import * as queries from './invoices.queries.ts';
import { tenantReceipt } from './tenant-receipt.ts';

type Agency = Awaited<ReturnType<typeof queries.findAgency>>;

const charges = (invoice: queries.FoundInvoice, agency: Agency, paidOn: CalendarDate) =>
  lateCharges(invoice.price + invoice.fees, invoice.due_date, paidOn, {
    fromBusinessDay: agency.late_from_business_day,
  });

export const findFewInvoices = (ctx: Context, search: { id?: number; query?: string }, limit: number) =>
  queries.findFewInvoices(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), limit);

/** What receiving `paid` would do: the same function for the preview and for the deed. */
const divide = (invoice: queries.FoundInvoice, agency: Agency, paid: number) =>
  settle({
    invoice,
    paid,
    contract: invoice,
    extras: invoice.transfer_extras,
    lateToOwner: agency.late_to_owner,
    owners: ownerWeights(invoice.owners),
    tenant: invoice.user_id,
  });

/** The numbers of what a search of the list finds, in its order. */
export const searchInvoices = (
  ctx: Context,
  search: z.output<typeof InvoiceSearch>,
  most?: number,
): Promise<number[]> => queries.findInvoiceIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), most);

/** The invoice as its screen shows it, with what is owed on `payDay` and what the owners will get of `paidAmount`. */
export async function showInvoice(
  ctx: Context,
  id: number,
  { pay_day, paid_amount }: { pay_day?: CalendarDate; paid_amount?: number } = {},
): Promise<{ invoice: InvoiceDetail; version: number }> {
  const invoice = await queries.findInvoice(ctx.db, id);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  const agency = await queries.findAgency(ctx.db);
  return {
    invoice: await present(ctx, invoice, agency, pay_day ?? ctx.today(), paid_amount),
    version: invoice.version,
  };
}

async function present(
  ctx: Context,
  found: queries.FoundInvoice,
  agency: Agency,
  payDay: CalendarDate,
  paidAmount?: number,
): Promise<InvoiceDetail> {
  const { tenant, street, number, complement, proposal_status, contract_start: _, commission, ...invoice } = found;
  const paid = invoice.status === 'PAID';
  const now = charges(found, agency, payDay);
  const late = paid ? { days: 0, fine: invoice.fine ?? 0, interest: invoice.interest ?? 0 } : now;
  const total = invoice.amount + late.fine + late.interest;
  const billed = { invoice_id: invoice.id, proposal_id: invoice.proposal_id };
  const link = await linksOf(ctx, ctx.db, [billed]);
  return {
    ...invoice,
    url: link(billed),
    phone: seenBy(ctx) === 'names' ? null : invoice.phone,
    user: { id: invoice.user_id, name: tenant },
    proposal: { id: invoice.proposal_id, status: proposal_status, commission },
    property: { id: invoice.property_id, address: addressLine({ street, number, complement }) },
    late: { ...late, total },
    transfers: paid
      ? await transfers.ofInvoice(ctx.db, invoice.id)
      : await planned(ctx.db, found, agency, payDay, paidAmount ?? total),
  };
}

async function planned(
  db: Db,
  invoice: queries.FoundInvoice,
  agency: Agency,
  payDay: CalendarDate,
  paid: number,
): Promise<InvoiceDetail['transfers']> {
  if (invoice.owners.length === 0) return [];
  const due_date = transferDueDate(payDay, agency.transfer_business_days);
  const owed = await transfers.lessDebits(db, divide(invoice, agency, paid).transfers);
  return owed.map(({ client_id, amount, lines }) => {
    const name = invoice.owners.find((owner) => owner.client_id === client_id)?.name ?? '';
    return { id: null, user: { id: client_id, name }, amount, due_date, status: 'PLANNED', lines };
  });
}

async function lockInvoice(trx: Db, ctx: Context, id: number) {
  await queries.lockContractOfInvoice(trx, id);
  const invoice = await queries.findInvoice(trx, id);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  await checkVersion(trx, ctx, 'invoice', invoice);
  return invoice;
}

/** PENDING → PAID exactly once, with the owners' transfers and the ledger entry in the same transaction. */
export const payInvoice = (ctx: Context, id: number, input: z.output<typeof Settlement>) =>
  change(ctx, (trx) => settleInvoice(trx, ctx, id, input));

/** Within a change of its own; `boleto_id` is the boleto that a bank says was paid. */
export async function settleInvoice(
  trx: Db,
  ctx: Context,
  id: number,
  input: z.output<typeof Settlement>,
  { boleto_id }: { boleto_id?: number } = {},
) {
  const invoice = await lockInvoice(trx, ctx, id);
  if (!invoiceLife.can(invoice.status, 'pay')) throw invoiceProblems.INVOICE_ALREADY_PAID();
  // Deductions may cover a whole month: it is settled with nothing, and the owner is still to be paid.
  if (input.paid_amount === 0 && invoice.amount > 0) throw invoiceProblems.NOTHING_RECEIVED();
  const pay_day = input.pay_day ?? ctx.today();
  const refusal = payDayRefusal(invoice, pay_day, ctx.today());
  if (refusal) throw invoiceProblems[refusal]();
  if (chargesExceed(input)) throw invoiceProblems.CHARGES_ABOVE_RECEIVED();
  if (invoice.owners.length === 0) throw invoiceProblems.SETTLEMENT_WITHOUT_OWNER();
  const agency = await queries.findAgency(trx);
  const payment_method = input.payment_method ?? 'MANUAL';
  const settlement = divide(invoice, agency, input.paid_amount);
  const { fine, interest } = chargesTaken(settlement.late, charges(invoice, agency, pay_day), input);

  const paid = {
    status: invoiceLife.next(invoice.status, 'pay'),
    pay_day,
    paid_amount: input.paid_amount,
    payment_method,
    fine,
    interest,
  };
  if (!(await queries.updateInvoiceFrom(trx, id, 'PENDING', paid))) throw invoiceProblems.INVOICE_ALREADY_PAID();
  await transfers.createFromSettlement(trx, ctx, {
    invoice,
    settlement,
    extras: invoice.transfer_extras.map((extra) => extra.id),
    due_date: transferDueDate(pay_day, agency.transfer_business_days),
  });
  await ledger.post(
    trx,
    ctx,
    {
      kind: 'SETTLEMENT',
      day: pay_day,
      description: describe(invoice),
      invoice_id: id,
      payment_method,
      rent: settlement.rent,
      fee_rate: invoice.with_commission ? invoice.commission : 0,
    },
    settlement.postings,
  );
  await boletos.whenPaid(trx, ctx, id, { method: payment_method, boleto_id });
  await leaveTrail(trx, ctx, 'invoice', id, 'pay', paid);
  return id;
}

const describe = ({ id, reference }: { id: number; reference: Reference }) =>
  `Fatura ${id}, ${formatReference(shownReference(reference))}`;

/** PAID → PENDING: its pending transfers go with it and give back the extra values they took. */
export const refundInvoice = (ctx: Context, id: number) => change(ctx, (trx) => refundHeld(trx, ctx, id));

/** The same within a transaction of somebody else's; `untouched`: only while its transfers are as they were made. */
export async function refundHeld(trx: Db, ctx: Context, id: number, { untouched = false } = {}) {
  const invoice = await lockInvoice(trx, ctx, id);
  if (!invoiceLife.can(invoice.status, 'refund')) throw invoiceProblems.INVOICE_NOT_PAID();
  if (await queries.isGivenBack(trx, invoice)) throw invoiceProblems.INVOICE_GIVEN_BACK();
  await transfers.dropOfInvoice(trx, ctx, id, { untouched });
  const unpaid = {
    status: invoiceLife.next(invoice.status, 'refund'),
    pay_day: null,
    paid_amount: null,
    payment_method: null,
    fine: null,
    interest: null,
  };
  if (!(await queries.updateInvoiceFrom(trx, id, 'PAID', unpaid))) throw invoiceProblems.INVOICE_NOT_PAID();
  await ledger.reverse(trx, ctx, 'SETTLEMENT', id);
  await boletos.whenReopened(trx, ctx, id);
  const { pay_day, paid_amount } = invoice;
  await leaveTrail(trx, ctx, 'invoice', id, 'refund', { pay_day, paid_amount });
  return id;
}

/** Only while PENDING; the extra values it had taken are free again. */
export function deleteInvoice(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const invoice = await lockInvoice(trx, ctx, id);
    if (invoice.status !== 'PENDING') throw invoiceProblems.INVOICE_PAID_NOT_DELETED();
    await withdraw(trx, ctx, [id]);
  });
}

/** Takes pending invoices back: for the person who deletes one, and for the contract that ends. */
export async function withdraw(trx: Db, ctx: Context, ids: number[]) {
  for (const id of ids) {
    if (!(await queries.updateInvoiceFrom(trx, id, 'PENDING', { deleted_at: new Date() })))
      throw invoiceProblems.INVOICE_PAID_NOT_DELETED();
    await leaveTrail(trx, ctx, 'invoice', id, 'delete');
  }
  if (ids.length === 0) return;
  await boletos.whenWithdrawn(trx, ctx, ids);
  await queries.releaseExtrasOfInvoice(trx, ids);
}

type Contract = NonNullable<Awaited<ReturnType<typeof queries.findContractToBill>>>;

/** Issues one month ahead of the daily job, within the bounds of decisions section 4. */
export function anticipateInvoice(
  ctx: Context,
  { proposal_id, reference }: { proposal_id: number; reference: Reference },
) {
  return change(ctx, async (trx) => {
    const contract = await queries.findContractToBill(trx, proposal_id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    if (contract.status !== 'APPROVED') throw proposalProblems.PROPOSAL_CLOSED();
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

/** The months that anticipation still offers for a contract. */
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

/** What the tenant's receipt prints. */
export async function receiptOf(ctx: Context, id: number) {
  const invoice = await queries.findInvoice(ctx.db, id);
  if (!invoice) throw invoiceProblems.INVOICE_NOT_FOUND();
  if (invoice.status !== 'PAID') throw invoiceProblems.INVOICE_NOT_PAID();
  return { invoice, agency: await letterheadOf(ctx) };
}

/** The tenant's receipt as a PDF. */
export const printReceipt = async (ctx: Context, id: number) => tenantReceipt(await receiptOf(ctx, id));
