import { Worker } from 'node:worker_threads';
import { heapOf, READERS, watchReader } from '../files/reader-limits.ts';
import { readingQueue } from '../files/reading-queue.ts';
import type { WorkerInput, WorkerOutput } from './text-worker.ts';

/** A PDF that can't be read, with a message for its sender. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused';
}

const WORKER = new URL('./text-worker.ts', import.meta.url);
/** `inflated`: bytes of all unpacked streams; a report of ten thousand payments has three million. */
const LIMITS = { pages: 500, characters: 5_000_000, inflated: 24_000_000 };

const WORDS = {
  PASSWORD: 'O PDF está protegido por senha. Salve-o sem senha e envie de novo',
  BROKEN: 'O PDF está incompleto ou danificado. Baixe-o de novo do banco',
  TOO_MUCH: 'O PDF é grande ou complicado demais. Peça ao banco o arquivo de retorno (CNAB)',
} as const;

const inLine = readingQueue({ atOnce: 1, waiting: 8 });

/**
 * The text of a PDF, line by line as a person sees it; parsed in a worker thread, one at a time.
 * @throws PdfRefused with a message for the sender, READERS_BUSY when too many files wait.
 */
export function pdfText(bytes: Uint8Array): Promise<string> {
  return inLine(() => read(bytes));
}

async function read(bytes: Uint8Array): Promise<string> {
  const worker = new Worker(WORKER, {
    workerData: { bytes, limits: LIMITS } satisfies WorkerInput,
    resourceLimits: heapOf(READERS.pdf),
    stdout: true,
    stderr: true,
  });
  try {
    const said = await messageOf(worker);
    if ('refused' in said) throw new PdfRefused(WORDS[said.refused]);
    return said.text;
  } finally {
    await worker.terminate();
  }
}

/** The worker's answer. When it runs out of time or memory the file is refused as too large. */
function messageOf(worker: Worker): Promise<WorkerOutput> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutput>();
  const tooMuch = () => resolve({ refused: 'TOO_MUCH' });
  const endWatch = watchReader(worker, READERS.pdf, tooMuch);
  worker.on('message', resolve);
  worker.on('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  );
  return promise.finally(endWatch);
}
