import { Worker } from 'node:worker_threads';
import { readingQueue } from '../files/reading-queue.ts';
import type { Limits, Opened, WorkerInput, WorkerOutput } from './read-worker.ts';
import { SheetRefused } from './refused.ts';

export { SheetRefused };

/** A line with its number in the spreadsheet; cells trimmed, dates as `2026-04-25`. */
export type SheetLine = { number: number; cells: string[] };
/** A parsed file; its lines can be read once, in portions. */
export type OpenSheet = Opened & { lines: () => AsyncGenerator<SheetLine[]> };

const WORKER = new URL('./read-worker.ts', import.meta.url);
const TIME = 30_000;
const MEMORY_MB = 512;
const TOO_MUCH = 'A planilha é grande ou complicada demais. Divida-a em partes e importe uma de cada vez.';

const inLine = readingQueue({ atOnce: 1, waiting: 8 });

/**
 * Parses a CSV or XLSX in a worker thread, one at a time, and passes it to `use`.
 * @throws SheetRefused with a message for the sender, READERS_BUSY when too many files wait.
 */
export function withSheet<T>(
  bytes: Uint8Array,
  options: { sheet?: number; limits: Limits },
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  return inLine(() => taken(bytes, options, use));
}

async function taken<T>(
  bytes: Uint8Array,
  { sheet = 0, limits }: { sheet?: number; limits: Limits },
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  const worker = new Worker(WORKER, {
    workerData: { bytes, sheet, limits } satisfies WorkerInput,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    stderr: true,
  });
  try {
    const said = await nextMessage(worker);
    if ('refused' in said) throw new SheetRefused(said.refused);
    if (!('opened' in said)) throw new TypeError('the reader spoke out of turn');
    return await use({ ...said.opened, lines: () => linesOf(worker) });
  } finally {
    await worker.terminate();
  }
}

async function* linesOf(worker: Worker): AsyncGenerator<SheetLine[]> {
  for (;;) {
    worker.postMessage('next');
    const said = await nextMessage(worker);
    if (!('lines' in said)) throw new TypeError('the reader spoke out of turn');
    if (said.lines.length === 0) return;
    yield said.lines;
  }
}

/** The worker's next message. Running out of memory or time rejects the file as too large. */
function nextMessage(worker: Worker): Promise<WorkerOutput> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new SheetRefused(TOO_MUCH))), TIME);
    const said = (message: WorkerOutput) => end(() => resolve(message));
    const failed = (error: Error & { code?: string }) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetRefused(TOO_MUCH) : error));
    function end(answer: () => void) {
      clearTimeout(timer);
      worker.off('message', said);
      worker.off('error', failed);
      answer();
    }
    worker.on('message', said);
    worker.on('error', failed);
  });
}
