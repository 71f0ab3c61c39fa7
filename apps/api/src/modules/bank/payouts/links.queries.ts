import { type Insertable, sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import type { PayoutLink } from '#api/db/schema.ts';

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

/** Id of the next row, reserved because the row's sealed values are bound to it. */
export async function nextLinkId(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('payout_link', 'id'))::bigint as id`.execute(trx);
  return present(rows[0], 'the next number').id;
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

/** Records that the bank responded. The version stays, since no entered data changes. */
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

/** Enqueues the job that works on payments; its key merges repeated calls into one run. */
export const askForWork = (db: Db) =>
  sql`select graphile_worker.add_job('payouts', max_attempts => 3, job_key => 'payouts')`.execute(db);
