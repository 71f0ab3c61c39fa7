import { common } from '@morada/contract/base/problem';
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

export const { hasAdministrator } = queries;
