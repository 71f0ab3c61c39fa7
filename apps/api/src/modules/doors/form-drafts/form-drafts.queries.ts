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

type DraftPhotograph = { token_hash: Buffer; position: number; client_id: number; sealed: Buffer };

export const insertPhotographs = (db: Db, rows: readonly DraftPhotograph[]) =>
  db.insertInto('form_draft_photograph').values(rows).execute();

export const findPhotograph = (db: Db, tokenHash: Buffer, position: number) =>
  db
    .selectFrom('form_draft_photograph')
    .select('sealed')
    .where('token_hash', '=', tokenHash)
    .where('position', '=', position)
    .executeTakeFirst();

export const dropPhotographsOf = (db: Db, clientId: number) =>
  db.deleteFrom('form_draft_photograph').where('client_id', '=', clientId).execute();
