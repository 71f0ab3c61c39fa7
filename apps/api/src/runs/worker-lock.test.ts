import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '#test/harness.ts';
import { unlockDeadWorkers } from './runs.queries.ts';
import { holdWorkerLock } from './worker-lock.queries.ts';

const { db, deps, pool, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const failures: unknown[] = [];
const hold = (worker: string) =>
  holdWorkerLock({ db: deps.db, pool, worker, scheduled: ['collection'] }, (error) => failures.push(error), 50);

/** A job that a worker took some seconds ago. */
async function lockedJob(worker: string, seconds: number) {
  await sql`select graphile_worker.add_job('collection', job_key => ${worker})`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now() - make_interval(secs => ${seconds}),
    locked_by = ${worker}, attempts = 1 where key = ${worker}`.execute(db);
}
const ownerOf = async (key: string) => {
  const { rows } = await sql<{ locked_by: string | null }>`
    select locked_by from graphile_worker.jobs where key = ${key}`.execute(db);
  return rows[0]?.locked_by;
};
const sessionOf = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ pid }) => pid);
};

/** The server ends the session after its connection is closed. */
const ended = () => vi.waitFor(async () => expect(await sessionOf()).toEqual([]), 10_000);

test('jobs of a dead worker are unlocked, those of a living one or of one that has just begun are not', async () => {
  await lockedJob('dead', 20);
  await lockedJob('alive', 20);
  await lockedJob('beginning', 5);
  const alive = hold('alive');
  await vi.waitFor(async () => expect(await ownerOf('dead')).toBeNull(), 10_000);
  expect(await ownerOf('alive')).toBe('alive');
  expect(await ownerOf('beginning')).toBe('beginning');
  await alive.release();
  await ended();
  await unlockDeadWorkers(deps.db);
  expect(await ownerOf('alive')).toBeNull();
  expect(failures).toEqual([]);
});

test('a scheduled job of a dead worker that was queued anew is removed, and the new one stays', async () => {
  await lockedJob('again', 20);
  await sql`select graphile_worker.add_job('collection', job_key => 'again')`.execute(db);
  await unlockDeadWorkers(deps.db, ['collection']);
  const { rows } = await sql`select key, locked_by, attempts from graphile_worker.jobs
    where key = 'again' or attempts >= max_attempts`.execute(db);
  expect(rows).toEqual([{ key: 'again', locked_by: null, attempts: 0 }]);
});

test('a worker whose session broke takes its lock again', async () => {
  const worker = hold('broken');
  const pid = await vi.waitFor(async () => {
    const [first] = await sessionOf();
    expect(first).toBeDefined();
    return first ?? 0;
  }, 10_000);
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db);
  await vi.waitFor(async () => {
    const [now] = await sessionOf();
    expect(now).toBeDefined();
    expect(now).not.toBe(pid);
  }, 10_000);
  await worker.release();
  await ended();
});

test('an error of a session that was given back is no error of the worker', async () => {
  const taken = new Promise<PoolClient>((resolve) => pool.once('acquire', resolve));
  const worker = hold('ended');
  await vi.waitFor(async () => expect(await sessionOf()).toHaveLength(1), 10_000);
  const session = await taken;
  await worker.release();
  // PostgreSQL sends this when the database is dropped while the connection closes.
  session.emit('error', new Error('terminating connection due to administrator command'));
  await ended();
});
