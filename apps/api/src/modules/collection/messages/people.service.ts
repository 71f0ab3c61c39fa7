import type { Received } from '@morada/contract/base/endpoint';
import { type ConsentChange, messageProblems, type messages } from '@morada/contract/collection/messages';
import { MESSAGE_READERS } from '@morada/contract/collection/messages.search';
import { granted } from '@morada/domain/access/permissions';
import type { Context, Db, Deps } from '#api/context.ts';
import { systemContext } from '#api/context.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { notify } from '#api/live/notify.ts';
import { messagesOfClient } from './listing.service.ts';
import { isOptOutWord, type OptOut } from './opt-out.service.ts';
import * as queries from './people.queries.ts';

/** Consents and refusals of a person, and their messages for callers who may see them. */
export async function showClient(ctx: Context, id: number) {
  if (!(await queries.findClient(ctx.db, id))) throw messageProblems.MESSAGE_CLIENT_NOT_FOUND();
  const mayRead = granted(ctx.actor.permissions, MESSAGE_READERS) !== undefined;
  const [refusals, consents, messages, replies] = await Promise.all([
    queries.findRefusals(ctx.db, id),
    queries.findConsents(ctx.db, id),
    mayRead ? messagesOfClient(ctx.db, id) : [],
    mayRead ? queries.findReplies(ctx.db, id) : [],
  ]);
  return { refusals, consents, messages, replies };
}

type Refusing = Pick<queries.NewRefusal, 'channel' | 'kind' | 'source' | 'note'>;

/**
 * Records a refusal of clients, in the caller's transaction. A refusal of every channel and kind cancels queued
 * messages. Every refusal is checked again before a message is handed over.
 * @returns ids of the clients who had not refused before.
 */
export async function refuse(
  trx: Db,
  ctx: Pick<Context, 'actor'>,
  clients: readonly number[],
  refusal: Refusing,
): Promise<number[]> {
  const fresh = await queries.insertRefusals(trx, clients, { ...refusal, refused_by: ctx.actor.id });
  if (fresh.length === 0) return [];
  if (refusal.channel === null && refusal.kind === null) await queries.cancelOf(trx, fresh);
  await leaveTrails(trx, ctx, 'client', fresh, 'refuse-messages');
  await notify(trx, 'messages');
  return fresh;
}

/** A person who refused messages, and is registered again, still refuses them. */
export async function inheritRefusals(trx: Db, clients: readonly number[]): Promise<void> {
  await queries.inheritRefusals(trx, clients);
}

export function refuseForClient(
  ctx: Context,
  id: number,
  { channel, kind, note }: Received<typeof messages.refuse>['body'],
) {
  return change(ctx, async (trx) => {
    if (!(await queries.findClient(trx, id))) throw messageProblems.MESSAGE_CLIENT_NOT_FOUND();
    const fresh = await refuse(trx, ctx, [id], { channel, kind, source: 'STAFF', note: note ?? null });
    if (fresh.length === 0) throw messageProblems.MESSAGE_REFUSED_ALREADY();
  });
}

export function withdrawRefusal(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const withdrawn = await queries.withdrawRefusal(trx, id, ctx.actor.id);
    if (!withdrawn) throw messageProblems.MESSAGE_REFUSAL_NOT_FOUND();
    const { client_id, channel, kind } = withdrawn;
    await leaveTrail(trx, ctx, 'client', client_id, 'accept-messages', { channel, kind });
    await notify(trx, 'messages');
  });
}

/** A consent can’t have a date in the future. */
export function checkConsent(ctx: Pick<Context, 'today'>, { given_on }: Pick<ConsentChange, 'given_on'>) {
  if (given_on > ctx.today()) throw messageProblems.MESSAGE_CONSENT_LATER();
}

export function noteConsent(ctx: Context, id: number, given: ConsentChange) {
  checkConsent(ctx, given);
  return change(ctx, async (trx) => {
    if (!(await queries.findClient(trx, id))) throw messageProblems.MESSAGE_CLIENT_NOT_FOUND();
    const [noted] = await noteConsents(trx, ctx, [id], given);
    if (noted === undefined) throw messageProblems.MESSAGE_CONSENTED_ALREADY();
  });
}

/**
 * Records that clients agreed to a channel, each with the same day, means and words, in the caller's transaction.
 * @returns the consent of each in order; undefined for clients who agreed before, or are deleted or anonymised.
 */
export async function noteConsents(
  trx: Db,
  ctx: Pick<Context, 'actor'>,
  clients: readonly number[],
  given: ConsentChange,
): Promise<(number | undefined)[]> {
  const { channel, given_on, source } = given;
  const noted = await queries.insertConsents(trx, clients, { ...given, recorded_by: ctx.actor.id });
  if (noted.size === 0) return clients.map(() => undefined);
  await leaveTrails(trx, ctx, 'client', [...noted.keys()], 'consent-messages', { channel, given_on, source });
  await notify(trx, 'messages');
  return clients.map((id) => noted.get(id));
}

/** Withdraws consents by their ids, in the caller's transaction. @returns the ids of those that were in force. */
export async function withdrawConsents(
  trx: Db,
  ctx: Pick<Context, 'actor'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const withdrawn = await queries.withdrawConsents(trx, ids, ctx.actor.id);
  const channel = withdrawn[0]?.channel;
  if (channel === undefined) return new Set();
  const clients = withdrawn.map(({ client_id }) => client_id);
  await leaveTrails(trx, ctx, 'client', clients, 'withdraw-messages', { channel });
  await notify(trx, 'messages');
  return new Set(withdrawn.map(({ id }) => id));
}

export function withdrawConsent(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const withdrawn = await queries.withdrawConsent(trx, id, ctx.actor.id);
    if (!withdrawn) throw messageProblems.MESSAGE_CONSENT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'client', withdrawn.client_id, 'withdraw-messages', { channel: withdrawn.channel });
    await notify(trx, 'messages');
  });
}

/**
 * Records that visitors without a record refuse every message, in the caller's transaction. Messages queued for their
 * visits are canceled; messages of other visits with the same telephone or e-mail are checked before they are sent.
 */
export async function refuseVisitors(
  trx: Db,
  visits: readonly number[],
  source: 'LINK' | 'WHATSAPP' | 'SMS',
): Promise<void> {
  if (visits.length === 0) return;
  await queries.insertVisitorRefusals(trx, visits, source);
  await queries.cancelOfVisits(trx, visits);
  await notify(trx, 'messages');
}

/** Whether the opt-out address in an e-mail is valid. */
export const opensOptOut = (deps: Pick<Deps, 'db' | 'files'>, of: OptOut, word: string): Promise<boolean> =>
  isOptOutWord(deps, of, word);

/**
 * Refuses every message for a person, by the opt-out address in an e-mail. @returns false when the address is not
 * valid.
 */
export async function refuseByLink(deps: Deps, of: OptOut, word: string): Promise<boolean> {
  if (!(await isOptOutWord(deps, of, word))) return false;
  const all = { channel: null, kind: null, source: 'LINK', note: null } as const;
  await deps.db.transaction().execute(async (trx) => {
    if ('client' in of) await refuse(trx, systemContext(deps), [of.client], all);
    else await refuseVisitors(trx, [of.visit], 'LINK');
  });
  return true;
}
