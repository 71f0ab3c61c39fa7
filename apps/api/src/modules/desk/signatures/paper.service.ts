import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Problem } from '@morada/contract/base/problem';
import { signatureProblems } from '@morada/contract/desk/signatures';
import type { SignatureKind } from '@morada/domain/signature/kinds';
import { acceptsElectronicSignature } from '@morada/domain/template/signature-clause';
import type { Context, Db } from '#api/context.ts';
import type { StoredDocument } from '#api/files/documents.ts';
import { FileMissing, whenMissing } from '#api/files/storage.ts';
import { offeredPaper } from '#api/modules/collection/agreements/acceptance.service.ts';
import { consentPaper } from '#api/modules/lease/applications/consent.service.ts';
import { contractPaper, propertyPaper } from '#api/modules/lease/templates/generation.service.ts';
import { terminationPaper } from '#api/modules/money/terminations/terminations.service.ts';
import { recentlyMade } from '#api/pdf/signing/recently-made.ts';
import { pagePicture, pageSizes, pageTexts } from '#api/pdf/signing/signing.ts';
import { PdfRefused } from '#api/pdf/text.ts';
import { findStored } from './signatures.queries.ts';
import * as queries from './subjects.queries.ts';
import type { Subject } from './subjects.service.ts';

/** A paper that is to be signed. A document of the record is copied: what becomes of it there doesn't change what was sent. */
export type Paper = {
  title: string;
  bytes: Uint8Array;
  /** Its text says that the parties accept to sign so. */
  accepted: boolean;
  pages: { width: number; height: number }[];
};

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const asDocument = (bytes: Uint8Array): StoredDocument => ({
  ...{ bytes, media_type: 'application/pdf', extension: 'pdf' },
});

/** What was found of papers, by their hash: one paper goes out for several contracts. */
const recent = recentlyMade<Pick<Paper, 'accepted' | 'pages'>>({ most: 50 });

/** Examines a paper. @throws SIGNATURE_UNREADABLE, with what its sender can do */
async function examined(paper: Omit<Paper, 'accepted' | 'pages'>): Promise<Paper> {
  try {
    const found = await recent(sha256Of(paper.bytes), async () => {
      const pages = await pageSizes(paper.bytes);
      return { pages, accepted: acceptsElectronicSignature((await pageTexts(paper.bytes)).join('\n')) };
    });
    return { ...paper, ...found };
  } catch (error) {
    if (!(error instanceof PdfRefused)) throw error;
    throw signatureProblems.SIGNATURE_UNREADABLE({ message: error.message });
  }
}

/** The paper that was uploaded. @throws SIGNATURE_NOT_PDF, SIGNATURE_UNREADABLE */
export async function uploadedPaper(bytes: Uint8Array, title: string): Promise<Paper> {
  // One that begins as a PDF is told what is wrong with it.
  if (!Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')) throw signatureProblems.SIGNATURE_NOT_PDF();
  return examined({ title, bytes });
}

/** The text of a template with what the contract says, or a property without one. @throws SIGNATURE_BLANKS, with what the record lacks */
export async function templatePaper(
  ctx: Context,
  { kind, contract, property_id }: Subject,
  templateId: number,
  { leaveBlank }: { leaveBlank: boolean },
): Promise<Paper> {
  if (!contract && kind !== 'PROPERTY') throw signatureProblems.SIGNATURE_FILE({ field: 'template_id' });
  const { title, bytes, missing } = contract
    ? await contractPaper(ctx, contract.id, templateId)
    : await propertyPaper(ctx, property_id, templateId);
  if (missing.length > 0 && !leaveBlank)
    throw signatureProblems.SIGNATURE_BLANKS({ message: `Faltam dados para o modelo: ${missing.join(' ')}` });
  return examined({ title, bytes });
}

/**
 * The paper that the record makes by itself: an agreement's text as it was offered, the sheet of a contract that has ended, what an
 * application's parties agree to. @throws SIGNATURE_NO_SHEET, SIGNATURE_FILE
 */
export async function ownPaper(
  ctx: Context,
  kind: SignatureKind,
  { id, agreement, contract }: Subject,
): Promise<Paper> {
  if (kind === 'DEBT_AGREEMENT' && agreement) return examined(await offeredPaper(ctx, agreement.id));
  if (kind === 'TERMINATION' && contract) return examined(await sheetPaper(ctx, contract.id));
  const consent = kind === 'CONSENT' ? await consentPaper(ctx, id) : undefined;
  if (!consent) throw signatureProblems.SIGNATURE_FILE();
  return examined(consent);
}

const sheetPaper = (ctx: Context, contractId: number) =>
  terminationPaper(ctx, contractId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'TERMINATION_NOT_FOUND')
      throw signatureProblems.SIGNATURE_NO_SHEET();
    throw error;
  });

/** A PDF that the record has. @throws SIGNATURE_FILE, SIGNATURE_UNREADABLE */
export async function recordPaper(ctx: Context, db: Db, subject: Subject, fileId: number): Promise<Paper> {
  const found = await fileOf(db, subject, fileId);
  if (!found) throw signatureProblems.SIGNATURE_FILE();
  const stream = await ctx.files.stream(found.key).catch(whenMissing(signatureProblems.SIGNATURE_FILE));
  return examined({ title: found.name.replace(/\.pdf$/i, ''), bytes: await buffer(stream) });
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

/** A stored paper, and the hash under which what was read of it is kept. */
type PaperFile = { file_id: number; sha256: string };

/** A paper whose bytes are read only where nothing was kept of it. @throws SIGNATURE_PAGE where they were erased, or lost */
async function opened({ db, files }: Pick<Context, 'db' | 'files'>, { file_id, sha256 }: PaperFile) {
  const found = await findStored(db, file_id);
  if (!found) throw signatureProblems.SIGNATURE_PAGE();
  const read = async () => buffer(await files.stream(found.key).catch(whenMissing(signatureProblems.SIGNATURE_PAGE)));
  return { sha256, read };
}

const recentTexts = recentlyMade<string[]>({ most: 10 });

/** The text of each page of a paper, for who sees no pictures. @throws SIGNATURE_PAGE */
export async function textsOf(ctx: Pick<Context, 'db' | 'files'>, paper: PaperFile): Promise<string[]> {
  const { sha256, read } = await opened(ctx, paper);
  return recentTexts(sha256, async () => pageTexts(await read()));
}

/** The text of one page of a paper. @throws SIGNATURE_PAGE */
export async function textOf(ctx: Pick<Context, 'db' | 'files'>, paper: PaperFile, page: number): Promise<string> {
  const text = (await textsOf(ctx, paper))[page - 1];
  if (text === undefined) throw signatureProblems.SIGNATURE_PAGE();
  return text;
}

const WIDTH = 1_200;

/** One page of a paper as a picture. @throws SIGNATURE_PAGE */
export async function pictureOf(ctx: Pick<Context, 'db' | 'files'>, paper: PaperFile, page: number) {
  const picture = page > 0 ? await pagePicture(await opened(ctx, paper), page, WIDTH) : undefined;
  if (!picture) throw signatureProblems.SIGNATURE_PAGE();
  return picture;
}
