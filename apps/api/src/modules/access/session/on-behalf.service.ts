import { sessionProblems } from '@morada/contract/access/session';
import { Problem } from '@morada/contract/base/problem';
import { type Access, granted } from '@morada/domain/access/permissions';
import type { Actor, Db } from '#api/context.ts';
import { findAdminActor } from './session.queries.ts';

/**
 * Current actor of background work. It is read again for each record or portion, since the person may lose the job or
 * permissions during a run. Null is the system.
 * @throws STARTER_LEFT, STARTER_BARRED
 */
export async function actorStill(db: Db, id: number | null, access: Access): Promise<Actor> {
  if (id === null) return { id, name: 'Sistema', permissions: ['*'] };
  const now = await findAdminActor(db, id);
  if (!now) throw sessionProblems.STARTER_LEFT();
  if (!granted(now.permissions, access)) throw sessionProblems.STARTER_BARRED();
  return now;
}

/** The actor, or the problem why the work stops. */
export const actorOrReason = (db: Db, id: number | null, access: Access): Promise<Actor | Problem> =>
  actorStill(db, id, access).catch((error: unknown) => {
    if (error instanceof Problem) return error;
    throw error;
  });
