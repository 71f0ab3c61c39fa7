import type { Problem } from '@morada/contract/base/problem';
import { bidProblems } from '@morada/contract/lease/bids';
import { clientProblems } from '@morada/contract/registry/clients';
import { propertyProblems } from '@morada/contract/registry/properties';
import { addDays } from '@morada/domain/base/calendar';
import { bidLife, bidStateOn } from '@morada/domain/lease/bid';
import { BID_STATES } from '@morada/domain/lease/bid-words';
import { refusalOf } from '#api/base/transition.ts';
import { type Context, type Db, type Deps, systemContext } from '#api/context.ts';
import { leaveTrail, leaveTrails } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import * as queries from './bids.queries.ts';
import { holdsProperty, moveBid } from './bids.service.ts';

const LET = 'O imóvel foi alugado ou vendido.';

type Taken = { property_id: number; proposal_id: number | null; client_id: number | null; bid_id?: number | undefined };
type Contract = { id: number; user_id: number; bid_id?: number | undefined };

/** Properties were let or sold, by a contract or as staff set by hand. */
export async function whenTaken(trx: Db, ctx: Context, rows: readonly Taken[]): Promise<void> {
  for (const { property_id, proposal_id, client_id, bid_id } of rows) {
    const bids = (await queries.lockBidsOf(trx, property_id)).map((bid) => ({
      ...bid,
      state: bidStateOn(bid, ctx.today()),
    }));
    if (proposal_id === null || client_id === null) await mark(trx, ctx, bids);
    else await take(trx, ctx, bids, { id: proposal_id, user_id: client_id, bid_id });
  }
}

/** Staff set a property as let or sold: bids that await an answer end. */
async function mark(trx: Db, ctx: Context, bids: readonly queries.LockedBid[]) {
  for (const bid of bids)
    if (bidLife.can(bid.state, 'mark')) await moveBid(trx, ctx, bid, 'mark', 'withdraw', { end_reason: LET });
}

/**
 * A contract takes a property: the bid that it came from is done, and the others end. One for which the property is kept
 * refuses the contract with somebody else.
 */
async function take(trx: Db, ctx: Context, bids: readonly queries.LockedBid[], contract: Contract) {
  const own = ownBid(bids, contract);
  if (contract.bid_id !== undefined && !own) throw bidProblems.BID_OTHER_PROPERTY();
  if (bids.some((bid) => bid !== own && holdsProperty(bid, ctx.today()))) throw bidProblems.BID_PROPERTY_RESERVED();
  for (const bid of bids) {
    if (bid === own) await sign(trx, ctx, bid, contract);
    else if (bidLife.can(bid.state, 'take')) await moveBid(trx, ctx, bid, 'take', 'withdraw', { end_reason: LET });
  }
}

/** The bid that a contract names, else one of the same client that can become it. */
function ownBid(bids: readonly queries.LockedBid[], { bid_id, user_id }: Contract) {
  if (bid_id !== undefined) return bids.find(({ id }) => id === bid_id);
  return bids
    .filter(({ state, client_id }) => client_id === user_id && bidLife.can(state, 'sign'))
    .toSorted((one, other) => Number(other.state === 'ACCEPTED') - Number(one.state === 'ACCEPTED'))[0];
}

async function sign(trx: Db, ctx: Context, bid: queries.LockedBid, { id, user_id }: Contract) {
  const refusal = refusalOf(bidLife.cell(bid.state, 'sign'), bidProblems);
  if (refusal) throw refusal;
  if (bid.client_id !== null && bid.client_id !== user_id) throw bidProblems.BID_OTHER_CLIENT();
  const person = { client_id: user_id, name: null, phone: null, email: null };
  await moveBid(trx, ctx, bid, 'sign', 'sign', { proposal_id: id, ...person });
}

const LOST = 'O lead foi marcado como perdido.';

/** Leads were given up: what they bid for ends, accepted or not. A draft stays, which nobody was shown. */
export async function whenLost(trx: Db, ctx: Context, leads: readonly { id: number }[]): Promise<void> {
  const ids = leads.map(({ id }) => id);
  for (const bid of await queries.lockBidsOfLeads(trx, ids)) {
    const now = { ...bid, state: bidStateOn(bid, ctx.today()) };
    if (bidLife.can(now.state, 'withdraw')) await moveBid(trx, ctx, now, 'withdraw', 'withdraw', { end_reason: LOST });
  }
}

/** Contracts are deleted as mistakes: their bids can become another one. */
export async function whenUnsigned(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { id, state } of await queries.unsign(trx, ids, ctx.today()))
    await leaveTrail(trx, ctx, 'bid', id, 'unsign', { status: [BID_STATES.DONE, BID_STATES[state]] });
}

/** People are erased: what they bid for ends, and stays without them. */
export async function whenErased(trx: Db, ctx: Context, rows: readonly { id: number }[]): Promise<void> {
  const bids = await queries.lockBidsOfPeople(
    trx,
    rows.map(({ id }) => id),
  );
  if (bids.length === 0) return;
  for (const bid of bids) {
    const now = { ...bid, state: bidStateOn(bid, ctx.today()) };
    if (bidLife.next(now.state, 'forget') !== bid.state) await moveBid(trx, ctx, now, 'forget', 'withdraw');
  }
  const ids = bids.map(({ id }) => id);
  await queries.forgetPerson(trx, ids);
  await leaveTrails(trx, ctx, 'bid', ids, 'forget');
}

const underWay = (open: number) => (open === 1 ? 'uma proposta em aberto' : `${open} propostas em aberto`);

/** Refusals of the deletion of properties that somebody bids for. */
export async function findPropertiesBidFor(db: Db, rows: readonly { id: number }[]) {
  const refusals = new Map<number, Problem>();
  const ids = rows.map(({ id }) => id);
  for (const { id, open } of await queries.countOpen(db, 'property_id', ids)) {
    const message = `Há ${underWay(open)} para este imóvel: retire ou conclua antes de deletar.`;
    refusals.set(id, propertyProblems.PROPERTY_IN_WORK({ message }));
  }
  return refusals;
}

/** Refusals of the deletion of clients who bid for something. */
export async function findClientsBidding(db: Db, rows: readonly { id: number }[]) {
  const refusals = new Map<number, Problem>();
  const ids = rows.map(({ id }) => id);
  for (const { id, open } of await queries.countOpen(db, 'client_id', ids)) {
    const message = `Há ${underWay(open)} deste cliente: retire ou conclua antes de deletar.`;
    refusals.set(id, clientProblems.CLIENT_IN_WORK({ message }));
  }
  return refusals;
}

/** Days after its end for which a bid keeps who made it, if that is no client. */
const KEPT_DAYS = 180;
const PORTION = 100;

/** Writes down which bids have expired and which reservations are over, and forgets people who became no clients. */
export async function followBids(deps: Deps): Promise<void> {
  const ctx = systemContext(deps);
  for (let carried = PORTION; carried === PORTION; )
    carried = await change(ctx, async (trx) => {
      const bids = await queries.lockLapsed(trx, deps.today(), PORTION);
      for (const bid of bids) await moveBid(trx, ctx, bid, 'expire', 'expire');
      return bids.length;
    });
  await change(ctx, async (trx) => {
    const released = await queries.dropAllPassedReservations(trx, deps.today());
    await leaveTrails(
      trx,
      ctx,
      'bid',
      released.map(({ id }) => id),
      'release',
    );
    const forgotten = await queries.findForgettable(trx, addDays(deps.today(), -KEPT_DAYS));
    if (forgotten.length === 0) return;
    await queries.forgetPerson(trx, forgotten);
    await leaveTrails(trx, ctx, 'bid', forgotten, 'forget');
  });
}
