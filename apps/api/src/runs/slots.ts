import type { JobHelpers, Task, TaskList } from 'graphile-worker';

/** Milliseconds after which a job that found no free slot is offered again, to this server or another one. */
const LATER_MS = 1_000;

/** Tasks of one kind of work, and how many of them a server carries out at the same time. */
type KindOfWork = { slots: number; tasks: TaskList };

/**
 * Tasks of all kinds, each limited to the slots of its kind, so that slow work of one kind never holds up another. There
 * are as many workers as slots: while a kind has a free slot, a worker is free for it.
 */
export function inSlots(kinds: Readonly<Record<string, KindOfWork>>): { concurrency: number; taskList: TaskList } {
  const list = Object.values(kinds);
  return {
    concurrency: list.reduce((sum, { slots }) => sum + slots, 0),
    taskList: Object.assign({}, ...list.map(limited)),
  };
}

function limited({ slots, tasks }: KindOfWork): TaskList {
  let busy = 0;
  const within =
    (task: Task): Task =>
    async (payload, helpers) => {
      if (busy === slots) return putBack(payload, helpers);
      busy += 1;
      try {
        return await task(payload, helpers);
      } finally {
        busy -= 1;
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, within(task as Task)]));
}

/** Queues a job anew, with the attempts that it had left. */
async function putBack(payload: unknown, { addJob, job }: JobHelpers) {
  await addJob(job.task_identifier, payload, {
    ...(job.key !== null && { jobKey: job.key }),
    maxAttempts: job.max_attempts - job.attempts + 1,
    priority: job.priority,
    runAt: new Date(Date.now() + LATER_MS),
  });
}
