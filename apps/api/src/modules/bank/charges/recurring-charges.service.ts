import { randomBytes } from 'node:crypto';
import { txidOfCharge } from '@morada/domain/bank/pix/pix-charge';
import {
  chargeOutcome,
  isCancellable,
  nextRetry,
  recurringChargeBody,
  sendingWindow,
} from '@morada/domain/bank/pix/recurring-charge';
import { type CalendarDate, formatMonth, shownReference } from '@morada/domain/base/calendar';
import type { Deps } from '#api/context.ts';
import { BankFailure } from '#api/outside/bank-api.ts';
import type { PixAutomaticoApi, ToldCharge } from '#api/outside/pix-automatico.ts';
import { claimed, makeCalls } from '../connections/calls.service.ts';
import { isOutage, requireRefusal, unlessAbsent } from '../connections/clients.service.ts';
import type { Receive } from './charges.service.ts';
import type { Link } from './pix-link.service.ts';
import * as queries from './recurring-charges.queries.ts';
import { RECURRING } from './recurring-settings.service.ts';

const BLOCK = 500;
/** Days ahead that invoices are searched; `sendingWindow` then decides about each. */
const AHEAD = 10;
const LEAST_AHEAD = 2;

/**
 * Creates and withdraws recurring charges, so that they match the open invoices of contracts with an approved
 * recurrence, each in the days that the rules allow. `sendRecurringCharges` sends them afterwards.
 */
export async function planRecurringCharges({ db, today }: Pick<Deps, 'db' | 'today'>, link: Link): Promise<void> {
  for (let after = 0; ; ) {
    const block = await queries.findOutdated(db, link.id, after, BLOCK, { all: !link.active });
    const last = block.at(-1);
    if (!last) break;
    // From the day of the first attempt on the bank accepts no cancellation: an amount it collects becomes a payment.
    const open = block.filter(({ due_date, tries }) => tries === 0 || isCancellable(due_date, today()));
    await queries.withdrawCharges(
      db,
      open.map(({ id }) => id),
    );
    after = last.id;
  }
  if (!link.active) return;
  await queries.retryRefused(db, link.id, today(), LEAST_AHEAD);
  for (let after = 0; ; ) {
    const block = await queries.findUncharged(db, link.id, today(), AHEAD, after, BLOCK);
    const last = block.at(-1);
    if (!last) return;
    const sendable = block.filter(({ due_date }) => isSendable(due_date, today()));
    await queries.insertCharges(
      db,
      sendable.map((charge) => ({ ...charge, txid: txidOfCharge(charge.invoice_id, randomBytes(9).toString('hex')) })),
    );
    after = last.invoice_id;
  }
}

function isSendable(due: CalendarDate, today: CalendarDate) {
  const { from, until } = sendingWindow(due);
  return from <= today && today <= until;
}

/** Sends charges and cancellations to the bank and polls the others, until none is due or the bank is away. */
export async function sendRecurringCharges(deps: Deps, link: Link, receive: Receive): Promise<void> {
  await makeCalls<Link, PixAutomaticoApi, queries.DueCharge, Answer>(deps, link, RECURRING, {
    ...claimed(deps.db, 'recurring_charge', queries.isCallable(link.id), queries.findDue),
    call: async (api, charge, tell) => tell(await send(deps, api, charge)),
    write: async (answers) => {
      await queries.writeCharges(
        deps.db,
        answers.map(({ row }) => row),
      );
      await receive(
        link,
        answers.flatMap(({ bank }) => bank?.pix ?? []),
      );
    },
  });
}

/** Minutes until the bank is polled again. */
const AGAIN = { sent: 60, refused: 60 } as const;

type Answer = { row: queries.ToldCharge; bank: ToldCharge | undefined };

/** @throws BankFailure when the bank is away or denies access. */
async function send({ today }: Pick<Deps, 'today'>, api: PixAutomaticoApi, charge: queries.DueCharge): Promise<Answer> {
  const { id, version, state } = charge;
  const row = { id, version, attempts: null, retry_on: null, problem: null, again: AGAIN.sent };
  try {
    if (state === 'CANCELING') return await cancel(api, charge, row);
    const bank = state === 'WAITING' ? await create(api, charge) : await api.charge(charge.txid);
    return { row: await judged(api, charge, bank, row, today()), bank };
  } catch (error) {
    const { message: problem } = requireRefusal(error);
    const refused = state === 'WAITING' ? 'REFUSED' : state;
    return { row: { ...row, state: refused, problem, again: AGAIN.refused }, bank: undefined };
  }
}

type Row = Omit<queries.ToldCharge, 'state'>;

async function create(
  api: PixAutomaticoApi,
  { txid, id_rec, due_date: due, amount, reference, ...account }: queries.DueCharge,
) {
  const { branch, account: number, account_type } = account;
  const month = formatMonth(shownReference(reference));
  const receiving = { branch, account: number, account_type };
  try {
    return await api.createCharge(txid, recurringChargeBody({ id_rec, due, amount, month, account: receiving }));
  } catch (error) {
    if (!(error instanceof BankFailure) || error.kind !== 'REFUSED') throw error;
    // An earlier request may have succeeded although its answer was lost.
    const known = await knownCharge(api, txid);
    if (!known) throw error;
    return known;
  }
}

async function cancel(api: PixAutomaticoApi, { txid }: queries.DueCharge, row: Row): Promise<Answer> {
  try {
    return { row: { ...row, state: 'CANCELED' }, bank: await api.cancelCharge(txid) };
  } catch (error) {
    requireRefusal(error);
    const bank = await knownCharge(api, txid);
    const outcome = bank && chargeOutcome(bank.status, bank.tentativas ?? []);
    if (outcome === 'PAID') return { row: { ...row, state: 'PAID' }, bank };
    // Too late to be cancelled: the charge stays sent, and a payment of it waits for a person.
    if (outcome === 'PENDING' || outcome === 'MISSED') return { row: { ...row, state: 'SENT' }, bank };
    return { row: { ...row, state: 'CANCELED' }, bank };
  }
}

const knownCharge = (api: PixAutomaticoApi, txid: string) => unlessAbsent(api.charge(txid));

const UNPAID = 'O banco do inquilino não pagou: falta de saldo ou de limite.';
const ENDED = 'A cobrança foi cancelada no banco.';

/** State of a charge by the bank's answer. After a missed attempt the next one that the policy allows is requested. */
async function judged(
  api: PixAutomaticoApi,
  charge: queries.DueCharge,
  bank: ToldCharge,
  row: Row,
  today: CalendarDate,
): Promise<queries.ToldCharge> {
  const attempts = bank.tentativas ?? [];
  const told = { ...row, attempts };
  const { rejeicao, cancelamento } = bank.encerramento ?? {};
  const outcome = chargeOutcome(bank.status, attempts);
  if (outcome === 'PAID') return { ...told, state: 'PAID' };
  if (outcome === 'FAILED') return { ...told, state: 'FAILED', problem: rejeicao?.descricao ?? UNPAID };
  if (outcome === 'CANCELED') return { ...told, state: 'FAILED', problem: cancelamento?.descricao ?? ENDED };
  if (outcome === 'PENDING') return { ...told, state: 'SENT' };
  const on = charge.is_open ? nextRetry({ policy: charge.policy, due: charge.due_date }, attempts, today) : undefined;
  if (on === undefined) return { ...told, state: 'FAILED', problem: UNPAID };
  const retried = await askAgain(api, charge.txid, on);
  return { ...told, attempts: retried.tentativas ?? attempts, state: 'SENT', retry_on: on };
}

/** Requests another attempt. If it is refused, an earlier request may have succeeded although its answer was lost. */
async function askAgain(api: PixAutomaticoApi, txid: string, on: CalendarDate): Promise<ToldCharge> {
  try {
    return await api.retryCharge(txid, on);
  } catch (error) {
    if (isOutage(error)) throw error;
    const known = await api.charge(txid);
    if (chargeOutcome(known.status, known.tentativas ?? []) === 'MISSED') throw error;
    return known;
  }
}
