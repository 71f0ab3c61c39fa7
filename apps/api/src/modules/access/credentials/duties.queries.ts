import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const MISSING = sql<'password' | 'second-factor' | null>`
  case when u.password_temporary then 'password'
    when (select require_second_factor from agency)
      and not exists (select from second_factor f where f.admin_user_id = u.id and f.secret is not null)
    then 'second-factor' end`;

/** Duty that a person must complete after sign-in, as of now. */
export const dutyOf = async (db: Db, id: number) =>
  (await db.selectFrom('admin_user as u').select(MISSING.as('duty')).where('u.id', '=', id).executeTakeFirstOrThrow())
    .duty;

/**
 * After a completed duty, moves the person's waiting sessions on to the next duty or frees them. Sessions without a
 * duty stay free.
 */
export const renewDuty = (trx: Db, id: number) =>
  trx
    .updateTable('session')
    .from('admin_user as u')
    .set({ duty: MISSING })
    .whereRef('u.id', '=', 'session.admin_user_id')
    .where('session.admin_user_id', '=', id)
    .where('session.duty', 'is not', null)
    .execute();
