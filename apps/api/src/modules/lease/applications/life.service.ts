import { applicationProblems } from '@morada/contract/lease/applications';
import {
  type ApplicationState,
  applicationLife,
  lastDayOf,
  type PartyFormState,
  partyFormLife,
} from '@morada/domain/application/application';
import {
  approvalMessage,
  conditionMessage,
  formLinkMessage,
  type Message,
  refusalMessage,
} from '@morada/domain/application/application-messages';
import type { LeadDeed } from '@morada/domain/attendance/lead';
import type { EffectOf, EventOf } from '@morada/domain/base/life-cycle';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { tellLead } from '#api/modules/registry/leads/life.service.ts';
import * as queries from './applications.queries.ts';
import { openLinkOf } from './form-link.service.ts';

export type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockApplication>>>;
type Event = EventOf<typeof applicationLife>;

/** Takes the application's row, which everything that moves it or a form of it holds. @throws APPLICATION_NOT_FOUND */
export async function lock(trx: Db, id: number): Promise<Locked> {
  const found = await queries.lockApplication(trx, id);
  if (!found) throw applicationProblems.APPLICATION_NOT_FOUND();
  return found;
}

/** A party with its application locked, as it is under the lock. @throws PARTY_NOT_FOUND */
export async function lockParty(trx: Db, id: number) {
  const found = await queries.findParty(trx, id);
  const application = found && (await lock(trx, found.application_id));
  const party = application && (await queries.findParty(trx, id));
  if (!application || !party) throw applicationProblems.PARTY_NOT_FOUND();
  return { application, party };
}

type Changes = Parameters<typeof queries.touchApplication>[2];

/**
 * Moves an application that the caller locked, with the effects of its life cycle.
 * @throws the problem of the refusal
 */
export async function move(
  trx: Db,
  ctx: Context,
  application: Pick<Locked, 'id' | 'state' | 'lead_id'>,
  event: Event,
  { set = {}, trail }: { set?: Changes; trail?: Record<string, unknown> } = {},
): Promise<ApplicationState> {
  const cell = applicationLife.cell(application.state, event);
  checkTransition(cell, applicationProblems);
  if (!('to' in cell)) throw new TypeError(`${event} has no step`);
  const today = ctx.today();
  const until = lastDayOf(cell.to, today);
  const changes = {
    ...set,
    state: cell.to,
    ...(until === undefined ? { ended_on: today } : { valid_until: until, ended_on: null, withdrawn_by: null }),
    // An application that is emptied ended when it ended.
    ...(cell.to === 'ERASED' && { ended_on: undefined }),
  };
  if (!(await queries.moveApplication(trx, application.id, application.state, changes)))
    throw applicationProblems.APPLICATION_STATE();
  await leaveTrail(trx, ctx, 'application', application.id, actionOf(event), trail);
  for (const effect of cell.effects) await EFFECTS[effect](trx, ctx, application.id);
  const deed = LEAD_DEEDS[event];
  if (deed && application.lead_id !== null)
    await tellLead(trx, ctx, application.lead_id, deed, { record: 'application', record_id: application.id });
  if (cell.to === 'ERASED') await emit(trx, ctx, 'applications.erased', [{ id: application.id }]);
  else if (until === undefined) await emit(trx, ctx, 'applications.ended', [{ id: application.id }]);
  await notify(trx, 'applications');
  return cell.to;
}

/** What a lead hears of its application. */
const LEAD_DEEDS: Partial<Record<Event, LeadDeed>> = {
  send: 'APPLICATION_SENT',
  approve: 'APPLICATION_APPROVED',
  refuse: 'APPLICATION_REFUSED',
  contract: 'CONTRACT_MADE',
};

/** `fill` and `complete` are told by what the party did. */
const actionOf = (event: Event) => (event === 'fill' ? 'begin' : event === 'complete' ? 'form' : event);

/** Moves the form of a party. @returns its next state @throws the problem of the refusal */
export function formAfter(state: PartyFormState, event: EventOf<typeof partyFormLife>): PartyFormState {
  checkTransition(partyFormLife.cell(state, event), applicationProblems);
  return partyFormLife.next(state, event);
}

const EFFECTS: Record<EffectOf<typeof applicationLife>, (trx: Db, ctx: Context, id: number) => Promise<void>> = {
  async mailLinks(trx, ctx, id) {
    for (const party of await queries.findParties(trx, id)) await mailLink(trx, ctx, party);
  },
  mailApproval: (trx, ctx, id) => mailTenant(trx, ctx, id, approvalMessage),
  mailRefusal: (trx, ctx, id) => mailTenant(trx, ctx, id, refusalMessage),
  async mailCondition(trx, ctx, id) {
    const { condition } = await lock(trx, id);
    await mailTenant(trx, ctx, id, (told) => conditionMessage(told, condition ?? ''));
  },
};

type Told = Parameters<typeof approvalMessage>[0];

/** What a message says to a party, and of which property. */
export async function toldOf(db: Db, { application_id, name }: queries.FoundParty): Promise<Told> {
  const application = await queries.findApplication(db, application_id);
  const { name: agency } = await readAgency(db, ['name']);
  return { name: firstName(name), agency, property: application?.property.label ?? '' };
}
const firstName = (name: string) => name.split(' ', 1)[0] ?? name;

export const emailOf = ({ answers, email }: queries.FoundParty) => (answers.company ?? answers.person)?.email ?? email;

/** The answer goes to the principal tenant alone: a guarantor hears it from them. */
async function mailTenant(trx: Db, ctx: Context, id: number, message: (told: Told) => Message) {
  const tenant = (await queries.findParties(trx, id)).find(({ role, state }) => role === 'TENANT' && state === 'SENT');
  const recipient = tenant && emailOf(tenant);
  if (!tenant || !recipient || !canMail(ctx)) return;
  await queueMail(trx, { recipient, ...message(await toldOf(trx, tenant)) });
}

/** Mails the link of a form that opens, where there is an address. @returns whether it was mailed */
export async function mailLink(
  trx: Db,
  ctx: Context,
  party: queries.FoundParty,
  message: (
    told: Told,
    link: { url: string; until: Parameters<typeof formLinkMessage>[1]['until'] },
  ) => Message = formLinkMessage,
): Promise<boolean> {
  const recipient = emailOf(party);
  const link = await openLinkOf(ctx, trx, party);
  if (!recipient || !link || !canMail(ctx) || !ctx.publicUrl) return false;
  const url = new URL(link.path, ctx.publicUrl).href;
  await queueMail(trx, { recipient, ...message(await toldOf(trx, party), { url, until: link.until }) });
  return true;
}
