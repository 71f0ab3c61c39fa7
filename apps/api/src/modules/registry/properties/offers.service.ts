import { type OfferStep, propertyProblems } from '@morada/contract/registry/properties';
import { addDays } from '@morada/domain/base/calendar';
import { isOpenOffer, OFFER_LINK_DAYS, offerLife } from '@morada/domain/property/offer';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { isEmailOfPerson } from '#api/modules/registry/clients/sessions.service.ts';
import { findOrCreateOwner } from '../clients/clients.service.ts';
import { lockProperty } from './lock.service.ts';
import { mailOwner, setOfferState } from './offer-state.service.ts';
import * as queries from './offers.queries.ts';
import { findOwners, putOwner } from './owners.queries.ts';
import { findRequester, touchProperty } from './properties.queries.ts';
import { updateInTransaction } from './properties.service.ts';

/** Locks the property of an offer that is still open. */
async function lockOpen(trx: Db, ctx: Context, id: number) {
  const property = await lockProperty(trx, ctx, id);
  const offer = await queries.findOffer(trx, id);
  if (!offer) throw propertyProblems.OFFER_NOT_FOUND();
  if (!isOpenOffer(offer.state)) throw propertyProblems.OFFER_DECIDED();
  return { property, offer };
}

/** Puts an offer under review, notes the visit to the property, or refuses it with a reason. */
export function moveOffer(ctx: Context, id: number, { action, visit_on, reason }: z.output<typeof OfferStep>) {
  return change(ctx, async (trx) => {
    const { property, offer } = await lockOpen(trx, ctx, id);
    if (action === 'refuse') {
      await updateInTransaction(trx, ctx, id, { status: 'UNAVAILABLE', reason });
      return;
    }
    if (!offerLife.can(offer.state, action)) throw propertyProblems.OFFER_DECIDED();
    if (action === 'schedule' && visit_on && visit_on < ctx.today()) throw propertyProblems.OFFER_VISIT_PAST();
    const state = offerLife.next(offer.state, action);
    await setOfferState(trx, ctx, id, offer.state, { state, ...(action === 'schedule' && { visit_on }) });
    await touchProperty(trx, id);
    if (action === 'schedule' && visit_on) await mailOwner(trx, ctx, property, { event: 'visit', on: visit_on });
  });
}

/**
 * Makes the pending property one of the agency's, off the site until staff advertise it, with the requester as its owner. The
 * lock and the state's update let one of two callers through.
 */
export function acceptOffer(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { property, offer } = await lockOpen(trx, ctx, id);
    const requester = await findRequester(trx, id);
    if (!requester) throw propertyProblems.OFFER_NOT_FOUND();
    if (!(await setOfferState(trx, ctx, id, offer.state, { state: 'ACCEPTED' })))
      throw propertyProblems.OFFER_DECIDED();
    await putRequester(trx, ctx, id, requester);
    await updateInTransaction(trx, ctx, id, { status: 'AVAILABLE' });
    await mailOwner(trx, ctx, property, { event: 'accepted' });
  });
}

/**
 * Makes the requester an owner. The e-mail of a person of a company names no owner: the offer is accepted once staff
 * have linked one.
 */
async function putRequester(trx: Db, ctx: Context, id: number, requester: Parameters<typeof findOrCreateOwner>[2]) {
  const owners = await findOwners(trx, id);
  if (await isEmailOfPerson(trx, requester.email)) {
    if (owners.length === 0) throw propertyProblems.OFFER_OF_PERSON();
    return;
  }
  const client_id = await findOrCreateOwner(trx, ctx, requester);
  if (owners.some((owner) => owner.id === client_id)) return;
  await putOwner(trx, id, client_id);
  await leaveTrail(trx, ctx, 'property', id, 'add-owner', { client_id });
}

/** Renews the link of an owner who lost it; the former one no longer opens. */
export function renewOfferLink(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    if (!(await queries.findOffer(trx, id))) throw propertyProblems.OFFER_NOT_FOUND();
    await queries.renewLink(trx, id, addDays(ctx.today(), OFFER_LINK_DAYS));
    await leaveTrail(trx, ctx, 'property', id, 'offer-link');
  });
}
