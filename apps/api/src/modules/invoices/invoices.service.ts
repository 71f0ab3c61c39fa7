import { type InvoiceDetail, invoiceProblems, type Settlement } from '@morada/contract/invoices';
import type { InvoiceSearch } from '@morada/contract/invoices.search';
import { proposalProblems } from '@morada/contract/proposals';
import { granted } from '@morada/domain/access/permissions';
import {
  addToReference,
  type CalendarDate,
  formatReference,
  type Reference,
  shownReference,
} from '@morada/domain/base/calendar';
import { formatMoney } from '@morada/domain/base/money';
import { ownerWeights } from '@morada/domain/lease/ownership';
import { addressLine } from '@morada/domain/property/property';
import { anticipationBounds, invoiceLife, livedDays } from '@morada/domain/rent/invoice';
import { chargesExceed, lateCharges } from '@morada/domain/rent/late-charges';
import { payDayRefusal } from '@morada/domain/rent/pay-day';
import { carriedOver, credits, type Rest, restOf } from '@morada/domain/rent/rest';
import {
  balanceDueDate,
  needsNextInvoice,
  proposedFate,
  type RestFate,
  restRefusal,
} from '@morada/domain/rent/rest-fate';
import { settle } from '@morada/domain/rent/settlement';
import { transferDueDate } from '@morada/domain/rent/transfer';
import type { SentChannel, SentKind } from '@morada/domain/trail/sent-message';
import type * as z from 'zod/mini';
import type { Context, Db } from '../../context.ts';
import { seenBy } from '../../db/search.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import { letterheadOf } from '../agency/letterhead.service.ts';
import { whenInvoiceReopened } from '../bank-files/settlements.service.ts';
import * as boletos from '../boletos/life.service.ts';
import { linksOf } from '../boletos/links.service.ts';
import * as ledger from '../ledger/ledger.service.ts';
import * as extras from '../proposals/extras.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import { issueBalance, issueOne } from './billing.service.ts';
import * as queries from './invoices.queries.ts';
import { tenantReceipt } from './tenant-receipt.pdf.ts';

type Agency = Awaited<ReturnType<typeof queries.findAgency>>;

const charges = (invoice: queries.FoundInvoice, agency: Agency, paidOn: CalendarDate) =>
  lateCharges(invoice.price + invoice.fees, invoice.due_date, paidOn, {
    fromBusinessDay: agency.late_from_business_day,
  });

/** Open invoices of an amount. */
export const findFewInvoicesOfAmount = async ({ db }: Context, amount: number, limit: number) =>
  queries.findInvoicesAt(db, await queries.findInvoiceIdsOfAmount(db, amount, limit));

/** Invoices with the given ids, in any state. */
export const findInvoicesAt = ({ db }: Context, ids: readonly number[]) => queries.findInvoicesAt(db, ids);

export const findFewInvoices = (ctx: Context, search: { id?: number; query?: string }, limit: number) =>
  queries.findFewInvoices(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), limit);

/** Division of a payment of `paid`, shared by the preview and the settlement. */
const divide = (
  invoice: queries.FoundInvoice,
  agency: Agency,
  paid: number,
  owed: { charges: number; returns?: boolean },
) =>
  settle({
    invoice,
    paid,
    ...owed,
    contract: invoice,
    extras: invoice.transfer_extras,
    lateToOwner: agency.late_to_owner,
    owners: ownerWeights(invoice.owners),
    tenant: invoice.user_id,
  });

/** Ids of the invoices that a search finds, in list order. */
export const searchInvoices = (
  ctx: Context,
  search: z.output<typeof InvoiceSearch>,
  most?: number,
): Promise<number[]> => queries.findInvoiceIds(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today(), most);

/** The invoice as its screen shows it, with the amount owed on `payDay` and the owners' shares of `paidAmount`. */
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
  const { rest_fate: fate, rest_amount: rest, rest_reason: reason, balance_id: invoice_id } = found;
  return {
    ...invoice,
    rest: fate !== null && rest !== null ? { fate, amount: rest, reason, invoice_id } : null,
    url: link(billed),
    phone: seenBy(ctx) === 'names' ? null : invoice.phone,
    user: { id: invoice.user_id, name: tenant },
    proposal: { id: invoice.proposal_id, status: proposal_status, commission },
    property: { id: invoice.property_id, address: addressLine({ street, number, complement }) },
    late: { ...late, total },
    transfers: paid
      ? await transfers.ofInvoice(ctx.db, invoice.id)
      : await planned(ctx.db, found, agency, payDay, { paid: paidAmount ?? total, charges: late.fine + late.interest }),
  };
}

async function planned(
  db: Db,
  invoice: queries.FoundInvoice,
  agency: Agency,
  payDay: CalendarDate,
  { paid, charges }: { paid: number; charges: number },
): Promise<InvoiceDetail['transfers']> {
  if (invoice.owners.length === 0) return [];
  const due_date = transferDueDate(payDay, agency.transfer_business_days);
  const owed = await transfers.lessDebits(db, divide(invoice, agency, paid, { charges }).transfers);
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

/**
 * Settles an invoice inside the caller's transaction. `boleto_id`: the boleto that a bank reports as paid. `proposes`:
 * a difference without a choice gets the proposed treatment.
 */
export async function settleInvoice(
  trx: Db,
  ctx: Context,
  id: number,
  input: z.output<typeof Settlement>,
  { boleto_id, proposes = false }: { boleto_id?: number; proposes?: boolean } = {},
) {
  const invoice = await lockInvoice(trx, ctx, id);
  if (!invoiceLife.can(invoice.status, 'pay')) throw invoiceProblems.INVOICE_ALREADY_PAID();
  // Deductions may cover a whole month: an amount of zero is settled with zero, and the owner is still paid.
  if (input.paid_amount === 0 && invoice.amount > 0 && input.rest?.fate !== 'WAIVED')
    throw invoiceProblems.NOTHING_RECEIVED();
  const pay_day = input.pay_day ?? ctx.today();
  const refusal = payDayRefusal(invoice, pay_day, ctx.today());
  if (refusal) throw invoiceProblems[refusal]();
  if (!input.rest && chargesExceed(input)) throw invoiceProblems.CHARGES_ABOVE_RECEIVED();
  if (invoice.owners.length === 0) throw invoiceProblems.SETTLEMENT_WITHOUT_OWNER();
  const agency = await queries.findAgency(trx);
  const payment_method = input.payment_method ?? 'MANUAL';
  const offered = charges(invoice, agency, pay_day);
  const { fine, interest } = { fine: input.fine ?? offered.fine, interest: input.interest ?? offered.interest };
  const left = restOf(invoice, { fine, interest }, input.paid_amount, `fatura ${id}`);
  const rest = decided(ctx, invoice, left, { given: input.rest, proposes });
  const returns = rest.rest_fate === 'RETURN';
  const settlement = divide(invoice, agency, input.paid_amount, { charges: fine + interest, returns });

  const paid = {
    status: invoiceLife.next(invoice.status, 'pay'),
    pay_day,
    paid_amount: input.paid_amount,
    payment_method,
    fine,
    interest,
    ...rest,
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
  await carryOut(trx, ctx, invoice, left, {
    fate: rest.rest_fate,
    due_date: input.rest?.due_date ?? balanceDueDate(ctx.today()),
    return_on: transferDueDate(pay_day, agency.transfer_business_days),
  });
  return id;
}

/**
 * Treatment of the difference, as stored on the invoice. A shortfall without a choice is refused, never waived
 * silently.
 */
function decided(
  ctx: Context,
  invoice: queries.FoundInvoice,
  { owed, rest }: Rest,
  { given, proposes }: { given: Given; proposes: boolean },
) {
  const fate = given?.fate ?? (rest < 0 || proposes ? proposedFate(rest) : undefined);
  if (rest === 0) return { rest_amount: 0, rest_fate: null, rest_reason: null };
  if (!fate) {
    const message = `Recebido ${formatMoney(rest)} a menos do que o devido, ${formatMoney(owed)}: informe se fica em saldo em aberto, vai para a próxima fatura ou é dispensado`;
    throw invoiceProblems.REST_UNDECIDED({ message });
  }
  const continues = invoice.proposal_status === 'APPROVED';
  if (given) checkRest(ctx, given, { rest, continues });
  const isLast = needsNextInvoice(fate) && !continues;
  // Without a next invoice to credit, an overpayment is returned.
  const rest_fate = isLast ? 'RETURN' : fate;
  return { rest_amount: rest, rest_fate, rest_reason: fate === 'WAIVED' ? (given?.reason ?? null) : null };
}

type Given = z.output<typeof Settlement>['rest'];

/** Rules for the treatment of a difference, in a settlement now or a later one by a bank's file. */
export function checkRest(ctx: Context, given: NonNullable<Given>, of: { rest: number; continues: boolean }) {
  const mayWaive = granted(ctx.actor.permissions, 'FINANCIAL_INVOICE_CREATE') !== undefined;
  const refusal = restRefusal(given, { ...of, mayWaive }, ctx.today());
  if (refusal) throw invoiceProblems[refusal]();
}

/** Creates the open balance, the extra values or the return of the difference. */
async function carryOut(
  trx: Db,
  ctx: Context,
  invoice: queries.FoundInvoice,
  { rest, lines }: Rest,
  { fate, due_date, return_on }: { fate: RestFate | null; due_date: CalendarDate; return_on: CalendarDate },
) {
  if (fate === 'OPEN_BALANCE') await issueBalance(trx, ctx, invoice, { due_date, lines });
  if (fate === 'RETURN') await transfers.createReturn(trx, ctx, invoice, { amount: -rest, due_date: return_on });
  const carried =
    fate === 'NEXT_INVOICE'
      ? carriedOver(lines)
      : fate === 'CREDIT'
        ? credits(invoice, -rest, `Pago a mais, fatura ${invoice.id}`)
        : [];
  if (carried.length === 0) return;
  const { id: settled_by, proposal_id } = invoice;
  const made = await extras.insertExtras(
    trx,
    carried.map((extra) => ({ ...extra, proposal_id, settled_by })),
  );
  for (const [index, { id }] of made.entries())
    await leaveTrail(trx, ctx, 'extra_value', id, 'create', { ...carried[index], proposal_id });
}

/** A refund reverses the balance, extra values or return of the difference, unless one was used. */
async function takeBackRest(trx: Db, ctx: Context, { id, rest_fate, balance_id }: queries.FoundInvoice) {
  if (rest_fate === 'OPEN_BALANCE') {
    // A termination moved the balance into its sheet.
    if (balance_id === null) throw invoiceProblems.INVOICE_GIVEN_BACK();
    if ((await queries.findStatus(trx, balance_id))?.status === 'PAID') throw invoiceProblems.BALANCE_PAID();
    await withdraw(trx, ctx, [balance_id]);
  }
  const carried = await queries.lockCarried(trx, id);
  if (carried.length === 0) return;
  if (carried.some(({ invoice_id, transfer_id }) => invoice_id !== null || transfer_id !== null))
    throw invoiceProblems.REST_USED();
  await extras.dropExtras(
    trx,
    carried.map((extra) => extra.id),
  );
  for (const { id: extraId, description, amount } of carried)
    await leaveTrail(trx, ctx, 'extra_value', extraId, 'delete', { description, amount });
}

const describe = ({ id, reference }: { id: number; reference: Reference }) =>
  `Fatura ${id}, ${formatReference(shownReference(reference))}`;

/** PAID → PENDING: pending transfers are deleted, and the extra values in them are free again. */
export const refundInvoice = (ctx: Context, id: number) => change(ctx, (trx) => refundInTransaction(trx, ctx, id));

/** Refunds an invoice inside the caller's transaction. `untouched`: refuses if a transfer was edited. */
export async function refundInTransaction(trx: Db, ctx: Context, id: number, { untouched = false } = {}) {
  const invoice = await lockInvoice(trx, ctx, id);
  if (!invoiceLife.can(invoice.status, 'refund')) throw invoiceProblems.INVOICE_NOT_PAID();
  if (await queries.isGivenBack(trx, invoice)) throw invoiceProblems.INVOICE_GIVEN_BACK();
  await transfers.dropOfInvoice(trx, ctx, id, { untouched });
  await takeBackRest(trx, ctx, invoice);
  const unpaid = {
    status: invoiceLife.next(invoice.status, 'refund'),
    pay_day: null,
    paid_amount: null,
    payment_method: null,
    fine: null,
    interest: null,
    rest_amount: null,
    rest_fate: null,
    rest_reason: null,
  };
  if (!(await queries.updateInvoiceFrom(trx, id, 'PAID', unpaid))) throw invoiceProblems.INVOICE_NOT_PAID();
  await ledger.reverse(trx, ctx, 'SETTLEMENT', id);
  await boletos.whenReopened(trx, ctx, id, { paidAtBank: await whenInvoiceReopened(trx, id) });
  const { pay_day, paid_amount } = invoice;
  await leaveTrail(trx, ctx, 'invoice', id, 'refund', { pay_day, paid_amount });
  return id;
}

/** Kept in the history of the tenant; the message itself is not. */
export const keepSent = (ctx: Context, id: number, sent: { kind: SentKind; channel: SentChannel }) =>
  change(ctx, async (trx) => {
    if (!(await queries.findStatus(trx, id))) throw invoiceProblems.INVOICE_NOT_FOUND();
    await leaveTrail(trx, ctx, 'invoice', id, 'send', sent);
  });

/** Deletes a PENDING invoice; its extra values are free again. */
export function deleteInvoice(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const invoice = await lockInvoice(trx, ctx, id);
    if (invoice.status !== 'PENDING') throw invoiceProblems.INVOICE_PAID_NOT_DELETED();
    if (invoice.balance_of !== null) throw invoiceProblems.BALANCE_NOT_DELETED();
    await withdraw(trx, ctx, [id]);
  });
}

/** Withdraws pending invoices, for a deletion and for a contract that ends. */
export async function withdraw(trx: Db, ctx: Context, ids: number[]) {
  for (const id of ids) {
    if (!(await queries.updateInvoiceFrom(trx, id, 'PENDING', { deleted_at: new Date() })))
      throw invoiceProblems.INVOICE_PAID_NOT_DELETED();
    await leaveTrail(trx, ctx, 'invoice', id, 'delete');
  }
  if (ids.length === 0) return;
  await boletos.whenWithdrawn(trx, ctx, ids);
  await extras.releaseExtrasOfInvoices(trx, ids);
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
  return { invoice, agency: await letterheadOf(ctx) };
}

/** The tenant's receipt as a PDF. */
export const printReceipt = async (ctx: Context, id: number) => tenantReceipt(await receiptOf(ctx, id));
