import { common } from '@morada/contract/base/problem';
import type { Permission } from '@morada/domain/access/permissions';
import type { Context, Db } from '#api/context.ts';
import { actorNow } from '../session/session.service.ts';
import * as queries from './users.queries.ts';

/**
 * Serialises changes of people and groups on all servers: of two that each remove an administrator, the second sees the
 * first's result. Returns the caller's current permissions, which may be fewer than at the start of the call.
 */
export async function lockStaff(trx: Db, { actor }: Context): Promise<readonly string[]> {
  await queries.lockStaff(trx);
  if (actor.id === null) return actor.permissions;
  const now = await actorNow(trx, actor.id);
  if (!now) throw common.UNAUTHENTICATED();
  return now.permissions;
}

/** Address of the one person of the staff with this name, if they have the permission; of two of one name neither's. */
export async function findColleagueAddress(trx: Db, name: string, permission: Permission): Promise<string | undefined> {
  const [one, ...others] = await queries.findColleagues(trx, name);
  if (!one || others.length > 0) return undefined;
  return one.permissions.some((held) => held === '*' || held === permission) ? one.email : undefined;
}

export const { hasAdministrator } = queries;
