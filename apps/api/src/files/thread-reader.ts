import { Worker } from 'node:worker_threads';
import { heapOf, type ReaderLimits, watchReader } from './reader-limits.ts';
import { readingQueue } from './reading-queue.ts';
import type { Answered } from './thread-answers.ts';

// Files of a bank are small, and a branch may upload a whole day of them at once.
const QUEUE = { atOnce: 1, waiting: 20 };
/** Time that a thread waits for the next file. Starting one takes longer than reading most files. */
const IDLE_MS = 3_000;
/** Share of its memory that a thread may hold after a file and still read the next one: what it holds is not all collected. */
const REUSED = 1 / 8;

type Idle = { worker: Worker; end: NodeJS.Timeout };

/**
 * Worker threads that read uploaded files and leave the event loop free, one file at a time by default. `use` gets a thread
 * that it may ask several times. A thread that answered reads the next file, unless it holds much memory; one that failed or
 * ran out of time or memory ends, the latter with the error of `tooMuch`. The script answers by `answerEach`.
 * @throws READERS_BUSY when too many files wait.
 */
export function readerThreads<Input, Output>(script: URL, limits: ReaderLimits, tooMuch: () => Error, queue = QUEUE) {
  const inLine = readingQueue(queue);
  let idle: Idle | undefined;

  function start(): Worker {
    const worker = new Worker(script, {
      resourceLimits: { ...heapOf(limits), maxYoungGenerationSizeMb: 6 },
      stdout: true,
      stderr: true,
    });
    // `ask` hears failures while a file is read. An idle thread just ends; without a listener, so would the process.
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (idle?.worker === worker) wake();
    });
    return worker;
  }

  function wake(): Worker | undefined {
    const found = idle;
    idle = undefined;
    clearTimeout(found?.end);
    found?.worker.ref();
    return found?.worker;
  }

  /** An idle thread doesn't keep the process alive. */
  function rest(worker: Worker) {
    void wake()?.terminate();
    worker.unref();
    idle = { worker, end: setTimeout(() => void wake()?.terminate(), IDLE_MS).unref() };
  }

  return <T>(use: (ask: (input: Input) => Promise<Output>) => Promise<T>): Promise<T> =>
    inLine(async () => {
      const worker = wake() ?? start();
      let held = Number.POSITIVE_INFINITY;
      try {
        const made = await use(async (input) => {
          held = Number.POSITIVE_INFINITY;
          const answer = await answerOf<Output>(worker, input, limits, tooMuch);
          held = answer.held;
          return answer.said;
        });
        if (held < limits.memoryMb * REUSED * 1_048_576) rest(worker);
        return made;
      } finally {
        if (idle?.worker !== worker) await worker.terminate();
      }
    });
}

/** A reader of files that are asked for once: see `readerThreads`. */
export function threadReader<Input, Output>(...settings: Parameters<typeof readerThreads>) {
  const withThread = readerThreads<Input, Output>(...settings);
  return (input: Input): Promise<Output> => withThread((ask) => ask(input));
}

function answerOf<Output>(worker: Worker, input: unknown, limits: ReaderLimits, tooMuch: () => Error) {
  const { promise, resolve, reject } = Promise.withResolvers<Answered<Output>>();
  const endWatch = watchReader(worker, limits, () => reject(tooMuch()));
  const failed = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
  const ended = () => reject(new Error('a thread that reads files has ended'));
  worker.on('message', resolve);
  worker.on('error', failed);
  worker.on('exit', ended);
  worker.postMessage(input);
  return promise.finally(() => {
    endWatch();
    worker.off('message', resolve);
    worker.off('error', failed);
    worker.off('exit', ended);
  });
}

/** What is told of a file that takes too much. */
export const TOO_MUCH = 'O arquivo é grande ou complicado demais. Divida o período em partes';
