import { STARTER_GROUPS } from '@morada/domain/access/starter-groups';
import type { Context, Db } from '../../context.ts';
import { leaveTrail } from '../../db/trail.ts';
import * as queries from './groups.queries.ts';

/** Creates the permission groups of a new agency. Runs inside the caller's transaction. */
export async function addStarterGroups(trx: Db, ctx: Context) {
  for (const group of STARTER_GROUPS) {
    const input = { name: group.name, permissions: [...group.permissions] };
    const { id } = await queries.insertGroup(trx, input);
    await leaveTrail(trx, ctx, 'permission_group', id, 'create', input);
  }
}
