import { sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { PermissionGroup } from '#api/db/schema.ts';

const groups = (db: Db) =>
  db.selectFrom('permission_group').select((q) => [
    'id',
    'name',
    'permissions',
    'version',
    q
      .selectFrom('admin_user')
      .select((c) => c.fn.countAll<number>().as('n'))
      .whereRef('admin_user.group_id', '=', 'permission_group.id')
      .where('deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('users'),
  ]);

export const findGroups = (db: Db) => groups(db).orderBy(sql`lower(unaccent(name))`).orderBy('id').execute();

export const findGroup = (db: Db, id: number) => groups(db).where('id', '=', id).executeTakeFirst();
export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

/** The person's current group. */
export const findGroupOf = async (db: Db, adminId: number | null) =>
  adminId === null
    ? undefined
    : ((await db.selectFrom('admin_user').select('group_id').where('id', '=', adminId).executeTakeFirst())?.group_id ??
      undefined);

export const updateGroup = (trx: Db, id: number, changes: Updateable<PermissionGroup>) =>
  trx
    .updateTable('permission_group')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/**
 * Deletes a group. The foreign key clears it from deleted users; a constraint refuses while an active user belongs to
 * it.
 */
export const deleteGroup = (trx: Db, id: number) => trx.deleteFrom('permission_group').where('id', '=', id).execute();
