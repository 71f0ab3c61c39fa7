import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

type Warning = { place: string; state: 'advice' | 'wrong'; told_on: CalendarDate };

/** Notes the warning; false when it was given today and the disk is no worse. */
export async function claimWarning(trx: Db, warning: Warning): Promise<boolean> {
  const claimed = await trx
    .insertInto('disk_warning')
    .values(warning)
    .onConflict((conflict) =>
      conflict
        .column('place')
        .doUpdateSet({ state: warning.state, told_on: warning.told_on })
        .where(
          sql<boolean>`disk_warning.told_on < excluded.told_on or (disk_warning.state = 'advice' and excluded.state = 'wrong')`,
        ),
    )
    .returning('place')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** E-mails of everyone who may do everything. */
export async function findAdministrators(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select('admin_user.email')
    .where('admin_user.deleted_at', 'is', null)
    .where(sql<boolean>`'*' = any(permission_group.permissions)`)
    .orderBy('admin_user.id')
    .execute();
  return rows.map(({ email }) => email);
}
