import { type PartyCreate, type PrincipalChange, partyProblems } from '@morada/contract/lease/parties';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { isMistaken, overlap, partyLife, partyStage, standsOn, type Validity } from '@morada/domain/lease/parties';
import type * as z from 'zod/mini';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as queries from './parties.queries.ts';
import { findClients, findOwnersOfProperty, updateProposal } from './proposals.queries.ts';
import { lockOpenProposal } from './proposals.service.ts';

type Contract = Awaited<ReturnType<typeof lockOpenProposal>>;
type Given = Pick<queries.PartyRow, 'client_id' | 'role' | 'of_client_id'> & Validity;

/** Includes somebody in a contract. */
export function addParty(ctx: Context, id: number, input: z.output<typeof PartyCreate>) {
  return change(ctx, async (trx) => {
    const contract = await lockOpenProposal(trx, ctx, id);
    const { client_id, role, of_client_id = null, valid_from = null, valid_to = null } = input;
    const given = { client_id, role, of_client_id, valid_from, valid_to };
    const rows = await queries.findRows(trx, id);
    await checkParty(trx, contract, rows, given);
    const made = await queries.insertParty(trx, { proposal_id: id, ...given });
    await leaveTrail(trx, ctx, 'proposal', id, 'add-party', given);
    await emit(trx, ctx, 'parties.changed', [{ proposal_id: id, client_id }]);
    const shown = (await queries.findParties(trx, id)).find((party) => party.id === made.id);
    if (!shown) throw partyProblems.PARTY_NOT_FOUND();
    return shown;
  });
}

/** Whether the person may stand in the role on these days, beside the other parties and the property's owners. */
async function checkParty(trx: Db, contract: Contract, rows: readonly queries.PartyRow[], given: Given) {
  const { client_id, role, of_client_id } = given;
  if ((await findClients(trx, [client_id])).length === 0) throw partyProblems.PARTY_MISSING();
  const owners = (await findOwnersOfProperty(trx, contract.property_id)).map((owner) => owner.client_id);
  const beside = rows.filter((row) => overlap(row, given));
  const own = beside.filter((row) => row.client_id === client_id);
  if (own.some((row) => row.role === role && row.of_client_id === of_client_id)) throw partyProblems.PARTY_TWICE();
  if (role === 'TENANT' && owners.includes(client_id)) throw partyProblems.PARTY_OWNS();
  if (role === 'TENANT' && own.some((row) => row.role === 'GUARANTOR')) throw partyProblems.TENANT_IS_GUARANTOR();
  if (role === 'GUARANTOR' && own.some((row) => row.role === 'TENANT')) throw partyProblems.GUARANTOR_RENTS();
  if (of_client_id === null) return;
  const stands = beside.some((row) => row.client_id === of_client_id && row.role !== 'PROCURATOR');
  if (of_client_id === client_id || !(stands || owners.includes(of_client_id))) throw partyProblems.PARTY_OF_NOBODY();
}

async function lockParty(trx: Db, ctx: Context, id: number, partyId: number) {
  const contract = await lockOpenProposal(trx, ctx, id);
  const rows = await queries.findRows(trx, id);
  const party = rows.find((row) => row.id === partyId);
  if (!party) throw partyProblems.PARTY_NOT_FOUND();
  return { contract, rows, party };
}

/** Sets the last day of a party, which may be a day to come. */
export function endParty(ctx: Context, id: number, partyId: number, day: CalendarDate) {
  return change(ctx, async (trx) => {
    const { contract, rows, party } = await lockParty(trx, ctx, id, partyId);
    checkTransition(partyLife.cell(partyStage(party), 'end'), partyProblems);
    if (day < (party.valid_from ?? contract.start_date)) throw partyProblems.PARTY_DAYS();
    if (party.valid_to === day) return;
    // A later last day is checked as a party of those days.
    if (party.valid_to !== null && day > party.valid_to)
      await checkParty(trx, contract, without(rows, party), { ...party, valid_to: day });
    await queries.setValidity(trx, party.id, { valid_to: day });
    await leaveTrail(trx, ctx, 'proposal', id, 'end-party', { ...whose(party), valid_to: [party.valid_to, day] });
    await endDependants(trx, ctx, contract, party.client_id, day);
    await emit(trx, ctx, 'parties.left', [{ proposal_id: id }]);
    await emit(trx, ctx, 'parties.changed', [{ proposal_id: id, client_id: party.client_id }]);
  });
}

const whose = ({ client_id, role }: queries.PartyRow) => ({ client_id, role });
const without = (rows: readonly queries.PartyRow[], party: queries.PartyRow) =>
  rows.filter(({ id }) => id !== party.id);

/** Spouses and procurators of a person who stands in the contract no longer end with them. */
async function endDependants(trx: Db, ctx: Context, contract: Contract, clientId: number, day: CalendarDate) {
  const rows = await queries.findRows(trx, contract.id);
  const owners = await findOwnersOfProperty(trx, contract.property_id);
  const goesOn =
    owners.some((owner) => owner.client_id === clientId) ||
    rows.some((row) => row.client_id === clientId && row.role !== 'PROCURATOR' && standsOn(row, addDays(day, 1)));
  if (goesOn) return;
  const dependants = rows.filter((row) => row.of_client_id === clientId && !isMistaken(row)).map((row) => row.id);
  for (const ended of await queries.endParties(trx, dependants, day)) {
    const { valid_to, ...person } = ended;
    await leaveTrail(trx, ctx, 'proposal', contract.id, 'end-party', { ...person, valid_to });
    await endDependants(trx, ctx, contract, person.client_id, day);
  }
}

/** Takes the last day back. */
export function reopenParty(ctx: Context, id: number, partyId: number) {
  return change(ctx, async (trx) => {
    const { contract, rows, party } = await lockParty(trx, ctx, id, partyId);
    checkTransition(partyLife.cell(partyStage(party), 'reopen'), partyProblems);
    await checkParty(trx, contract, without(rows, party), { ...party, valid_to: null });
    await queries.setValidity(trx, party.id, { valid_to: null });
    await leaveTrail(trx, ctx, 'proposal', id, 'reopen-party', { ...whose(party), valid_to: [party.valid_to, null] });
    await emit(trx, ctx, 'parties.changed', [{ proposal_id: id, client_id: party.client_id }]);
  });
}

/** Removes who was entered by mistake: the row stays, with a last day before its first. */
export function discardParty(ctx: Context, id: number, partyId: number) {
  return change(ctx, async (trx) => {
    const { contract, party } = await lockParty(trx, ctx, id, partyId);
    checkTransition(partyLife.cell(partyStage(party), 'discard'), partyProblems);
    await discard(trx, ctx, contract, party);
    await leaveTrail(trx, ctx, 'proposal', id, 'discard-party', whose(party));
  });
}

async function discard(trx: Db, ctx: Context, contract: Contract, party: queries.PartyRow) {
  const valid_from = party.valid_from ?? contract.start_date;
  const valid_to = addDays(valid_from, -1);
  await queries.setValidity(trx, party.id, { valid_from, valid_to });
  await endDependants(trx, ctx, contract, party.client_id, valid_to);
  await emit(trx, ctx, 'parties.left', [{ proposal_id: contract.id }]);
  await emit(trx, ctx, 'parties.changed', [{ proposal_id: contract.id, client_id: party.client_id }]);
}

/**
 * Gives the contract to another tenant from a day on, who may be new in it. What was issued stays with whom it was issued to.
 */
export function setPrincipal(ctx: Context, id: number, input: z.output<typeof PrincipalChange>) {
  return change(ctx, async (trx) => {
    const contract = await lockOpenProposal(trx, ctx, id);
    const { client_id, valid_from: from, stays } = input;
    const rows = await queries.findRows(trx, id);
    const present = rows.find((row) => row.principal && row.valid_to === null);
    if (!present) throw partyProblems.PARTY_NOT_FOUND();
    const before = addDays(from, -1);
    const standing = rows.filter((row) => row.client_id === client_id && standsOn(row, from));
    for (const row of standing) checkTransition(partyLife.cell(partyStage(row), 'promote'), partyProblems);
    if (from > ctx.today() || from <= (present.valid_from ?? contract.start_date)) throw partyProblems.PRINCIPAL_DAY();
    if (await queries.changesTax(trx, id, [present.client_id, client_id])) throw partyProblems.PRINCIPAL_TAX();
    const given = { client_id, role: 'TENANT', of_client_id: null, valid_from: from, valid_to: null } as const;
    await queries.endParties(trx, [present.id], before);
    const asTenant = rows.filter(
      (row) => row.client_id === client_id && row.role === 'TENANT' && row.id !== present.id && overlap(row, given),
    );
    await queries.endParties(
      trx,
      asTenant.map((row) => row.id),
      before,
    );
    await checkParty(trx, contract, await queries.findRows(trx, id), given);
    await queries.insertParty(trx, { proposal_id: id, ...given, principal: true });
    if (stays) await queries.insertParty(trx, { proposal_id: id, ...given, client_id: present.client_id });
    await updateProposal(trx, id, { user_id: client_id });
    await leaveTrail(trx, ctx, 'proposal', id, 'assign', {
      user_id: [present.client_id, client_id],
      valid_from: from,
      stays,
    });
    await endDependants(trx, ctx, contract, present.client_id, before);
    await emit(trx, ctx, 'parties.left', [{ proposal_id: id }]);
    await emit(trx, ctx, 'parties.changed', [
      { proposal_id: id, client_id: present.client_id },
      { proposal_id: id, client_id },
    ]);
  });
}

/** A guarantor since the contract's beginning, as the specification's call adds one. */
export function addGuarantor(ctx: Context, id: number, userId: number) {
  return change(ctx, async (trx) => {
    const contract = await lockOpenProposal(trx, ctx, id);
    const rows = await queries.findRows(trx, id);
    const stands = rows.filter((row) => row.client_id === userId && standsOn(row, ctx.today()));
    if (stands.some((row) => row.role === 'TENANT')) throw proposalProblems.GUARANTOR_IS_TENANT();
    const [client] = await findClients(trx, [userId]);
    if (!client) throw proposalProblems.GUARANTOR_MISSING();
    if (stands.some((row) => row.role === 'GUARANTOR')) throw proposalProblems.GUARANTOR_TWICE();
    // Who stood in the contract before stands again from today on.
    const stood = rows.some((row) => row.client_id === userId && row.role !== 'SPOUSE' && !isMistaken(row));
    const valid_from = stood ? ctx.today() : null;
    const given = { client_id: userId, role: 'GUARANTOR', of_client_id: null, valid_from, valid_to: null } as const;
    await checkParty(trx, contract, rows, given);
    const added = await queries.insertParty(trx, { proposal_id: id, ...given });
    await leaveTrail(trx, ctx, 'proposal', id, 'add-guarantor', { user_id: userId });
    await emit(trx, ctx, 'parties.changed', [{ proposal_id: id, client_id: userId }]);
    return { ...client, id: added.id, user_id: userId };
  });
}

export function removeGuarantor(ctx: Context, id: number, rowId: number | undefined) {
  return change(ctx, async (trx) => {
    const contract = await lockOpenProposal(trx, ctx, id);
    const party = (await queries.findRows(trx, id)).find((row) => row.id === rowId);
    if (party?.role !== 'GUARANTOR' || isMistaken(party)) throw proposalProblems.GUARANTOR_NOT_FOUND();
    await discard(trx, ctx, contract, party);
    await leaveTrail(trx, ctx, 'proposal', id, 'remove-guarantor', { user_id: party.client_id });
  });
}
