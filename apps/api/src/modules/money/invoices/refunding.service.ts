import { Problem } from '@morada/contract/base/problem';
import { invoiceProblems } from '@morada/contract/money/invoices';
import { transferProblems } from '@morada/contract/money/transfers';
import { invoiceLife, invoiceStateOf } from '@morada/domain/rent/invoice';
import { restLife, restStateOf } from '@morada/domain/rent/rest-life';
import type { Refusals } from '#api/base/refusals.ts';
import { inRounds } from '#api/base/rounds.ts';
import { refusalOf } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { emit, findObjections } from '#api/db/events.ts';
import { leaveTrails, type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { staleVersion } from '#api/db/version.ts';
import { findWaitingPayments } from '#api/db/waiting-payments.ts';
import * as extras from '#api/modules/lease/contracts/extras.service.ts';
import * as ledger from '#api/modules/ledger/postings/ledger.service.ts';
import * as transfers from '../transfers/transfers.service.ts';
import * as queries from './invoices.queries.ts';

/** One refund of a set. */
export type RefundOrder = {
  id: number;
  /** Version of the invoice that the caller saw; absent: any. */
  expected?: number | undefined;
  /** Refuses if a transfer was edited. */
  untouched?: boolean;
  /** The bank gave the payment back; otherwise it waits for a person again. */
  givenBack?: boolean;
};

/**
 * Refunds a set of invoices inside the caller's transaction, PAID → PENDING: pending transfers are deleted, the extra
 * values in them are free again, and the ledger's entries are reversed. Refused ones stay as they are.
 */
export async function refundInvoices(trx: Db, ctx: Context, orders: readonly RefundOrder[]): Promise<Refusals> {
  const contracts = await queries.lockContractsOfInvoices(trx, idsOf(orders), { keepsPlans: true });
  return inRounds(
    orders,
    ({ id }) => contracts.get(id),
    (round) => refundRound(trx, ctx, round),
  );
}

async function refundRound(trx: Db, ctx: Context, round: readonly RefundOrder[]) {
  const ids = idsOf(round);
  const invoices = new Map((await queries.findWholeInvoices(trx, ids)).map((invoice) => [invoice.id, invoice]));
  const balances = [...invoices.values()].flatMap(({ rest_fate, balance_id }) =>
    rest_fate === 'OPEN_BALANCE' && balance_id !== null ? [balance_id] : [],
  );
  const known = {
    givenBack: new Set(await queries.findGivenBack(trx, ids)),
    transfersOf: await transfers.lockOfInvoices(trx, ctx, ids),
    objections: await findObjections(trx, ctx, 'invoices.reopen', [...invoices.values()]),
    closedBalances: new Map(balances.length > 0 ? await queries.findClosed(trx, balances) : []),
    carriedOf: Map.groupBy(await queries.lockCarried(trx, ids), ({ settled_by }) => settled_by),
  };
  const prepared: (Problem | Refunding)[] = [];
  for (const order of round) prepared.push(await prepare(trx, order, invoices.get(order.id), known));
  const refunding = prepared.filter((outcome): outcome is Refunding => !(outcome instanceof Problem));
  const givenBack = new Set(idsOf(round.filter((order) => order.givenBack)));
  await carryOut(trx, ctx, refunding, givenBack);
  return prepared.map((outcome) => {
    if (!(outcome instanceof Problem)) return undefined;
    // The transfer that took the debit may be one that this round has deleted.
    return outcome.code === DEBIT_TAKEN && refunding.length > 0 ? 'LATER' : outcome;
  });
}

const DEBIT_TAKEN = transferProblems.DEBIT_TAKEN().code;

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

type Known = {
  /** Invoices of which a termination returned rent. */
  givenBack: ReadonlySet<number>;
  transfersOf: Awaited<ReturnType<typeof transfers.lockOfInvoices>>;
  /** Refusals by what other levels hold: an agreement whose debt is open again, a tax that was paid. */
  objections: ReadonlyMap<number, Problem>;
  /** Balances that are not pending any more. */
  closedBalances: ReadonlyMap<number, 'PAID' | 'REPLACED'>;
  carriedOf: ReadonlyMap<number | null, Awaited<ReturnType<typeof queries.lockCarried>>>;
};

/** A refund that no rule refuses, with all that it takes back. */
type Refunding = {
  invoice: queries.FoundInvoice;
  transfers: ReturnType<Known['transfersOf']>['transfers'];
  balance_id: number | undefined;
  carried: Awaited<ReturnType<typeof queries.lockCarried>>;
};

/** The rules of a refund, over an invoice whose contract is locked. */
async function prepare(
  trx: Db,
  { expected, untouched = false, givenBack = false }: RefundOrder,
  invoice: queries.FoundInvoice | undefined,
  known: Known,
): Promise<Problem | Refunding> {
  if (!invoice) return invoiceProblems.INVOICE_NOT_FOUND();
  const stale = await staleVersion(trx, expected, 'invoice', invoice);
  if (stale) return stale;
  const closed = refusalOf(invoiceLife.cell(invoiceStateOf(invoice), 'refund'), invoiceProblems);
  if (closed) return closed;
  if (known.givenBack.has(invoice.id)) return invoiceProblems.INVOICE_GIVEN_BACK();
  const { transfers, refusal } = known.transfersOf(invoice.id);
  const bound = refusal({ untouched, givenBack });
  if (bound) return bound;
  const objection = known.objections.get(invoice.id);
  if (objection) return objection;
  const carried = known.carriedOf.get(invoice.id) ?? [];
  const used = refusalOfRest(invoice, carried, known.closedBalances);
  if (used) return used;
  const balance_id = invoice.rest_fate === 'OPEN_BALANCE' ? (invoice.balance_id ?? undefined) : undefined;
  return { invoice, transfers, balance_id, carried };
}

/**
 * Refuses when the open balance, extra values or return of a difference were used already; otherwise the refund removes
 * them.
 */
function refusalOfRest(
  { rest_fate: fate, balance_id }: queries.FoundInvoice,
  carried: Refunding['carried'],
  closedBalances: Known['closedBalances'],
): Problem | undefined {
  if (fate === null) return undefined;
  const balance = balance_id === null ? null : (closedBalances.get(balance_id) ?? 'PENDING');
  const taken = carried.some(({ invoice_id, transfer_id }) => invoice_id !== null || transfer_id !== null);
  // A return that is paid is a transfer of the invoice, which refuses before this.
  return refusalOf(restLife.cell(restStateOf({ fate, balance, taken, returned: false }), 'refund'), invoiceProblems);
}

const UNPAID = {
  status: 'PENDING' as const,
  pay_day: null,
  paid_amount: null,
  payment_method: null,
  fine: null,
  interest: null,
  rest_amount: null,
  rest_fate: null,
  rest_reason: null,
};

async function carryOut(trx: Db, ctx: Context, refunding: readonly Refunding[], givenBack: ReadonlySet<number>) {
  if (refunding.length === 0) return;
  const ids = refunding.map(({ invoice }) => invoice.id);
  const dropped = await transfers.dropOfInvoices(
    trx,
    ctx,
    refunding.flatMap((one) => one.transfers),
  );
  const debtOf = new Map(
    refunding.flatMap(({ invoice, balance_id }) => (balance_id ? [[balance_id, invoice.id]] : [])),
  );
  await withdraw(trx, ctx, [...debtOf.keys()], { debtOf });
  const carried = refunding.flatMap((one) => one.carried);
  if (carried.length > 0) await extras.dropExtras(trx, idsOf(carried));
  if (!(await queries.updateInvoicesFrom(trx, ids, 'PAID', UNPAID))) throw invoiceProblems.INVOICE_NOT_PAID();
  await ledger.reverseAll(trx, ctx, 'SETTLEMENT', ids);
  const told = await emit(
    trx,
    ctx,
    'invoices.reopened',
    refunding.map(({ invoice: { id, debt_agreement_id } }) => ({
      ...{ id, debt_agreement_id, given_back: givenBack.has(id) },
    })),
  );
  const { actor } = ctx;
  await writeTrail(trx, [
    ...dropped,
    ...carried.map(
      ({ id, description, amount }): TrailEntry => ({
        ...{ actor, record: 'extra_value', record_id: id, action: 'delete', changes: { description, amount } },
      }),
    ),
    ...told,
    ...refunding.map(
      ({ invoice: { id, pay_day, paid_amount } }): TrailEntry => ({
        ...{ actor, record: 'invoice', record_id: id, action: 'refund', changes: { pay_day, paid_amount } },
      }),
    ),
  ]);
}

/** Withdraws the pending invoices of contracts that were deleted. */
export const withdrawOfContracts = async (trx: Db, ctx: Context, contracts: readonly { id: number }[]) =>
  withdraw(trx, ctx, await queries.findPendingOfContracts(trx, idsOf(contracts)));

/** Requires the contracts to be locked, so that no payment begins to wait meanwhile. */
export async function checkNoneWaits(trx: Db, ids: readonly number[]) {
  if ((await findWaitingPayments(trx, ids)).size > 0) throw invoiceProblems.INVOICE_PAYMENT_WAITS();
}

/**
 * Withdraws pending invoices: a deletion, the end of a contract, the balance of a refunded invoice. `undoable`: the bank
 * is told of their boletos only once the minutes of undo are over. Refused while a payment of one waits for a person, since what
 * is owed instead would be asked for whole; `debtOf` names the invoice that takes such a payment over.
 */
export async function withdraw(
  trx: Db,
  ctx: Context,
  ids: readonly number[],
  { undoable = false, debtOf = new Map() }: { undoable?: boolean; debtOf?: ReadonlyMap<number, number> } = {},
) {
  if (ids.length === 0) return;
  await checkNoneWaits(
    trx,
    ids.filter((id) => !debtOf.has(id)),
  );
  if (!(await queries.updateInvoicesFrom(trx, ids, 'PENDING', { deleted_at: new Date() })))
    throw invoiceProblems.INVOICE_PAID_NOT_DELETED();
  await leaveTrails(trx, ctx, 'invoice', ids, 'delete');
  await emit(
    trx,
    ctx,
    'invoices.withdrawn',
    ids.map((id) => ({ id, undoable, debt_in: debtOf.get(id) ?? null })),
  );
  await extras.releaseExtrasOfInvoices(trx, ids);
}

/**
 * Brings withdrawn invoices back as themselves, so that links, marks, pauses and offers of them hold, with the extra
 * values that they had taken, and their boletos as far as the bank has not removed them.
 */
export async function restore(trx: Db, ctx: Context, ids: readonly number[]) {
  const restored = await queries.restoreInvoices(trx, ids);
  if (restored.length === 0) return;
  const taken = restored.flatMap(({ id: invoice_id, lines }) =>
    lines.flatMap(({ kind, source_id: id }) => (kind === 'EXTRA' && id !== undefined ? [{ id, invoice_id }] : [])),
  );
  if (taken.length > 0) await extras.giveExtrasToInvoices(trx, taken);
  await leaveTrails(trx, ctx, 'invoice', idsOf(restored), 'restore');
  await writeTrail(trx, await emit(trx, ctx, 'invoices.restored', restored));
}
