import { common, Problem } from '@morada/contract/base/problem';
import { sql } from 'kysely';
import type { Context, Db } from '../context.ts';
import { withNext } from './connection/round-trips.ts';

/** A call that may be repeated with its `Idempotency-Key`. */
export type Keyed = Pick<Context, 'actor' | 'idempotency'>;

type Key = { admin_user_id: number; key: string; requestHash: Buffer };

function keyOf({ actor, idempotency }: Keyed): Key | undefined {
  if (!idempotency || actor.id === null) return undefined;
  return { admin_user_id: actor.id, ...idempotency };
}

/** Identifies a key together with its user, since two people may choose the same key. */
const nameOf = ({ admin_user_id, key }: Pick<Key, 'admin_user_id' | 'key'>) => `${admin_user_id} ${key}`;

/**
 * Carries out calls in one transaction, each key once: the answer is stored with the key in the same transaction, and a
 * repeated call gets the first result, even concurrently, or 422 when its request is another.
 * @param work answer or refusal of each call that is not repeated, in order. A refused call's key is free again.
 */
export async function withKeys<Call extends Keyed, T>(
  trx: Db,
  calls: readonly Call[],
  work: (fresh: readonly Call[]) => Promise<readonly (T | Problem)[]>,
): Promise<readonly (T | Problem)[]> {
  const keys = calls.map(keyOf);
  const given = keys.filter((key) => key !== undefined);
  if (given.length === 0) return work(calls);
  const claimed = await claimKeys(trx, given);
  // Of two calls in this set with the same key, only the first is carried out.
  const first = new Map<string, number>();
  for (const [index, key] of keys.entries())
    if (key && claimed.has(nameOf(key)) && !first.has(nameOf(key))) first.set(nameOf(key), index);
  const isFresh = (index: number) => {
    const key = keys[index];
    return !key || first.get(nameOf(key)) === index;
  };
  const fresh = calls.map((_, index) => index).filter(isFresh);
  const outcomes = fresh.length > 0 ? await work(calls.filter((_, index) => isFresh(index))) : [];
  const outcomeOf = new Map(fresh.map((index, place) => [index, outcomes[place]]));
  await storeAnswers(
    trx,
    [...first].flatMap(([name, index]) => {
      const key = keys[index];
      return key && nameOf(key) === name ? [{ ...key, answer: outcomeOf.get(index) }] : [];
    }),
  );
  const earlier = await findAnswers(
    trx,
    given.filter((key) => !first.has(nameOf(key))),
  );
  return calls.map((_, index): T | Problem => {
    const key = keys[index];
    if (!key || isFresh(index)) return outcomeOf.get(index) as T | Problem;
    const beside = first.get(nameOf(key));
    const known =
      beside === undefined
        ? earlier.get(nameOf(key))
        : { request_hash: keys[beside]?.requestHash, answer: outcomeOf.get(beside) };
    // Keys stored before the upgrade to keyed hashes have no hash, and are accepted for any request.
    if (known?.request_hash && !known.request_hash.equals(key.requestHash)) return common.IDEMPOTENCY_KEY_REUSED();
    return known?.answer as T | Problem;
  });
}

/** Inserts the keys; the unique index makes a concurrent request with the same key wait here for the first. */
async function claimKeys(trx: Db, keys: readonly Key[]) {
  const rows = keys.map(({ requestHash, ...key }) => ({ ...key, request_hash: requestHash.toString('hex') }));
  const { rows: claimed } = await sql<Pick<Key, 'admin_user_id' | 'key'>>`
    insert into idempotency_key (admin_user_id, key, request_hash)
    select admin_user_id, key, decode(request_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(admin_user_id bigint, key text, request_hash text)
    order by admin_user_id, key
    on conflict do nothing
    returning admin_user_id, key`.execute(trx);
  return new Set(claimed.map(nameOf));
}

/** Stores the answers with their keys. The key of a refused call is deleted. */
async function storeAnswers(trx: Db, answered: readonly (Key & { answer: unknown })[]) {
  const rows = answered.map(({ admin_user_id, key, answer }) => {
    const refused = answer instanceof Problem;
    return { admin_user_id, key, refused, answer: refused ? null : (answer ?? null) };
  });
  const stored = rows.filter(({ refused }) => !refused);
  const refused = rows.filter((row) => row.refused);
  if (stored.length > 0)
    await withNext(
      trx,
      sql`update idempotency_key k set answer = coalesce(given.answer, 'null'::jsonb)
        from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as given(admin_user_id bigint, key text, answer jsonb)
        where k.admin_user_id = given.admin_user_id and k.key = given.key`.compile(trx),
    );
  if (refused.length > 0)
    await withNext(
      trx,
      sql`delete from idempotency_key k
        using jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as given(admin_user_id bigint, key text)
        where k.admin_user_id = given.admin_user_id and k.key = given.key`.compile(trx),
    );
}

async function findAnswers(trx: Db, keys: readonly Key[]) {
  if (keys.length === 0) return new Map<string, { request_hash: Buffer | null; answer: unknown }>();
  const rows = keys.map(({ admin_user_id, key }) => ({ admin_user_id, key }));
  const { rows: found } = await sql<
    Pick<Key, 'admin_user_id' | 'key'> & { request_hash: Buffer | null; answer: unknown }
  >`
    select k.admin_user_id, k.key, k.request_hash, k.answer from idempotency_key k
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(admin_user_id bigint, key text)
        on k.admin_user_id = given.admin_user_id and k.key = given.key`.execute(trx);
  return new Map(found.map((row) => [nameOf(row), row]));
}

/** Retries come within seconds; a week is a wide margin. */
export const dropOldIdempotencyKeys = (db: Db) =>
  db.deleteFrom('idempotency_key').where('created_at', '<', sql<string>`now() - interval '7 days'`).execute();
