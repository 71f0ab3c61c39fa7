import { common } from '@morada/contract/problem';
import { sql } from 'kysely';
import type { Context, Db } from '../../context.ts';
import { LOCKS } from '../../db/locks.ts';
import { actorNow } from '../session/session.service.ts';

/**
 * Serialises changes of people and groups on all servers: of two that each remove an administrator, the second sees the
 * first's result. Returns the caller's current permissions, which may be fewer than at the start of the call.
 */
export async function lockStaff(trx: Db, { actor }: Context): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(${LOCKS.staff})`.execute(trx);
  if (actor.id === null) return actor.permissions;
  const now = await actorNow(trx, actor.id);
  if (!now) throw common.UNAUTHENTICATED();
  return now.permissions;
}

/** Whether anyone holds every permission. Without one, permissions could no longer be granted. */
export const hasAdministrator = async (trx: Db) =>
  (await trx
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select('admin_user.id')
    .where('admin_user.deleted_at', 'is', null)
    .where(sql<boolean>`'*' = any(permission_group.permissions)`)
    .limit(1)
    .executeTakeFirst()) !== undefined;
