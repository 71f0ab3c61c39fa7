import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** A draft that is kept again begins its hour anew. */
export const saveDraft = (db: Db, token_hash: Buffer, sealed: string) =>
  db
    .insertInto('form_draft')
    .values({ token_hash, sealed })
    .onConflict((row) => row.column('token_hash').doUpdateSet({ sealed, created_at: sql<string>`now()` }))
    .execute();

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

type Holder = { client_id: number; person_id: number | null };
type DraftPhotograph = Holder & { token_hash: Buffer; position: number; sealed: Buffer };

export const insertPhotographs = (db: Db, rows: readonly DraftPhotograph[]) =>
  db.insertInto('form_draft_photograph').values(rows).execute();

export const findPhotograph = (db: Db, tokenHash: Buffer, position: number) =>
  db
    .selectFrom('form_draft_photograph')
    .select('sealed')
    .where('token_hash', '=', tokenHash)
    .where('position', '=', position)
    .executeTakeFirst();

export const dropPhotographs = (db: Db, tokenHash: Buffer) =>
  db.deleteFrom('form_draft_photograph').where('token_hash', '=', tokenHash).execute();

/** Deletes the photographs of a person's drafts but for those of the newest ones. */
export const dropOlderPhotographs = (db: Db, { client_id, person_id }: Holder, newest: number) =>
  db
    .deleteFrom('form_draft_photograph')
    .where('client_id', '=', client_id)
    .where('person_id', 'is not distinct from', person_id)
    .where('token_hash', 'not in', (q) =>
      q
        .selectFrom('form_draft')
        .innerJoin('form_draft_photograph as kept', 'kept.token_hash', 'form_draft.token_hash')
        .select('form_draft.token_hash')
        .where('kept.client_id', '=', client_id)
        .where('kept.person_id', 'is not distinct from', person_id)
        .groupBy('form_draft.token_hash')
        .orderBy('form_draft.created_at', 'desc')
        .orderBy('form_draft.token_hash')
        .limit(newest),
    )
    .execute();
