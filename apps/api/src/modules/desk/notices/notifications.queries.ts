import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { SystemNotification } from '#api/db/schema.ts';

const SHOWN = [
  'system_notification.id',
  'system_notification.name',
  'system_notification.message',
  'system_notification.date',
  'system_notification.created_at',
] as const;

const notifications = (db: Db) =>
  db
    .selectFrom('system_notification')
    .where('system_notification.deleted_at', 'is', null)
    .orderBy('system_notification.id', 'desc');

export const findNotifications = (db: Db) =>
  notifications(db)
    .leftJoin('admin_user', 'admin_user.id', 'system_notification.admin_user_id')
    .select([...SHOWN, 'admin_user.name as author'])
    .execute();

/** Upper bound of notifications listed in the header. */
const MAX_LISTED = 50;

type Person = { admin_user_id: number } | { client_id: number };

const dismissedBy = (person: Person) =>
  'client_id' in person
    ? (['client_id', person.client_id] as const)
    : (['admin_user_id', person.admin_user_id] as const);

export const findUnread = (db: Db, person: Person) =>
  notifications(db)
    .select(SHOWN)
    .where((q) =>
      q.not(
        q.exists(
          q
            .selectFrom('notification_dismissal')
            .select('at')
            .whereRef('notification_id', '=', 'system_notification.id')
            .where(dismissedBy(person)[0], '=', dismissedBy(person)[1]),
        ),
      ),
    )
    .limit(MAX_LISTED)
    .execute();

export const insertNotification = (trx: Db, notification: Insertable<SystemNotification>) =>
  trx.insertInto('system_notification').values(notification).returning(SHOWN).executeTakeFirstOrThrow();

export const lockNotification = (trx: Db, id: number) =>
  notifications(trx).select(SHOWN).where('system_notification.id', '=', id).forUpdate().executeTakeFirst();

export const updateNotification = (trx: Db, id: number, changes: Updateable<SystemNotification>) =>
  trx.updateTable('system_notification').set(changes).where('id', '=', id).returning(SHOWN).executeTakeFirstOrThrow();

/** Undefined when it doesn't exist or another call deleted it first. */
export const removeNotification = (trx: Db, id: number) =>
  trx
    .updateTable('system_notification')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();

export const isThere = async (db: Db, id: number) =>
  (await db
    .selectFrom('system_notification')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;

export const dismiss = (db: Db, person: Person, id: number) =>
  db
    .insertInto('notification_dismissal')
    .values({ notification_id: id, ...person })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const dismissUntil = (db: Db, adminId: number, until: number) =>
  sql`insert into notification_dismissal (notification_id, admin_user_id)
    select id, ${adminId}::bigint from system_notification where id <= ${until} and deleted_at is null
    on conflict do nothing`.execute(db);
