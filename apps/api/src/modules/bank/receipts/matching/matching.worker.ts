import { answerEach } from '#api/files/thread-answers.ts';
import { doTask, type Task } from './matching.map.ts';

// Runs in a worker thread: the lines of large files are matched here, beside the event loop.

answerEach(
  (task: Task): unknown => doTask(task),
  (done) => (done instanceof Uint8Array ? [done.buffer as ArrayBuffer] : []),
);
