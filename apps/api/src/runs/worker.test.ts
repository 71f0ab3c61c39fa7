import { Logger } from 'graphile-worker';
import { Client, Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';
import { startWorker } from './worker.ts';

const app = await startApp();
afterAll(app.stop);

/** A pool whose first look-up of the worker's tasks fails, like one with a connection that comes too late. */
function failingOnce() {
  let failures = 0;
  class Late extends Client {
    override query(...asked: never[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => never;
      const [{ text = '' } = {}] = asked as { text?: string }[];
      if (failures > 0 || !/^insert into .*_private_tasks/.test(text)) return ask(...asked);
      failures += 1;
      return Promise.reject(new Error('timeout exceeded when trying to connect')) as never;
    }
  }
  return { pool: new Pool({ ...app.connection, Client: Late, max: 5 }), failures: () => failures };
}

/** A pool in which two concurrent polls for a job fail with the same error object, as while there is no primary. */
function failingTogether() {
  let looks = 0;
  const both = Promise.withResolvers<void>();
  const error = new Error('no server accepts writes');
  class Shared extends Client {
    override query(...asked: never[]): never {
      const ask = super.query.bind(this) as (...asked: unknown[]) => never;
      const [{ text = '' } = {}] = asked as { text?: string }[];
      if (looks >= 2 || !/for update\s+skip locked/.test(text)) return ask(...asked);
      looks += 1;
      if (looks === 2) both.resolve();
      return both.promise.then(() => Promise.reject(error)) as never;
    }
  }
  return { pool: new Pool({ ...app.connection, Client: Shared, max: 5 }), looks: () => looks };
}

test('workers that fail together because the database is away go on', async () => {
  const { pool, looks } = failingTogether();
  const done = Promise.withResolvers<unknown>();
  const replaced: unknown[] = [];
  const logger = new Logger(() => () => {});
  const worker = await startWorker(
    {
      ...{ pgPool: pool, crontab: '', noHandleSignals: true, pollInterval: 50, concurrency: 2, logger },
      taskList: { greet: done.resolve },
    },
    { onReplaced: (error) => replaced.push(error), lock: () => ({ release: async () => {} }) },
  );
  await worker.addJob('greet', { name: 'Iara' });
  expect(await done.promise).toEqual({ name: 'Iara' });
  expect([looks(), replaced]).toEqual([2, []]);
  await worker.stop();
  await worker.ended;
  await pool.end();
});

test('a worker whose first look-up of its tasks failed takes jobs all the same', async () => {
  const { pool, failures } = failingOnce();
  const done = Promise.withResolvers<unknown>();
  const replaced: unknown[] = [];
  const logger = new Logger(() => () => {});
  const options = { pgPool: pool, crontab: '', noHandleSignals: true, pollInterval: 50, concurrency: 2, logger };
  const locks: string[] = [];
  const worker = await startWorker(
    { ...options, taskList: { greet: done.resolve } },
    {
      onReplaced: (error) => replaced.push(error),
      lock: (id) => {
        locks.push(`+${id}`);
        return { release: async () => void locks.push(`-${id}`) };
      },
    },
  );
  await worker.addJob('greet', { name: 'Iara' });
  expect(await done.promise).toEqual({ name: 'Iara' });
  expect(failures()).toBe(1);
  expect(replaced.map(String)).toEqual(['Error: timeout exceeded when trying to connect']);
  await worker.stop();
  await worker.ended;
  // Each worker's lock ends before the next begins.
  const [first = '', , second = ''] = locks;
  expect(locks).toEqual([first, first.replace('+', '-'), second, second.replace('+', '-')]);
  expect(second).not.toBe(first);
  await pool.end();
});
