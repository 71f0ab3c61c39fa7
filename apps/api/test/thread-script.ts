import { threadId } from 'node:worker_threads';
import { answerEach } from '#api/files/thread-answers.ts';

// Runs in a worker thread of `files/thread-reader.test.ts`, and answers with the thread's number.

const held: Uint8Array[] = [];

answerEach(({ act, megabytes = 0 }: { act: 'say' | 'throw' | 'hang' | 'hold'; megabytes?: number }) => {
  if (act === 'throw') throw new Error('broken');
  for (let count = 0; count < megabytes; count += 1) held.push(new Uint8Array(1_048_576).fill(1));
  return act === 'hang' ? new Promise<never>(() => {}) : threadId;
});
