import type { UploadedFile } from '@morada/contract/base/endpoint';
import { type DocumentType, proposalProblems } from '@morada/contract/lease/proposals';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { prepareDocument, type StoredDocument } from '#api/files/documents.ts';
import { dropFile, withStored } from '#api/modules/registry/files/files.service.ts';
import { shownDocument } from './documents.map.ts';
import * as queries from './documents.queries.ts';
import { holdProposal } from './proposals.service.ts';

type Type = z.output<typeof DocumentType>;

/** Documents can be added after the contract ended. */
export async function addDocument(ctx: Context, id: number, type: Type, file: UploadedFile) {
  return keepDocument(ctx, id, type, await prepareDocument(file.bytes), file.name);
}

/** Stores a generated document the same way. */
export const keepDocument = (ctx: Context, id: number, type: Type, document: StoredDocument, name: string) =>
  withStored(ctx, document, name, async (trx, store) => {
    await holdProposal(trx, id);
    return shownDocument({ ...(await attachDocument(trx, ctx, id, type, await store())), type });
  });

/** Adds a stored file to the documents of a contract that the caller has locked. */
export async function attachDocument<T extends { id: number }>(
  trx: Db,
  ctx: Context,
  id: number,
  type: Type,
  file: T,
): Promise<T> {
  await queries.insertDocument(trx, { file_id: file.id, proposal_id: id, type });
  await leaveTrail(trx, ctx, 'proposal', id, 'add-document', { file_id: file.id, type });
  return file;
}

/** Removes a document that was generated, unless somebody removed it already. */
export async function withdrawDocument(trx: Db, ctx: Context, id: number, fileId: number): Promise<void> {
  await holdProposal(trx, id);
  const document = await queries.findDocument(trx, id, fileId);
  if (!document || !(await dropFile(trx, document.file_id))) return;
  await leaveTrail(trx, ctx, 'proposal', id, 'remove-document', document);
}

export function removeDocument(ctx: Context, id: number, fileId: number | undefined) {
  return change(ctx, async (trx) => {
    await holdProposal(trx, id);
    const document = fileId === undefined ? undefined : await queries.findDocument(trx, id, fileId);
    if (!document || !(await dropFile(trx, document.file_id))) throw proposalProblems.DOCUMENT_NOT_FOUND();
    await leaveTrail(trx, ctx, 'proposal', id, 'remove-document', document);
  });
}
