import type { Pool } from 'pg';
import { until } from './until.ts';

/** Drops the jobs that wait and waits for those that run: what follows meets no work of the worker. */
export const jobsAtRest = ({ pool }: { pool: Pool }) =>
  until(
    async () => {
      await pool.query('delete from graphile_worker._private_jobs where locked_at is null');
      return pool.query('select from graphile_worker._private_jobs');
    },
    ({ rowCount }) => rowCount === 0,
  );
