import { sql } from 'kysely';
import type { Db } from '../context.ts';

const MAX_ATTEMPTS = 3;

/** The job key makes the waiting job of a run unique. */
export const addJob = (trx: Db, { task, payload, key }: { task: string; payload: object; key: string }) =>
  sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS}, job_key => ${key})`.execute(
    trx,
  );
