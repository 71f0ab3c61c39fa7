import type { JobHelpers, Task, TaskList, TaskSpec } from 'graphile-worker';

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

type PutBack = { task: string; payload: unknown; spec: TaskSpec };

function limited({ slots, tasks }: KindOfWork): TaskList {
  let busy = 0;
  /** Jobs with a key that found no slot, in order. A worker looks for those that are due later only at its next poll. */
  const waiting = new Map<string, PutBack>();

  /** Makes the next one due at once, if a slot is free. Another server may have done it: a job with a key may run once too often. */
  async function offerNext({ addJob }: JobHelpers) {
    const [next] = waiting;
    if (!next || busy === slots) return;
    waiting.delete(next[0]);
    const { task, payload, spec } = next[1];
    await addJob(task, payload, spec).catch(() => {
      // It is still queued, and found by a later poll.
    });
  }

  const within =
    (task: Task): Task =>
    async (payload, helpers) => {
      const { key } = helpers.job;
      if (busy === slots) {
        const spec = await putBack(payload, helpers);
        if (key !== null) waiting.set(key, { task: helpers.job.task_identifier, payload, spec });
        // The slot may have become free while the job was put back.
        return offerNext(helpers);
      }
      if (key !== null) waiting.delete(key);
      busy += 1;
      try {
        return await task(payload, helpers);
      } finally {
        busy -= 1;
        await offerNext(helpers);
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, within(task as Task)]));
}

/** Queues a job anew, with the attempts that it had left, and returns how. */
async function putBack(payload: unknown, { addJob, job }: JobHelpers): Promise<TaskSpec> {
  const spec = {
    ...(job.key !== null && { jobKey: job.key }),
    maxAttempts: job.max_attempts - job.attempts + 1,
    priority: job.priority,
  };
  await addJob(job.task_identifier, payload, { ...spec, runAt: new Date(Date.now() + LATER_MS) });
  return spec;
}
