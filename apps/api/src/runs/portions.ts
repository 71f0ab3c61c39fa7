import { Problem } from '@morada/contract/problem';
import type { Db } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * Answer of the lock of a portion. MINE: locked until the transaction ends. CARRIED: another worker has carried it.
 * ENDED: the run has ended, or is another worker's as a whole.
 */
export type Lock = 'MINE' | 'CARRIED' | 'ENDED';

/** Work of one worker, as portions in transactions of their own: after a kill the next worker continues. */
export type Portions<Portion> = {
  /** The next portion, read outside a transaction; undefined when none is left. */
  portion: () => Promise<Portion | undefined>;
  lock: (trx: Db, portion: Portion) => Promise<Lock>;
  /** Carries the portion out together with its progress. Returns the number of records that it wrote. */
  carry: (trx: Db, portion: Portion) => Promise<number>;
  /** Passes over a portion that a rule refuses, with the reason. Absent: a refusal fails the run. */
  refuse?: (trx: Db, portion: Portion, problem: Problem) => Promise<unknown>;
  /** A carry that must not see changes made since its transaction began. Default: the database's own level. */
  isolation?: 'repeatable read';
};

/** Deadlocks after which a portion fails. The database aborts one of the transactions in each. */
const MAX_DEADLOCKS = 10;
const isDeadlock = (error: unknown) => (error as { code?: unknown }).code === '40P01';

type Carried = { lock: Lock; records: number };

async function carryPortion<Portion>(db: Db, work: Portions<Portion>, portion: Portion): Promise<Carried> {
  const locked = (carry: (trx: Db) => Promise<number>) => {
    const lockAndCarry = async (trx: Db): Promise<Carried> => {
      const lock = await work.lock(trx, portion);
      return { lock, records: lock === 'MINE' ? await carry(trx) : 0 };
    };
    if (work.isolation) return db.transaction().setIsolationLevel(work.isolation).execute(lockAndCarry);
    return inTransaction(db, lockAndCarry);
  };
  for (let deadlocks = 0; ; deadlocks += 1)
    try {
      return await locked((trx) => work.carry(trx, portion));
    } catch (error) {
      if (isDeadlock(error) && deadlocks < MAX_DEADLOCKS) continue;
      if (!(error instanceof Problem) || !work.refuse) throw error;
      const { refuse } = work;
      return locked(async (trx) => {
        await refuse(trx, portion, error);
        return 0;
      });
    }
}

/**
 * Carries portion after portion. `ended`: none is left; otherwise the run has ended elsewhere or is another worker's.
 * Returns the number of records that this worker wrote.
 */
export async function carryPortions<Portion>(
  db: Db,
  work: Portions<Portion>,
  onProgress: () => Promise<unknown> = async () => {},
): Promise<{ ended: boolean; records: number }> {
  let records = 0;
  for (;;) {
    const portion = await work.portion();
    if (portion === undefined) return { ended: true, records };
    const carried = await carryPortion(db, work, portion);
    if (carried.lock === 'ENDED') return { ended: false, records };
    records += carried.records;
    await onProgress();
  }
}
