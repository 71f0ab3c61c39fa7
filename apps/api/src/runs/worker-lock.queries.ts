import type { Pool, PoolClient } from 'pg';
import type { Db } from '../context.ts';
import { LOCK_WORKER, unlockDeadWorkers } from './runs.queries.ts';

/** Interval at which a lost lock is taken again and jobs of dead workers are unlocked. */
const BEAT_MS = 10_000;
/** Wait before the lock is taken again, after its session broke. */
const AGAIN_MS = 500;

export type WorkerLock = { release: () => Promise<void> };

/**
 * Holds a worker's lock in a session of its own, and unlocks the jobs of workers that hold none. The session of a
 * killed process ends immediately. When its machine is lost, TCP keepalive ends the session within a minute.
 */
export function holdWorkerLock(
  { db, pool, worker, scheduled }: { db: Db; pool: Pool; worker: string; scheduled: readonly string[] },
  onError: (error: unknown) => void,
  beatMs = BEAT_MS,
): WorkerLock {
  let session: PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;

  async function lock() {
    const mine = await pool.connect();
    const onBroken = () => {
      // Released already: the session may still report why it ends.
      if (session !== mine) return;
      session = undefined;
      mine.release(true);
      if (!isReleased) schedule(AGAIN_MS);
    };
    try {
      await mine.query(
        `select set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
          set_config('tcp_keepalives_count', '3', false)`,
      );
      await mine.query(LOCK_WORKER, [worker]);
      mine.once('error', onBroken);
      session = mine;
    } catch (error) {
      mine.release(true);
      throw error;
    }
  }

  async function beat() {
    try {
      if (!session) await lock();
      await unlockDeadWorkers(db, scheduled);
    } catch (error) {
      onError(error);
    }
    if (!isReleased) schedule(beatMs);
  }

  let beating = Promise.resolve();
  function schedule(wait: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      beating = beat();
    }, wait).unref();
  }
  beating = beat();

  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      await beating;
      const mine = session;
      session = undefined;
      mine?.release(true);
    },
  };
}
