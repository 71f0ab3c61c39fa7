import type { Insertable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { StoredFile } from '#api/db/schema.ts';

/** The file with the record whose permission opens it: a contract, a transfer, an entry of the register of debts, or a request for repair. */
export const findFile = (db: Db, id: number) =>
  db
    .selectFrom('stored_file')
    .leftJoin('proposal_document', 'proposal_document.file_id', 'stored_file.id')
    .leftJoin('transfer_file', 'transfer_file.file_id', 'stored_file.id')
    .leftJoin('debt_register', 'debt_register.file_id', 'stored_file.id')
    .leftJoin('debt_end', 'debt_end.file_id', 'stored_file.id')
    .leftJoin('maintenance_photo', 'maintenance_photo.file_id', 'stored_file.id')
    .leftJoin('maintenance_quote', (join) =>
      join.onRef('maintenance_quote.file_id', '=', 'stored_file.id').on('maintenance_quote.removed_at', 'is', null),
    )
    .select([
      'stored_file.id',
      'key',
      'name',
      'media_type',
      'proposal_document.proposal_id',
      'transfer_file.transfer_id',
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
