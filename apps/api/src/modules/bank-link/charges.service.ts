import { randomBytes } from 'node:crypto';
import { bankLinkProblems } from '@morada/contract/bank-link';
import { lastPage, PAGE_SIZE } from '@morada/contract/fields';
import { pixChargeBody, pixChargeTerms, txidOfCharge } from '@morada/domain/bank/pix-charge';
import { type CalendarDate, formatMonth, shownReference } from '@morada/domain/base/calendar';
import { inParallel } from '../../base/in-parallel.ts';
import type { Context, Deps } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { BankFailure } from '../../outside/bank-api.ts';
import { isPaid, isRemoved, type PixApi } from '../../outside/pix.ts';
import * as links from './bank-link.queries.ts';
import * as queries from './charges.queries.ts';
import { isOutage, type Link, withBank } from './connection.service.ts';

const BLOCK = 500;
/** Charges sent at a time, and calls beside one another. */
const BATCH = 64;
const AT_ONCE = 8;

/**
 * Makes the charges say what the open invoices say: new ones, changed ones and those to withdraw. The bank is told
 * afterwards. Every way in which an invoice changes is covered, since the two are compared.
 */
export async function planCharges({ db, today }: Pick<Deps, 'db' | 'today'>, link: Link): Promise<void> {
  await queries.withdrawCharges(db, link.id, { all: !link.active, today: today() });
  if (!link.active) return;
  const { late_from_business_day } = await queries.findSetting(db);
  const setting = { fromBusinessDay: late_from_business_day };
  for (let after = 0; ; ) {
    const block = await queries.findOutdated(db, link.id, today(), after, BLOCK);
    const last = block.at(-1);
    if (!last) break;
    const changed = block.map((invoice) => ({
      ...{ id: invoice.charge_id, version: invoice.charge_version, invoice_version: invoice.version },
      ...planned(invoice, today(), setting),
    }));
    await queries.changeCharges(db, changed);
    after = last.charge_id;
  }
  for (;;) {
    const block = await queries.findUncharged(db, today(), BLOCK);
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

const NO_DOCUMENT = 'Falta o CPF ou CNPJ do inquilino no cadastro.';
const NOTHING = 'Não há valor a cobrar nesta fatura.';

function planned(invoice: queries.Chargeable, today: CalendarDate, setting: { fromBusinessDay: boolean }) {
  const terms = pixChargeTerms(invoice, today, setting);
  // A charge that can't be made keeps a row, with the reason, so that staff see it.
  if (!terms) return { due_date: invoice.due_date, amount: 0, valid_days: 0, problem: NOTHING };
  return { ...terms, problem: invoice.tenant_document ? null : NO_DOCUMENT };
}

/** Tells the bank of what waits, until nothing is left or the bank is away. */
export async function sendCharges(deps: Pick<Deps, 'db' | 'secrets'>, link: Link): Promise<void> {
  for (;;) {
    const due = await queries.takeDue(deps.db, link.id, BATCH);
    if (due.length === 0) return;
    const told: queries.Told[] = [];
    const answered = await withBank(deps, link, (api) =>
      inParallel(due, AT_ONCE, async (charge) => {
        told.push(await tell(api, link, charge));
      }),
    );
    await queries.writeTold(deps.db, told);
    if (answered) continue;
    const done = new Set(told.map(({ id }) => id));
    await queries.untake(
      deps.db,
      due.flatMap(({ id }) => (done.has(id) ? [] : id)),
    );
    return;
  }
}

/** @throws BankFailure when the bank is away or denies access. */
async function tell(api: PixApi, link: Link, charge: queries.DueCharge): Promise<queries.Told> {
  const { id, version } = charge;
  const answer = { id, version, code: null, problem: null };
  try {
    if (charge.state === 'REMOVING') return { ...answer, state: await remove(api, charge) };
    const { status, pixCopiaECola = null } = await register(api, link, charge);
    if (isPaid(status)) return { ...answer, state: 'PAID' };
    if (isRemoved(status)) return { ...answer, state: 'REFUSED', problem: 'O banco retirou esta cobrança.' };
    return { ...answer, state: 'ACTIVE', code: pixCopiaECola };
  } catch (error) {
    if (isOutage(error) || !(error instanceof BankFailure)) throw error;
    return { ...answer, state: 'REFUSED', problem: error.message };
  }
}

async function register(api: PixApi, link: Link, charge: queries.DueCharge) {
  const body = pixChargeBody({
    terms: charge,
    payer: { name: charge.tenant, document: charge.tenant_document },
    pix_key: link.pix_key,
    month: formatMonth(shownReference(charge.reference)),
  });
  if (charge.code !== null) return api.changeCharge(charge.txid, body);
  try {
    return await api.createCharge(charge.txid, body);
  } catch (error) {
    if (!(error instanceof BankFailure) || error.kind !== 'REFUSED') throw error;
    // The bank may have taken it before, and its answer was lost.
    const known = await knownCharge(api, charge.txid);
    if (!known || isRemoved(known.status)) throw error;
    return isPaid(known.status) ? known : api.changeCharge(charge.txid, body);
  }
}

async function remove(api: PixApi, { txid }: queries.DueCharge): Promise<'REMOVED' | 'PAID'> {
  try {
    await api.removeCharge(txid);
    return 'REMOVED';
  } catch (error) {
    if (isOutage(error) || !(error instanceof BankFailure)) throw error;
    const known = await knownCharge(api, txid);
    if (!known || isRemoved(known.status)) return 'REMOVED';
    if (isPaid(known.status)) return 'PAID';
    throw error;
  }
}

async function knownCharge(api: PixApi, txid: string) {
  try {
    return await api.charge(txid);
  } catch (error) {
    if (error instanceof BankFailure && error.kind === 'ABSENT') return undefined;
    throw error;
  }
}

type Search = { page?: number | undefined; state?: 'REFUSED' | 'WAITING' | undefined };

export async function listCharges(ctx: Context, { page = 1, state = 'REFUSED' }: Search) {
  const link = await links.findLink(ctx.db);
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
    await links.askForWork(trx, 'bank-link');
  });
}
