import { bankFileProblems } from '@morada/contract/bank/bank-files';
import { READERS } from '#api/files/reader-limits.ts';
import { TOO_MUCH, threadReader } from '#api/files/thread-reader.ts';
import { type Done, doTask, type Task } from './matching.map.ts';

const WORKER = new URL('./matching.worker.ts', import.meta.url);
/** Length of some two hundred lines as JSON, matched in a few milliseconds: less than a thread takes to start. */
const MOST_HERE = 100_000;

// A run that has begun is never refused for those that wait.
const inThread = threadReader<Task, unknown>(
  WORKER,
  READERS.matching,
  () => bankFileProblems.BANK_FILE_UNREADABLE({ reason: TOO_MUCH }),
  { atOnce: 1, waiting: Number.POSITIVE_INFINITY },
);

/** Runs a task here when the file is small, else in a thread, one task after another. */
export async function matchTask<T extends Task>(task: T): Promise<Done<T>> {
  return isLarge(task.entries) ? ((await inThread(task)) as Done<T>) : doTask(task);
}

/** Whether a file of these entries, as JSON, is matched in the thread. */
export const isLarge = (entries: string) => entries.length > MOST_HERE;
