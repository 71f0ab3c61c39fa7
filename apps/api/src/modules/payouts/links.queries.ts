import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { PayoutLink } from '../../db/schema.ts';

/** The active link; its secrets are sealed. */
export const findLink = (db: Db) =>
  db.selectFrom('payout_link').selectAll().where('active', '=', true).executeTakeFirst();
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Links that have work to do: the active one, and former ones whose payments are not final yet. */
export const findWorking = (db: Db) =>
  db
    .selectFrom('payout_link as link')
    .selectAll('link')
    .where((where) =>
      where.or([
        where('link.active', '=', true),
        where.exists(
          where
            .selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.link_id', '=', 'link.id')
            .where('payout.state', '=', 'SENT'),
        ),
      ]),
    )
    .orderBy('link.id')
    .execute();

export const lockLinks = (trx: Db) => trx.selectFrom('payout_link').selectAll().orderBy('id').forUpdate().execute();

export const retireLinks = (trx: Db) =>
  trx.updateTable('payout_link').set({ active: false }).where('active', '=', true).execute();

/** Id of a row to come, which its sealed values are bound to. */
export async function nextLinkId(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('payout_link', 'id'))::bigint as id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export const insertLink = (trx: Db, link: Insertable<PayoutLink>) =>
  trx.insertInto('payout_link').values(link).execute();

export const updateLink = (db: Db, id: number, changes: Partial<Insertable<PayoutLink>>) =>
  db
    .updateTable('payout_link')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Notes an answer of the bank; the version stays, since nothing that was entered changes. */
export const noteAnswer = (db: Db, id: number) =>
  db
    .updateTable('payout_link')
    .set({ answered_at: sql<string>`now()`, failing_since: null, problem: null })
    .where('id', '=', id)
    .execute();

export const noteFailure = (db: Db, id: number, problem: string) =>
  db
    .updateTable('payout_link')
    .set({ failing_since: sql<string>`coalesce(failing_since, now())`, problem })
    .where('id', '=', id)
    .execute();

/** Asks the jobs to work on payments soon; asked several times, they do it once. */
export const askForWork = (db: Db) =>
  sql`select graphile_worker.add_job('payouts', max_attempts => 3, job_key => 'payouts')`.execute(db);
