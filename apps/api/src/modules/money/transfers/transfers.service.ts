import type { Received } from '@morada/contract/base/endpoint';
import type { Problem } from '@morada/contract/base/problem';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { type TransferDetail, transferProblems, type transfers } from '@morada/contract/money/transfers';
import type { TransferSearch } from '@morada/contract/money/transfers.search';
import { type CalendarDate, formatDate } from '@morada/domain/base/calendar';
import {
  manualTransferPostings,
  ownerAtEndPostings,
  payoutPostings,
  refundPostings,
} from '@morada/domain/ledger/ledger';
import { addressLine } from '@morada/domain/property/property';
import type { OwnerAtEnd, Refund } from '@morada/domain/rent/last-settlement';
import { causeAtEnd, type OwnerIncome, type Settlement, takeDebits } from '@morada/domain/rent/settlement';
import { canRescheduleTo, isTransferDay, transferLife, transferPaidOnRefusal } from '@morada/domain/rent/transfer';
import type { TrailAction } from '@morada/domain/trail/trail';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import { type Refusals, throwRefusal } from '#api/base/refusals.ts';
import type { Actor, Context, Db } from '#api/context.ts';
import { emit, findObjections } from '#api/db/events.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail, leaveTrails, type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion, staleVersion } from '#api/db/version.ts';
import * as extras from '#api/modules/lease/contracts/extras.service.ts';
import * as ledger from '#api/modules/ledger/postings/ledger.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
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
  const [found, payees, files, objections] = await Promise.all([
    queries.findTransfer(ctx.db, id),
    payeesOf(ctx.db, [id], ctx.today()),
    attachmentsOf(ctx.db, id),
    findObjections(ctx.db, ctx, 'transfers.reopen', [{ id }]),
  ]);
  if (!found) throw transferProblems.TRANSFER_NOT_FOUND();
  const { account: bank, changed: bank_changed } = payees(id);
  return {
    transfer: {
      ...shown(found),
      ...{ receipt: files[0]?.url ?? null, bank, bank_changed, files },
      paid_by_bank: objections.has(id),
      returned_by_bank: found.returned_by_bank,
      returned_part: found.returned_part,
    },
    version: found.version,
  };
}

function shown(
  found: queries.FoundTransfer,
): Omit<TransferDetail, 'files' | 'receipt' | 'bank' | 'bank_changed' | 'paid_by_bank'> {
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

/** Owners' debits from terminations, which their next transfers are reduced by. */
export const findDebits = (db: Db, ownerIds: readonly number[]) => queries.findDebits(db, ownerIds);

type Payment = {
  actor: Actor;
  invoice: { id: number; user_id: number; property_id: number; proposal_id: number };
  due_date: CalendarDate;
};

/**
 * Owners' debits, to be deducted from the transfers of a settlement; locked, so that concurrent settlements can't use
 * the same one.
 */
export const lockDebits = (trx: Db, ownerIds: readonly number[]) => queries.findDebits(trx, ownerIds, { lock: true });
export type Debit = Awaited<ReturnType<typeof lockDebits>>[number];

/**
 * Creates one transfer for each owner of each settled invoice, less the owner's debits from terminations, in the
 * transaction that settles the invoices. An owner with a debit may receive from one of them only. Returns the trail's
 * entries.
 */
export async function createFromSettlements(
  trx: Db,
  settled: readonly (Payment & {
    settlement: Settlement;
    pay_day: CalendarDate;
    /** Extra values of the transfer only; those on the invoice are linked with it. */
    extras: readonly number[];
    /** The invoice has extra values of its own. */
    hasExtras: boolean;
  })[],
  debits: readonly Debit[],
): Promise<TrailEntry[]> {
  const created = await queries.insertTransfers(
    trx,
    settled.flatMap(({ invoice: { id: invoice_id, property_id, proposal_id }, settlement, pay_day, due_date }) =>
      takeDebits(settlement.transfers, debits).map(({ client_id: user_id, amount, lines, income }) => ({
        ...{ user_id, property_id, proposal_id, invoice_id, amount, lines, due_date },
        ...taxed(pay_day, income),
      })),
    ),
  );
  const actorOf = new Map(settled.map(({ invoice, actor }) => [invoice.id, actor]));
  const madeBy = (invoiceId: number | null) =>
    present(actorOf.get(present(invoiceId, 'the invoice')), 'the settlement');
  const mainOf = new Map(created.toReversed().map(({ id, invoice_id }) => [invoice_id, id]));
  await extras.giveExtrasToTransfers(
    trx,
    settled
      .filter((one) => one.hasExtras || one.extras.length > 0)
      .map(({ invoice: { id: invoice_id }, extras: ids }) => ({
        invoice_id,
        ids,
        transfer_id: present(mainOf.get(invoice_id), 'the transfer'),
      })),
  );
  const taken = debits.map(({ id, client_id }) => {
    const taker = present(
      created.find(({ user_id }) => user_id === client_id),
      'the transfer that takes a debit',
    );
    return { id, taken_by: taker.id, invoice_id: taker.invoice_id };
  });
  if (!(await queries.giveDebits(trx, taken))) throw transferProblems.TRANSFER_CHANGED();
  return [
    ...created.map(({ id, amount, invoice_id }) => trailOf(madeBy(invoice_id), id, 'create', { amount, invoice_id })),
    ...taken.map(({ id, taken_by: transfer_id, invoice_id }) =>
      trailOf(madeBy(invoice_id), id, 'delete', { transfer_id }),
    ),
  ];
}

const taxed = (received_on: CalendarDate, { withheld, ...income }: OwnerIncome): queries.Taxed => ({
  received_on,
  ...income,
  tax: withheld?.tax ?? 0,
  tax_by: withheld?.by ?? null,
  tax_code: withheld?.code ?? null,
  tax_base: withheld?.base ?? null,
  tax_exclusions: withheld?.exclusions ?? null,
  tax_undeducted: withheld?.undeducted ?? 0,
});

/** Creates the returns of tenants' overpayments; the invoices' own entries have posted them. */
export async function createReturns(
  trx: Db,
  returned: readonly (Payment & { amount: number })[],
): Promise<TrailEntry[]> {
  if (returned.length === 0) return [];
  const created = await queries.insertTransfers(
    trx,
    returned.map(({ invoice: { id: invoice_id, user_id, property_id, proposal_id }, amount, due_date }) => {
      const lines = [{ kind: 'EXTRA' as const, name: 'Pago a mais', note: `fatura ${invoice_id}`, amount }];
      return { user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, purpose: 'REFUND' };
    }),
  );
  const idOf = new Map(created.map(({ invoice_id, id }) => [invoice_id, id]));
  return returned.map(({ actor, invoice, amount }) =>
    trailOf(actor, present(idOf.get(invoice.id), 'the return'), 'create', { amount, invoice_id: invoice.id }),
  );
}

type OfInvoice = Awaited<ReturnType<typeof queries.lockTransfersOfInvoices>>[number];

/** Transfers of invoices that are to be refunded, locked, with the reason why one can't be deleted. */
export async function lockOfInvoices(trx: Db, ctx: Context, invoiceIds: readonly number[]) {
  const locked = await queries.lockTransfersOfInvoices(trx, invoiceIds);
  const objections = await findObjections(trx, ctx, 'transfers.reopen', locked);
  const found = Map.groupBy(locked, ({ invoice_id }) => invoice_id);
  return (invoiceId: number) => {
    const transfers = found.get(invoiceId) ?? [];
    return { transfers, refusal: (how: Deletion) => refusalOfDeletion(transfers, how, objections) };
  };
}

/** `untouched`: refused if one was edited. `givenBack`: the bank gave back all of the payment, and so what it had returned of it. */
type Deletion = { untouched: boolean; givenBack: boolean };

function refusalOfDeletion(
  all: readonly OfInvoice[],
  { untouched, givenBack }: Deletion,
  objections: ReadonlyMap<number, Problem>,
): Problem | undefined {
  const transfers = givenBack ? all.filter((one) => !one.returned_by_bank) : all;
  const [objection] = transfers.flatMap(({ id }) => objections.get(id) ?? []);
  if (objection) return objection;
  if (transfers.some((one) => one.returned_by_bank)) return transferProblems.TRANSFER_RETURNED_BY_BANK();
  if (transfers.some(({ status }) => status === 'DONE')) return invoiceProblems.TRANSFER_DONE();
  if (transfers.some(({ taken_by }) => taken_by !== null)) return transferProblems.DEBIT_TAKEN();
  if (transfers.some(({ ordered }) => ordered)) return transferProblems.TRANSFER_ORDERED();
  if (untouched && transfers.some(({ version }) => version > 1)) return transferProblems.TRANSFER_CHANGED();
  return undefined;
}

/** Deletes the transfers of refunded invoices, which `lockOfInvoices` has locked. Returns the trail's entries. */
export async function dropOfInvoices(trx: Db, ctx: Context, live: readonly OfInvoice[]): Promise<TrailEntry[]> {
  if (live.length === 0) return [];
  const ids = idsOf(live);
  const returned = idsOf(live.filter((one) => one.returned_by_bank));
  if (returned.length > 0) await reopen(trx, ctx, returned);
  if (!(await queries.updateTransfersFrom(trx, ids, 'PENDING', { deleted_at: new Date() })))
    throw transferProblems.TRANSFER_CHANGED();
  await extras.releaseExtrasOfTransfers(trx, ids);
  const { rows: debits } = await queries.releaseDebits(trx, ids);
  const { actor } = ctx;
  return [
    ...live.map(({ id, invoice_id }) => trailOf(actor, id, 'delete', { invoice_id })),
    ...debits.map(({ id, invoice_id }) => trailOf(actor, id, 'restore', { invoice_id })),
  ];
}

async function lockTransfer(trx: Db, ctx: Context, id: number) {
  const [transfer] = await queries.lockTransfers(trx, [id]);
  if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
  await checkVersion(trx, ctx, 'transfer', transfer);
  return transfer;
}

/** A transfer of a set. `expected`: the version that the caller saw; absent: any. `pay_day`: when it was paid; absent: today. */
export type TransferOrder = { id: number; expected?: number | undefined; pay_day?: CalendarDate | undefined };

type LockedTransfer = Awaited<ReturnType<typeof queries.lockTransfers>>[number];

/** Moves a set of transfers inside the caller's transaction. Refused ones stay as they are. */
async function moveSet(
  trx: Db,
  orders: readonly TransferOrder[],
  {
    move,
    refusal,
    held,
    carry,
  }: {
    move: 'conclude' | 'undo';
    refusal: () => Problem;
    /** Refusals of the transfers that a bank pays or has paid, read under their lock. */
    held: (ids: readonly number[]) => Promise<ReadonlyMap<number, Problem>>;
    carry: (transfers: readonly LockedTransfer[]) => Promise<unknown>;
  },
): Promise<Refusals> {
  const ids = orders.map(({ id }) => id);
  const locked = new Map((await queries.lockTransfers(trx, ids)).map((transfer) => [transfer.id, transfer]));
  const heldBy = await held(ids);
  const moved = new Set<LockedTransfer>();
  const refusals: Refusals = [];
  for (const { id, expected } of orders) {
    const transfer = locked.get(id);
    if (!transfer) {
      refusals.push(transferProblems.TRANSFER_NOT_FOUND());
      continue;
    }
    const returned =
      move === 'undo' && transfer.returned_by_bank ? transferProblems.TRANSFER_RETURNED_BY_BANK() : undefined;
    const refused = heldBy.get(id) ?? returned ?? (await staleVersion(trx, expected, 'transfer', transfer));
    const isFree = !moved.has(transfer) && transferLife.can(transfer.status, move);
    if (!refused && isFree) moved.add(transfer);
    refusals.push(refused ?? (isFree ? undefined : refusal()));
  }
  if (moved.size > 0) await carry([...moved]);
  return refusals;
}

/** PENDING → DONE exactly once, with the payment in the ledger. */
export const concludeTransfer = (ctx: Context, id: number, pay_day?: CalendarDate) =>
  change(ctx, async (trx) => {
    throwRefusal(await concludeTransfers(trx, ctx, [{ id, expected: ctx.expected, pay_day }]));
    return id;
  });

/** Why transfers can't be concluded by hand on the day of their order, by transfer; those that can be are absent. */
export async function findConclusionRefusals(
  db: Db,
  ctx: Pick<Context, 'today' | 'subscriptions'>,
  orders: readonly TransferOrder[],
): Promise<ReadonlyMap<number, Problem>> {
  const today = ctx.today();
  const dated = orders.flatMap(({ id, pay_day = today }) => (pay_day === today ? [] : [{ id, pay_day }]));
  const settled = dated.length > 0 ? await queries.findSettledOn(db, idsOf(dated)) : undefined;
  const early = dated.flatMap(({ id, pay_day }) => {
    const settled_on = settled?.get(id) ?? null;
    const refusal = transferPaidOnRefusal(pay_day, { today, settled_on });
    return refusal ? [[id, PAID_ON_REFUSALS[refusal](settled_on)] as const] : [];
  });
  return new Map([...early, ...(await findObjections(db, ctx, 'transfers.conclude', orders))]);
}

const PAID_ON_REFUSALS = {
  FUTURE: () => transferProblems.TRANSFER_PAID_IN_FUTURE(),
  BEFORE_SETTLEMENT: (settled_on: CalendarDate | null) =>
    transferProblems.TRANSFER_PAID_EARLY(
      settled_on === null
        ? {}
        : { message: `O repasse não pode ter sido pago antes de ${formatDate(settled_on)}, quando o dinheiro entrou.` },
    ),
};

/** Concludes a set of transfers inside the caller's transaction. */
export const concludeTransfers = (trx: Db, ctx: Context, orders: readonly TransferOrder[]) =>
  moveSet(trx, orders, {
    move: 'conclude',
    refusal: transferProblems.TRANSFER_ALREADY_DONE,
    held: () => findConclusionRefusals(trx, ctx, orders),
    carry: async (transfers) => {
      const dayOf = new Map(orders.map(({ id, pay_day }) => [id, pay_day]));
      const paid = transfers.map((transfer) => ({ ...transfer, pay_day: dayOf.get(transfer.id) ?? ctx.today() }));
      for (const [day, of] of Map.groupBy(paid, ({ pay_day }) => pay_day)) await payOut(trx, ctx, of, day);
    },
  });

type Payable = { id: number; user_id: number; amount: number; purpose: 'OWNER' | 'REFUND' | 'DEBIT' };

async function payOut(trx: Db, ctx: Context, transfers: readonly Payable[], day: CalendarDate) {
  const { actor } = ctx;
  const done = { status: transferLife.next('PENDING', 'conclude'), done_on: day };
  if (!(await queries.updateTransfersFrom(trx, idsOf(transfers), 'PENDING', done)))
    throw transferProblems.TRANSFER_ALREADY_DONE();
  await ledger.postAll(
    trx,
    transfers.map(({ id, user_id: client_id, amount, purpose }) => ({
      actor,
      event: { kind: 'PAYOUT', day, description: `Repasse ${id}`, transfer_id: id },
      postings: payoutPostings({ client_id, amount }, purpose === 'REFUND' ? 'TENANTS' : 'OWNERS'),
    })),
  );
  await writeTrail(
    trx,
    transfers.map(({ id, amount }) =>
      trailOf(actor, id, 'conclude', { amount, ...(day !== ctx.today() && { pay_day: day }) }),
    ),
  );
  await emit(trx, ctx, 'transfers.concluded', transfers);
}

/** DONE → PENDING. */
export const undoTransfer = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    throwRefusal(await undoTransfers(trx, ctx, [{ id, expected: ctx.expected }]));
    return id;
  });

/**
 * Reopens a set of concluded transfers inside the caller's transaction. One that a bank has paid is reopened only by the
 * return of its payment, which moves the payment on before it calls this.
 */
export const undoTransfers = (trx: Db, ctx: Context, orders: readonly TransferOrder[]) =>
  moveSet(trx, orders, {
    move: 'undo',
    refusal: transferProblems.TRANSFER_NOT_DONE,
    held: () => findObjections(trx, ctx, 'transfers.reopen', orders),
    carry: (transfers) => reopen(trx, ctx, idsOf(transfers)),
  });

async function reopen(trx: Db, ctx: Context, ids: readonly number[]) {
  const pending = { status: transferLife.next('DONE', 'undo'), done_on: null };
  if (!(await queries.updateTransfersFrom(trx, ids, 'DONE', pending))) throw transferProblems.TRANSFER_NOT_DONE();
  await ledger.reverseAll(trx, ctx, 'PAYOUT', ids);
  await emit(
    trx,
    ctx,
    'transfers.reopened',
    ids.map((id) => ({ id })),
  );
  await leaveTrails(trx, ctx, 'transfer', ids, 'undo');
  await whenLetGo(trx, ctx, ids);
}

/**
 * Concludes a tenant's refund that the tenant's bank has made by giving the payment back. No order and no hand makes it again, so
 * it is reopened only with the payment that is given back whole. Returns why it can't be concluded.
 */
export async function concludeReturned(trx: Db, ctx: Context, id: number): Promise<Problem | undefined> {
  const [refusal] = await concludeTransfers(trx, ctx, [{ id }]);
  if (refusal) return refusal;
  await queries.updateTransfersFrom(trx, [id], 'DONE', { returned_by_bank: true });
  return undefined;
}

/**
 * Takes what the tenant's bank has given back off a pending return, which is concluded or parted. One that a payment holds keeps
 * its amount until the payment lets go of it, and is not paid meanwhile. Returns whether it is held.
 */
export async function takeBackReturn(
  trx: Db,
  ctx: Context,
  planned: { id: number; amount: number },
  part: number,
): Promise<{ held: boolean }> {
  if (await queries.isAnyOrdered(trx, [planned.id])) {
    await queries.noteReturned(trx, planned.id, part);
    return { held: true };
  }
  await comeOff(trx, ctx, planned, part);
  return { held: false };
}

/** Takes off what banks gave back of returns meanwhile, now that their payment has let go of them. */
export async function whenLetGo(trx: Db, ctx: Context, ids: readonly number[]): Promise<void> {
  for (const { part, ...planned } of await queries.takeReturned(trx, ids)) await comeOff(trx, ctx, planned, part);
}

async function comeOff(trx: Db, ctx: Context, planned: { id: number; amount: number }, part: number) {
  if (part < planned.amount) return partReturned(trx, ctx, planned.id, part);
  const refusal = await concludeReturned(trx, { ...ctx, expected: undefined }, planned.id);
  if (refusal) throw refusal;
}

/**
 * Parts what the tenant's bank has given back from a pending return that is larger: the part counts as made, the rest stays to be
 * paid.
 */
async function partReturned(trx: Db, ctx: Context, id: number, amount: number) {
  const planned = await lockTransfer(trx, { ...ctx, expected: undefined }, id);
  const { user_id, property_id, proposal_id, invoice_id, due_date } = planned;
  const lines = [{ kind: 'EXTRA' as const, name: 'Pago a mais', note: `repasse ${id}, devolvido pelo banco`, amount }];
  const [part] = await queries.insertTransfers(trx, [
    {
      ...{ user_id, property_id, proposal_id, invoice_id, due_date, amount, lines },
      ...{ purpose: 'REFUND', returned_by_bank: true },
    },
  ]);
  const { id: partId } = present(part, 'the part');
  const line = { kind: 'EXTRA' as const, name: 'Devolvido pelo banco', note: `repasse ${partId}`, amount: -amount };
  if (!(await queries.lessenTransfer(trx, id, line))) throw transferProblems.TRANSFER_CHANGED();
  const left = planned.amount - amount;
  await writeTrail(trx, [
    trailOf(ctx.actor, partId, 'create', { amount, invoice_id, transfer_id: id }),
    trailOf(ctx.actor, id, 'return-part', { amount: [planned.amount, left], transfer_id: partId }),
  ]);
  await payOut(trx, ctx, [{ id: partId, user_id, amount, purpose: 'REFUND' }], ctx.today());
}

const idsOf = (transfers: readonly { id: number }[]) => transfers.map(({ id }) => id);

const trailOf = (
  actor: Actor,
  record_id: number,
  action: TrailAction<'transfer'>,
  changes: Record<string, unknown>,
): TrailEntry => ({ actor, record: 'transfer', record_id, action, changes });

export function rescheduleTransfer(ctx: Context, id: number, due_date: CalendarDate) {
  if (!isTransferDay(due_date, ctx.today())) throw transferProblems.TRANSFER_DAY_FAR({ field: 'date' });
  return change(ctx, async (trx) => {
    const transfer = await lockTransfer(trx, ctx, id);
    const former = due_date < ctx.today() ? await queries.findFormerDay(trx, id) : undefined;
    if (!canRescheduleTo(due_date, ctx.today(), former)) throw transferProblems.TRANSFER_DAY_PAST();
    if (!(await queries.updateTransfersFrom(trx, [id], 'PENDING', { due_date })))
      throw transferProblems.TRANSFER_ALREADY_DONE();
    await leaveTrail(trx, ctx, 'transfer', id, 'reschedule', { due_date: [transfer.due_date, due_date] });
    return id;
  });
}

/** Adds a transfer without an invoice: the agency owes the owner from now on. */
export function addTransfer(ctx: Context, input: Received<typeof transfers.create>['body']) {
  return change(ctx, async (trx) => {
    const { user_id, property_id, amount, due_date, status, pay_day = ctx.today() } = input;
    if (!isTransferDay(due_date, ctx.today())) throw transferProblems.TRANSFER_DAY_FAR();
    if (pay_day > ctx.today()) throw transferProblems.TRANSFER_PAID_IN_FUTURE();
    if (!isTransferDay(pay_day, ctx.today())) throw transferProblems.TRANSFER_DAY_FAR({ field: 'pay_day' });
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
        day: pay_day,
        description: `Repasse manual ${created.id}`,
        transfer_id: created.id,
      },
      manualTransferPostings({ client_id: user_id, amount }),
    );
    await leaveTrail(trx, ctx, 'transfer', created.id, 'create', { amount });
    if (status === 'DONE') await payOut(trx, ctx, [{ ...created, purpose: 'OWNER' }], pay_day);
    return created.id;
  });
}

type Termination = { user_id: number; property_id: number; proposal_id: number; due_date: CalendarDate };

/**
 * Creates what the end of a contract moves beside its last invoice, in the transaction that ends it: the refund to the
 * tenant, and a transfer for each owner's part, a debit where it is below zero. Returns their ids.
 */
export async function createAtEnd(
  trx: Db,
  ctx: Context,
  { user_id: tenant, ...of }: Termination,
  refund: Refund | null,
  owners: readonly OwnerAtEnd[],
): Promise<{ refund: number | null; owners: number[] }> {
  const wanted = [
    ...(refund
      ? [
          {
            ...of,
            user_id: tenant,
            invoice_id: null,
            amount: refund.amount,
            lines: refund.lines,
            purpose: 'REFUND' as const,
          },
        ]
      : []),
    ...owners.map(({ client_id: user_id, amount, lines, income, fee, advanced }) => ({
      ...{ ...of, user_id, invoice_id: null, amount, lines },
      ...(amount < 0
        ? { purpose: 'DEBIT' as const, debit_cause: causeAtEnd({ amount, advanced }) }
        : { purpose: 'OWNER' as const }),
      ...((income !== 0 || fee !== 0) && {
        ...{ received_on: ctx.today(), rent: 0, gross: 0 - income, fee: 0 - fee, obligations: 0, tax: 0 },
      }),
    })),
  ];
  if (wanted.length === 0) return { refund: null, owners: [] };
  const created = await queries.insertTransfers(trx, wanted);
  const returned = refund ? present(created[0], 'the refund') : null;
  const owed = refund ? created.slice(1) : created;
  const description = `Devolução ao inquilino, contrato ${of.proposal_id}`;
  if (returned && refund) {
    const { agency, deposit } = refund;
    const advanced = owners.map(({ client_id, advanced: amount }) => ({ client_id, amount }));
    await postRefund(trx, ctx, returned, description, refundPostings({ tenant, owners: advanced, agency, deposit }));
  }
  for (const [index, transfer] of owed.entries()) {
    const part = present(owners[index], 'the owner');
    const name =
      part.advanced === 0 ? `Encerramento do contrato ${of.proposal_id}` : `${description}: débito do proprietário`;
    await postRefund(trx, ctx, transfer, name, ownerAtEndPostings(part, tenant));
  }
  return { refund: returned?.id ?? null, owners: owed.map(({ id }) => id) };
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

/** Reverses what the end of a contract created, unless any of it was paid. */
export async function dropAtEnd(trx: Db, ctx: Context, proposalId: number, refundId: number | null) {
  const debits = await queries.lockOwnersAtEnd(trx, proposalId);
  if (debits.some(({ taken_by }) => taken_by !== null)) throw transferProblems.DEBIT_TAKEN();
  const ids = [...(refundId === null ? [] : [refundId]), ...debits.map(({ id }) => id)];
  if (ids.length === 0) return;
  const [objection] = (
    await findObjections(
      trx,
      ctx,
      'transfers.reopen',
      ids.map((id) => ({ id })),
    )
  ).values();
  if (objection) throw objection;
  if (await queries.isAnyOrdered(trx, ids)) throw transferProblems.TRANSFER_ORDERED();
  if (!(await queries.updateTransfersFrom(trx, ids, 'PENDING', { deleted_at: new Date() })))
    throw transferProblems.REFUND_DONE();
  await ledger.reverseAll(trx, ctx, 'REFUND', ids);
  await writeTrail(
    trx,
    ids.map((id) => trailOf(ctx.actor, id, 'delete', { proposal_id: proposalId })),
  );
  await extras.releaseExtrasOfTransfers(trx, ids);
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
