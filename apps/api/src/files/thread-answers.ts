import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** An answer of a worker thread; `held`: bytes of its heap and buffers after the file. */
export type Answered<Output> = { said: Output; held: number };

/**
 * Answers each message to this worker thread (`thread-reader.ts`). What `read` throws ends the thread. `handed`: buffers of
 * an answer that are handed over, not copied.
 */
export function answerEach<Input, Output>(
  read: (input: Input) => Output | Promise<Output>,
  handed: (said: Output) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', async (input: Input) => {
    const said = await read(input);
    const { used_heap_size, external_memory } = getHeapStatistics();
    parentPort?.postMessage({ said, held: used_heap_size + external_memory } satisfies Answered<Output>, handed(said));
  });
}
