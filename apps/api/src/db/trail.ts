import type { TrailAction, TrailRecord } from '@morada/domain/trail/trail';
import { sql } from 'kysely';
import type { Context, Db } from '../context.ts';

/**
 * Records an action on a record in the trail, in the action's transaction. `changes`: `{ field: [before, after] }`, or
 * the created values.
 */
export const leaveTrail = <R extends TrailRecord>(
  trx: Db,
  { actor }: Context,
  record: R,
  record_id: number,
  action: TrailAction<R>,
  changes?: Record<string, unknown>,
) =>
  trx
    .insertInto('trail')
    .values({
      admin_user_id: actor.id,
      actor: actor.name,
      record,
      record_id,
      action,
      changes: changes ? JSON.stringify(changes) : null,
    })
    .execute();

/** Writes one row of the trail for each record, in one statement. */
export const leaveTrails = <R extends TrailRecord>(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  record: R,
  recordIds: readonly number[],
  action: TrailAction<R>,
) =>
  sql`insert into trail (admin_user_id, actor, record, record_id, action)
    select ${actor.id}::bigint, ${actor.name}, ${record}, id, ${action} from unnest(${recordIds}::bigint[]) as id`.execute(
    trx,
  );

/** `{ field: [before, after] }` of the fields that an update changes. */
export function difference<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, [unknown, unknown]> {
  const changed = Object.keys(after).filter((key) => after[key] !== undefined && after[key] !== before[key]);
  return Object.fromEntries(changed.map((key) => [key, [before[key], after[key]]]));
}
