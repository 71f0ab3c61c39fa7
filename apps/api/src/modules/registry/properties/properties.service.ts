import { lastPage } from '@morada/contract/base/fields';
import {
  type PropertyCreate,
  type PropertyDetail,
  type PropertyInformation,
  type PropertyUpdate,
  propertyProblems,
} from '@morada/contract/registry/properties';
import type { PropertySearch, RequestSearch } from '@morada/contract/registry/properties.search';
import { type Access, type Grant, granted } from '@morada/domain/access/permissions';
import { addressLine, lackingFacts, listingGaps, propertyLife } from '@morada/domain/property/property';
import { requestMessage } from '@morada/domain/property/request-message';
import type * as z from 'zod/mini';
import { present } from '#api/base/present.ts';
import type { Context, Db } from '#api/context.ts';
import { emit, findObjections } from '#api/db/events.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { callOffMails, canMail, queueMail } from '#api/mail/mail.service.ts';
import { clientNamedByEmail } from '../clients/clients.service.ts';
import { imagePath } from '../images/images.service.ts';
import { leaveProperties } from '../leads/life.service.ts';
import { withdrawingIncomplete } from './advertised.service.ts';
import { findPropertyIds } from './export.queries.ts';
import { lockProperty } from './lock.service.ts';
import { openLinkOf } from './offer-link.service.ts';
import { closeOffer, followStatus } from './offer-state.service.ts';
import { findOffer, findOffers } from './offers.queries.ts';
import { holdClient, putOwner } from './owners.queries.ts';
import { findOwners } from './owners.service.ts';
import { shownPhotograph } from './photographs.service.ts';
import * as queries from './properties.queries.ts';

type FoundRow = Awaited<ReturnType<typeof queries.findProperties>>[number];

/** Rows as answered: the image as a path, the owner only for a full grant. */
const answered =
  (grant: Grant) =>
  ({ image_key, owner, ...row }: FoundRow) => ({
    ...row,
    owner: grant === 'full' ? owner : null,
    image: image_key && imagePath('thumb', image_key),
  });

/** Ids of the properties that a search finds, in list order. */
export const searchProperties = (
  { db }: Context,
  search: z.output<typeof PropertySearch>,
  most?: number,
): Promise<number[]> => findPropertyIds(db, search, most);

export async function listProperties(ctx: Context, search: z.output<typeof PropertySearch>, grant: Grant) {
  const [found, total] = await Promise.all([
    queries.findProperties(ctx.db, search),
    queries.countProperties(ctx.db, search),
  ]);
  return { data: found.map(answered(grant)), page: search.page ?? 1, lastPage: lastPage(total), total };
}

export async function findFewProperties(ctx: Context, search: { id?: number; query?: string }, limit: number) {
  const rows = await queries.findFewProperties(ctx.db, search, limit);
  return rows.map(({ street, number, complement, ...row }) => ({
    ...row,
    property: addressLine({ street, number, complement }),
  }));
}

/** Offers already decided are for callers who may see properties; to others the filter finds none. */
export async function listRequests(ctx: Context, asked: z.output<typeof RequestSearch>) {
  const search = { ...asked, decided: granted(ctx.actor.permissions, 'PROPERTY_VIEW') !== undefined };
  const { page } = search;
  const [found, total] = await Promise.all([
    queries.findRequests(ctx.db, search),
    page === undefined ? 0 : queries.countRequests(ctx.db, search),
  ]);
  const offers = await findOffers(
    ctx.db,
    found.map(({ id }) => id),
  );
  const by = new Map(
    offers.map(({ property_id, state, visit_on, ...requester }) => [
      property_id,
      { requester, offer: { state, visit_on } },
    ]),
  );
  const data = found.map((row) => ({
    ...answered('full')(row),
    ...(by.get(row.id) ?? { requester: null, offer: null }),
  }));
  return page === undefined ? data : { data, page, lastPage: lastPage(total), total };
}

/**
 * Callers with only the request permission open requests alone; others look missing to them. Callers with only the
 * contract permission get a reduced property.
 */
export async function showProperty(ctx: Context, id: number) {
  const shown = await readProperty(ctx, id);
  const may = (access: Access) => granted(ctx.actor.permissions, access) !== undefined;
  if (may('PROPERTY_VIEW') || (shown.property.status === 'PENDING' && may('PROPERTY_REQUEST_VIEW'))) return shown;
  if (!may('PROPOSAL_VIEW')) throw propertyProblems.PROPERTY_NOT_FOUND();
  return { ...shown, property: reduced(shown.property) };
}

/** Fields that a contract needs: description, address, prices and owners. */
const reduced = (property: PropertyDetail): PropertyDetail => ({
  ...property,
  ...WITHHELD,
  relationship: property.relationship.filter(({ pivot }) => pivot.relationship === 'OWNER'),
});

const WITHHELD = {
  exclusivity: null,
  pickup: null,
  commission: null,
  platform: null,
  external_id: null,
  reason: null,
  information: {
    description: null,
    energisa: null,
    copasa: null,
    land_area: null,
    building_area: null,
    pet: null,
    furnished: null,
    comercial: null,
    floor: null,
    condominium: null,
    video_url: null,
    contact_name: null,
    contact_phone: null,
  },
  fees: [],
  features: [],
  schedules: [],
  requester: null,
  offer: null,
};

export async function listVisits({ db }: Context, id: number, page: number) {
  const [isThere, data, total] = await Promise.all([
    queries.isThere(db, id),
    queries.findSchedules(db, id, page),
    queries.countSchedules(db, id),
  ]);
  if (!isThere) throw propertyProblems.PROPERTY_NOT_FOUND();
  return { data, page, lastPage: lastPage(total), total };
}

export async function readProperty(ctx: Context, id: number): Promise<{ property: PropertyDetail; version: number }> {
  const may = (access: Access) => granted(ctx.actor.permissions, access) !== undefined;
  const [found, owners, schedules, requester] = await Promise.all([
    queries.findProperty(ctx.db, id, ctx.today()),
    findOwners(ctx.db, id),
    may('SCHEDULE_VIEW') ? queries.findSchedules(ctx.db, id) : [],
    may(['PROPERTY_REQUEST_VIEW', 'PROPERTY_EDIT']) ? queries.findRequester(ctx.db, id) : undefined,
  ]);
  if (!found) throw propertyProblems.PROPERTY_NOT_FOUND();
  const { tenants, guarantors, photographs, ...property } = found;
  const images = photographs.map(shownPhotograph);
  const offer = requester ? await shownOffer(ctx, id) : null;
  return {
    property: {
      ...property,
      owner: owners[0]?.name ?? null,
      owner_id: owners[0]?.id ?? null,
      owners,
      image: images[0]?.thumbnail ?? null,
      images,
      schedules,
      requester: requester ?? null,
      offer,
      relationship: [
        ...owners.map(related('OWNER')),
        ...tenants.map(related('TENANT')),
        ...guarantors.map(related('GUARANTOR')),
      ],
      information: property,
    },
    version: property.version,
  };
}

/** The offer's progress, with the owner's link for callers who may judge it. */
async function shownOffer(ctx: Context, id: number): Promise<PropertyDetail['offer']> {
  const offer = await findOffer(ctx.db, id);
  if (!offer) return null;
  const may = (access: Access) => granted(ctx.actor.permissions, access) !== undefined;
  const { state, visit_on, decided_at, email } = offer;
  const [link, client] = await Promise.all([
    may('PROPERTY_EDIT') ? openLinkOf(ctx, ctx.db, id, offer) : null,
    may('USER_CREATE') ? clientNamedByEmail(ctx.db, email) : undefined,
  ]);
  return { state, visit_on, decided_at, link, client: client ?? null };
}

const related =
  (relationship: 'OWNER' | 'TENANT' | 'GUARANTOR') =>
  ({ id, name }: { id: number; name: string }) => ({ id, name, pivot: { relationship, user_id: id } });

export function createProperty(ctx: Context, { owner_id, ...input }: z.output<typeof PropertyCreate>) {
  return change(ctx, async (trx) => {
    if (!(await holdClient(trx, owner_id))) throw propertyProblems.OWNER_NOT_FOUND();
    const { id } = await queries.insertProperty(trx, { ...input, status: 'AVAILABLE' });
    await putOwner(trx, id, owner_id);
    await leaveTrail(trx, ctx, 'property', id, 'create', { ...input, owner_id });
    return { data: { id } };
  });
}

async function save(trx: Db, ctx: Context, property: queries.FoundProperty, input: Partial<queries.FoundProperty>) {
  const changes = difference(property, input);
  if (Object.keys(changes).length === 0) return;
  await queries.updateProperty(trx, property.id, input);
  await leaveTrail(trx, ctx, 'property', property.id, 'update', changes);
}

/** Exclusivity, captador and commission apply to sales; the reason applies to unpublished properties. */
export const updateProperty = (ctx: Context, id: number, input: z.output<typeof PropertyUpdate>) =>
  change(ctx, (trx) => updateInTransaction(trx, ctx, id, input));

/** Runs inside the caller's transaction; returns the property as it was before. */
export async function updateInTransaction(trx: Db, ctx: Context, id: number, input: z.output<typeof PropertyUpdate>) {
  const property = await lockProperty(trx, ctx, id);
  const { type, status } = { ...property, ...input };
  // A sale bills no rent: the months of the contract in force would silently stay unbilled.
  if ((type === 'RENT') !== (property.type === 'RENT') && (await queries.hasContractInForce(trx, id)))
    throw propertyProblems.CONTRACT_IN_FORCE();
  if (status === 'AVAILABLE' && property.status !== 'AVAILABLE') {
    if (await queries.hasGoneOwner(trx, id)) throw propertyProblems.OWNER_GONE();
  }
  if (input.advertised && status !== 'AVAILABLE') throw propertyProblems.NOT_AVAILABLE();
  const changes = {
    ...input,
    ...(type !== 'SALE' && { exclusivity: null, pickup: null, commission: null }),
    status: propertyLife.next(property.status, status),
    reason: status === 'UNAVAILABLE' ? input.reason : null,
  };
  await withdrawingIncomplete(trx, ctx, id, () => save(trx, ctx, property, changes));
  if (input.advertised && !property.advertised) await checkAdvertised(trx, { ...property, ...input });
  if (property.status === 'UNAVAILABLE' && status !== 'UNAVAILABLE') await callOffMails(trx, refusalOf(id));
  const offer = status === property.status ? undefined : await followStatus(trx, ctx, id, status);
  if (status !== property.status && (status === 'RENTED' || status === 'SOLD'))
    await emit(trx, ctx, 'properties.taken', [{ property_id: id, proposal_id: null, client_id: null }]);
  if (property.status === 'PENDING' && status === 'UNAVAILABLE' && input.reason && offer === 'REFUSED')
    await mailRejection(trx, ctx, property, input.reason);
  return property;
}

/**
 * Refuses to advertise what a visitor could not judge. The facts of the forms are asked of imported properties here: only
 * an import creates properties without them.
 */
async function checkAdvertised(trx: Db, property: queries.FoundProperty) {
  const gaps = listingGaps(present(await queries.findListingFacts(trx, property.id), 'the property that is locked'));
  if (gaps) throw propertyProblems.LISTING_LACKS({ message: `Antes de anunciar, falta: ${gaps}.` });
  const lacking = lackingFacts(property);
  if (lacking && (await queries.isImported(trx, property.id)))
    throw propertyProblems.FACTS_LACKING({ message: `Antes de anunciar, informe ${lacking}.` });
}

const refusalOf = (id: number) => `offer-refusal:${id}`;

/** Mails the reason to the person who offered the property on the site, if this server can send mail. */
async function mailRejection(
  trx: Db,
  ctx: Context,
  property: { id: number } & Parameters<typeof addressLine>[0],
  reason: string,
) {
  const requester = canMail(ctx) ? await queries.findRequester(trx, property.id) : undefined;
  if (!requester) return;
  const { name, email, agency } = requester;
  const request = { requester: name, property: addressLine(property), outcome: { reason } };
  const { subject, text: body } = requestMessage(request, agency);
  await queueMail(trx, { recipient: email, subject, body, cause: refusalOf(property.id) });
  await leaveTrail(trx, ctx, 'property', property.id, 'mail-rejection');
}

export { restoreListed } from './properties.queries.ts';

export function updateInformation(ctx: Context, id: number, input: z.output<typeof PropertyInformation>) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    await withdrawingIncomplete(trx, ctx, id, () => save(trx, ctx, property, input));
  });
}

export function deleteProperty(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    if (await queries.findContractOf(trx, id)) throw propertyProblems.PROPERTY_HAS_CONTRACT();
    const objection = (await findObjections(trx, ctx, 'properties.delete', [{ id }])).get(id);
    if (objection) throw objection;
    await queries.updateProperty(trx, id, { deleted_at: new Date() });
    await closeOffer(trx, ctx, id);
    await leaveProperties(trx, ctx, [id]);
    await leaveTrail(trx, ctx, 'property', id, 'delete');
  });
}
