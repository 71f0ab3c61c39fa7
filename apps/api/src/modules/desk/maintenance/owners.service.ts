import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { notify } from '#api/live/notify.ts';
import { tellQuoted } from '#api/modules/collection/messages/news.service.ts';
import * as queries from './maintenance.queries.ts';

type Ownership = { property_id: number; client_id: number };

/**
 * After owners left properties: what only they approved, or staff noted as approved, waits for the owners of today. The
 * properties are locked.
 */
export async function whenOwnersLeft(trx: Db, ctx: Context, left: readonly Ownership[]): Promise<void> {
  for (const { property_id, client_id } of left)
    for (const id of await queries.findApprovedBy(trx, property_id, client_id)) {
      await queries.askAgain(trx, id);
      await leaveTrail(trx, ctx, 'maintenance', id, 'askAgain', { client_id });
      await notify(trx, 'maintenance');
      await tellQuoted(trx, ctx, id);
    }
}

/** After owners joined properties: quotes that wait for a decision are told to them too. */
export async function whenOwnersJoined(trx: Db, ctx: Context, joined: readonly Ownership[]): Promise<void> {
  for (const { property_id } of joined)
    for (const id of await queries.findAwaiting(trx, property_id)) await tellQuoted(trx, ctx, id);
}
