import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { ABSOLUTE, IDLE, isLive } from '#api/db/connection/live-session.ts';
import { LOCKS } from '#api/db/locks.ts';
import { keptQueryByHash } from '#api/db/reading/kept-query.ts';
import type { AccessTicket, Session } from '#api/db/schema.ts';

const A_DAY_AGO = sql<string>`now() - interval '24 hours'`;

/** The signed-in person of each session, by the hash of its token, with the current permissions of the group. */
export const findSessions = keptQueryByHash((db, matches) =>
  db
    .selectFrom('session')
    .innerJoin('admin_user', 'admin_user.id', 'session.admin_user_id')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select([
      'session.token_hash',
      'admin_user.id',
      'admin_user.name',
      'permission_group.permissions',
      'session.duty',
      sql<boolean>`session.seen_at < now() - interval '1 minute'`.as('stale'),
      sql<boolean>`coalesce(session.confirmed_at, session.created_at) > now() - interval '10 minutes'`.as('confirmed'),
    ])
    .where('session.token_hash', '=', matches)
    .where('session.seen_at', '>', IDLE)
    .where('session.created_at', '>', ABSOLUTE)
    .where('admin_user.deleted_at', 'is', null),
);

/** The actors of sessions that listen. Listening is not activity, so `seen_at` is not updated. */
export const findActors = (db: Db, tokenHashes: Buffer[]) =>
  db
    .selectFrom('session')
    .innerJoin('admin_user', 'admin_user.id', 'session.admin_user_id')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select(['session.token_hash', 'admin_user.id', 'admin_user.name', 'permission_group.permissions'])
    .where('session.token_hash', 'in', tokenHashes)
    .where('session.seen_at', '>', IDLE)
    .where('session.created_at', '>', ABSOLUTE)
    .where('admin_user.deleted_at', 'is', null)
    .execute();

export const touchSession = (db: Db, tokenHash: Buffer) =>
  db.updateTable('session').set({ seen_at: sql`now()` }).where('token_hash', '=', tokenHash).execute();

export const dropDeadSessions = (db: Db) =>
  db
    .deleteFrom('session')
    .where((q) => q.or([q('seen_at', '<=', IDLE), q('created_at', '<=', ABSOLUTE)]))
    .execute();

export const insertSession = (db: Db, session: Insertable<Session>) =>
  db.insertInto('session').values(session).execute();

export const confirmSession = (db: Db, tokenHash: Buffer) =>
  db.updateTable('session').set({ confirmed_at: sql`now()` }).where('token_hash', '=', tokenHash).execute();

export const deleteSession = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();

export const deleteOtherSessions = (db: Db, admin_user_id: number, tokenHash: Buffer) =>
  db.deleteFrom('session').where('admin_user_id', '=', admin_user_id).where('token_hash', '!=', tokenHash).execute();

export const findAdminByEmail = (db: Db, email: string) =>
  db
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select([
      'admin_user.id',
      'admin_user.name',
      'admin_user.password_hash',
      'permission_group.id as group_id',
      'permission_group.name as group_name',
      'permission_group.permissions',
    ])
    .where('admin_user.email', '=', email)
    .where('admin_user.deleted_at', 'is', null)
    .executeTakeFirst();

export const findAdmin = (db: Db, id: number) =>
  db
    .selectFrom('admin_user')
    .select(['id', 'name', 'email', 'password_hash', 'password_temporary'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const anyAdmin = async (db: Db) =>
  (await db.selectFrom('admin_user').select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst()) !==
  undefined;

export const insertTicket = (db: Db, ticket: Omit<Insertable<AccessTicket>, 'expires_at'>) =>
  db
    .insertInto('access_ticket')
    .values({ ...ticket, expires_at: sql`now() + interval '60 seconds'` })
    .execute();

/** Consumes the ticket: it opens its path once, while the session that took it is alive. */
export const consumeTicket = (db: Db, token_hash: Buffer, path: string) =>
  db
    .deleteFrom('access_ticket')
    .where('token_hash', '=', token_hash)
    .where('path', '=', path)
    .where('expires_at', '>', sql<string>`now()`)
    .where((q) =>
      q.exists(
        q
          .selectFrom('session')
          .select('session.token_hash')
          .whereRef('session.token_hash', '=', 'access_ticket.session_hash')
          .where(isLive),
      ),
    )
    .returning('admin_user_id')
    .executeTakeFirst();

export const dropOldTickets = (db: Db) =>
  db.deleteFrom('access_ticket').where('expires_at', '<', sql<string>`now()`).execute();

export const findAdminActor = (db: Db, id: number) =>
  db
    .selectFrom('admin_user')
    .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
    .select(['admin_user.id', 'admin_user.name', 'permission_group.permissions'])
    .where('admin_user.id', '=', id)
    .where('admin_user.deleted_at', 'is', null)
    .executeTakeFirst();

export const insertSetupLink = (db: Db, token_hash: Buffer) =>
  db.insertInto('setup_link').values({ token_hash }).execute();

export const clearSetupLinks = (db: Db) => db.deleteFrom('setup_link').execute();

export const hasSetupLink = async (db: Db, token_hash: Buffer) =>
  (await db
    .selectFrom('setup_link')
    .select('created_at')
    .where('token_hash', '=', token_hash)
    .where('created_at', '>', A_DAY_AGO)
    .executeTakeFirst()) !== undefined;

export const consumeSetupLink = (db: Db, token_hash: Buffer) =>
  db
    .deleteFrom('setup_link')
    .where('token_hash', '=', token_hash)
    .where('created_at', '>', A_DAY_AGO)
    .returning('created_at')
    .executeTakeFirst();

export const findAgencyName = async (db: Db) => (await readAgency(db, ['name'])).name;

export const findBadges = (db: Db) =>
  db
    .selectNoFrom((q) => [
      q
        .selectFrom('schedule')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('status', '=', 'PENDING')
        .as('schedules'),
      q
        .selectFrom('ticket')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('status', 'in', ['OPENED', 'AWAITING'])
        .where('deleted_at', 'is', null)
        .as('chats'),
      q
        .selectFrom('contact_message')
        .select((c) => c.fn.countAll<number>().as('n'))
        .where('read_at', 'is', null)
        .as('contacts'),
    ])
    .executeTakeFirstOrThrow();

export const anyGroup = async (db: Db) =>
  (await db.selectFrom('permission_group').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Serialises the set-up, so that a link creates only one administrator. */
export const lockSetup = (db: Db) => sql`select pg_advisory_xact_lock(${LOCKS.setup})`.execute(db);
