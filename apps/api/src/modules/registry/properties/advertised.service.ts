import { listingGaps } from '@morada/domain/property/property';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { findListingFacts, updateAdvertised } from './properties.queries.ts';

/**
 * Changes a locked property, and takes it off the site where the change leaves it without what an advertisement needs.
 * Runs inside the caller's transaction.
 */
export async function withdrawingIncomplete<T>(trx: Db, ctx: Context, id: number, work: () => Promise<T>): Promise<T> {
  const before = await findListingFacts(trx, id);
  const done = await work();
  if (!before?.advertised || listingGaps(before) !== undefined) return done;
  const after = await findListingFacts(trx, id);
  if (after?.advertised && listingGaps(after) !== undefined) {
    await updateAdvertised(trx, id, false);
    await leaveTrail(trx, ctx, 'property', id, 'update', { advertised: [true, false] });
  }
  return done;
}
