import type { Db } from '#api/context.ts';

const COLUMNS = ['file.id', 'file.name', 'file.media_type', 'file.bytes', 'file.created_at'] as const;

/** Newest first. */
export const findAttachments = (db: Db, transferId: number) =>
  db
    .selectFrom('transfer_file')
    .innerJoin('stored_file as file', 'file.id', 'transfer_file.file_id')
    .select(COLUMNS)
    .where('transfer_file.transfer_id', '=', transferId)
    .where('file.deleted_at', 'is', null)
    .orderBy('file.id', 'desc')
    .execute();

export const insertAttachment = (trx: Db, attachment: { file_id: number; transfer_id: number }) =>
  trx.insertInto('transfer_file').values(attachment).execute();

/** The file if its transfer still exists. */
export const findAttachment = (trx: Db, fileId: number) =>
  trx
    .selectFrom('transfer_file')
    .innerJoin('transfer', 'transfer.id', 'transfer_file.transfer_id')
    .select(['transfer_file.file_id', 'transfer_file.transfer_id'])
    .where('transfer_file.file_id', '=', fileId)
    .where('transfer.deleted_at', 'is', null)
    .executeTakeFirst();
