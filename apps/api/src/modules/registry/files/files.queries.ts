import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { StoredFile } from '#api/db/schema.ts';

/** The file with the record whose permission opens it: a contract, a transfer, an entry of the register of debts, an application, or a request for repair. */
export const findFile = (db: Db, id: number) =>
  db
    .selectFrom('stored_file')
    .leftJoin('proposal_document', 'proposal_document.file_id', 'stored_file.id')
    .leftJoin('transfer_file', 'transfer_file.file_id', 'stored_file.id')
    .leftJoin('debt_register', 'debt_register.file_id', 'stored_file.id')
    .leftJoin('debt_end', 'debt_end.file_id', 'stored_file.id')
    .leftJoin('application_document', 'application_document.file_id', 'stored_file.id')
    .leftJoin('application_party', 'application_party.id', 'application_document.party_id')
    .leftJoin('maintenance_photo', 'maintenance_photo.file_id', 'stored_file.id')
    .leftJoin('maintenance_quote', (join) =>
      join.onRef('maintenance_quote.file_id', '=', 'stored_file.id').on('maintenance_quote.removed_at', 'is', null),
    )
    .select([
      'stored_file.id',
      'key',
      'stored_file.name',
      'media_type',
      'proposal_document.proposal_id',
      'transfer_file.transfer_id',
      'application_party.application_id',
      (q) => q.fn.coalesce('debt_register.id', 'debt_end.register_id').as('debt_register_id'),
      (q) => q.fn.coalesce('maintenance_photo.maintenance_id', 'maintenance_quote.maintenance_id').as('maintenance_id'),
    ])
    .where('stored_file.id', '=', id)
    .where('stored_file.deleted_at', 'is', null)
    .executeTakeFirst();

/** Answers in the order of `files`. */
export async function insertFiles(trx: Db, files: readonly Insertable<StoredFile>[]) {
  const stored = await trx.insertInto('stored_file').values(files).returningAll().execute();
  return stored.toSorted((a, b) => a.id - b.id);
}

export const dropFile = (trx: Db, id: number) =>
  trx
    .updateTable('stored_file')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst();

/** Marks files as deleted, without their names, and has a job remove the bytes once that is committed. */
export async function eraseFiles(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with erased as (
      update stored_file set name = 'Documento apagado', deleted_at = coalesce(deleted_at, now())
      where id = any(${ids}) returning key)
    select graphile_worker.add_job('drop-files', json_build_object('images', '[]'::json, 'documents', json_agg(key))) from erased
    having count(*) > 0`.execute(trx);
}
