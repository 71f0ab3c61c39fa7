import { bankFileProblems } from '@morada/contract/bank/bank-files';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { READERS } from '#api/files/reader-limits.ts';
import { TOO_MUCH, threadReader } from '#api/files/thread-reader.ts';
import { PdfRefused, pdfText } from '#api/pdf/text.ts';
import type { ReadFile, WorkerInput, WorkerOutput } from './bank-file.worker.ts';

const WORKER = new URL('./bank-file.worker.ts', import.meta.url);

const parse = threadReader<WorkerInput, WorkerOutput>(WORKER, READERS.bankFile, () => unreadable(TOO_MUCH));

/**
 * Parses a bank's file of any supported format.
 * @throws BANK_FILE_UNREADABLE with the reason, READERS_BUSY when too many files wait.
 */
export async function readFile(bytes: Uint8Array, today: CalendarDate): Promise<ReadFile> {
  const content = isPdf(bytes) ? await pdfText(bytes).catch(refused) : bytes;
  const said = await parse({ content, today });
  if ('read' in said) return said.read;
  const { reason, line } = said.refused;
  throw unreadable(line === undefined ? reason : `Linha ${line}: ${reason}`);
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-');

const unreadable = (reason: string) => bankFileProblems.BANK_FILE_UNREADABLE({ reason });

function refused(error: unknown): never {
  throw error instanceof PdfRefused ? unreadable(error.message) : error;
}
