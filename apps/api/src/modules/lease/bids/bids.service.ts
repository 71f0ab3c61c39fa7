import {
  type BidCounter,
  type BidCreate,
  type BidDetail,
  type BidUpdate,
  bidProblems,
} from '@morada/contract/lease/bids';
import type { BidSearch } from '@morada/contract/lease/bids.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { EventOf } from '@morada/domain/base/life-cycle';
import {
  answerer,
  type BidKind,
  type BidParty,
  bidFault,
  bidKind,
  bidLife,
  bidStateOn,
  isBidDay,
  isReserved,
} from '@morada/domain/lease/bid';
import { bidMessage } from '@morada/domain/lease/bid-message';
import { BID_PARTIES, BID_STATES } from '@morada/domain/lease/bid-words';
import type * as z from 'zod/mini';
import { checkTransition } from '#api/base/transition.ts';
import type { Context, Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { seenBy } from '#api/db/reading/search.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { violates } from '#api/db/unique.ts';
import { checkVersion } from '#api/db/version.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { findLeadOf, tellLead } from '#api/modules/registry/leads/life.service.ts';
import { bidPaper } from './bid.pdf.ts';
import { bidPageOf } from './bid-link.service.ts';
import * as queries from './bids.queries.ts';

type Event = EventOf<typeof bidLife>;
type TermsInput = Omit<z.output<typeof BidCounter>, 'by' | 'expires_on'>;

export const listBids = (ctx: Context, search: z.output<typeof BidSearch>) =>
  queries.findBids(ctx.db, { ...search, seen: seenBy(ctx) }, ctx.today());

/** Most bids that *Hoje* shows. */
const MOST_TASKS = 20;

export const listTasks = (ctx: Context) => queries.findWaiting(ctx.db, ctx.today(), MOST_TASKS);

/** Contact from the register is for those who may read it; what was typed with the bid is the bid's own. */
export async function showBid(ctx: Context, id: number): Promise<BidDetail> {
  const { owner, ...bid } = await readBid(ctx, id);
  if (seenBy(ctx) === 'everything') return { ...bid, owner };
  const own = bid.client_id === null ? {} : { phone: null, email: null };
  return { ...bid, ...own, owner: owner && { ...owner, phone: null, email: null } };
}

async function readBid(ctx: Context, id: number): Promise<BidDetail> {
  const [found, history] = await Promise.all([
    queries.findBid(ctx.db, id, ctx.today()),
    queries.findVersions(ctx.db, id),
  ]);
  const [last] = history;
  if (!found || !last) throw bidProblems.BID_NOT_FOUND();
  const { place: _, erased: __, stored: ___, ...bid } = found;
  if (bid.state === 'DRAFT') return { ...bid, history, links: null, messages: null };
  const links = {
    PROSPECT: await bidPageOf(ctx, ctx.db, id, 'PROSPECT'),
    OWNER: await bidPageOf(ctx, ctx.db, id, 'OWNER'),
  };
  const { name } = await readAgency(ctx.db, ['name']);
  const told = { ...bid, amount: last.amount };
  const message = (party: BidParty) =>
    bidMessage(told, party, name, ctx.publicUrl ? new URL(links[party], ctx.publicUrl).href : links[party]).text;
  return { ...bid, history, links, messages: { PROSPECT: message('PROSPECT'), OWNER: message('OWNER') } };
}

/** The open version on paper. */
export async function printBid(ctx: Context, id: number) {
  const [found, history] = await Promise.all([
    queries.findBid(ctx.db, id, ctx.today()),
    queries.findVersions(ctx.db, id),
  ]);
  const [last] = history;
  if (!found || !last) throw bidProblems.BID_NOT_FOUND();
  return bidPaper({ bid: found, version: last, agency: await letterheadOf(ctx), today: ctx.today() });
}

const termsOf = (input: TermsInput) => ({
  amount: input.amount,
  guarantee: input.guarantee ?? null,
  term_months: input.term_months ?? null,
  start_on: input.start_on ?? null,
  down_payment: input.down_payment ?? null,
  financed: input.financed ?? null,
  instalments: input.instalments ?? [],
  conditions: input.conditions ?? null,
});

function checkTerms(ctx: Context, kind: BidKind, terms: ReturnType<typeof termsOf>, expiresOn: CalendarDate) {
  const fault = bidFault(kind, terms);
  if (fault) throw bidProblems.BID_TERMS(fault);
  if (!isBidDay(expiresOn, ctx.today())) throw bidProblems.BID_DAY();
}

type PersonInput = Pick<z.output<typeof BidUpdate>, 'client_id' | 'name' | 'phone' | 'email'>;

/** A client's name and contact are those of the register. */
async function personOf(trx: Db, propertyId: number, { client_id, name, phone, email }: PersonInput) {
  if (client_id == null) return { client_id: null, name: name ?? null, phone: phone ?? null, email: email ?? null };
  await checkClient(trx, propertyId, client_id);
  return { client_id, name: null, phone: null, email: null };
}

async function checkClient(trx: Db, propertyId: number, clientId: number) {
  if (!(await queries.findClient(trx, clientId))) throw bidProblems.BID_CLIENT();
  if (await queries.isOwner(trx, propertyId, clientId)) throw bidProblems.BID_OWNER();
}

export function createBid(ctx: Context, input: z.output<typeof BidCreate>) {
  const { property_id, client_id, lead_id, name, phone, email, expires_on, ...given } = input;
  const terms = termsOf(given);
  return change(ctx, async (trx) => {
    const property = await queries.lockProperty(trx, property_id);
    if (!property) throw bidProblems.BID_PROPERTY();
    const kind = bidKind(property.type);
    checkTerms(ctx, kind, terms, expires_on);
    const person = await personOf(trx, property_id, { client_id, name, phone, email });
    if (lead_id && !(await queries.hasLead(trx, lead_id))) throw bidProblems.BID_LEAD();
    const bid = { kind, property_id, ...person, lead_id: lead_id ?? null, expires_on, created_by: ctx.actor.id };
    const { id } = await queries.insertBid(trx, bid);
    await queries.insertVersion(trx, { bid_id: id, number: 1, party: 'PROSPECT', admin_user_id: ctx.actor.id }, terms);
    await leaveTrail(trx, ctx, 'bid', id, 'create', { property_id, amount: terms.amount });
    return { id };
  });
}

type Property = Awaited<ReturnType<typeof queries.lockProperty>>;

/** Locks a bid, after its property, and reads it as it is today. */
async function hold(trx: Db, ctx: Context, id: number) {
  const propertyId = await queries.findPropertyId(trx, id);
  if (propertyId === undefined) throw bidProblems.BID_NOT_FOUND();
  const property = await queries.lockProperty(trx, propertyId);
  const bid = await queries.lockBid(trx, id);
  if (!bid) throw bidProblems.BID_NOT_FOUND();
  await checkVersion(trx, ctx, 'bid', bid);
  return { property, bid: { ...bid, state: bidStateOn(bid, ctx.today()) } };
}

type Held = Awaited<ReturnType<typeof hold>>['bid'];

/** The state that an event leads to. @throws the refusal of the life cycle */
function next(bid: Held, event: Event) {
  const cell = bidLife.cell(bid.state, event);
  checkTransition(cell, bidProblems);
  const state = bidLife.next(bid.state, event);
  if (state === 'REMOVED') throw new TypeError(`${event} removes a bid`);
  return state;
}

/** Refuses what can't lead to a contract: the property is gone, taken, or no longer what the bid is for. */
function checkFree(property: Property, { kind }: Pick<Held, 'kind'>) {
  if (!property || property.signed || property.status === 'RENTED' || property.status === 'SOLD')
    throw bidProblems.BID_PROPERTY_TAKEN();
  if (bidKind(property.type) !== kind) throw bidProblems.BID_KIND();
}

async function move(
  trx: Db,
  ctx: Context,
  bid: Held,
  event: Event,
  action: 'accept' | 'refuse' | 'withdraw' | 'expire' | 'send' | 'sign',
  changes: Parameters<typeof queries.updateBid>[2] = {},
) {
  const state = next(bid, event);
  const keeps = state === 'SENT' || state === 'COUNTERED' || state === 'ACCEPTED';
  await queries.updateBid(trx, bid.id, {
    state,
    decided_on: answerer(state) ? null : ctx.today(),
    ...(!keeps && { reserved_until: null }),
    ...changes,
  });
  await leaveTrail(trx, ctx, 'bid', bid.id, action, { status: [BID_STATES[bid.state], BID_STATES[state]] });
  const deed = DEEDS[action];
  if (deed && event !== 'forget') await tell(trx, ctx, bid, deed);
}

/** What the lead of a bid hears. */
const DEEDS = {
  send: 'BID_SENT',
  accept: 'BID_ACCEPTED',
  refuse: 'BID_REFUSED',
  withdraw: 'BID_REFUSED',
  expire: 'BID_REFUSED',
  sign: 'CONTRACT_MADE',
} as const;

/** The lead that a bid names, else the open one of its person, which it names from then on. */
async function tell(trx: Db, ctx: Context, bid: Held, deed: (typeof DEEDS)[keyof typeof DEEDS]) {
  const lead = bid.lead_id ?? (await findLeadOf(trx, bid));
  if (lead === undefined) return;
  if (bid.lead_id === null) await queries.nameLead(trx, bid.id, lead);
  await tellLead(trx, ctx, lead, deed, { record: 'bid', record_id: bid.id, property_id: bid.property_id });
}

export const updateBid = (ctx: Context, id: number, input: z.output<typeof BidUpdate>) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    next(bid, 'edit');
    const { client_id, name, phone, email, expires_on, ...given } = input;
    const terms = termsOf(given);
    checkTerms(ctx, bid.kind, terms, expires_on);
    const person = await personOf(trx, bid.property_id, { client_id, name, phone, email });
    await queries.updateDraft(trx, id, ctx.actor.id, terms);
    await queries.updateBid(trx, id, { ...person, expires_on });
    await leaveTrail(trx, ctx, 'bid', id, 'update');
  });

export const removeBid = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    checkTransition(bidLife.cell(bid.state, 'remove'), bidProblems);
    await queries.deleteBid(trx, id);
    await leaveTrail(trx, ctx, 'bid', id, 'delete');
  });

export const sendBid = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { bid, property } = await hold(trx, ctx, id);
    next(bid, 'send');
    checkFree(property, bid);
    if (!isBidDay(bid.expires_on, ctx.today())) throw bidProblems.BID_DAY();
    await move(trx, ctx, bid, 'send', 'send');
  });

/** A further version, of either side; what had ended without a contract is open again by it. */
export const counterBid = (ctx: Context, id: number, { by, expires_on, ...given }: z.output<typeof BidCounter>) =>
  change(ctx, async (trx) => {
    const { bid, property } = await hold(trx, ctx, id);
    const state = next(bid, by === 'OWNER' ? 'ownerCounters' : 'prospectCounters');
    const terms = termsOf(given);
    checkTerms(ctx, bid.kind, terms, expires_on);
    if (await queries.isErased(trx, bid)) throw bidProblems.BID_PERSON_GONE();
    checkFree(property, bid);
    const number = (await queries.findLastNumber(trx, id)) + 1;
    await queries.insertVersion(trx, { bid_id: id, number, party: by, admin_user_id: ctx.actor.id }, terms);
    const reopens = answerer(bid.state) === undefined;
    await queries.updateBid(trx, id, {
      state,
      expires_on,
      decided_on: null,
      end_reason: null,
      ...(reopens && { reserved_until: null }),
    });
    await leaveTrail(trx, ctx, 'bid', id, 'counter', {
      status: [BID_STATES[bid.state], BID_STATES[state]],
      number: [number - 1, number],
    });
    await tell(trx, ctx, bid, 'BID_SENT');
  });

/** @throws BID_PROPERTY_ACCEPTED, BID_PROPERTY_RESERVED */
export const acceptBid = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { bid, property } = await hold(trx, ctx, id);
    await accept(trx, ctx, bid, property);
  });

async function accept(trx: Db, ctx: Context, bid: Held, property: Property) {
  next(bid, 'accept');
  checkFree(property, bid);
  await checkUnreserved(trx, ctx, bid);
  await move(trx, ctx, bid, 'accept', 'accept').catch(violates('bid_accepted', bidProblems.BID_PROPERTY_ACCEPTED));
}

async function checkUnreserved(trx: Db, ctx: Context, { id, property_id }: Pick<Held, 'id' | 'property_id'>) {
  const others = (await queries.lockBidsOf(trx, property_id)).filter((other) => other.id !== id);
  if (others.some((other) => holdsProperty(other, ctx.today()))) throw bidProblems.BID_PROPERTY_RESERVED();
}

/** A bid that has expired keeps nothing, though the job hasn't come by. */
export const holdsProperty = (bid: queries.LockedBid, today: CalendarDate) =>
  isReserved(bid.reserved_until, today) && bidStateOn(bid, today) !== 'EXPIRED';

export const refuseBid = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    await move(trx, ctx, bid, 'refuse', 'refuse', { end_reason: reason });
  });

export const withdrawBid = (ctx: Context, id: number, reason: string) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    await move(trx, ctx, bid, 'withdraw', 'withdraw', { end_reason: reason });
  });

/** Keeps the property for one bid; another that asks meanwhile is told. @throws BID_PROPERTY_RESERVED */
export const reserveProperty = (ctx: Context, id: number, until: CalendarDate) =>
  change(ctx, async (trx) => {
    const { bid, property } = await hold(trx, ctx, id);
    next(bid, 'reserve');
    checkFree(property, bid);
    if (!isBidDay(until, ctx.today())) throw bidProblems.BID_DAY({ field: 'until' });
    await queries.dropPassedReservations(trx, bid.property_id, ctx.today());
    for (const other of await queries.lockBidsOf(trx, bid.property_id))
      if (other.id !== id && bidStateOn(other, ctx.today()) === 'EXPIRED' && other.state !== 'EXPIRED')
        await move(trx, ctx, other, 'expire', 'expire');
    await queries
      .updateBid(trx, id, { reserved_until: until })
      .catch(violates('bid_reserves', bidProblems.BID_PROPERTY_RESERVED));
    await leaveTrail(trx, ctx, 'bid', id, 'reserve', { reserved_until: [bid.reserved_until, until] });
  });

export const releaseProperty = (ctx: Context, id: number) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    next(bid, 'release');
    if (!isReserved(bid.reserved_until, ctx.today())) throw bidProblems.BID_NOT_RESERVED();
    await queries.updateBid(trx, id, { reserved_until: null });
    await leaveTrail(trx, ctx, 'bid', id, 'release', { reserved_until: [bid.reserved_until, null] });
  });

/** Says which client the person of a bid is, so that a contract can be made. */
export const linkClient = (ctx: Context, id: number, clientId: number) =>
  change(ctx, async (trx) => {
    const { bid } = await hold(trx, ctx, id);
    if (bid.state === 'DONE') throw bidProblems.BID_DONE();
    if (await queries.isErased(trx, bid)) throw bidProblems.BID_PERSON_GONE();
    await checkClient(trx, bid.property_id, clientId);
    await queries.updateBid(trx, id, { client_id: clientId, name: null, phone: null, email: null });
    await leaveTrail(trx, ctx, 'bid', id, 'link-client', { client_id: [bid.client_id, clientId] });
  });

/** Mails the link of the open version to one of its parties. */
export const mailBid = (ctx: Context, id: number, to: BidParty) =>
  change(ctx, async (trx) => {
    const bid = await readBid({ ...ctx, db: trx }, id);
    const [last] = bid.history;
    if (!bid.links || !last) throw bidProblems.BID_DRAFT();
    if (!canMail(ctx) || !ctx.publicUrl) throw bidProblems.BID_MAIL_OFF();
    const recipient = to === 'OWNER' ? bid.owner?.email : bid.email;
    if (!recipient) throw bidProblems.BID_NO_ADDRESS();
    const { name } = await readAgency(trx, ['name']);
    const link = new URL(bid.links[to], ctx.publicUrl).href;
    const { subject, text } = bidMessage({ ...bid, amount: last.amount }, to, name, link);
    await queueMail(trx, { recipient, subject, body: text });
    await leaveTrail(trx, ctx, 'bid', id, 'mail', { party: BID_PARTIES[to] });
  });

/**
 * One of the parties answers by its page. What was accepted already stays so: the form was sent twice.
 * @param number version that the page showed
 */
export const answerBid = (
  ctx: Context,
  id: number,
  { party, number, answer }: { party: BidParty; number: number; answer: 'accept' | 'refuse' },
) =>
  change(ctx, async (trx) => {
    const { bid, property } = await hold(trx, ctx, id);
    if (bid.state === (answer === 'accept' ? 'ACCEPTED' : 'REFUSED')) return;
    if ((await queries.findLastNumber(trx, id)) !== number) throw bidProblems.BID_CHANGED();
    if (answerer(bid.state) !== party) throw bidProblems.BID_ENDED();
    if (answer === 'accept') await accept(trx, ctx, bid, property);
    else await move(trx, ctx, bid, 'refuse', 'refuse', { end_reason: null });
  });

export { move as moveBid };
