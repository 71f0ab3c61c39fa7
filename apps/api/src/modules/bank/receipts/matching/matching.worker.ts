import { parentPort } from 'node:worker_threads';
import { doTask, type Task } from './matching.map.ts';

// Runs in a worker thread: the lines of large files are matched here, beside the event loop.

export type WorkerInput = { id: number; task: Task };
export type WorkerOutput = { id: number } & ({ done: unknown } | { error: Error });

parentPort?.on('message', ({ id, task }: WorkerInput) => {
  const answer = carried(task);
  // Bytes are transferred, not copied.
  const bytes = 'done' in answer && answer.done instanceof Uint8Array ? [answer.done.buffer as ArrayBuffer] : [];
  parentPort?.postMessage({ id, ...answer }, bytes);
});

function carried(task: Task): { done: unknown } | { error: Error } {
  try {
    return { done: doTask(task) };
  } catch (error) {
    return { error: error as Error };
  }
}
