import { clientProblems } from '@morada/contract/clients';
import { lastPage } from '@morada/contract/fields';
import { common } from '@morada/contract/problem';
import {
  type PropertyCreate,
  type PropertyDetail,
  type PropertyFees,
  type PropertyInformation,
  type PropertyUpdate,
  propertyProblems,
} from '@morada/contract/properties';
import type { PropertySearch } from '@morada/contract/properties.search';
import { ownerShares } from '@morada/domain/ownership';
import { type Grant, granted } from '@morada/domain/permissions';
import { propertyLife } from '@morada/domain/property';
import type * as z from 'zod/mini';
import type { Context, Db } from '../../context.ts';
import { difference, leaveTrail } from '../../db/trail.ts';
import { change } from '../../db/transaction.ts';
import { checkVersion } from '../../db/version.ts';
import * as queries from './properties.queries.ts';

export async function listProperties(ctx: Context, search: z.output<typeof PropertySearch>, grant: Grant) {
  const [found, total] = await Promise.all([
    queries.findProperties(ctx.db, search),
    queries.countProperties(ctx.db, search),
  ]);
  const data = grant === 'full' ? found : found.map((row) => ({ ...row, owner: null }));
  return { data, page: search.page ?? 1, lastPage: lastPage(total), total };
}

/** Whoever may only see requests opens those alone. */
export async function showProperty(ctx: Context, id: number) {
  const shown = await readProperty(ctx, id);
  const { permissions } = ctx.actor;
  if (shown.property.status !== 'PENDING' && !granted(permissions, ['PROPERTY_VIEW', 'PROPOSAL_VIEW']))
    throw common.PERMISSION_DENIED();
  return shown;
}

export async function readProperty(ctx: Context, id: number): Promise<{ property: PropertyDetail; version: number }> {
  const [found, owners] = await Promise.all([queries.findProperty(ctx.db, id), findOwners(ctx.db, id)]);
  if (!found) throw propertyProblems.PROPERTY_NOT_FOUND();
  const { tenants, guarantors, ...property } = found;
  return {
    property: {
      ...property,
      owner: owners[0]?.name ?? null,
      owner_id: owners[0]?.id ?? null,
      owners,
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

const related =
  (relationship: 'OWNER' | 'TENANT' | 'GUARANTOR') =>
  ({ id, name }: { id: number; name: string }) => ({ id, name, pivot: { relationship, user_id: id } });

async function findOwners(db: Db, id: number) {
  const owners = ownerShares(await queries.findOwners(db, id));
  return owners.map((owner, index) => ({ ...owner, main: index === 0 }));
}

export function createProperty(ctx: Context, { owner_id, ...input }: z.output<typeof PropertyCreate>) {
  return change(ctx, async (trx) => {
    if (!(await queries.holdClient(trx, owner_id))) throw propertyProblems.OWNER_NOT_FOUND();
    const { id } = await queries.insertProperty(trx, { ...input, status: 'AVAILABLE' });
    await queries.putOwner(trx, id, owner_id);
    await leaveTrail(trx, ctx, 'property', id, 'create', { ...input, owner_id });
    return { data: { id } };
  });
}

async function lockProperty(trx: Db, ctx: Context, id: number) {
  const property = await queries.lockProperty(trx, id);
  if (!property) throw propertyProblems.PROPERTY_NOT_FOUND();
  await checkVersion(trx, ctx, 'property', property);
  return property;
}

async function save(trx: Db, ctx: Context, property: queries.FoundProperty, input: Partial<queries.FoundProperty>) {
  const changes = difference(property, input);
  if (Object.keys(changes).length === 0) return;
  await queries.updateProperty(trx, property.id, input);
  await leaveTrail(trx, ctx, 'property', property.id, 'update', changes);
}

/** Exclusivity, captador and commission belong to a sale; the reason belongs to what is not offered. */
export function updateProperty(ctx: Context, id: number, input: z.output<typeof PropertyUpdate>) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    const { type, status } = { ...property, ...input };
    await save(trx, ctx, property, {
      ...input,
      ...(type !== 'SALE' && { exclusivity: null, pickup: null, commission: null }),
      status: propertyLife.next(property.status, status),
      reason: status === 'UNAVAILABLE' ? input.reason : null,
    });
  });
}

export function updateInformation(ctx: Context, id: number, input: z.output<typeof PropertyInformation>) {
  return change(ctx, async (trx) => save(trx, ctx, await lockProperty(trx, ctx, id), input));
}

/** What invoices were issued with stays on them; the next takes these. */
export function setFees(ctx: Context, id: number, { data }: z.output<typeof PropertyFees>) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    const before = await queries.findFees(trx, id);
    await queries.replaceFees(trx, id, data);
    await queries.updateProperty(trx, id, {});
    await leaveTrail(trx, ctx, 'property', id, 'fees', { fees: [before, data] });
  });
}

export function deleteProperty(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    if (await queries.findContractOf(trx, id)) throw propertyProblems.PROPERTY_HAS_CONTRACT();
    await queries.updateProperty(trx, id, { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'property', id, 'delete');
  });
}

export async function listOwners(ctx: Context, id: number) {
  const { property } = await readProperty(ctx, id);
  return property.owners;
}

export function addOwner(ctx: Context, id: number, clientId: number, share?: number | null) {
  return change(ctx, async (trx) => {
    await lockProperty(trx, ctx, id);
    if (!(await queries.holdClient(trx, clientId))) throw clientProblems.CLIENT_NOT_FOUND();
    await queries.putOwner(trx, id, clientId, share);
    await queries.touchProperty(trx, id);
    await leaveTrail(trx, ctx, 'property', id, 'add-owner', { client_id: clientId, share });
    return findOwners(trx, id);
  });
}

export function removeOwner(ctx: Context, id: number, clientId: number) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    const owners = await queries.findOwners(trx, id);
    if (!owners.some((owner) => owner.id === clientId)) throw propertyProblems.NOT_AN_OWNER();
    if (property.status === 'RENTED' && owners.length === 1) throw propertyProblems.LAST_OWNER();
    await queries.deleteOwner(trx, id, clientId);
    await queries.touchProperty(trx, id);
    await leaveTrail(trx, ctx, 'property', id, 'remove-owner', { client_id: clientId });
  });
}
