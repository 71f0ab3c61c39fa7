import { common } from '@morada/contract/problem';
import type { Context, Db } from '../context.ts';

/**
 * Runs a change in one transaction. With an `Idempotency-Key` the answer is kept in that same transaction: the same
 * key and request answer the first result again, even when two arrive at once; another request → 422.
 */
export function change<T>(ctx: Context, work: (trx: Db) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    const { idempotency, actor } = ctx;
    if (!idempotency || actor.id === null) return work(trx);
    const mine = { admin_user_id: actor.id, key: idempotency.key };

    // The unique index makes the second of two simultaneous requests wait here for the first.
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
      // A key of before the upgrade to keyed hashes has none: it stands for the request that it named.
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

/** Reads that must agree with one another, as of one instant. */
export const snapshot = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** The same transaction to whoever opens one of their own: what services do one after another holds as a whole, or not at all. */
export function withinTransaction(trx: Db): Db {
  const within: Db = new Proxy(trx, {
    get(target, name) {
      if (name === 'transaction') return () => again;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const again = {
    setIsolationLevel: () => again,
    setAccessMode: () => again,
    execute: <T>(work: (trx: Db) => Promise<T>) => work(within),
  };
  return within;
}
