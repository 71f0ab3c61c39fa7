import { Worker } from 'node:worker_threads';
import { bankFileProblems } from '@morada/contract/bank/bank-files';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { heapOf, READERS, watchReader } from '#api/files/reader-limits.ts';
import { readingQueue } from '#api/files/reading-queue.ts';
import { PdfRefused, pdfText } from '#api/pdf/text.ts';
import type { ReadFile, WorkerInput, WorkerOutput } from './bank-file.worker.ts';

const WORKER = new URL('./bank-file.worker.ts', import.meta.url);

// Return files are small, and a branch may upload a whole day of them at once.
const inLine = readingQueue({ atOnce: 1, waiting: 20 });

/**
 * Parses a bank's file of any supported format, in a worker thread that leaves the event loop free.
 * @throws BANK_FILE_UNREADABLE with the reason, READERS_BUSY when too many files wait.
 */
export async function readFile(bytes: Uint8Array, today: CalendarDate): Promise<ReadFile> {
  const content = isPdf(bytes) ? await pdfText(bytes).catch(refused) : bytes;
  return inLine(() => parse({ content, today }));
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-');

async function parse(asked: WorkerInput): Promise<ReadFile> {
  const worker = new Worker(WORKER, {
    workerData: asked,
    resourceLimits: { ...heapOf(READERS.bankFile), maxYoungGenerationSizeMb: 6 },
    stderr: true,
  });
  try {
    const said = await answerOf(worker);
    if ('read' in said) return said.read;
    const { reason, line } = said.refused;
    throw unreadable(line === undefined ? reason : `Linha ${line}: ${reason}`);
  } finally {
    await worker.terminate();
  }
}

/** Answer of the worker thread. A worker that runs out of time or memory rejects the file as too large. */
function answerOf(worker: Worker): Promise<WorkerOutput> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutput>();
  const tooMuch = () => reject(unreadable('O arquivo é grande ou complicado demais. Divida o período em partes'));
  const endWatch = watchReader(worker, READERS.bankFile, tooMuch);
  worker.on('message', resolve);
  worker.on('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  );
  return promise.finally(endWatch);
}

const unreadable = (reason: string) => bankFileProblems.BANK_FILE_UNREADABLE({ reason });

function refused(error: unknown): never {
  throw error instanceof PdfRefused ? unreadable(error.message) : error;
}
