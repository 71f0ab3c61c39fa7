import { randomBytes } from 'node:crypto';
import { bankLinkProblems } from '@morada/contract/bank/bank-link';
import { lastPage, PAGE_SIZE } from '@morada/contract/base/fields';
import { endingOf, hasExpired, immediateChargeBody } from '@morada/domain/bank/pix/immediate-charge';
import { pixChargeBody, pixChargeTerms, txidOfCharge } from '@morada/domain/bank/pix/pix-charge';
import { type CalendarDate, formatMonth, shownReference } from '@morada/domain/base/calendar';
import type { Context, Deps } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import { isPaid, isRemoved, type PixApi, type PixPayment, type ToldPixCharge } from '#api/outside/pix.ts';
import { claimed, makeCalls } from '../connections/calls.service.ts';
import { isOutage, requireRefusal, unlessAbsent } from '../connections/clients.service.ts';
import { enqueue } from '../connections/connections.service.ts';
import * as queries from './charges.queries.ts';
import { findLink, type Link, PIX } from './pix-link.service.ts';

export const { countStates, findInvoicesOf, hasCharges, markPaid } = queries;

const BLOCK = 500;

/**
 * Creates, changes and withdraws charges, so that they match the open invoices; `sendCharges` sends them afterwards.
 * Comparing the two covers every way in which an invoice changes. An invoice has its charge with due date, or an
 * immediate one in its place; the next is created once the bank holds none of the others.
 */
export async function planCharges({ db, today }: Pick<Deps, 'db' | 'today'>, link: Link): Promise<void> {
  await endImmediate(db, link, today());
  await queries.withdrawCharges(db, link.id, { all: !link.active, today: today() });
  if (!link.active) return;
  const { late_from_business_day } = await queries.findSetting(db);
  const setting = { fromBusinessDay: late_from_business_day };
  const changeCharges = (charges: readonly queries.Standing[]) =>
    queries.changeCharges(
      db,
      charges.map((invoice) => ({
        ...{ id: invoice.charge_id, version: invoice.charge_version, invoice_version: invoice.version },
        ...planned(invoice, today(), setting),
      })),
    );
  for (let after = 0; ; ) {
    const block = await queries.findOutdated(db, link.id, today(), after, BLOCK);
    const last = block.at(-1);
    if (!last) break;
    await changeCharges(block);
    after = last.charge_id;
  }
  // Queued charges beyond the block are handled in the next round.
  await changeCharges(await queries.findQueued(db, link.id, today(), BLOCK));
  for (;;) {
    const block = await queries.findUncharged(db, link.id, today(), BLOCK);
    if (block.length === 0) return;
    await queries.insertCharges(
      db,
      link.id,
      block.map((invoice) => ({
        ...{ invoice_id: invoice.id, invoice_version: invoice.version },
        txid: txidOfCharge(invoice.id, randomBytes(9).toString('hex')),
        ...planned(invoice, today(), setting),
      })),
    );
  }
}

/** Withdraws the immediate charges that are no longer in force. */
async function endImmediate(db: Deps['db'], link: Link, today: CalendarDate) {
  const now = Date.now();
  const found = await queries.findUnderway(db, link.id, today);
  const over = found.flatMap(({ id, version, state, expires_at, charge_problem, ...rest }) => {
    const { recurrence_state, canceling, problem, is_open: isOpen, is_same: isSame } = rest;
    const recurrence = { state: recurrence_state, canceling, problem };
    const until = Date.parse(expires_at);
    const ending = endingOf({ state, until, invoice: { isOpen, isSame }, recurrence }, now);
    return ending ? { id, version, problem: charge_problem ?? problem } : [];
  });
  if (over.length > 0) await queries.endImmediate(db, over);
}

const NO_DOCUMENT = 'Falta o CPF ou CNPJ do inquilino no cadastro.';
const NOTHING = 'Não há valor a cobrar nesta fatura.';

function planned(invoice: queries.Chargeable, today: CalendarDate, setting: { fromBusinessDay: boolean }) {
  const terms = pixChargeTerms(invoice, today, setting);
  // A charge that can't be made keeps a row, with the reason, so that staff see it.
  if (!terms) return { due_date: invoice.due_date, amount: 0, valid_days: 0, problem: NOTHING };
  return { ...terms, problem: invoice.tenant_document ? null : NO_DOCUMENT };
}

/**
 * Sends due charges and removals to the bank, until none is left or the bank is away.
 * @returns whether a charge was removed: its invoice may be waiting for the next one.
 */
export async function sendCharges(deps: Deps, link: Link, receive: Receive): Promise<boolean> {
  let hasRemoved = false;
  await makeCalls<Link, PixApi, queries.DueCharge, Answer>(deps, link, PIX, {
    ...claimed(deps.db, 'pix_charge', queries.isCallable(link.id), queries.findDue),
    call: async (api, charge, tell) => {
      const answer = await send(api, link, charge);
      if (answer) tell(answer);
    },
    write: async (answers) => {
      await queries.writeTold(
        deps.db,
        answers.map(({ row }) => row),
      );
      await receive(
        link,
        answers.flatMap(({ pix = [] }) => pix),
      );
      hasRemoved ||= answers.some(({ row }) => row.state === 'REMOVED');
    },
  });
  return hasRemoved;
}

/** Receives payments that an answer of the bank contains. */
export type Receive = (link: Link, payments: readonly PixPayment[]) => Promise<void>;

type Answer = { row: queries.Told; pix?: PixPayment[] | undefined };

/**
 * Undefined: the call is repeated later.
 * @throws BankFailure when the bank is away or denies access.
 */
async function send(api: PixApi, link: Link, charge: queries.DueCharge): Promise<Answer | undefined> {
  const { id, version, kind } = charge;
  const answer = { id, version, code: null, problem: null };
  try {
    if (charge.state === 'REMOVING') {
      const { state, pix } = await remove(api, charge);
      return { row: { ...answer, state }, pix };
    }
    const { status, pixCopiaECola = null, pix } = await register(api, link, charge);
    if (isPaid(status)) return { row: { ...answer, state: 'PAID' }, pix };
    if (isRemoved(status)) return { row: { ...answer, state: 'REFUSED', problem: 'O banco retirou esta cobrança.' } };
    return { row: { ...answer, state: 'ACTIVE', code: pixCopiaECola } };
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    // The provider may not grant the right to remove immediate charges: that must not block the other charges.
    if (error.kind === 'DENIED' && kind === 'cob' && charge.state === 'REMOVING') return undefined;
    if (isOutage(error) && !(error.kind === 'DENIED' && kind === 'cob')) throw error;
    return { row: { ...answer, state: 'REFUSED', problem: error.message } };
  }
}

async function register(api: PixApi, link: Link, charge: queries.DueCharge): Promise<ToldPixCharge> {
  const { kind, txid, seconds } = charge;
  const calls = api.charges(kind);
  const common = {
    payer: { name: charge.tenant, document: charge.tenant_document },
    pix_key: link.pix_key,
    month: formatMonth(shownReference(charge.reference)),
  };
  const body =
    kind === 'cob'
      ? immediateChargeBody({ ...common, amount: charge.amount, seconds: seconds ?? 0 })
      : pixChargeBody({ ...common, terms: charge });
  if (charge.code !== null) return calls.change(txid, body);
  try {
    return await calls.create(txid, body);
  } catch (error) {
    if (!(error instanceof BankFailure) || error.kind !== 'REFUSED') throw error;
    // An earlier request may have succeeded although its answer was lost.
    const known = await knownCharge(api, charge);
    if (!known || isRemoved(known.status)) throw error;
    return isPaid(known.status) ? known : calls.change(txid, body);
  }
}

/** Removes a charge, or reads that it is gone, paid, or expired without a payment. */
async function remove(
  api: PixApi,
  charge: queries.DueCharge,
): Promise<{ state: 'REMOVED' | 'PAID'; pix?: PixPayment[] | undefined }> {
  let refusal = new BankFailure('REFUSED', 'O banco não confirmou que retirou a cobrança.');
  try {
    const { status } = await api.charges(charge.kind).remove(charge.txid);
    if (isRemoved(status)) return { state: 'REMOVED' };
  } catch (error) {
    refusal = requireRefusal(error);
  }
  const known = await knownCharge(api, charge);
  if (!known || isRemoved(known.status)) return { state: 'REMOVED' };
  if (isPaid(known.status)) return { state: 'PAID', pix: known.pix };
  const { criacao = '', expiracao: seconds } = known.calendario ?? {};
  // Without the bank's own times a charge doesn't count as expired.
  if (charge.kind === 'cob' && seconds !== undefined && hasExpired({ made: Date.parse(criacao), seconds }, Date.now()))
    return { state: 'REMOVED' };
  throw refusal;
}

const knownCharge = (api: PixApi, { kind, txid }: Pick<queries.DueCharge, 'kind' | 'txid'>) =>
  unlessAbsent(api.charges(kind).read(txid));

type Search = { page?: number | undefined; state?: 'REFUSED' | 'WAITING' | undefined };

export async function listCharges(ctx: Context, { page = 1, state = 'REFUSED' }: Search) {
  const link = await findLink(ctx.db);
  if (!link) return { data: [], page, lastPage: 1, total: 0 };
  const { rows, total } = await queries.findCharges(ctx.db, { linkId: link.id, state, page, size: PAGE_SIZE });
  return { data: rows, page, lastPage: lastPage(total), total };
}

/** Sends a refused charge to the bank again. */
export function retryCharge(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const retried = await queries.retryCharge(trx, id);
    if (!retried) {
      if (!(await queries.findCharge(trx, id))) throw bankLinkProblems.PIX_CHARGE_NOT_FOUND();
      throw bankLinkProblems.PIX_CHARGE_NOT_REFUSED();
    }
    await leaveTrail(trx, ctx, 'invoice', retried.invoice_id, 'retry-pix');
    await enqueue(trx, 'bank-link');
  });
}
