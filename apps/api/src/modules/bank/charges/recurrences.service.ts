import { type Recurrence, recurrenceProblems } from '@morada/contract/bank/recurrences';
import {
  activation,
  compositeCode,
  enderOf,
  recurrenceBody,
  recurrenceStateOf,
  recurrenceTerms,
} from '@morada/domain/bank/pix/recurrence';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { chargedUntil } from '@morada/domain/lease/lease-term';
import { addressLine } from '@morada/domain/property/property';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { leaveTrail, writeTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import type { PixAutomaticoApi, ToldRecurrence } from '#api/outside/pix-automatico.ts';
import { claimed, makeCalls } from '../connections/calls.service.ts';
import { isOutage, requireRefusal } from '../connections/clients.service.ts';
import { enqueue } from '../connections/connections.service.ts';
import { writeJointCodes } from './charges.queries.ts';
import { findLink, type Link } from './pix-link.service.ts';
import * as queries from './recurrences.queries.ts';
import * as charges from './recurring-charges.queries.ts';
import { findSetting } from './recurring-settings.queries.ts';
import { RECURRING } from './recurring-settings.service.ts';

/** Setting of the active link, while the agency offers Pix Automático. */
export async function offering(ctx: Pick<Context, 'db'>) {
  const link = await findLink(ctx.db);
  const setting = link && (await findSetting(ctx.db, link.id));
  return setting?.active ? setting : undefined;
}

export async function showRecurrence(ctx: Pick<Context, 'db'>, proposalId: number) {
  const available = (await offering(ctx)) !== undefined;
  const found = await queries.findRecurrence(ctx.db, proposalId);
  if (!found) return { available, recurrence: null };
  const { id, state, canceling, first_date, last_date, minimum, policy, code, ended_by, end_reason, problem } = found;
  const recurrence: Recurrence = {
    ...{ id, state, canceling, first_date, last_date, minimum, policy, end_reason, problem },
    // An end that was asked for has no author until the bank has carried it out.
    ended_by: canceling && state !== 'CANCELED' ? null : ended_by,
    // A code that authorises nothing any more isn't shown.
    code: state === 'CREATED' && !canceling ? code : null,
    steps: await queries.findSteps(ctx.db, id),
    charges: await charges.findOfRecurrence(ctx.db, id),
  };
  return { available, recurrence };
}

/** The recurrence of each of a tenant's contracts, where the agency offers them or one was agreed on. */
export async function recurrencesOfTenant(ctx: Pick<Context, 'db'>, proposalIds: readonly number[]) {
  const isOffered = (await offering(ctx)) !== undefined;
  const latest = await queries.findLatest(ctx.db, proposalIds);
  return { isOffered, latest: new Map(latest.map((recurrence) => [recurrence.proposal_id, recurrence])) };
}
export type TenantRecurrences = Awaited<ReturnType<typeof recurrencesOfTenant>>;

/**
 * What the page of an open invoice says of Pix Automático: the debit that is on its way or failed, and the code that
 * pays the invoice and authorises the next ones.
 */
export async function automaticPayment(ctx: Pick<Context, 'db'>, invoiceId: number, code: string | null) {
  const charge = await charges.findOfInvoice(ctx.db, invoiceId);
  const offered = code === null ? undefined : await queries.findOfferedLocation(ctx.db, invoiceId);
  return { charge, code: code !== null && offered?.location ? (compositeCode(code, offered.location) ?? null) : null };
}
export type AutomaticPayment = Awaited<ReturnType<typeof automaticPayment>>;

/** Offers Pix Automático to a contract's tenant; a job sends the recurrence to the bank. */
export function offerRecurrence(ctx: Context, proposalId: number) {
  return change(ctx, async (trx) => {
    const contract = await queries.lockContract(trx, proposalId);
    if (!contract) throw recurrenceProblems.RECURRENCE_NOT_FOUND();
    if (!(await insertOffer(trx, ctx, contract))) throw recurrenceProblems.RECURRENCE_STANDING();
    await enqueue(trx, 'bank-link');
  });
}

type Contract = NonNullable<Awaited<ReturnType<typeof queries.lockContract>>>;

/**
 * Runs inside the caller's transaction, which has locked the contract.
 * @param paid due date of the invoice whose payment authorises the recurrence (journey 3); unpaid, the recurrence ends.
 * @returns false when the contract has a recurrence in force.
 */
export async function insertOffer(trx: Db, ctx: Context, contract: Contract, paid?: CalendarDate): Promise<boolean> {
  const setting = await offering({ db: trx });
  if (!setting) throw recurrenceProblems.RECURRENCE_UNAVAILABLE();
  if (contract.status !== 'APPROVED') throw recurrenceProblems.RECURRENCE_CLOSED();
  if (!contract.tenant_document) throw recurrenceProblems.RECURRENCE_NO_DOCUMENT();
  const { contract: _, ...terms } = recurrenceTerms(
    { ...contract, charged_until: chargedUntil(contract), address: addressLine(contract) },
    ctx.today(),
    { withMinimum: setting.with_minimum, ...(paid !== undefined && { paid }) },
  );
  // Nothing is left to debit after this invoice.
  if (paid !== undefined && terms.last !== null && terms.last < terms.first)
    throw recurrenceProblems.RECURRENCE_CLOSED();
  const made = await queries.insertRecurrence(trx, {
    ...terms,
    ...{ link_id: setting.link_id, proposal_id: contract.id, client_id: contract.user_id, policy: setting.policy },
    lapses: paid !== undefined,
  });
  if (made) await leaveTrail(trx, ctx, 'proposal', contract.id, 'offer-recurrence', { first: terms.first });
  return made;
}

/** Ends a contract's recurrence: no further charge is created, and a job cancels it at the bank. */
export function cancelRecurrence(ctx: Context, proposalId: number, by: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR') {
  return change(ctx, async (trx) => {
    const ended = await queries.askForEnd(trx, proposalId, by);
    if (!ended) throw recurrenceProblems.RECURRENCE_NOT_FOUND();
    if (ended.state === 'CANCELED')
      await queries.insertSteps(trx, [{ id: ended.id, state: 'CANCELED', at: new Date().toISOString() }]);
    await leaveTrail(trx, ctx, 'proposal', proposalId, 'cancel-recurrence');
    await enqueue(trx, 'bank-link');
  });
}

/**
 * A contract has another principal tenant: the authorisation was the former one's, and debits nothing of who follows. It ends
 * at once here, and by a job at the bank.
 */
export async function whenPartiesLeft(trx: Db, ctx: Context, rows: readonly { proposal_id: number }[]): Promise<void> {
  const ids = rows.map(({ proposal_id }) => proposal_id);
  const ended = await queries.endOfFormerTenants(trx, ids, 'USUARIO_RECEBEDOR');
  if (ended.length === 0) return;
  const at = new Date().toISOString();
  const over = ended.filter(({ state }) => state === 'CANCELED');
  if (over.length > 0)
    await queries.insertSteps(
      trx,
      over.map(({ id }) => ({ id, state: 'CANCELED', at })),
    );
  for (const { proposal_id } of ended) await leaveTrail(trx, ctx, 'proposal', proposal_id, 'cancel-recurrence');
  await enqueue(trx, 'bank-link');
}

/** Minutes until the next poll of a recurrence that waits for the tenant, one in force, and a refused one. */
const AGAIN = { CREATED: 10, APPROVED: 1_440, refused: 60 } as const;

/** Sends new and ending recurrences to the bank and polls the others, until none is due or the bank is away. */
export async function sendRecurrences(deps: Deps, link: Link): Promise<void> {
  await queries.endLapsed(deps.db, link.id, { all: !link.active });
  await queries.endWithCharge(deps.db, link.id);
  await makeCalls<Link, PixAutomaticoApi, queries.DueRecurrence, Answer>(deps, link, RECURRING, {
    ...claimed(deps.db, 'recurrence', queries.isCallable(link.id), queries.findDue),
    call: async (api, recurrence, tell) => tell(await send(deps, api, recurrence)),
    write: (answers) => write(deps, answers),
  });
}

type Answer = { row: queries.ToldState; bank: ToldRecurrence | undefined };

function write(deps: Deps, told: readonly Answer[]) {
  if (told.length === 0) return Promise.resolve();
  const { actor } = systemContext(deps);
  return deps.db.transaction().execute(async (trx) => {
    const changed = await queries.writeRecurrences(
      trx,
      told.map(({ row }) => row),
    );
    const joint = told.flatMap(({ row: { charge_id, joint_code } }) =>
      charge_id !== null && joint_code !== null ? { charge_id, joint_code } : [],
    );
    if (joint.length > 0) await writeJointCodes(trx, joint);
    const steps = told.flatMap(({ row, bank }) => stepsOf(row, bank));
    if (steps.length > 0) await queries.insertSteps(trx, steps);
    await writeTrail(
      trx,
      changed.map(({ proposal_id, state, before }) => ({
        ...{ actor, record: 'proposal', record_id: proposal_id, action: 'recurrence-state' },
        changes: { recurrence: [before, state] },
      })),
    );
  });
}

/** Steps of the bank's history; an unknown status is left out. */
const stepsOf = ({ id }: queries.ToldState, bank: ToldRecurrence | undefined): queries.Step[] =>
  (bank?.atualizacao ?? []).flatMap(({ status, data }) => {
    const state = recurrenceStateOf(status);
    return state ? { id, state, at: data } : [];
  });

/** @throws BankFailure when the bank is away or denies access. */
async function send(deps: Pick<Deps, 'db'>, api: PixAutomaticoApi, recurrence: queries.DueRecurrence): Promise<Answer> {
  try {
    const bank = await ask(deps, api, recurrence);
    return { row: rowOf(recurrence, bank), bank };
  } catch (error) {
    const { message: problem } = requireRefusal(error);
    const row = { ...rowOf(recurrence, undefined), state: recurrence.state, problem };
    return { row: { ...row, again: AGAIN.refused }, bank: undefined };
  }
}

/** Sends or polls a recurrence. Undefined: the bank has no such recurrence, and is to have none. */
async function ask({ db }: Pick<Deps, 'db'>, api: PixAutomaticoApi, recurrence: queries.DueRecurrence) {
  const known = recurrence.id_rec === null ? await found(api, recurrence) : await api.recurrence(recurrence.id_rec);
  if (recurrence.canceling) {
    // A recurrence that ends with its immediate charge stays if the tenant has authorised it another way.
    const ends = known?.status === 'CRIADA' || (known?.status === 'APROVADA' && !recurrence.lapses);
    return known && ends ? api.cancelRecurrence(known.idRec) : known;
  }
  if (known) return joined(api, known, recurrence);
  const { id, location_id, policy, tenant, tenant_document, first_date, last_date, minimum, object, proposal_id } =
    recurrence;
  let location = location_id;
  if (location === null) {
    const made = await api.createLocation();
    await queries.setLocation(db, id, made.id, made.location);
    location = made.id;
  }
  const body = recurrenceBody({
    terms: { object, contract: `Contrato ${proposal_id}`, first: first_date, last: last_date, minimum },
    payer: { name: tenant, document: tenant_document },
    ...{ policy, location, txid: recurrence.charge_txid },
  });
  try {
    const made = await api.createRecurrence(body);
    // The answer to a creation has no code.
    if (recurrence.charge_txid === null) return await api.recurrence(made.idRec);
    return await joined(api, made, recurrence);
  } catch (error) {
    if (isOutage(error)) throw error;
    // A location already in use was used by an earlier try of this call, whose answer was lost.
    const taken = await found(api, { location_id: location });
    if (!taken) throw error;
    return joined(api, taken, recurrence);
  }
}

/** Binds a recurrence that waits for its tenant to its immediate charge, and reads the code of both. */
async function joined(api: PixAutomaticoApi, known: ToldRecurrence, { charge_txid: txid }: queries.DueRecurrence) {
  if (txid === null || known.status !== 'CRIADA') return known;
  if (known.ativacao?.dadosJornada?.txid !== txid) await api.changeRecurrence(known.idRec, activation(txid));
  return api.recurrence(known.idRec, txid);
}

/** The recurrence of a creation whose answer was lost, by its location. */
async function found(api: PixAutomaticoApi, { location_id }: Pick<queries.DueRecurrence, 'location_id'>) {
  if (location_id === null) return undefined;
  const { idRec } = await api.location(location_id);
  return idRec === undefined ? undefined : api.recurrence(idRec);
}

function rowOf(
  { id, version, state, charge_id, ended_by: asked }: queries.DueRecurrence,
  bank: ToldRecurrence | undefined,
): queries.ToldState {
  const { cancelamento, rejeicao } = bank?.encerramento ?? {};
  const told = bank ? (recurrenceStateOf(bank.status) ?? state) : 'CANCELED';
  const isEnded = told !== 'CREATED' && told !== 'APPROVED' && told !== 'WAITING';
  const named = cancelamento?.solicitante ?? null;
  const ender = enderOf(asked, named);
  const code = bank?.dadosQR?.pixCopiaECola ?? null;
  const isJoint = charge_id !== null && bank?.dadosQR?.jornada === 'JORNADA_3';
  return {
    ...{ id, version, state: told, problem: null },
    id_rec: bank?.idRec ?? null,
    code: isJoint ? null : code,
    charge_id,
    joint_code: isJoint ? code : null,
    journey: bank?.ativacao?.tipoJornada ?? null,
    ended_by: isEnded ? ender : null,
    // The bank's reason is that of the party it names, and says nothing of another.
    end_reason: isEnded && ender === named ? (cancelamento?.descricao ?? rejeicao?.descricao ?? null) : null,
    again: told === 'APPROVED' ? AGAIN.APPROVED : AGAIN.CREATED,
  };
}
