import type { TrailAction, TrailRecord } from '@morada/domain/trail/trail';
import { sql } from 'kysely';
import type { TrailEntry } from '../base/trail-entry.ts';
import type { Context, Db } from '../context.ts';
import { withNext } from './connection/round-trips.ts';

export type { TrailEntry };

/** Records actions in the trail, in the actions' transaction and in the order given, in one statement. */
export async function writeTrail(trx: Db, entries: readonly TrailEntry[]) {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor: { id: admin_user_id, name: actor, person }, ...entry }) => ({
    ...entry,
    admin_user_id,
    actor,
    person: person?.name,
    client_id: person?.client_id,
  }));
  await withNext(
    trx,
    sql`insert into trail (admin_user_id, actor, person, client_id, record, record_id, action, changes)
      select admin_user_id, actor, person, client_id, record, record_id, action, changes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as entry(admin_user_id bigint, actor text, person text, client_id bigint, record text, record_id bigint, action text, changes jsonb)`.compile(
      trx,
    ),
  );
}

/** Records one action on a record in the trail, in the action's transaction. */
export const leaveTrail = <R extends TrailRecord>(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  record: R,
  record_id: number,
  action: TrailAction<R>,
  changes?: Record<string, unknown>,
) => writeTrail(trx, [{ actor, record, record_id, action, changes } as TrailEntry]);

/** Records the same action on many records, with the same values. */
export const leaveTrails = <R extends TrailRecord>(
  trx: Db,
  { actor }: Pick<Context, 'actor'>,
  record: R,
  recordIds: readonly number[],
  action: TrailAction<R>,
  changes?: Record<string, unknown>,
) =>
  withNext(
    trx,
    sql`insert into trail (admin_user_id, actor, person, client_id, record, record_id, action, changes)
      select ${actor.id}::bigint, ${actor.name}, ${actor.person?.name ?? null}::text, ${actor.person?.client_id ?? null}::bigint, ${record}, id, ${action}, ${changes === undefined ? null : JSON.stringify(changes)}::jsonb from unnest(${recordIds}::bigint[]) as id`.compile(
      trx,
    ),
  );

/** `{ field: [before, after] }` of the fields that an update changes. */
export function difference<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, [unknown, unknown]> {
  const changed = Object.keys(after).filter((key) => after[key] !== undefined && after[key] !== before[key]);
  return Object.fromEntries(changed.map((key) => [key, [before[key], after[key]]]));
}
