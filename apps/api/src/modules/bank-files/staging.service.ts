import { createHash } from 'node:crypto';
import { type BankFilePreview, bankFileProblems } from '@morada/contract/bank-files';
import type { UploadedFile } from '@morada/contract/endpoint';
import { readBankFile } from '@morada/domain/bank-file';
import { bankText } from '@morada/domain/bank-text';
import type { Context, Db } from '../../context.ts';
import { change } from '../../db/transaction.ts';
import { cleanName } from '../../files/name.ts';
import { PdfRefused, pdfText } from '../../pdf/text.ts';
import * as queries from './bank-files.queries.ts';
import { showFile } from './bank-files.service.ts';
import { carryOut, start } from './runs.service.ts';

/** Reads a bank's file and keeps what it says, to be looked at; without a preview its first pile is settled at once. */
export async function takeIn(
  ctx: Context,
  file: UploadedFile,
  { preview }: { preview: boolean },
): Promise<BankFilePreview | { count: number }> {
  const staged = await read(ctx, file);
  if (preview) return showFile(ctx, await change(ctx, (trx) => keepOnce(trx, ctx, staged)));
  const id = await change(ctx, async (trx) => {
    const kept = await keep(trx, ctx, staged);
    await start(trx, ctx, kept, []);
    return kept;
  });
  await carryOut(ctx, id);
  return { count: (await queries.findStanding(ctx.db, id)).length };
}

/** More lines than any month of any agency; all of them are looked at in one go. */
const MOST_LINES = 20_000;

async function read(ctx: Context, { name, bytes }: UploadedFile) {
  const isReport = isPdf(bytes);
  const text = isReport ? await pdfText(bytes).catch(refused) : bankText(bytes);
  const reading = readBankFile(text, { isReport, today: ctx.today() });
  if (reading.problem !== undefined) throw unreadable(reading.problem, isReport ? undefined : reading.line);
  if (reading.entries.length > MOST_LINES) throw unreadable('O arquivo tem mais de 20.000 lançamentos');
  const { kind, bank, account, entries } = reading;
  return { kind, bank, account, entries, name: cleanName(name), fingerprint: fingerprintOf(text) };
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-');

const unreadable = (problem: string, line?: number) =>
  bankFileProblems.BANK_FILE_UNREADABLE({ reason: line === undefined ? problem : `Linha ${line}: ${problem}` });

function refused(error: unknown): never {
  throw error instanceof PdfRefused ? unreadable(error.message) : error;
}

/** Of its text: what only ends its lines another way says the same. */
function fingerprintOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n').trimEnd()).digest('hex');
}

type Staged = Awaited<ReturnType<typeof read>>;

/** Whoever sends a file again goes on where they were. */
async function keepOnce(trx: Db, ctx: Context, file: Staged): Promise<number> {
  const copy = await queries.findStagedCopy(trx, ctx.actor.id, file.fingerprint);
  return copy?.id ?? keep(trx, ctx, file);
}

function keep(trx: Db, { actor }: Context, { entries, ...file }: Staged): Promise<number> {
  return queries.insertFile(trx, { ...file, entries: JSON.stringify(entries), admin_user_id: actor.id });
}
