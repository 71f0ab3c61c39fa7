import type { UploadedFile } from '@morada/contract/base/endpoint';
import { type TransferFile, transferProblems } from '@morada/contract/money/transfers';
import { fileProblems } from '@morada/contract/registry/files';
import type * as z from 'zod/mini';
import type { Context, Db } from '#api/context.ts';
import { leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { prepareDocument } from '#api/files/documents.ts';
import { dropFile, withStored } from '#api/modules/registry/files/files.service.ts';
import * as queries from './attachments.queries.ts';
import { lockTransfers } from './transfers.queries.ts';

type Attachment = z.output<typeof TransferFile>;
type Row = Omit<Attachment, 'url' | 'source'>;

/** With the path of its bytes, under both names that the specification gives it. */
function shown({ id, name, media_type, bytes, created_at }: Row): Attachment {
  const url = `/api/files/${id}`;
  return { id, name, url, source: url, media_type, bytes, created_at };
}

export const attachmentsOf = async (db: Db, transferId: number) =>
  (await queries.findAttachments(db, transferId)).map(shown);

/** Attaches a file. A concluded transfer takes files too, since the bank's receipt comes after the payment. */
export async function addAttachment(ctx: Context, id: number, file: UploadedFile) {
  return withStored(ctx, await prepareDocument(file.bytes), file.name, async (trx, store) => {
    if ((await lockTransfers(trx, [id])).length === 0) throw transferProblems.TRANSFER_NOT_FOUND();
    const stored = await store();
    await queries.insertAttachment(trx, { file_id: stored.id, transfer_id: id });
    await leaveTrail(trx, ctx, 'transfer', id, 'add-document', { file_id: stored.id });
    return shown(stored);
  });
}

/** Removes all files; the transfer's state stays. */
export function removeAttachments(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const [transfer] = await lockTransfers(trx, [id]);
    if (!transfer) throw transferProblems.TRANSFER_NOT_FOUND();
    await checkVersion(trx, ctx, 'transfer', transfer);
    for (const { id: file_id } of await queries.findAttachments(trx, id)) {
      await dropFile(trx, file_id);
      await leaveTrail(trx, ctx, 'transfer', id, 'remove-document', { file_id });
    }
    return id;
  });
}

export function removeAttachment(ctx: Context, fileId: number) {
  return change(ctx, async (trx) => {
    const attachment = await queries.findAttachment(trx, fileId);
    if (!attachment || !(await dropFile(trx, fileId))) throw fileProblems.FILE_NOT_FOUND();
    await leaveTrail(trx, ctx, 'transfer', attachment.transfer_id, 'remove-document', { file_id: fileId });
  });
}
