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

/** Takes a worker's lock in a session that lasts as long as the worker. Waits for the session of the worker that broke. */
export const LOCK_WORKER = `select pg_advisory_lock(${LOCKS.jobWorker}, ${WORKER_KEY})`;

/** A worker that was started, or whose session broke, has this time to take its lock. */
const SECONDS_TO_LOCK = 15;

/**
 * Unlocks the jobs of workers whose lock is free: PostgreSQL frees it when a process dies. graphile-worker alone would take
 * them over after four hours.
 */
export const unlockDeadWorkers = (db: Db) =>
  sql`select graphile_worker.force_unlock_workers(array(
    select distinct j.locked_by from graphile_worker.jobs j
    where j.locked_at < now() - make_interval(secs => ${SECONDS_TO_LOCK}) and not exists (
      select from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid = ${LOCKS.jobWorker}::oid
        and l.database = (select oid from pg_database where datname = current_database())
        and l.objid::bigint = hashtext(j.locked_by) & 2147483647)))`.execute(db);
