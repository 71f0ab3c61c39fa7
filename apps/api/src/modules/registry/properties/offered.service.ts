import type { UploadedFile } from '@morada/contract/base/endpoint';
import type { SiteProperty } from '@morada/contract/doors/site';
import { propertyProblems } from '@morada/contract/registry/properties';
import { addDays } from '@morada/domain/base/calendar';
import { isOpenOffer, OFFER_LINK_DAYS, OFFER_PHOTOGRAPHS } from '@morada/domain/property/offer';
import { moved, type PhotographMove } from '@morada/domain/property/property';
import type * as z from 'zod/mini';
import { type Context, type Db, type Deps, inside } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { cleanName } from '#api/files/name.ts';
import { notify } from '#api/live/notify.ts';
import { mayMailUnconfirmed } from '#api/modules/access/credentials/tries.service.ts';
import { dropImages } from '../images/images.service.ts';
import { receiveLead } from '../leads/receive.service.ts';
import { lockProperty } from './lock.service.ts';
import { isOfferWord, offerPath, offerWord } from './offer-link.service.ts';
import { mailOwner, setOfferState } from './offer-state.service.ts';
import * as queries from './offers.queries.ts';
import { countImages, findIds, findImageOfKey, findImages, insertFees } from './parts.queries.ts';
import { removePart, sortParts } from './parts.service.ts';
import { addPhotograph } from './photographs.service.ts';
import { insertProperty } from './properties.queries.ts';
import { updateInTransaction } from './properties.service.ts';

/** Serialises the forms of one requester, so that a form sent twice finds its first. */
export const holdRequester = (trx: Db, email: string) => queries.holdRequester(trx, email);

/** Context of an owner who has no session, and acts by the form or the link. */
const ownerContext = (deps: Deps): Context => ({
  ...deps,
  actor: { id: null, name: 'Proprietário, pelo site', permissions: [] },
});

/**
 * Stores an offered property as PENDING, for staff to decide. `submission`: key of the form, unknown to others.
 * @returns path of the owner's link; undefined where it may not be shown: to machines, and for an offer that is already
 * open, whose link went to the person who sent it.
 */
export async function offerProperty(
  deps: Deps,
  input: z.output<typeof SiteProperty>,
  submission: string | undefined,
): Promise<string | undefined> {
  const { name, email, phone, consent: _agreed, website, condominium, iptu, ...offered } = input;
  // A filled honeypot field marks a bot: it gets the usual answer, and nothing is stored.
  if (website) return undefined;
  const property = { ...offered, status: 'PENDING' as const };
  const ctx = ownerContext(deps);
  const mayMail = await mayMailUnconfirmed(deps.db, email);
  return deps.db.transaction().execute(async (trx) => {
    await queries.holdRequester(trx, email);
    const same = submission === undefined ? undefined : await queries.findSubmission(trx, submission, email);
    if (same) return linkOf(deps, trx, same.property_id, same.link_version);
    if (await queries.findSameOffer(trx, email, property)) return undefined;
    const { id } = await insertProperty(trx, property);
    const link_until = addDays(deps.today(), OFFER_LINK_DAYS);
    const request = { name, email, phone, submission: submission ?? null, link_until };
    await queries.insertRequest(trx, { ...request, property_id: id });
    await insertFees(trx, id, feesOf(condominium, iptu));
    await leaveTrail(trx, ctx, 'property', id, 'offer');
    const way = { source: 'OFFER', kind: 'OFFER', record: 'property', record_id: id } as const;
    await receiveLead(trx, ctx, { ...way, name, phone, email, property_id: id });
    if (mayMail) await mailOwner(trx, ctx, { ...property, id }, { event: 'received' });
    await notify(trx, 'badges');
    return linkOf(deps, trx, id, 1);
  });
}

const linkOf = async (deps: Deps, trx: Db, id: number, version: number) =>
  offerPath(id, await offerWord(deps, trx, id, version));

type Offered = z.output<typeof SiteProperty>;

/** Monthly costs that the owner gave; a cost of zero is left out. */
const feesOf = (condominium: Offered['condominium'], iptu: Offered['iptu']) =>
  [
    { name: 'Condomínio', price: condominium },
    { name: 'IPTU', price: iptu },
  ].flatMap(({ name, price }) => (price ? [{ name, price, to_owner: false }] : []));

/**
 * The offer that a link opens: what its owner sent, its state and its photographs. Undefined when the link is revoked,
 * expired or wrong.
 */
export async function openOffer(deps: Deps, id: number, word: string) {
  const offer = await queries.findOfferedProperty(deps.db, id);
  if (!offer || offer.link_until === null || offer.link_until < deps.today()) return undefined;
  if (!(await isOfferWord(deps, deps.db, { id, version: offer.link_version, word }))) return undefined;
  const photographs = await findImages(deps.db, id);
  return { ...offer, photographs, isOpen: isOpenOffer(offer.state) };
}

export type OpenOffer = NonNullable<Awaited<ReturnType<typeof openOffer>>>;

/** Name of a file as the page shows it. */
export const photographName = (name: string) => cleanName(name);

/** Adds one photograph to an open offer. */
export async function addOfferPhotograph(deps: Deps, { id, isOpen }: OpenOffer, file: UploadedFile): Promise<void> {
  if (!isOpen) throw propertyProblems.OFFER_DECIDED({ field: 'fotos' });
  if ((await countImages(deps.db, id)) >= OFFER_PHOTOGRAPHS) throw propertyProblems.OFFER_FULL({ field: 'fotos' });
  await addPhotograph(ownerContext(deps), id, file, OFFER_PHOTOGRAPHS);
}

/** Removes a photograph of an open offer, by the name of its file; one that is already gone, or of another property, changes nothing. */
export async function removeOfferPhotograph(deps: Deps, { id }: OpenOffer, key: string): Promise<void> {
  const ctx = ownerContext(deps);
  const isRemoved = await change(ctx, async (trx) => {
    await lockOpenOffer(trx, ctx, id);
    const image = await findImageOfKey(trx, id, key);
    if (image) await removePart(inside(ctx, trx), 'images', image.id);
    return image !== undefined;
  });
  // The row is gone: a file that can't be removed now is unreachable.
  if (isRemoved) await dropImages(ctx, [key]);
}

/** Moves a photograph of an open offer, by the name of its file. One that is gone, or stays where it is, changes nothing. */
export async function moveOfferPhotograph(
  deps: Deps,
  { id }: OpenOffer,
  key: string,
  move: PhotographMove,
): Promise<void> {
  const ctx = ownerContext(deps);
  await change(ctx, async (trx) => {
    await lockOpenOffer(trx, ctx, id);
    const image = await findImageOfKey(trx, id, key);
    if (!image) return;
    const before = await findIds(trx, 'images', id);
    const data = moved(before, image.id, move);
    if (data.some((one, place) => one !== before[place])) await sortParts(inside(ctx, trx), 'images', id, { data });
  });
}

/** @throws OFFER_DECIDED */
async function lockOpenOffer(trx: Db, ctx: Context, id: number) {
  await lockProperty(trx, ctx, id);
  const offer = await queries.findOffer(trx, id);
  if (!offer || !isOpenOffer(offer.state)) throw propertyProblems.OFFER_DECIDED({ field: 'fotos' });
}

/** The owner takes the offer back. @returns false when it has been decided meanwhile. */
export async function withdrawOffer(deps: Deps, { id }: OpenOffer): Promise<boolean> {
  const ctx = ownerContext(deps);
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    const offer = await queries.findOffer(trx, id);
    // Pressed twice, or in another tab: it is what was asked.
    if (offer?.state === 'WITHDRAWN') return true;
    if (!offer || !isOpenOffer(offer.state)) return false;
    await setOfferState(trx, ctx, id, offer.state, { state: 'WITHDRAWN' });
    await updateInTransaction(trx, ctx, id, { status: 'UNAVAILABLE', reason: 'O proprietário desistiu pelo site.' });
    return true;
  });
}
