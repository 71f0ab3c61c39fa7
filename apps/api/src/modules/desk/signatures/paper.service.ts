import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { signatureProblems } from '@morada/contract/desk/signatures';
import { acceptsElectronicSignature } from '@morada/domain/template/signature-clause';
import type { Context, Db } from '#api/context.ts';
import { prepareDocument, type StoredDocument } from '#api/files/documents.ts';
import { FileMissing, whenMissing } from '#api/files/storage.ts';
import { offeredPaper } from '#api/modules/collection/agreements/acceptance.service.ts';
import { contractPaper } from '#api/modules/lease/templates/generation.service.ts';
import { pagePicture, pageSizes, pageTexts } from '#api/pdf/signing/signing.ts';
import { PdfRefused } from '#api/pdf/text.ts';
import { findStored } from './signatures.queries.ts';
import * as queries from './subjects.queries.ts';
import type { Subject } from './subjects.service.ts';

/** A paper that is to be signed: bytes that are stored with it, or a file that the record has already. */
export type Paper = {
  title: string;
  bytes: Uint8Array;
  /** The record's own document. */
  file_id?: number;
  /** Its text says that the parties accept to sign so. */
  accepted: boolean;
  pages: { width: number; height: number }[];
};

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const asDocument = (bytes: Uint8Array): StoredDocument => ({
  ...{ bytes, media_type: 'application/pdf', extension: 'pdf' },
});

/** Examines a paper. @throws SIGNATURE_UNREADABLE, with what its sender can do */
async function examined(paper: Omit<Paper, 'accepted' | 'pages'>): Promise<Paper> {
  try {
    const pages = await pageSizes(paper.bytes);
    const text = (await pageTexts(paper.bytes)).join('\n');
    return { ...paper, pages, accepted: acceptsElectronicSignature(text) };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    throw signatureProblems.SIGNATURE_UNREADABLE({ message: error.message });
  }
}

/** The paper that was uploaded. @throws SIGNATURE_NOT_PDF, SIGNATURE_UNREADABLE */
export async function uploadedPaper(bytes: Uint8Array, title: string): Promise<Paper> {
  const document = await prepareDocument(bytes);
  if (document.extension !== 'pdf') throw signatureProblems.SIGNATURE_NOT_PDF();
  return examined({ title, bytes: document.bytes });
}

/** The contract's text by a template. @throws SIGNATURE_BLANKS, with what the record lacks */
export async function templatePaper(
  ctx: Context,
  { contract }: Subject,
  templateId: number,
  { leaveBlank }: { leaveBlank: boolean },
): Promise<Paper> {
  if (!contract) throw signatureProblems.SIGNATURE_FILE({ field: 'template_id' });
  const { title, bytes, missing } = await contractPaper(ctx, contract.id, templateId);
  if (missing.length > 0 && !leaveBlank)
    throw signatureProblems.SIGNATURE_BLANKS({ message: `Faltam dados para o modelo: ${missing.join(' ')}` });
  return examined({ title, bytes });
}

/** The text of an agreement about a debt, as it was offered. */
export async function agreementPaper(ctx: Context, { agreement }: Subject): Promise<Paper> {
  if (!agreement) throw signatureProblems.SIGNATURE_FILE();
  const { title, bytes } = await offeredPaper(ctx, agreement.id);
  return examined({ title, bytes });
}

/** A PDF that the record has. @throws SIGNATURE_FILE, SIGNATURE_UNREADABLE */
export async function recordPaper(ctx: Context, db: Db, subject: Subject, fileId: number): Promise<Paper> {
  const found = await fileOf(db, subject, fileId);
  if (!found) throw signatureProblems.SIGNATURE_FILE();
  const stream = await ctx.files.stream(found.key).catch(whenMissing(signatureProblems.SIGNATURE_FILE));
  return examined({ title: found.name.replace(/\.pdf$/i, ''), bytes: await buffer(stream), file_id: found.id });
}

function fileOf(db: Db, subject: Subject, fileId: number) {
  if (subject.contract) return queries.findContractFile(db, subject.contract.id, fileId);
  if (subject.kind === 'APPLICATION') return queries.findApplicationFile(db, subject.id, fileId);
  return undefined;
}

/** Bytes of a stored paper; undefined where they were erased, or lost. */
export async function bytesOf(
  { db, files }: Pick<Context, 'db' | 'files'>,
  fileId: number,
): Promise<Buffer | undefined> {
  const found = await findStored(db, fileId);
  if (!found) return undefined;
  try {
    return await buffer(await files.stream(found.key));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

const WIDTH = 1_200;

/** One page of a paper as a picture. @throws SIGNATURE_PAGE */
export async function pictureOf(ctx: Pick<Context, 'db' | 'files'>, fileId: number, page: number) {
  const bytes = await bytesOf(ctx, fileId);
  const picture = bytes && page > 0 ? await pagePicture(bytes, page, WIDTH) : undefined;
  if (!picture) throw signatureProblems.SIGNATURE_PAGE();
  return picture;
}
