import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

export const insertDraft = (db: Db, token_hash: Buffer, sealed: string) =>
  db.insertInto('form_draft').values({ token_hash, sealed }).execute();

export const findDraft = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('form_draft')
    .select('sealed')
    .where('token_hash', '=', tokenHash)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirst();

export const dropDraft = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('form_draft').where('token_hash', '=', tokenHash).execute();

export const dropOldDrafts = (db: Db) =>
  db.deleteFrom('form_draft').where('created_at', '<', sql<string>`now() - interval '1 hour'`).execute();
