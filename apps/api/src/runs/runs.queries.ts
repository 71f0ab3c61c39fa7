import { sql } from 'kysely';
import type { Db } from '../context.ts';
import { LOCKS } from '../db/locks.ts';

const MAX_ATTEMPTS = 3;

/** The job key makes the waiting job of a run unique. */
export const addJob = (trx: Db, { task, payload, key }: { task: string; payload: object; key: string }) =>
  sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS}, job_key => ${key})`.execute(
    trx,
  );

/** Number of a worker's lock. `pg_locks` shows keys without a sign, so the sign bit is left out. */
const WORKER_KEY = 'hashtext($1) & 2147483647';

/** Takes a worker's lock, in a session that lasts as long as the worker. Waits for the end of its broken session. */
export const LOCK_WORKER = `select pg_advisory_lock(${LOCKS.jobWorker}, ${WORKER_KEY})`;

/** Time for a worker to take its lock, after its start or the loss of its session. */
const SECONDS_TO_LOCK = 15;

/** Jobs `j` of workers whose lock is free: PostgreSQL frees it when a process dies. */
const ofDeadWorkers = sql`j.locked_at < now() - make_interval(secs => ${sql.lit(SECONDS_TO_LOCK)}) and not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid = ${sql.lit(LOCKS.jobWorker)}::oid
    and l.database = (select oid from pg_database where datname = current_database())
    and l.objid::bigint = hashtext(j.locked_by) & 2147483647)`;

/**
 * Unlocks the jobs of dead workers, which graphile-worker itself would take over only after four hours. A scheduled job
 * that was queued again meanwhile has no key and no attempts left, and is removed.
 */
export const unlockDeadWorkers = (db: Db, scheduled: readonly string[] = []) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; locked_by: string; superseded: boolean }>`
      select j.id, j.locked_by, j.key is null and j.attempts >= j.max_attempts
        and j.task_identifier = any(${[...scheduled]}::text[]) as superseded
      from graphile_worker.jobs j where ${ofDeadWorkers}`.execute(trx);
    if (rows.length === 0) return;
    await sql`select graphile_worker.force_unlock_workers(${[...new Set(rows.map(({ locked_by }) => locked_by))]}::text[])`.execute(
      trx,
    );
    const superseded = rows.filter((row) => row.superseded).map(({ id }) => id);
    await sql`select graphile_worker.complete_jobs(${superseded}::bigint[])`.execute(trx);
  });

/** Runs of a table whose worker has died: a live worker holds a lock on the run's row in each block. */
export const lockStranded = async (trx: Db, table: 'bank_file' | 'bulk_run') =>
  (
    await trx
      .selectFrom(table)
      .select('id')
      .where('status', 'in', ['RUNNING', 'UNDOING'])
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute()
  ).map(({ id }) => id);
