import type { Worker } from 'node:worker_threads';

/** What reading one uploaded file may cost, whatever the process uses beside it. */
export type ReaderLimits = {
  /** Milliseconds of the worker thread. */
  time: number;
  /** Heap of the worker thread. */
  heapMb: number;
  /** Heap and buffers outside it, such as unpacked streams. */
  memoryMb: number;
};

/** The readers of uploaded files; `docs/decisions/files-and-uploads.md` has the whole table. */
export const READERS = {
  pdf: { time: 8_000, heapMb: 192, memoryMb: 320 },
  sheet: { time: 30_000, heapMb: 512, memoryMb: 768 },
  statement: { time: 20_000, heapMb: 384, memoryMb: 512 },
  certificate: { time: 10_000, heapMb: 64, memoryMb: 96 },
  paper: { time: 120_000, heapMb: 512, memoryMb: 768 },
  bankFile: { time: 20_000, heapMb: 384, memoryMb: 512 },
  matching: { time: 120_000, heapMb: 256, memoryMb: 512 },
} as const satisfies Record<string, ReaderLimits>;

const WATCH_INTERVAL_MS = 50;
const MEGABYTE = 1_048_576;

/** Options of a worker thread with these limits. */
export const heapOf = ({ heapMb }: ReaderLimits) => ({ maxOldGenerationSizeMb: heapMb });

/**
 * Calls `tooMuch` when the worker thread takes longer or more memory than its limits. The memory is that of the thread
 * alone: a limit over the process's would grow with it. Returns what ends the watch.
 */
export function watchReader(worker: Worker, { time, memoryMb }: ReaderLimits, tooMuch: () => void): () => void {
  const timer = setTimeout(tooMuch, time);
  let isAsked = false;
  const look = async () => {
    if (isAsked) return;
    isAsked = true;
    // A thread has no answer before it has started, which takes longer than the interval on a busy machine, or once it ends.
    const held = await worker.getHeapStatistics().catch(() => undefined);
    isAsked = false;
    if (held && held.used_heap_size + held.external_memory > memoryMb * MEGABYTE) tooMuch();
  };
  void look();
  const watch = setInterval(look, WATCH_INTERVAL_MS);
  return () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
}
