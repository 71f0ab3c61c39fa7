import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';

/** Locks all keys in one order, so that concurrent attempts can't deadlock. */
export const lockTries = (trx: Db, keys: string[]) =>
  sql`select pg_advisory_xact_lock(${LOCKS.signInTry}, hashtext(key)) from (select unnest(${keys}::text[]) as key order by 1) as sorted`.execute(
    trx,
  );

/** For each key with failures: their count within its window, and the seconds since the last one. */
export async function findFailures(db: Db, wanted: { key: string; remembered: number }[]) {
  const { rows } = await sql<{ key: string; failures: number; since: number }>`
    select f.key, count(*)::int as failures, extract(epoch from clock_timestamp() - max(f.at))::float8 as since
    from login_failure f join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(key text, remembered int) using (key)
    where f.at > now() - make_interval(secs => wanted.remembered) group by f.key`.execute(db);
  return rows;
}

/** The row's time, not the transaction's, which may have waited for the lock. */
export async function insertFailures(db: Db, keys: string[]): Promise<number[]> {
  const rows = await db
    .insertInto('login_failure')
    .values(keys.map((key) => ({ key, at: sql<string>`clock_timestamp()` })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export const dropFailures = (db: Db, ids: number[]) =>
  ids.length > 0 ? db.deleteFrom('login_failure').where('id', 'in', ids).execute() : undefined;

export const forgetFailures = (db: Db, key: string) => db.deleteFrom('login_failure').where('key', '=', key).execute();

export async function countRecent(db: Db, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('login_failure')
    .select((q) => q.fn.countAll<number>().as('count'))
    .where('key', '=', key)
    .where('at', '>', sql<string>`now() - interval '15 minutes'`)
    .executeTakeFirstOrThrow();
  return count;
}

export const dropOldFailures = (db: Db) =>
  db.deleteFrom('login_failure').where('at', '<', sql<string>`now() - interval '1 day'`).execute();

const HALF_A_YEAR_AGO = sql<string>`now() - interval '180 days'`;

export async function findFamiliar(db: Db, account_hash: Buffer, origins: Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('familiar_origin')
    .select('origin_hash')
    .where('account_hash', '=', account_hash)
    .where('origin_hash', 'in', origins)
    .where('seen_at', '>', HALF_A_YEAR_AGO)
    .execute();
  return rows.map(({ origin_hash }) => origin_hash);
}

export const keepFamiliar = (db: Db, account_hash: Buffer, origins: Buffer[]) =>
  db
    .insertInto('familiar_origin')
    .values(origins.map((origin_hash) => ({ account_hash, origin_hash })))
    .onConflict((conflict) => conflict.columns(['account_hash', 'origin_hash']).doUpdateSet({ seen_at: sql`now()` }))
    .execute();

/** `except`: origins that stay. */
export const dropFamiliar = (db: Db, account_hash: Buffer, except: Buffer[]) =>
  db
    .deleteFrom('familiar_origin')
    .where('account_hash', '=', account_hash)
    .$if(except.length > 0, (query) => query.where('origin_hash', 'not in', except))
    .execute();

export const dropOldFamiliar = (db: Db) =>
  db.deleteFrom('familiar_origin').where('seen_at', '<', HALF_A_YEAR_AGO).execute();

/** Once a day for an account: the job key makes it unique. */
export const queueNotice = (db: Db, account: Buffer) =>
  sql`select graphile_worker.add_job('sign-in-notice', json_build_object('account', ${account.toString('hex')}::text),
    max_attempts => 3, job_key => ${`sign-in-notice:${account.toString('hex')}`})`.execute(db);

/** Person of an account, staff or client. */
export async function findOwner(db: Db, account: Buffer) {
  const { rows } = await sql<{ name: string; email: string; agency: string; isClient: boolean }>`
    select name, email, (select name from agency) as agency, "isClient" from (
      select name, email, false as "isClient", 'account:' || lower(email) as account from admin_user where deleted_at is null
      union all
      select name, email, true, 'client:' || lower(email) from client where deleted_at is null and anonymised_at is null and email is not null
      union all
      select name, email, true, 'client:' || lower(email) from client_person
    ) as owner where sha256(convert_to(account, 'utf8')) = ${account} limit 1`.execute(db);
  return rows[0];
}
