import { Problem } from '@morada/contract/base/problem';
import { isDatabaseAway } from '../base/database-away.ts';
import type { Db } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * Result of locking a portion. MINE: locked until the transaction ends. CARRIED: another worker has carried out the
 * portion or some of its records. ENDED: the run has ended, or belongs to another worker.
 */
export type Lock = 'MINE' | 'CARRIED' | 'ENDED';

/** Work of one worker, as portions in transactions of their own: after a kill the next worker continues. */
export type Portions<Portion> = {
  /** The next portion, read outside a transaction; undefined when none is left. */
  portion: () => Promise<Portion | undefined>;
  lock: (trx: Db, portion: Portion) => Promise<Lock>;
  /**
   * Carries the portion out together with its progress, and records each refused record of a block itself. Returns the
   * number of records that it wrote.
   */
  carry: (trx: Db, portion: Portion) => Promise<number>;
  /** Skips a portion of one record that a rule refuses, and records the reason. Absent: a refusal fails the run. */
  refuse?: (trx: Db, portion: Portion, problem: Problem) => Promise<unknown>;
  /** Splits a block that failed into portions of one record each, in order. Absent: portions have one record. */
  divide?: (portion: Portion) => readonly Portion[];
  /** A carry that must not see changes made since its transaction began. Default: the database's own level. */
  isolation?: 'repeatable read';
};

/** Portions in sequence, or concurrent lanes of portions, which share no portion and need no order between them. */
export type Lanes<Portion> = Portions<Portion> | { lanes: readonly Portions<Portion>[] };

type Reports = {
  onProgress?: () => Promise<unknown>;
  /** Called with the error of a block, before it is carried out record by record. */
  onDivided?: (error: unknown) => unknown;
};

/** Deadlocks after which a portion fails. The database aborts one of the transactions in each. */
const MAX_DEADLOCKS = 10;
/** Same for a block, which holds many locks; single records then conflict less often. */
const MAX_DEADLOCKS_OF_BLOCK = 2;
const isDeadlock = (error: unknown) => (error as { code?: unknown }).code === '40P01';

type Carried = { lock: Lock; records: number };

/** Locks the portion and does the work on it in one transaction. */
function locked<Portion>(db: Db, work: Portions<Portion>, portion: Portion, act: (trx: Db) => Promise<number>) {
  const lockAndAct = async (trx: Db): Promise<Carried> => {
    const lock = await work.lock(trx, portion);
    return { lock, records: lock === 'MINE' ? await act(trx) : 0 };
  };
  if (work.isolation) return db.transaction().setIsolationLevel(work.isolation).execute(lockAndAct);
  return inTransaction(db, lockAndAct);
}

async function carryPortion<Portion>(
  db: Db,
  work: Portions<Portion>,
  portion: Portion,
  maxDeadlocks: number,
): Promise<Carried> {
  for (let deadlocks = 0; ; deadlocks += 1)
    try {
      return await locked(db, work, portion, (trx) => work.carry(trx, portion));
    } catch (error) {
      if (!isDeadlock(error) || deadlocks >= maxDeadlocks) throw error;
    }
}

async function carryRecord<Portion>(db: Db, work: Portions<Portion>, portion: Portion): Promise<Carried> {
  const { refuse } = work;
  try {
    return await carryPortion(db, work, portion, MAX_DEADLOCKS);
  } catch (error) {
    if (!(error instanceof Problem) || !refuse) throw error;
    return locked(db, work, portion, async (trx) => {
      await refuse(trx, portion, error);
      return 0;
    });
  }
}

type Outcome = { ended: boolean; records: number };

/**
 * Carries out the portions of each lane in sequence. `ended`: none is left; false when the run was ended elsewhere or
 * belongs to another worker. `records`: number that this worker wrote. An error is thrown once all lanes have stopped.
 */
export async function carryPortions<Portion>(db: Db, work: Lanes<Portion>, reports: Reports = {}): Promise<Outcome> {
  const lanes = 'lanes' in work ? work.lanes : [work];
  const stopped = await Promise.allSettled(lanes.map((lane) => carryLane(db, lane, reports)));
  return stopped.reduce<Outcome>(
    (all, one) => {
      if (one.status === 'rejected') throw one.reason;
      return { ended: all.ended && one.value.ended, records: all.records + one.value.records };
    },
    { ended: true, records: 0 },
  );
}

async function carryLane<Portion>(
  db: Db,
  work: Portions<Portion>,
  { onProgress, onDivided }: Reports,
): Promise<Outcome> {
  let records = 0;
  const add = async (carried: Carried) => {
    records += carried.records;
    if (carried.lock !== 'ENDED') await onProgress?.();
    return carried.lock;
  };

  async function carryBlock(block: Portion, parts: readonly Portion[]): Promise<Lock> {
    const carried = await carryPortion(db, work, block, MAX_DEADLOCKS_OF_BLOCK).catch((error: unknown) => {
      // A lost connection says nothing about the records, and the next worker continues here.
      if (isDatabaseAway(error)) throw error;
      onDivided?.(error);
    });
    if (carried) return add(carried);
    for (const part of parts) if ((await add(await carryRecord(db, work, part))) === 'ENDED') return 'ENDED';
    return 'MINE';
  }

  for (;;) {
    const portion = await work.portion();
    if (portion === undefined) return { ended: true, records };
    const parts = work.divide?.(portion) ?? [portion];
    const lock = parts.length > 1 ? await carryBlock(portion, parts) : await add(await carryRecord(db, work, portion));
    if (lock === 'ENDED') return { ended: false, records };
  }
}
