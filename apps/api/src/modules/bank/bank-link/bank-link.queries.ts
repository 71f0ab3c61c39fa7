import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, type NotNull, sql } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import type { BankLink } from '#api/db/schema.ts';

export type WholeLink = { client_secret: NotNull; certificate: NotNull; private_key: NotNull; pix_key: NotNull };

/** The active link for Pix; its secrets are sealed. */
export const findLink = (db: Db) =>
  db
    .selectFrom('bank_link')
    .selectAll()
    .where('kind', '=', 'PIX')
    .where('active', '=', true)
    .$narrowType<WholeLink>()
    .executeTakeFirst();
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Links that have work to do: the active one, and former ones with charges that the bank still has. */
export const findWorking = (db: Db) =>
  db
    .selectFrom('bank_link as link')
    .selectAll('link')
    .where('kind', '=', 'PIX')
    .where((where) =>
      where.or([
        where('link.active', '=', true),
        where.exists(
          where
            .selectFrom('pix_charge')
            .select('pix_charge.id')
            .whereRef('pix_charge.link_id', '=', 'link.id')
            .where('pix_charge.state', 'in', ['WAITING', 'ACTIVE', 'REFUSED', 'REMOVING']),
        ),
      ]),
    )
    .orderBy('link.id')
    .$narrowType<WholeLink>()
    .execute();

/** The active link, and former ones that have received payments since a day: their banks may give them back. */
export const findHeard = (db: Db, since: CalendarDate) =>
  db
    .selectFrom('bank_link as link')
    .selectAll('link')
    .where('kind', '=', 'PIX')
    .where((where) =>
      where.or([
        where('link.active', '=', true),
        where.exists(
          where
            .selectFrom('pix_payment')
            .select('pix_payment.end_to_end_id')
            .whereRef('pix_payment.link_id', '=', 'link.id')
            .where('pix_payment.paid_at', '>=', since),
        ),
      ]),
    )
    .orderBy('link.id')
    .$narrowType<WholeLink>()
    .execute();

/** Locks the links for Pix, former ones included. */
export const lockLinks = (trx: Db) =>
  trx
    .selectFrom('bank_link')
    .selectAll()
    .where('kind', '=', 'PIX')
    .orderBy('id')
    .forUpdate()
    .$narrowType<WholeLink>()
    .execute();

export const lockEveryLink = (trx: Db) => trx.selectFrom('bank_link').selectAll().orderBy('id').forUpdate().execute();

export const retireLinks = (trx: Db) =>
  trx.updateTable('bank_link').set({ active: false }).where('kind', '=', 'PIX').where('active', '=', true).execute();

/** Id of a link about to be inserted: its sealed values are bound to the id. */
export async function nextLinkId(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('bank_link', 'id'))::bigint as id`.execute(trx);
  return present(rows[0], 'the next number').id;
}

export const insertLink = (trx: Db, link: Insertable<BankLink>) => trx.insertInto('bank_link').values(link).execute();

export const updateLink = (db: Db, id: number, changes: Partial<Insertable<BankLink>>) =>
  db
    .updateTable('bank_link')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Records that the bank answered. The version stays, since no entered value changes. */
export const noteAnswer = (db: Db, id: number) =>
  db
    .updateTable('bank_link')
    .set({ answered_at: sql<string>`now()`, failing_since: null, problem: null })
    .where('id', '=', id)
    .execute();

export const noteFailure = (db: Db, id: number, problem: string) =>
  db
    .updateTable('bank_link')
    .set({ failing_since: sql<string>`coalesce(failing_since, now())`, problem })
    .where('id', '=', id)
    .execute();

export const setReadUntil = (db: Db, id: number, until: Date) =>
  db.updateTable('bank_link').set({ read_until: until.toISOString() }).where('id', '=', id).execute();

/** Records that returns were read; `round` counts the readings. */
export const setReturnsRead = (db: Db, id: number, round: number) =>
  db
    .updateTable('bank_link')
    .set({ returns_round: round, returns_read_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();

export const setNoticeOrigin = (db: Db, id: number, notice_origin: string) =>
  db.updateTable('bank_link').set({ notice_origin }).where('id', '=', id).execute();

/** Enqueues a job of the links; the job key merges repeated requests into one job. */
export const askForWork = (db: Db, task: 'bank-link' | 'pix-payments' | 'boleto-calls') =>
  sql`select graphile_worker.add_job(${task}, max_attempts => 3, job_key => ${task})`.execute(db);
