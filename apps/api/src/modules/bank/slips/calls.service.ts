import { boletoLinkProblems } from '@morada/contract/bank/boleto-link';
import { lastPage, PAGE_SIZE } from '@morada/contract/base/fields';
import { payableUntil } from '@morada/domain/bank/boleto-terms';
import { payerProblems } from '@morada/domain/bank/cnab/remittance';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import type { BoletoAtBank, BoletoOrder, BoletoRegistrar } from '#api/outside/boletos/registrar.ts';
import { claimed, makeCalls } from '../connections/calls.service.ts';
import { requireRefusal, unlessAbsent } from '../connections/clients.service.ts';
import { enqueue, enqueueLater } from '../connections/connections.service.ts';
import { BOLETOS, type BoletoLinkOf, currentLink } from './boleto-links.service.ts';
import * as queries from './calls.queries.ts';
import * as boletos from './registrations.service.ts';

/**
 * Compares the boletos with what was sent to the bank, and schedules calls for new, cancelled and reopened ones, and
 * for those refused an hour ago; `sendCalls` makes them. The comparison covers every way in which a boleto changes.
 */
export async function planCalls({ db }: Pick<Deps, 'db'>, link: BoletoLinkOf): Promise<void> {
  const agreementId = link.agreement_id;
  if (link.active) await queries.insertCalls(db, link.id, agreementId);
  else
    await db.transaction().execute(async (trx) => {
      await queries.dropUntold(trx, link.id);
      await boletos.numberForFile(trx);
    });
  await queries.markReopened(db, link.id);
  await queries.markGone(db, link.id);
  await queries.markRemoving(db, link.id, await boletos.boletosToWithdraw(db, agreementId));
  // A refused boleto of a former link goes to the bank by the next file.
  if (!link.active) return;
  await db.transaction().execute(async (trx) => {
    const again = await queries.takeRefused(trx, link.id);
    if (again.length > 0) await boletos.renewPayers(trx, again);
  });
}

type Answered = queries.Told & { call: queries.DueCall; atBank: BoletoAtBank | undefined };

/** Makes the due calls to the bank, until none is left or the bank is away. */
export const sendCalls = (deps: Deps, link: BoletoLinkOf): Promise<void> =>
  makeCalls<BoletoLinkOf, BoletoRegistrar, queries.DueCall, Answered>(deps, link, BOLETOS, {
    ...claimed(deps.db, 'boleto_call', queries.isCallable(link.id), findDue),
    call: async (api, call, tell) => tell(await send(api, call, deps)),
    write: async (answers) => {
      if (answers.length > 0) await write(deps, answers);
      if (answers.some(({ again }) => again === ASK_AGAIN)) await enqueueLater(deps.db, 'boleto-calls', ASK_AGAIN);
    },
  });

/** Claimed boletos. New ones count as sent from here on, since the bank may register one whose answer is lost. */
async function findDue(trx: Db, ids: readonly number[]) {
  const due = await queries.findDue(trx, ids);
  const told = due.flatMap(({ boleto_id, state }) => (state === 'WAITING' ? boleto_id : []));
  if (told.length > 0) await boletos.whenSent(trx, told);
  return due;
}

export const { countRefused, setCallState, wakePending } = queries;

const HOUR = 3_600;
/** Seconds until a bank that decides asynchronously is polled. */
const ASK_AGAIN = 10;
const DROPPED = 'O banco já baixou este boleto. Gere outro.';

/** @throws BankFailure when the bank is away or denies access. */
async function send(api: BoletoRegistrar, call: queries.DueCall, { today }: Pick<Deps, 'today'>): Promise<Answered> {
  const { boleto_id, state } = call;
  const answer = { boleto_id, call, atBank: undefined, handle: null, problem: null, again: null };
  try {
    if (state === 'REMOVING') return { ...answer, ...(await withdraw(api, call)) };
    const refusal = call.handle === null ? reasonAgainst(call, today()) : undefined;
    if (refusal) return { ...answer, state: 'REFUSED', problem: refusal, again: HOUR };
    const atBank = await registered(api, call);
    const known = { ...answer, atBank, handle: atBank.handle };
    if (atBank.state === 'PENDING') return { ...known, state: 'PENDING', again: ASK_AGAIN };
    if (atBank.state === 'PAID') return { ...known, state: 'PAID' };
    if (atBank.state === 'REGISTERED') return { ...known, state: 'ACTIVE' };
    return { ...known, state: 'REFUSED', problem: atBank.problem ?? DROPPED, again: HOUR };
  } catch (error) {
    const kept = state === 'REMOVING' ? 'REMOVING' : 'REFUSED';
    return { ...answer, state: kept, problem: requireRefusal(error).message, again: HOUR };
  }
}

function reasonAgainst({ payer, due_date, bank_charges }: queries.DueCall, today: string): string | undefined {
  const [problem] = payerProblems(payer);
  if (problem) return `${problem}.`;
  return due_date < today && !bank_charges ? 'Está vencido: gere outro boleto.' : undefined;
}

const orderOf = (call: queries.DueCall): BoletoOrder => ({
  document_number: String(call.boleto_id),
  nosso_numero: call.nosso_numero,
  issued_on: call.issued_on,
  due_date: call.due_date,
  payable_until: payableUntil(call),
  amount: call.amount,
  charges: call.bank_charges,
  payer: call.payer,
  messages: [],
});

/** Registers a boleto; one with a handle was registered before, and is read instead. */
const registered = (api: BoletoRegistrar, call: queries.DueCall) =>
  call.handle === null ? api.register(orderOf(call)) : api.boleto(call.handle);

async function withdraw(api: BoletoRegistrar, call: queries.DueCall) {
  // Without a handle the answer to the registration was lost; a repeated registration returns the handle.
  const handle = call.handle ?? (await api.register(orderOf(call))).handle;
  try {
    await api.cancel(handle);
    return { handle, state: 'REMOVED' as const };
  } catch (error) {
    requireRefusal(error);
    const state = (await unlessAbsent(api.boleto(handle)))?.state;
    if (state === 'PAID') return { handle, state };
    if (state === undefined || state === 'CANCELED' || state === 'REFUSED')
      return { handle, state: 'REMOVED' as const };
    if (state === 'PENDING') return { handle, state: 'REMOVING' as const, again: ASK_AGAIN };
    throw error;
  }
}

/** Writes answers of the bank, and applies them to the boletos. */
const write = (deps: Deps, told: readonly Answered[]) =>
  deps.db.transaction().execute(async (trx) => {
    const ctx = systemContext(deps);
    await queries.writeTold(
      trx,
      told.map(({ call, atBank: _, ...answer }) => ({ ...answer, was: call.state })),
    );
    const taken = told.filter(({ state }) => state === 'ACTIVE' || state === 'PAID');
    const refused = told.filter(({ state }) => state === 'REFUSED');
    await boletos.takeNumbersOfBank(trx, taken.flatMap(numbersOf));
    await boletos.applyRegistrations(trx, ctx, [
      ...taken.map(({ boleto_id }) => ({ boleto_id, told: 'REGISTERED' as const, note: null })),
      ...refused.map(({ boleto_id, problem }) => ({ boleto_id, told: 'REFUSED' as const, note: problem })),
    ]);
    if (taken.length + refused.length > 0) await notify(trx, 'bank-payments');
    await boletos.whenToldOfCancellation(
      trx,
      told.flatMap(({ boleto_id, state }) => (state === 'REMOVED' ? boleto_id : [])),
    );
  });

function numbersOf({ boleto_id: id, atBank, call }: Answered): boletos.Numbers[] {
  if (!atBank) return [];
  const { nosso_numero, barcode, digitable_line, pix, pix_txid = null } = atBank;
  const hybrid_until = pix === null ? null : payableUntil(call);
  return [{ id, nosso_numero, barcode, digitable_line, pix, pix_txid, hybrid_until }];
}

type Search = { page?: number | undefined; state?: 'REFUSED' | 'WAITING' | undefined };

export async function listCalls(ctx: Context, { page = 1, state = 'REFUSED' }: Search) {
  const link = await currentLink(ctx.db);
  if (!link) return { data: [], page, lastPage: 1, total: 0 };
  const { rows, total } = await queries.findCalls(ctx.db, { linkId: link.id, state, page, size: PAGE_SIZE });
  return { data: rows, page, lastPage: lastPage(total), total };
}

/** Sends a refused boleto to the bank again, with the payer as the register has it now. */
export function retryCall(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    if (!(await queries.askAgain(trx, id))) {
      if (!(await queries.findCall(trx, id))) throw boletoLinkProblems.BOLETO_CALL_NOT_FOUND();
      throw boletoLinkProblems.BOLETO_CALL_NOT_REFUSED();
    }
    await leaveTrail(trx, ctx, 'boleto', id, 'retry');
    await enqueue(trx, 'boleto-calls');
  });
}
