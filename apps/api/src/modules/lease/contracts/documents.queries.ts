import type { Insertable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { ProposalDocument } from '#api/db/schema.ts';

/** Newest first. */
export const findDocuments = (db: Db, proposalId: number) =>
  db
    .selectFrom('proposal_document')
    .innerJoin('stored_file as file', 'file.id', 'proposal_document.file_id')
    .select(['file.id', 'proposal_document.type', 'file.name', 'file.media_type', 'file.bytes', 'file.created_at'])
    .where('proposal_document.proposal_id', '=', proposalId)
    .where('file.deleted_at', 'is', null)
    .orderBy('file.id', 'desc')
    .execute();

export const insertDocument = (trx: Db, document: Insertable<ProposalDocument>) =>
  trx.insertInto('proposal_document').values(document).returning('type').executeTakeFirstOrThrow();

export const findDocument = (trx: Db, proposalId: number, fileId: number) =>
  trx
    .selectFrom('proposal_document')
    .select(['file_id', 'type'])
    .where('proposal_id', '=', proposalId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
