import { Worker } from 'node:worker_threads';
import { reconciliationProblems } from '@morada/contract/bank/reconciliation';
import { heapOf, READERS, watchReader } from '#api/files/reader-limits.ts';
import { readingQueue } from '#api/files/reading-queue.ts';
import type { ReadStatements, WorkerOutput } from './statement.worker.ts';

const WORKER = new URL('./statement.worker.ts', import.meta.url);

const inLine = readingQueue({ atOnce: 1, waiting: 20 });

/**
 * Parses an OFX file in a worker thread that leaves the event loop free.
 * @throws STATEMENT_UNREADABLE with the reason, READERS_BUSY when too many files wait.
 */
export const readStatements = (bytes: Uint8Array): Promise<ReadStatements> => inLine(() => parse(bytes));

async function parse(bytes: Uint8Array): Promise<ReadStatements> {
  const worker = new Worker(WORKER, {
    workerData: bytes,
    resourceLimits: heapOf(READERS.statement),
    stderr: true,
  });
  try {
    const said = await answerOf(worker);
    if ('read' in said) return said.read;
    throw unreadable(said.refused);
  } finally {
    await worker.terminate();
  }
}

/** Answer of the worker thread. A worker that runs out of time or memory rejects the file as too large. */
function answerOf(worker: Worker): Promise<WorkerOutput> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerOutput>();
  const tooMuch = () => reject(unreadable('O arquivo é grande ou complicado demais. Divida o período em partes'));
  const endWatch = watchReader(worker, READERS.statement, tooMuch);
  worker.on('message', resolve);
  worker.on('error', (error: Error & { code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
  );
  return promise.finally(endWatch);
}

export const unreadable = (message: string) => reconciliationProblems.STATEMENT_UNREADABLE({ message });
