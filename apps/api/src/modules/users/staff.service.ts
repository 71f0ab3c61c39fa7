import { common } from '@morada/contract/problem';
import type { Context, Db } from '../../context.ts';
import { actorNow } from '../session/session.service.ts';
import * as queries from './users.queries.ts';

/**
 * Changes of people and of groups go one after another on all servers: of two that each take an administrator away, the
 * second sees what the first left. Answers what whoever asks may do at that moment, which may be less than when they asked.
 */
export async function lockStaff(trx: Db, { actor }: Context): Promise<readonly string[]> {
  await queries.lockStaff(trx);
  if (actor.id === null) return actor.permissions;
  const now = await actorNow(trx, actor.id);
  if (!now) throw common.UNAUTHENTICATED();
  return now.permissions;
}

export const { hasAdministrator } = queries;
