import type { Insertable } from 'kysely';
import type { Db } from '../../context.ts';
import type { StoredFile } from '../../db/schema.ts';

/** The file with the record whose permission opens it: a contract, a transfer, or an entry of the register of debts. */
export const findFile = (db: Db, id: number) =>
  db
    .selectFrom('stored_file')
    .leftJoin('proposal_document', 'proposal_document.file_id', 'stored_file.id')
    .leftJoin('transfer_file', 'transfer_file.file_id', 'stored_file.id')
    .leftJoin('debt_register', 'debt_register.file_id', 'stored_file.id')
    .leftJoin('debt_end', 'debt_end.file_id', 'stored_file.id')
    .select([
      'stored_file.id',
      'key',
      'name',
      'media_type',
      'proposal_document.proposal_id',
      'transfer_file.transfer_id',
      (q) => q.fn.coalesce('debt_register.id', 'debt_end.register_id').as('debt_register_id'),
    ])
    .where('stored_file.id', '=', id)
    .where('stored_file.deleted_at', 'is', null)
    .executeTakeFirst();

export const insertFile = (trx: Db, file: Insertable<StoredFile>) =>
  trx.insertInto('stored_file').values(file).returningAll().executeTakeFirstOrThrow();

export const dropFile = (trx: Db, id: number) =>
  trx
    .updateTable('stored_file')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst();
