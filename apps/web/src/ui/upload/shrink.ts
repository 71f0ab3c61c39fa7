import type { Limits } from './shrunk.ts';

type Task = { file: Blob; resolve: (result: Blob) => void };

/** Beside the page, so that typing and scrolling go on while photographs are worked on. */
let worker: Worker | undefined;
const tasks = new Map<number, Task>();
let last = 0;

/** A picture made to fit; what this browser can't read, HEIC say, stays as it is and the server answers for it. */
export function shrink(file: Blob, limits: Limits): Promise<Blob> {
  if (typeof OffscreenCanvas === 'undefined') return Promise.resolve(file);
  worker ??= start();
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    tasks.set(id, { file, resolve });
    worker?.postMessage({ id, file, limits });
  });
}

function start(): Worker {
  const started = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data: { id, result } }: MessageEvent<{ id: number; result: Blob }>) => {
    tasks.get(id)?.resolve(result);
    tasks.delete(id);
  });
  // It could not be loaded, or ran out of memory: the pictures go as they are.
  started.addEventListener('error', () => {
    worker = undefined;
    for (const { file, resolve } of tasks.values()) resolve(file);
    tasks.clear();
  });
  return started;
}
