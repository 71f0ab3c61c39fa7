import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { isLive } from '#api/db/connection/live-session.ts';

export const findSessions = (db: Db, admin_user_id: number, tokenHash: Buffer) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'seen_at'])
    .select(sql<boolean>`token_hash = ${tokenHash}`.as('current'))
    .where('admin_user_id', '=', admin_user_id)
    .where(isLive)
    .orderBy('current', 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const deleteOne = (trx: Db, admin_user_id: number, id: number) =>
  trx
    .deleteFrom('session')
    .where('admin_user_id', '=', admin_user_id)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst();

/** Ends a person's sessions at once, and with them their tickets. */
export const deleteAll = (trx: Db, adminId: number) =>
  trx.deleteFrom('session').where('admin_user_id', '=', adminId).execute();
