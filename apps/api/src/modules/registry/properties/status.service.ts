import { propertyLife, statusAfterContract, statusAfterLease } from '@morada/domain/property/property';
import type { TransactionType } from '@morada/domain/property/property-words';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { followStatus } from './offer-state.service.ts';
import * as queries from './properties.queries.ts';

// Each function runs inside the caller's transaction.

/** A contract makes its property rented or sold. An open offer of the property is thereby accepted. */
export async function takeByContract(trx: Db, ctx: Context, { id, type }: { id: number; type: TransactionType }) {
  const status = statusAfterContract(type);
  await queries.updateProperty(trx, id, { status, reason: null });
  await followStatus(trx, ctx, id, status);
}

/**
 * Frees the property of a contract that ended, off the site until somebody advertises it. A status that staff set
 * meanwhile stays, and so does that of a sold property.
 */
export async function freeAfterContract(trx: Db, id: number): Promise<void> {
  const property = await queries.lockProperty(trx, id);
  const status = property && statusAfterLease(property.type, property.status);
  if (property && status !== property.status) await queries.updateProperty(trx, id, { status, advertised: false });
}

/**
 * Takes the properties of erased owners that are on offer off the market: no contract can be made until they have
 * another owner.
 */
export async function withdrawOfOwners(trx: Db, ctx: Context, owners: readonly { id: number }[]): Promise<void> {
  for (const owner of owners)
    for (const { id, status } of await queries.lockPropertiesOf(trx, owner.id)) {
      const next = propertyLife.next(status, 'ownerGone');
      if (next === status) continue;
      const changes = { status: next, reason: 'Um proprietário foi anonimizado.' };
      await queries.updateProperty(trx, id, changes);
      await leaveTrail(trx, ctx, 'property', id, 'update', {
        status: [status, changes.status],
        reason: [null, changes.reason],
      });
      await followStatus(trx, ctx, id, changes.status);
    }
}

/** Gives the properties of contracts that are deleted as mistakes the status that they had before, unless staff set another meanwhile. */
export async function restoreBeforeContracts(trx: Db, ctx: Context, contractIds: readonly number[]): Promise<void> {
  for (const { id, status } of await queries.restoreBefore(trx, contractIds)) await followStatus(trx, ctx, id, status);
}
