import { Problem } from '@morada/contract/problem';
import type { Context, Db } from '../context.ts';
import { type Keyed, withKeys } from './idempotency-keys.ts';

/**
 * Runs the work in the caller's transaction when `db` is one, so that a sequence of services commits or rolls back as a
 * whole; otherwise in a transaction of its own.
 */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Runs a change in one transaction; with an `Idempotency-Key`, once. */
export const change = <T>(ctx: Context, work: (trx: Db) => Promise<T>): Promise<T> =>
  inTransaction(ctx.db, async (trx) => {
    const [outcome] = await withKeys(trx, [ctx], async () => [await work(trx)]);
    if (outcome instanceof Problem) throw outcome;
    return outcome as T;
  });

/**
 * Runs the changes of several calls in one transaction, each key once.
 * @param work answer or refusal of each call, in order. A refused call changes nothing.
 */
export const changeTogether = <Call extends Keyed, T>(
  db: Db,
  calls: readonly Call[],
  work: (trx: Db, calls: readonly Call[]) => Promise<readonly (T | Problem)[]>,
): Promise<readonly (T | Problem)[]> =>
  db.transaction().execute((trx) => withKeys(trx, calls, (fresh) => work(trx, fresh)));

/** Runs reads in one snapshot, so that they agree with one another. */
export const snapshot = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
