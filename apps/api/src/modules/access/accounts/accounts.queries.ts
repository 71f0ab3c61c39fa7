import type { Insertable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { AdminUser, PermissionGroup } from '#api/db/schema.ts';

export const insertUser = (trx: Db, user: Insertable<AdminUser>) =>
  trx.insertInto('admin_user').values(user).returning('id').executeTakeFirstOrThrow();

/** Sets the password that the person chose. */
export const setChosenPassword = (trx: Db, id: number, password_hash: string) =>
  trx
    .updateTable('admin_user')
    .set({ password_hash, password_temporary: false, invited: false })
    .where('id', '=', id)
    .execute();

export const insertGroup = (trx: Db, group: Insertable<PermissionGroup>) =>
  trx.insertInto('permission_group').values(group).returning('id').executeTakeFirstOrThrow();

/** The group of this name, with these permissions if it is new. */
export const ensureGroup = (trx: Db, { name, permissions }: { name: string; permissions: string[] }) =>
  trx
    .insertInto('permission_group')
    .values({ name, permissions })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
