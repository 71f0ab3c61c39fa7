import { Logger, type Task } from 'graphile-worker';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { until } from '#test/until.ts';
import { inSlots } from './slots.ts';
import { startWorker } from './worker.ts';

const app = await startApp();
afterAll(app.stop);

/** Waits until a worker hears of new jobs: before, a notice is lost, and a test without polls would wait for ever. */
const listening = () =>
  until(
    async () =>
      (
        await app.pool.query(
          `select pid from pg_stat_activity
            where datname = current_database() and state = 'idle' and query like 'LISTEN "jobs:insert"%'`,
        )
      ).rows,
    ({ length }) => length === 1,
  );

test('work of one kind beyond its slots waits in the queue, and never holds up another kind', async () => {
  const open = Promise.withResolvers<void>();
  const done: string[] = [];
  let atOnce = 0;
  let most = 0;
  const { concurrency, taskList } = inSlots({
    slow: {
      slots: 1,
      tasks: {
        slow: async (payload) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await open.promise;
          atOnce -= 1;
          done.push((payload as { name: string }).name);
        },
      },
    },
    quick: { slots: 1, tasks: { quick: async () => void done.push('quick') } },
  });
  expect(concurrency).toBe(2);
  // Without a poll: the job whose slot is free is offered at once.
  const logger = new Logger(() => () => {});
  const worker = await startWorker(
    { pgPool: app.pool, crontab: '', noHandleSignals: true, pollInterval: 600_000, concurrency, taskList, logger },
    { onReplaced: () => {}, lock: () => ({ release: async () => {} }) },
  );
  await listening();
  for (const name of ['one', 'two', 'three'])
    await worker.addJob('slow', { name }, { jobKey: `slow:${name}`, maxAttempts: 3 });
  await worker.addJob('quick', {});
  await until(
    async () => done,
    ([first]) => first === 'quick',
  );
  open.resolve();
  await until(
    async () => done,
    ({ length }) => length === 4,
  );
  expect([done.toSorted(), most]).toEqual([['one', 'quick', 'three', 'two'], 1]);
  await worker.stop();
});

test('a job whose slot becomes free while it is put back is offered at once', async () => {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const done: string[] = [];
  const { concurrency, taskList } = inSlots({
    slow: {
      slots: 1,
      tasks: {
        slow: async (payload) => {
          const { name } = payload as { name: string };
          if (name === 'one') {
            begun.resolve();
            await open.promise;
          }
          done.push(name);
        },
      },
    },
    other: { slots: 1, tasks: {} },
  });
  const slow = taskList.slow as Task;
  const held: Task = async (payload, helpers) => {
    const { key } = helpers.job;
    const addJob: typeof helpers.addJob = async (...job) => {
      if (key === 'slow:two' && done.length === 0) {
        open.resolve();
        await finished.promise;
      }
      return helpers.addJob(...job);
    };
    await slow(payload, { ...helpers, addJob });
    if (key === 'slow:one') finished.resolve();
  };
  const logger = new Logger(() => () => {});
  const worker = await startWorker(
    {
      pgPool: app.pool,
      crontab: '',
      noHandleSignals: true,
      pollInterval: 600_000,
      concurrency,
      taskList: { slow: held },
      logger,
    },
    { onReplaced: () => {}, lock: () => ({ release: async () => {} }) },
  );
  await listening();
  await worker.addJob('slow', { name: 'one' }, { jobKey: 'slow:one' });
  // Of two jobs that wait, either may begin first.
  await begun.promise;
  await worker.addJob('slow', { name: 'two' }, { jobKey: 'slow:two' });
  await until(
    async () => done,
    ({ length }) => length === 2,
  );
  expect(done).toEqual(['one', 'two']);
  await worker.stop();
});

test('a job that is put back keeps the attempts that it had left', async () => {
  const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = () => {
    begun.resolve();
    return open.promise;
  };
  const { concurrency, taskList } = inSlots({
    slow: { slots: 1, tasks: { slow } },
    other: { slots: 1, tasks: {} },
  });
  const logger = new Logger(() => () => {});
  await app.pool.query(`select graphile_worker.add_job('slow', job_key => 'first')`);
  const worker = await startWorker(
    { pgPool: app.pool, crontab: '', noHandleSignals: true, pollInterval: 50, concurrency, taskList, logger },
    { onReplaced: () => {}, lock: () => ({ release: async () => {} }) },
  );
  await begun.promise;
  // In one transaction, so that the worker sees a job that has been tried.
  await app.pool.query(
    `select graphile_worker.add_job('slow', job_key => 'second', max_attempts => 3);
     update graphile_worker._private_jobs set attempts = 1 where key = 'second'`,
  );
  const jobs = async () =>
    (await app.pool.query('select key, max_attempts as most from graphile_worker._private_jobs order by id')).rows;
  // One attempt of three was used, and being put back uses none.
  await until(jobs, (rows) => rows.some(({ key, most }) => key === 'second' && most === 2));
  open.resolve();
  await until(jobs, ({ length }) => length === 0);
  await worker.stop();
});
