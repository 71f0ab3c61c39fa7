import { sql } from 'kysely';
import type { Db } from '../context.ts';
import { readAgency } from '../db/agency.ts';

/** Sender of the agency's mails. */
export const findSender = (db: Db) => readAgency(db, ['name', 'phone', 'whatsapp', 'email', 'logo', 'accent']);

/** The first photograph of each of the listings that are offered. */
export const findCovers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('property_image')
    .innerJoin('property', 'property.id', 'property_image.property_id')
    .distinctOn('property_image.property_id')
    .select(['property_image.property_id', 'property_image.key'])
    .where('property_image.property_id', 'in', ids)
    .where('property.status', '=', 'AVAILABLE')
    .where('property.deleted_at', 'is', null)
    .orderBy('property_image.property_id')
    .orderBy('property_image.position')
    .orderBy('property_image.id')
    .execute();

export type NewMail = {
  recipient: string;
  subject: string;
  body: string;
  /** Address by which a mail program unsubscribes in one click. */
  leave_url?: string;
  /** What the mail is about, as `alert:12`: what ends it calls the mail off. */
  cause?: string;
};

export const insertMail = (trx: Db, mail: NewMail) =>
  trx.insertInto('outgoing_mail').values(mail).returning('id').executeTakeFirstOrThrow();

/** Eight attempts within half an hour, with exponential backoff. */
export const queue = (trx: Db, id: number) =>
  sql`select graphile_worker.add_job('mail', json_build_object('mail', ${id}::bigint), max_attempts => 8, job_key => ${`mail:${id}`})`.execute(
    trx,
  );

/** Inserts and queues many mails, with the same attempts. */
export const insertAndQueue = (trx: Db, mails: readonly NewMail[]) =>
  sql`with mail as (
      insert into outgoing_mail (recipient, subject, body, leave_url, cause)
      select recipient, subject, body, leave_url, cause
      from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as new(recipient text, subject text, body text, leave_url text, cause text)
      returning id)
    select graphile_worker.add_job('mail', json_build_object('mail', id), max_attempts => 8, job_key => 'mail:' || id) from mail`.execute(
    trx,
  );

/** The mail if it is still to be sent; counts the attempt. */
export const claimMail = (db: Db, id: number) =>
  db
    .updateTable('outgoing_mail')
    .set((q) => ({ attempts: q('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failure', 'is', null)
    .returning(['id', 'recipient', 'subject', 'body', 'leave_url', 'created_at'])
    .executeTakeFirst();

/** Deletes mails of a cause that were not sent. */
export const dropUnsent = (trx: Db, cause: string) =>
  trx.deleteFrom('outgoing_mail').where('cause', '=', cause).where('sent_at', 'is', null).execute();

/** Clears the text once sent, since it may contain links that grant access. */
export const markSent = (db: Db, id: number) =>
  db
    .updateTable('outgoing_mail')
    .set({ sent_at: sql<string>`now()`, body: '', leave_url: null })
    .where('id', '=', id)
    .execute();

export const markFailed = (db: Db, id: number, failure: 'refused' | 'unavailable' | 'off') =>
  db
    .updateTable('outgoing_mail')
    .set({ failure, body: '', leave_url: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

/** Gives up mails that have waited for a day. */
export const giveUpOld = (db: Db) =>
  db
    .updateTable('outgoing_mail')
    .set({ failure: 'unavailable', body: '', leave_url: null })
    .where('sent_at', 'is', null)
    .where('failure', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .execute();

export const dropOld = (db: Db) =>
  db.deleteFrom('outgoing_mail').where('created_at', '<', sql<string>`now() - interval '30 days'`).execute();
