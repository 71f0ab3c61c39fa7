import { sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { isLive } from '#api/db/connection/live-session.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { AdminUser } from '#api/db/schema.ts';

const users = (db: Db) =>
  db
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select([
      'admin_user.id',
      'admin_user.name',
      'admin_user.email',
      'admin_user.version',
      'admin_user.invited',
      'permission_group.id as group_id',
      'permission_group.name as group_name',
      'permission_group.permissions',
    ])
    .select((q) => [
      q
        .exists(
          q
            .selectFrom('second_factor')
            .select('secret')
            .whereRef('second_factor.admin_user_id', '=', 'admin_user.id')
            .where('secret', 'is not', null),
        )
        .as('second_factor'),
      q
        .selectFrom('session')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('session.admin_user_id', '=', 'admin_user.id')
        .where(isLive)
        .as('sessions'),
    ])
    .where('admin_user.deleted_at', 'is', null);

export const findUsers = (db: Db) =>
  users(db).orderBy(sql`lower(unaccent(admin_user.name))`).orderBy('admin_user.id').execute();

export const findUser = (db: Db, id: number) => users(db).where('admin_user.id', '=', id).executeTakeFirst();
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const findGroup = (trx: Db, id: number) =>
  trx.selectFrom('permission_group').select(['id', 'name', 'permissions']).where('id', '=', id).executeTakeFirst();

export const updateUser = (trx: Db, id: number, changes: Updateable<AdminUser>) =>
  trx
    .updateTable('admin_user')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Takes the lock under which people and groups change, until the transaction ends. */
export const lockStaff = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCKS.staff})`.execute(trx);

/** People with every permission, without the one who acts. */
export const findOtherAdministrators = (trx: Db, without: number | null) =>
  trx
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select(['admin_user.id', 'admin_user.name', 'admin_user.email'])
    .where('admin_user.deleted_at', 'is', null)
    .where('admin_user.id', '!=', without ?? 0)
    .where(sql<boolean>`'*' = any(permission_group.permissions)`)
    .orderBy('admin_user.id')
    .execute();

/** Up to two people of the staff with this name. */
export const findColleagues = (trx: Db, name: string) =>
  trx
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select(['admin_user.email', 'permission_group.permissions'])
    .where('admin_user.deleted_at', 'is', null)
    .where((q) => q(q.fn<string>('lower', ['admin_user.name']), '=', name.trim().toLowerCase()))
    .limit(2)
    .execute();

/** Whether some person may do everything: only such a person can give a right back. */
export const hasAdministrator = async (trx: Db) =>
  (await trx
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select('admin_user.id')
    .where('admin_user.deleted_at', 'is', null)
    .where(sql<boolean>`'*' = any(permission_group.permissions)`)
    .limit(1)
    .executeTakeFirst()) !== undefined;
