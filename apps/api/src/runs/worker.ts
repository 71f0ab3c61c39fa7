import { EventEmitter } from 'node:events';
import { type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type { WorkerLock } from './worker-lock.queries.ts';

type Hooks = {
  /** Holds the lock of the worker of this id, until it has stopped. */
  lock: (id: string) => WorkerLock;
  /** A worker was replaced. */
  onReplaced: (error: unknown) => void;
};

export type Worker = {
  addJob: Runner['addJob'];
  stop: () => Promise<void>;
  /** Settles when the worker has stopped, by `stop` or by itself. */
  ended: Promise<void>;
};

/**
 * graphile-worker 0.18 looks up the ids of its tasks once, and caches even a failed look-up (`taskIdentifiers.js`): a
 * worker whose first connection came too late would never take a job. Such a worker is replaced.
 */
export async function startWorker(options: RunnerOptions, { lock, onReplaced }: Hooks): Promise<Worker> {
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
  // It may reject before the caller handles it.
  ended.catch(() => {});
  let replacing: Promise<void> | undefined;
  let held: WorkerLock | undefined;
  let runner = await begin();

  async function begin(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    let isReplaced = false;
    const last = new Map<string, unknown>();
    events.once('pool:create', ({ workerPool }) => {
      held = lock(workerPool.id);
    });
    const begun = await run({ ...options, events });
    events.on('worker:getJob:error', ({ worker: { workerId }, error }) => {
      if (isReplaced) return;
      // A worker whose polls for a job fail twice with the same error object has the cached failure. Different workers
      // also get the same object when they search the primary at the same time, so errors are compared by worker.
      isReplaced = error === last.get(workerId);
      last.set(workerId, error);
      if (!isReplaced) return;
      onReplaced(error);
      replacing = replace(begun);
    });
    begun.promise.then(
      () => isReplaced || end(),
      (error) => isReplaced || fail(error),
    );
    return begun;
  }

  async function replace(old: Runner) {
    await old.stop();
    await held?.release();
    try {
      runner = await begin();
    } catch (error) {
      // Ends like a worker that lost its database.
      fail(error);
    }
  }

  async function stop() {
    await replacing;
    await runner.stop();
    await held?.release();
  }

  return { addJob: (...job) => runner.addJob(...job), stop, ended };
}
