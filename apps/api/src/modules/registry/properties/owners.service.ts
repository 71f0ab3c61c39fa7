import { clientProblems } from '@morada/contract/registry/clients';
import { propertyProblems } from '@morada/contract/registry/properties';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { ownerShares, ownersAsOf, ownersDayRefusal } from '@morada/domain/lease/ownership';
import type { TransactionType } from '@morada/domain/property/property-words';
import type { Context, Db } from '#api/context.ts';
import { emit } from '#api/db/events.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { requireConfirmed } from '#api/modules/access/credentials/confirmed.service.ts';
import { withdrawingIncomplete } from './advertised.service.ts';
import { lockProperty } from './lock.service.ts';
import * as queries from './owners.queries.ts';
import { hasContractInForce, isThere, touchProperty } from './properties.queries.ts';

export async function findOwners(db: Db, id: number) {
  const owners = ownerShares(await queries.findOwners(db, id));
  return owners.map((owner, index) => ({ ...owner, main: index === 0 }));
}

export async function listOwners(ctx: Context, id: number) {
  const [there, owners] = await Promise.all([isThere(ctx.db, id), findOwners(ctx.db, id)]);
  if (!there) throw propertyProblems.PROPERTY_NOT_FOUND();
  return owners;
}

/** Appends an owner, or changes a present one's share. A call that changes nothing leaves no trail. */
export function addOwner(
  ctx: Context,
  id: number,
  clientId: number,
  { share, from }: { share?: number | null | undefined; from?: CalendarDate | undefined },
) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    if (!(await queries.holdClient(trx, clientId))) throw clientProblems.CLIENT_NOT_FOUND();
    const before = (await queries.findOwners(trx, id)).find((owner) => owner.id === clientId);
    if (before && (share === undefined || share === before.share)) return findOwners(trx, id);
    if (await paysOwners(trx, property)) requireConfirmed(ctx);
    await keepFormer(trx, ctx, id, from);
    await queries.putOwner(trx, id, clientId, share);
    await queries.keepSellers(trx, id);
    await touchProperty(trx, id);
    if (before)
      await leaveTrail(trx, ctx, 'property', id, 'share', {
        client_id: clientId,
        share: [before.share, share],
        from,
      });
    else {
      await leaveTrail(trx, ctx, 'property', id, 'add-owner', { client_id: clientId, share, from });
      await emit(trx, ctx, 'owners.joined', [{ property_id: id, client_id: clientId }]);
    }
    return findOwners(trx, id);
  });
}

/** Keeps the owners up to the day before the first day of a change, which by default is today. */
async function keepFormer(trx: Db, ctx: Context, id: number, from: CalendarDate = ctx.today()) {
  const refusal = ownersDayRefusal(from, { today: ctx.today(), latest: await queries.findLatestChange(trx, id) });
  if (refusal) throw propertyProblems[refusal]();
  await queries.keepFormerOwners(trx, id, from);
}

export function removeOwner(ctx: Context, id: number, clientId: number, from?: CalendarDate) {
  return change(ctx, async (trx) => {
    const property = await lockProperty(trx, ctx, id);
    const owners = await queries.findOwners(trx, id);
    if (!owners.some((owner) => owner.id === clientId)) throw propertyProblems.NOT_AN_OWNER();
    const isLet = await paysOwners(trx, property);
    if (isLet && owners.length === 1) throw propertyProblems.LAST_OWNER();
    if (isLet) requireConfirmed(ctx);
    await keepFormer(trx, ctx, id, from);
    await withdrawingIncomplete(trx, ctx, id, () => queries.deleteOwner(trx, id, clientId));
    await queries.keepSellers(trx, id);
    await touchProperty(trx, id);
    await leaveTrail(trx, ctx, 'property', id, 'remove-owner', { client_id: clientId, from });
    await emit(trx, ctx, 'owners.left', [{ property_id: id, client_id: clientId }]);
  });
}

/**
 * Whether rent is still to be paid to the property's owners, also for an ended contract with open invoices: the owners
 * on the day of receipt are paid.
 */
const paysOwners = async (trx: Db, { id, status }: { id: number; status: string }) =>
  status === 'RENTED' || (await hasContractInForce(trx, id)) || (await queries.hasOpenInvoice(trx, id));

/** Keeps whose property a contract sells. A lease has no sellers. */
export async function beginSale(trx: Db, proposalId: number, { id, type }: { id: number; type: TransactionType }) {
  if (type !== 'RENT') await queries.insertSellers(trx, proposalId, id);
}

type Payment = { property_id: number; pay_day: CalendarDate };

/**
 * Owners of properties in the months of payments, where they are others than today's: income belongs to the owner of the
 * month in which the tenant paid it, whenever the payment is settled.
 */
export async function formerOwners(db: Db, today: CalendarDate, payments: readonly Payment[]) {
  const asked = new Map<string, { property_id: number; day: CalendarDate }>();
  for (const payment of payments) {
    const day = ownersAsOf(payment.pay_day, today);
    if (day) asked.set(keyOf(payment.property_id, day), { property_id: payment.property_id, day });
  }
  const found = asked.size === 0 ? [] : await queries.findFormerOwners(db, [...asked.values()]);
  const owners = new Map(found.map((row) => [keyOf(row.property_id, row.day), row.owners]));
  return ({ property_id, pay_day }: Payment): queries.OwnerThen[] | undefined => {
    const day = ownersAsOf(pay_day, today);
    return day && owners.get(keyOf(property_id, day));
  };
}

const keyOf = (propertyId: number, day: CalendarDate) => `${propertyId} ${day}`;
