import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import { tellQuoted } from '#api/modules/collection/messages/news.service.ts';
import * as queries from './maintenance.queries.ts';

// Properties call this file, and maintenance calls contracts: it imports neither.

/**
 * After an owner left a property: what only that owner approved, or staff noted as approved, waits for the owners of
 * today. The property is locked.
 */
export async function whenOwnerLeft(trx: Db, ctx: Context, propertyId: number, clientId: number): Promise<void> {
  for (const id of await queries.findApprovedBy(trx, propertyId, clientId)) {
    await queries.askAgain(trx, id);
    await leaveTrail(trx, ctx, 'maintenance', id, 'askAgain', { client_id: clientId });
    await notify(trx, 'maintenance');
    await tellQuoted(trx, ctx, id);
  }
}

/** After an owner joined a property: quotes that wait for a decision are told to them too. */
export async function whenOwnerJoined(trx: Db, ctx: Context, propertyId: number): Promise<void> {
  for (const id of await queries.findAwaiting(trx, propertyId)) await tellQuoted(trx, ctx, id);
}
