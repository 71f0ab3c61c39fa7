import { Worker } from 'node:worker_threads';
import { heapOf, READERS, watchReader } from '../files/reader-limits.ts';
import { readingQueue } from '../files/reading-queue.ts';
import type { Limits, Opened, WorkerInput, WorkerOutput } from './read-worker.ts';
import { SheetRefused } from './refused.ts';

export { SheetRefused };

/** A line with its number in the spreadsheet; cells trimmed, dates as `2026-04-25`. */
export type SheetLine = { number: number; cells: string[] };
/** A parsed file; its lines can be read once, in portions. */
export type OpenSheet = Opened & { lines: () => AsyncGenerator<SheetLine[]> };

const WORKER = new URL('./read-worker.ts', import.meta.url);
const TOO_MUCH = 'A planilha é grande ou complicada demais. Divida-a em partes e importe uma de cada vez.';

/** Time that a thread waits for the next text. Reading most texts takes less time than starting a thread. */
const IDLE_MS = 3_000;

const inLine = readingQueue({ atOnce: 1, waiting: 8 });

/** The thread that waits for another text. */
let idle: { worker: Worker; end: NodeJS.Timeout } | undefined;

/**
 * Parses a CSV or XLSX in a worker thread, one at a time, and passes it to `use`. A thread that read a text is reused
 * for the next file. A thread that unpacked a workbook or refused a file ends with it.
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
  const worker = wake() ?? startThread();
  try {
    const said = await ask(worker, { bytes, sheet, limits });
    if ('refused' in said) throw new SheetRefused(said.refused);
    if (!('opened' in said)) throw new TypeError('the reader spoke out of turn');
    const result = await use({ ...said.opened, lines: () => linesOf(worker) });
    if (said.opened.sheets.length === 0) rest(worker);
    return result;
  } finally {
    if (idle?.worker !== worker) await worker.terminate();
  }
}

function startThread(): Worker {
  const worker = new Worker(WORKER, { resourceLimits: heapOf(READERS.sheet), stderr: true });
  // `ask` reports failures while a file is read. An idle thread just ends; without a listener, so would the process.
  worker.on('error', () => {});
  worker.on('exit', () => {
    if (idle?.worker === worker) idle = undefined;
  });
  return worker;
}

/** An idle thread doesn't keep the process alive. */
function rest(worker: Worker) {
  worker.unref();
  idle = { worker, end: setTimeout(() => void wake()?.terminate(), IDLE_MS).unref() };
}

function wake(): Worker | undefined {
  const found = idle;
  idle = undefined;
  clearTimeout(found?.end);
  found?.worker.ref();
  return found?.worker;
}

async function* linesOf(worker: Worker): AsyncGenerator<SheetLine[]> {
  for (;;) {
    const said = await ask(worker, 'next');
    if (!('lines' in said)) throw new TypeError('the reader spoke out of turn');
    if (said.lines.length === 0) return;
    yield said.lines;
  }
}

/** The worker's answer. Running out of memory or time rejects the file as too large. */
function ask(worker: Worker, asked: WorkerInput): Promise<WorkerOutput> {
  return new Promise((resolve, reject) => {
    const endWatch = watchReader(worker, READERS.sheet, () => end(() => reject(new SheetRefused(TOO_MUCH))));
    const said = (message: WorkerOutput) => end(() => resolve(message));
    const failed = (error: Error & { code?: string }) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetRefused(TOO_MUCH) : error));
    function end(answer: () => void) {
      endWatch();
      worker.off('message', said);
      worker.off('error', failed);
      answer();
    }
    worker.on('message', said);
    worker.on('error', failed);
    worker.postMessage(asked);
  });
}
