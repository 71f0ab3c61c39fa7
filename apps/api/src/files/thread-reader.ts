import { Worker } from 'node:worker_threads';
import { heapOf, type ReaderLimits, watchReader } from './reader-limits.ts';
import { readingQueue } from './reading-queue.ts';

// Files of a bank are small, and a branch may upload a whole day of them at once.
const QUEUE = { atOnce: 1, waiting: 20 };

/**
 * Reader of uploaded files in worker threads that leave the event loop free, one at a time. A thread that runs out of time or
 * memory ends with the error of `tooMuch`.
 * @throws READERS_BUSY when too many files wait.
 */
export function threadReader<Input, Output>(script: URL, limits: ReaderLimits, tooMuch: () => Error, queue = QUEUE) {
  const inLine = readingQueue(queue);
  return (input: Input): Promise<Output> =>
    inLine(async () => {
      const worker = new Worker(script, {
        workerData: input,
        resourceLimits: { ...heapOf(limits), maxYoungGenerationSizeMb: 6 },
        stderr: true,
      });
      const { promise, resolve, reject } = Promise.withResolvers<Output>();
      const endWatch = watchReader(worker, limits, () => reject(tooMuch()));
      worker.on('message', resolve);
      worker.on('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
      );
      try {
        return await promise;
      } finally {
        endWatch();
        await worker.terminate();
      }
    });
}

/** What is told of a file that takes too much. */
export const TOO_MUCH = 'O arquivo é grande ou complicado demais. Divida o período em partes';
