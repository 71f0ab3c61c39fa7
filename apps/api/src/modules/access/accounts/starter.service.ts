import { STARTER_GROUPS } from '@morada/domain/access/starter-groups';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import * as queries from './accounts.queries.ts';

/** The group of people who may do everything. Runs inside the caller's transaction. */
export async function ensureAdministrators(trx: Db) {
  const group = { name: 'Administradores', permissions: ['*'] };
  return { ...group, ...(await queries.ensureGroup(trx, group)) };
}

/** Creates the permission groups of a new agency. Runs inside the caller's transaction. */
export async function addStarterGroups(trx: Db, ctx: Context) {
  for (const group of STARTER_GROUPS) {
    const input = { name: group.name, permissions: [...group.permissions] };
    const { id } = await queries.insertGroup(trx, input);
    await leaveTrail(trx, ctx, 'permission_group', id, 'create', input);
  }
}
