import { sql } from 'kysely';
import type { Db } from '../../context.ts';

export type NewMail = { recipient: string; subject: string; body: string };

export const insertMail = (trx: Db, mail: NewMail) =>
  trx.insertInto('outgoing_mail').values(mail).returning('id').executeTakeFirstOrThrow();

/** Eight tries within half an hour, each later than the one before by more. */
export const queue = (trx: Db, id: number) =>
  sql`select graphile_worker.add_job('mail', json_build_object('mail', ${id}::bigint), max_attempts => 8, job_key => ${`mail:${id}`})`.execute(
    trx,
  );

/** A letter takes seconds: whoever has been at one for minutes is no more, and what they had is anybody's again. */
export const takeFromTheDead = (db: Db) =>
  sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs
    where task_identifier = 'mail' and locked_at < now() - interval '5 minutes'))`.execute(db);

/** What still waits to be sent; each look at it is a try. */
export const takeUp = (db: Db, id: number) =>
  db
    .updateTable('outgoing_mail')
    .set((q) => ({ attempts: q('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failure', 'is', null)
    .returning(['id', 'recipient', 'subject', 'body', 'created_at'])
    .executeTakeFirst();

/** What was in it may open something: once it is out of our hands it is nowhere but with whom it was for. */
export const markSent = (db: Db, id: number) =>
  db.updateTable('outgoing_mail').set({ sent_at: sql<string>`now()`, body: '' }).where('id', '=', id).execute();

export const markFailed = (db: Db, id: number, failure: 'refused' | 'unavailable' | 'off') =>
  db
    .updateTable('outgoing_mail')
    .set({ failure, body: '' })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

/** Nobody sends any more what waited for a day. */
export const giveUpOld = (db: Db) =>
  db
    .updateTable('outgoing_mail')
    .set({ failure: 'unavailable', body: '' })
    .where('sent_at', 'is', null)
    .where('failure', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();

export const dropOld = (db: Db) =>
  db.deleteFrom('outgoing_mail').where('created_at', '<', sql<string>`now() - interval '30 days'`).execute();
