import { common } from '@morada/contract/problem';
import { sql } from 'kysely';
import type { Context, Db } from '../context.ts';

/**
 * Runs the work in the caller's transaction when `db` is one, so that a sequence of services commits or rolls back as a
 * whole; otherwise in a transaction of its own.
 */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/**
 * Runs a change in one transaction. With an `Idempotency-Key` the answer is stored in the same transaction: the same
 * key and request return the first result, even concurrently; another request → 422.
 */
export function change<T>(ctx: Context, work: (trx: Db) => Promise<T>): Promise<T> {
  return inTransaction(ctx.db, async (trx) => {
    const { idempotency, actor } = ctx;
    if (!idempotency || actor.id === null) return work(trx);
    const mine = { admin_user_id: actor.id, key: idempotency.key };

    // The unique index makes a concurrent request with the same key wait here for the first.
    const claimed = await trx
      .insertInto('idempotency_key')
      .values({ ...mine, request_hash: idempotency.requestHash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!claimed) {
      const first = await trx
        .selectFrom('idempotency_key')
        .select(['request_hash', 'answer'])
        .where('admin_user_id', '=', mine.admin_user_id)
        .where('key', '=', mine.key)
        .executeTakeFirstOrThrow();
      // Keys stored before the upgrade to keyed hashes have no hash, and are accepted for any request.
      if (first.request_hash && !first.request_hash.equals(idempotency.requestHash))
        throw common.IDEMPOTENCY_KEY_REUSED();
      return first.answer as T;
    }

    const answer = await work(trx);
    await trx
      .updateTable('idempotency_key')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('admin_user_id', '=', mine.admin_user_id)
      .where('key', '=', mine.key)
      .execute();
    return answer;
  });
}

/** Runs reads in one snapshot, so that they agree with one another. */
export const snapshot = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Retries come within seconds; a week is a wide margin. */
export const dropOldIdempotencyKeys = (db: Db) =>
  db.deleteFrom('idempotency_key').where('created_at', '<', sql<string>`now() - interval '7 days'`).execute();
