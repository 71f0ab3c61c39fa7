import { type OfferNews, type OfferState, offerLife, offerMessage, offerStateFor } from '@morada/domain/property/offer';
import { addressLine, type PropertyStatus } from '@morada/domain/property/property';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import { canMail, queueMail } from '#api/mail/mail.service.ts';
import { openLinkOf } from './offer-link.service.ts';
import * as queries from './offers.queries.ts';

// The property's own service calls this file, so it doesn't import that.

type Move = Parameters<typeof queries.moveOffer>[3];

/** Moves an offer on, with its trail. The property is locked. @returns false when its state has changed meanwhile. */
export async function setOfferState(trx: Db, ctx: Context, id: number, from: OfferState, to: Move): Promise<boolean> {
  if (!(await queries.moveOffer(trx, id, from, to))) return false;
  const { state, visit_on } = to;
  await leaveTrail(trx, ctx, 'property', id, 'offer-state', { state: [from, state], ...(visit_on && { visit_on }) });
  await notify(trx, 'badges');
  return true;
}

/**
 * Updates the offer after staff set the property's status, and returns its state; undefined for a property that was not
 * offered.
 */
export async function followStatus(
  trx: Db,
  ctx: Context,
  id: number,
  status: PropertyStatus,
): Promise<OfferState | undefined> {
  const offer = await queries.findOffer(trx, id);
  if (!offer) return undefined;
  const state = offerStateFor(offer.state, status);
  if (state !== offer.state) await setOfferState(trx, ctx, id, offer.state, { state });
  return state;
}

/** Closes the offer of a property that is deleted. */
export async function closeOffer(trx: Db, ctx: Context, id: number): Promise<void> {
  const offer = await queries.findOffer(trx, id);
  const state = offer && offerLife.next(offer.state, 'remove');
  if (offer && state && state !== offer.state) await setOfferState(trx, ctx, id, offer.state, { state });
}

type Told = { id: number } & Parameters<typeof addressLine>[0];

/** Mails an event to the owner, if this server can send mail and the owner's link opens. */
export async function mailOwner(trx: Db, ctx: Context, property: Told, news: OfferNews): Promise<void> {
  if (!canMail(ctx) || !ctx.publicUrl) return;
  const offer = await queries.findOffer(trx, property.id);
  const link = offer && (await openLinkOf(ctx, trx, property.id, offer));
  if (!link) return;
  const told = { requester: offer.name, property: addressLine(property), news };
  const { subject, text } = offerMessage({ ...told, link: new URL(link.path, ctx.publicUrl).href });
  await queueMail(trx, { recipient: offer.email, subject, body: text });
}
