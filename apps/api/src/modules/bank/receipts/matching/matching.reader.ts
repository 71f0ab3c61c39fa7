import { Worker } from 'node:worker_threads';
import { type Done, doTask, type Task } from './matching.map.ts';
import type { WorkerInput, WorkerOutput } from './matching.worker.ts';

const WORKER = new URL('./matching.worker.ts', import.meta.url);
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };
/** Length of some two hundred lines as JSON, matched in a few milliseconds: less than a thread takes to start. */
const MOST_HERE = 100_000;
/** Time that the thread waits for further work: a preview asks for two tasks, a run for six. */
const IDLE_MS = 3_000;

type Waiting = { resolve: (done: unknown) => void; reject: (error: unknown) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout };

let thread: Thread | undefined;
let lastId = 0;

/** Runs a task here when the file is small, else in a thread that the process shares, one task after another. */
export async function matchTask<T extends Task>(task: T): Promise<Done<T>> {
  return isLarge(task.entries) ? inThread(task) : doTask(task);
}

/** Whether a file of these entries, as JSON, is matched in the thread. */
export const isLarge = (entries: string) => entries.length > MOST_HERE;

function inThread<T extends Task>(task: T): Promise<Done<T>> {
  thread ??= startThread();
  const { worker, waiting, idle } = thread;
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  waiting.set(id, { resolve, reject });
  worker.ref();
  worker.postMessage({ id, task } satisfies WorkerInput);
  return promise as Promise<Done<T>>;
}

function startThread(): Thread {
  const worker = new Worker(WORKER, { resourceLimits: MEMORY, stderr: true });
  const started: Thread = { worker, waiting: new Map() };
  worker.on('message', ({ id, ...answer }: WorkerOutput) => {
    const asked = started.waiting.get(id);
    started.waiting.delete(id);
    if ('error' in answer) asked?.reject(answer.error);
    else asked?.resolve(answer.done);
    if (started.waiting.size === 0) rest(started);
  });
  // When a thread fails, as by lack of memory, its tasks fail; the next task starts another thread.
  worker.on('error', (error) => drop(started, error));
  worker.on('exit', () => drop(started, new Error('The thread that matches bank files has ended')));
  return started;
}

/** A thread without work neither keeps the process alive nor stays for long. */
function rest(started: Thread) {
  started.worker.unref();
  started.idle = setTimeout(() => {
    if (thread === started) thread = undefined;
    started.worker.terminate();
  }, IDLE_MS).unref();
}

function drop(started: Thread, error: unknown) {
  if (thread === started) thread = undefined;
  for (const { reject } of started.waiting.values()) reject(error);
  started.waiting.clear();
}
