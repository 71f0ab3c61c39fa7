import { buffer } from 'node:stream/consumers';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { type ClosingChoice, terminationProblems } from '@morada/contract/money/terminations';
import { transferProblems } from '@morada/contract/money/transfers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { formatMoney, sum } from '@morada/domain/base/money';
import { contractLife, contractStage } from '@morada/domain/lease/contract';
import { depositLife } from '@morada/domain/rent/deposit-life';
import { terminationLife, terminationStateOf } from '@morada/domain/rent/termination/termination-life';
import type * as z from 'zod/mini';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail, type TrailEntry, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { closeContract, reopenContract } from '#api/modules/lease/contracts/contract-changes.service.ts';
import { dropExtras, giveExtras, restoreExtras } from '#api/modules/lease/contracts/extras.service.ts';
import { findActiveParties, releaseProperty, takeProperty } from '#api/modules/lease/contracts/proposals.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { issueLast } from '../invoices/billing.service.ts';
import { restore, withdraw } from '../invoices/refunding.service.ts';
import { leaseTaxOn } from '../lease-tax/lease-tax.service.ts';
import { createAtEnd, dropAtEnd } from '../transfers/transfers.service.ts';
import {
  type Draft,
  lastDueDate,
  leavingReference,
  notYetDue,
  type Reckoned,
  type Rest,
  reckon,
  reckonClosing,
} from './sheet.map.ts';
import { terminationPdf } from './termination.pdf.ts';
import * as queries from './terminations.queries.ts';

/** @param freed the invoices whose extra values wait again, since they are withdrawn. */
async function gather(
  db: Db,
  contract: queries.Contract,
  due: CalendarDate,
  freed: (invoices: Invoices) => readonly { id: number }[],
) {
  const invoices = await queries.findInvoices(db, contract.id);
  const ids = freed(invoices).map(({ id }) => id);
  const [waiting, ofOwners, owners, fees, tax] = await Promise.all([
    queries.findWaitingExtras(db, contract.id, ids),
    queries.findWaitingOfOwners(db, contract.id),
    queries.findOwners(db, contract.property_id),
    queries.findFees(db, contract.property_id),
    leaseTaxOn(db, contract.id, due),
  ]);
  return { contract, invoices, waiting, ofOwners, owners, fees, tax };
}

type Invoices = Awaited<ReturnType<typeof queries.findInvoices>>;

/** What the sheet of leaving on that day is made of. */
async function gatherForSheet(db: Db, contract: queries.Contract, draft: Draft, today: CalendarDate) {
  const leaving = leavingReference(draft.left_on);
  const gathered = await gather(db, contract, lastDueDate(draft, today), (invoices) =>
    invoices.filter(({ status, reference }) => status === 'PENDING' && reference > leaving),
  );
  const agreed = gathered.invoices.filter(({ status, reference }) => status === 'REPLACED' && reference >= leaving);
  if (agreed.length > 0) {
    const inForce = await queries.isInAgreement(
      db,
      agreed.map(({ id }) => id),
    );
    throw inForce ? terminationProblems.LAST_MONTH_IN_AGREEMENT() : terminationProblems.LAST_MONTH_PAID_BY_AGREEMENT();
  }
  return gathered;
}

function checkDraft(contract: queries.Contract, { left_on }: Draft) {
  if (contract.property_type !== 'RENT') throw terminationProblems.NOT_A_RENT();
  checkTransition(contractLife.cell(contract.status, 'terminate'), proposalProblems);
  if (left_on < contract.start_date) throw terminationProblems.LEFT_BEFORE_START();
}

/** Draft of a termination; stores nothing. */
export async function draftTermination(ctx: Context, id: number, draft: Draft) {
  const contract = await queries.findContract(ctx.db, id);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  checkDraft(contract, draft);
  const { sheet } = reckon(await gatherForSheet(ctx.db, contract, draft, ctx.today()), draft, ctx.today());
  return { sheet, contract };
}

/**
 * APPROVED → CLOSED with a sheet: one last invoice with everything owed replaces the pending months, any surplus is
 * refunded to the tenant, and the property becomes free.
 */
export function terminate(ctx: Context, id: number, draft: Draft) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    await checkVersion(trx, ctx, 'proposal', contract);
    checkDraft(contract, draft);
    if (draft.left_on > ctx.today()) throw terminationProblems.LEFT_IN_FUTURE();

    const gathered = await gatherForSheet(trx, contract, draft, ctx.today());
    const { withdrawn, ...reckoned } = reckon(gathered, draft, ctx.today());
    const extras = [
      ...gathered.waiting.map((extra) => extra.id),
      ...(await queries.findExtrasOfInvoices(trx, withdrawn)),
    ];
    const ofOwners = gathered.ofOwners.map(({ id }) => id);
    await end(trx, ctx, contract, { closed_on: draft.left_on, withdrawn });
    const termination = await carryOut(trx, ctx, contract, { ...reckoned, withdrawn, extras, ofOwners });
    const { sheet } = reckoned;
    await writeTrail(trx, await emit(trx, ctx, 'contracts.ended', [{ id }]));
    await leaveTrail(trx, ctx, 'proposal', id, 'terminate', {
      status: ['APPROVED', 'CLOSED'],
      left_on: [null, draft.left_on],
      total: [null, sheet.total],
    });
    return { ...termination, sheet };
  });
}

async function end(
  trx: Db,
  ctx: Context,
  contract: queries.Contract,
  { closed_on, withdrawn }: { closed_on: CalendarDate; withdrawn: readonly number[] },
) {
  await withdraw(trx, ctx, withdrawn, { undoable: true });
  await closeContract(trx, contract.id, closed_on);
  await releaseProperty(trx, contract.property_id);
}

type Settled = Omit<Reckoned, 'withdrawn'> & {
  withdrawn: number[];
  extras: number[];
  ofOwners: number[];
  /** Extra values that are removed, since the end leaves them. */
  letGo?: number[];
};

/** The last invoice, the refund and the owners' parts of a sheet, with the extra values that they take. */
async function carryOut(trx: Db, ctx: Context, contract: queries.Contract, settled: Settled) {
  const { id: proposal_id, user_id, property_id } = contract;
  const { sheet, withdrawn, counted, invoice, refund, owners, extras, ofOwners, letGo = [] } = settled;
  const invoice_id = invoice && (await issueLast(trx, ctx, contract, { ...invoice, due_date: sheet.due_date }));
  const of = { user_id, property_id, proposal_id, due_date: sheet.due_date };
  const made = await createAtEnd(trx, ctx, of, refund, owners);
  if (invoice_id) await giveExtras(trx, extras, { invoice_id });
  else if (made.refund) await giveExtras(trx, extras, { transfer_id: made.refund });
  const [first] = made.owners;
  if (first) await giveExtras(trx, ofOwners, { transfer_id: first });
  return queries.insertTermination(trx, {
    ...{ proposal_id, left_on: sheet.left_on, sheet: JSON.stringify(sheet), total: sheet.total },
    ...{ invoice_id, transfer_id: made.refund, withdrawn, counted, let_go: letGo },
  });
}

const gatherForClosing = (db: Db, contract: queries.Contract, today: CalendarDate) =>
  gather(db, contract, today, (invoices) => notYetDue(invoices, today));

/** What closing a contract at once leaves undecided; stores nothing. */
export async function showClosing(ctx: Context, id: number) {
  const contract = await queries.findContract(ctx.db, id);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  checkTransition(contractLife.cell(contract.status, 'close'), proposalProblems);
  const today = ctx.today();
  const { withdrawn, standing, rests } = reckonClosing(
    await gatherForClosing(ctx.db, contract, today),
    today,
    isRent(contract),
  );
  return {
    withdrawn: withdrawn.length,
    owed: standing.length,
    owed_amount: sum(standing.map(({ price, fees }) => price + fees)),
    rests: rests.map(({ lines: _, extra_id: __, ...rest }) => rest),
  };
}

const isRent = ({ property_type }: queries.Contract) => property_type === 'RENT';

/**
 * APPROVED → CLOSED without a sheet: withdraws invoices not yet due; due ones stay owed. Each value that waits is
 * settled by a last invoice, a refund or the owners' transfers, or left as chosen.
 */
export function closeNow(ctx: Context, id: number, choice: Choice) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    await checkVersion(trx, ctx, 'proposal', contract);
    checkTransition(contractLife.cell(contract.status, 'close'), proposalProblems);
    const today = ctx.today();
    const gathered = await gatherForClosing(trx, contract, today);
    const { withdrawn, rests, settle } = reckonClosing(gathered, today, isRent(contract));
    const keys = settledKeys(rests, choice);
    const ids = withdrawn.map((invoice) => invoice.id);
    await end(trx, ctx, contract, { closed_on: today, withdrawn: ids });
    const idsOf = (side: Rest['side'], isSettled: boolean) =>
      rests.flatMap((rest) =>
        rest.side === side && rest.extra_id !== null && keys.has(rest.key) === isSettled ? [rest.extra_id] : [],
      );
    const reckoned = settle(keys);
    const letGo = [...idsOf('TENANT', false), ...idsOf('OWNER', false)];
    if (reckoned)
      await carryOut(trx, ctx, contract, {
        ...{ ...reckoned, withdrawn: ids, extras: idsOf('TENANT', true), ofOwners: idsOf('OWNER', true), letGo },
      });
    await dropLeft(trx, ctx, letGo, choice.reason ?? null);
    await writeTrail(trx, await emit(trx, ctx, 'contracts.ended', [{ id }]));
    const left = rests.filter(({ key }) => !keys.has(key));
    await leaveTrail(trx, ctx, 'proposal', id, 'close', {
      ...(reckoned && { total: [null, reckoned.sheet.total] }),
      ...(left.length > 0 && {
        left: [null, left.map(({ name, amount }) => `${name}: ${formatMoney(amount)}`).join('; ')],
      }),
      ...(choice.reason && { reason: [null, choice.reason] }),
    });
  });
}

type Choice = z.output<typeof ClosingChoice>;

function settledKeys(rests: readonly Rest[], { rests: chosen = [], reason }: Choice): ReadonlySet<string> {
  const wanted = new Map(chosen.map(({ key, settle }) => [key, settle]));
  if (chosen.some(({ key }) => !rests.some((rest) => rest.key === key))) throw terminationProblems.REST_UNKNOWN();
  const isSettled = ({ key, settles }: Rest) => wanted.get(key) ?? settles;
  if (rests.some((rest) => rest.must && !isSettled(rest))) throw terminationProblems.REST_MUST_SETTLE();
  const forgiven = rests.filter((rest) => rest.extra_id !== null && rest.amount > 0 && !isSettled(rest));
  if (forgiven.length > 0 && !reason) throw terminationProblems.REST_UNEXPLAINED();
  return new Set(rests.filter(isSettled).map(({ key }) => key));
}

/** Removes the extra values that are left: none waits on an ended contract. */
async function dropLeft(trx: Db, ctx: Context, ids: number[], reason: string | null) {
  if (ids.length === 0) return;
  const dropped = await dropExtras(trx, ids);
  await writeTrail(trx, extraEntries(ctx, 'delete', dropped, reason === null ? {} : { reason }));
}

type Extra = { id: number; description: string; amount: number; type: 'DEBIT' | 'CREDIT' };

const extraEntries = (
  { actor }: Context,
  action: 'delete' | 'restore',
  extras: readonly Extra[],
  why: { reason?: string } = {},
) =>
  extras.map(
    ({ id: record_id, description, amount, type }): TrailEntry => ({
      ...{ actor, record: 'extra_value', record_id, action, changes: { description, amount, type, ...why } },
    }),
  );

/** Extra values that an end left wait again: the contract is in force, as if it had not ended. */
async function bringBack(trx: Db, ctx: Context, ids: number[]) {
  if (ids.length === 0) return;
  await writeTrail(trx, extraEntries(ctx, 'restore', await restoreExtras(trx, ids)));
}

/**
 * CLOSED → APPROVED, while nothing of the termination was paid and the contract could be made today: withdraws the last
 * invoice, reverses refund and owners' parts, and brings back the withdrawn invoices themselves, with their marks.
 * Boletos come back while the bank does not know of their cancellation.
 */
export function undoTermination(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, id);
    if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
    await checkVersion(trx, ctx, 'proposal', contract);
    const termination = await queries.findTermination(trx, id);
    const stage = contractStage(contract.status, { sheet: termination !== undefined });
    checkTransition(contractLife.cell(stage, 'reopen'), { ...terminationProblems, ...proposalProblems });
    const last = termination?.invoice_id ? await queries.findLastInvoice(trx, termination.invoice_id) : undefined;
    const state = termination ? terminationStateOf(last?.status ?? null) : 'NONE';
    checkTransition(terminationLife.cell(state, 'undo'), terminationProblems);
    const refund = termination?.transfer_id ? await queries.findRefund(trx, termination.transfer_id) : undefined;
    checkTransition(depositLife.cell(refund?.status === 'DONE' ? 'RETURNED' : 'OWED', 'undo'), PROBLEMS);
    if (!termination || !(await queries.markUndone(trx, termination.id)))
      throw terminationProblems.TERMINATION_NOT_FOUND();
    await checkReopenable(trx, ctx, contract);
    if (!(await takeProperty(trx, ctx, contract.property_id, contract.property_type)))
      throw terminationProblems.PROPERTY_NOT_FREE();

    if (last) await withdraw(trx, ctx, [last.id]);
    await dropAtEnd(trx, ctx, id, termination.transfer_id);
    await reopenContract(trx, id, 'APPROVED');
    await bringBack(trx, ctx, termination.let_go);
    await restore(trx, ctx, termination.withdrawn);
    await writeTrail(trx, await emit(trx, ctx, 'contracts.resumed', [{ id }]));
    await leaveTrail(trx, ctx, 'proposal', id, 'undo-termination', {
      status: ['CLOSED', 'APPROVED'],
      left_on: [termination.left_on, null],
      total: [termination.total, null],
    });
  });
}

const PROBLEMS = { ...terminationProblems, ...transferProblems };

/** A contract in force is one that could be made today. */
async function checkReopenable(trx: Db, ctx: Context, contract: queries.Contract) {
  const { owners, missing, isOfKind } = await findActiveParties(trx, ctx, contract);
  if (!isOfKind) throw terminationProblems.PROPERTY_NOT_LET();
  if (owners.length === 0 || owners.some((owner) => missing.includes(owner))) throw terminationProblems.OWNER_GONE();
  if (owners.includes(contract.user_id)) throw terminationProblems.TENANT_OWNS();
  if (missing.includes(contract.user_id)) throw terminationProblems.TENANT_GONE();
  if (missing.length > 0) throw terminationProblems.GUARANTOR_GONE();
}

/** The sheet of a contract that has ended, as a paper to be signed. @throws TERMINATION_NOT_FOUND */
export async function terminationPaper(ctx: Context, id: number): Promise<{ title: string; bytes: Buffer }> {
  const { contract, termination } = await showTermination(ctx, id);
  const { sheet, left_on: day } = termination;
  const bytes = await buffer(terminationPdf({ contract, sheet, day, agency: await letterheadOf(ctx) }));
  return { title: `Folha de rescisão, contrato ${id}`, bytes };
}

export async function showTermination(ctx: Context, id: number) {
  const [contract, termination] = await Promise.all([
    queries.findContract(ctx.db, id),
    queries.findTermination(ctx.db, id),
  ]);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  if (!termination) throw terminationProblems.TERMINATION_NOT_FOUND();
  return { contract, termination };
}
