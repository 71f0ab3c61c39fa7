import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const IS_GOOD = sql<boolean>`password_link.created_at + make_interval(mins => password_link.minutes) > now()`;

export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('admin_user')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const insertLink = (trx: Db, token_hash: Buffer, admin_user_id: number, minutes: number) =>
  trx.insertInto('password_link').values({ token_hash, admin_user_id, minutes }).execute();

/** The person of a link that is still good. */
export const findLink = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('password_link')
    .innerJoin('admin_user', 'admin_user.id', 'password_link.admin_user_id')
    .select([
      ...(['admin_user.id', 'admin_user.name', 'admin_user.email'] as const),
      ...(['admin_user.password_hash', 'admin_user.password_temporary'] as const),
    ])
    .where('password_link.token_hash', '=', tokenHash)
    .where(IS_GOOD)
    .where('admin_user.deleted_at', 'is', null)
    .executeTakeFirst();

/** Consumes the link: of two concurrent calls, only one succeeds. */
export const consumeLink = (trx: Db, tokenHash: Buffer) =>
  trx
    .deleteFrom('password_link')
    .where('token_hash', '=', tokenHash)
    .where(IS_GOOD)
    .returning('admin_user_id')
    .executeTakeFirst();

export const deleteLinks = (trx: Db, adminId: number) =>
  trx.deleteFrom('password_link').where('admin_user_id', '=', adminId).execute();

export const dropOldLinks = (db: Db) => db.deleteFrom('password_link').where(sql<boolean>`not ${IS_GOOD}`).execute();
