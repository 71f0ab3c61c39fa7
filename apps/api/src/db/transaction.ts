import { Problem } from '@morada/contract/base/problem';
import { sql } from 'kysely';
import { isDatabaseAway } from '../base/database-away.ts';
import type { Context, Db } from '../context.ts';
import { type Keyed, withKeys } from './idempotency-keys.ts';

/**
 * Runs the work in the caller's transaction when `db` is one, so that a sequence of services commits or rolls back as a
 * whole; otherwise in a transaction of its own.
 */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Deadlock and serialisation failure: the transaction was rolled back as a whole, and the next one may succeed. */
const LOST_TO_ANOTHER = ['40P01', '40001'];

/** Times that a change is carried out at most. The one that won the first deadlock can lose the next one. */
const TRIES = 3;

/**
 * Runs a change in one transaction; with an `Idempotency-Key`, once. One that another transaction made fail is carried
 * out again. Within another change it is a part of that one, whose key and retries are the outermost's.
 */
export async function change<T>(ctx: Context, work: (trx: Db) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx.db);
  const carried = () =>
    ctx.db.transaction().execute(async (trx) => {
      const [outcome] = await withKeys(trx, [ctx], async () => [await work(trx)]);
      if (outcome instanceof Problem) throw outcome;
      return outcome as T;
    });
  for (let left = TRIES - 1; left > 0; left--) {
    try {
      return await carried();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!LOST_TO_ANOTHER.includes(code)) throw error;
    }
  }
  return carried();
}

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

/** Runs work in a savepoint: if it fails, only what it wrote is undone, and the transaction can go on. */
export async function inSavepoint<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx);
  try {
    const done = await work();
    await sql`release savepoint part`.execute(trx);
    return done;
  } catch (error) {
    // Without a connection there is nothing to go back to.
    if (isDatabaseAway(error)) throw error;
    await sql`rollback to savepoint part`.execute(trx);
    await sql`release savepoint part`.execute(trx);
    throw error;
  }
}

/**
 * Carries out a set in a savepoint. If it fails, each item is carried out in its own, so that one can't hold up the
 * others.
 * @param refuse called for each item that fails by itself, in the transaction.
 */
export async function eachApart<Item>(
  trx: Db,
  items: readonly Item[],
  carry: (items: readonly Item[]) => Promise<unknown>,
  refuse: (item: Item, error: unknown) => Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await inSavepoint(trx, () => carry(items));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) await refuse(only, error);
    else for (const item of items) await eachApart(trx, [item], carry, refuse);
  }
}
