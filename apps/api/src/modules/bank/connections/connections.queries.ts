import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { present } from '#api/base/present.ts';
import type { Db } from '#api/context.ts';
import type { BankLink } from '#api/db/schema.ts';

export type Kind = Selectable<BankLink>['kind'];

/** Columns that every row of a kind has. */
type Filled = {
  PIX: Record<'client_secret' | 'certificate' | 'private_key' | 'pix_key' | 'notice_token', string>;
  BOLETO: { agreement_id: number; notice_token: string };
  PAYOUT: Record<'client_secret' | 'certificate' | 'private_key', string>;
  STATEMENT: Record<'certificate' | 'private_key' | 'account', string> & { bank: '001' | '077' | '756' };
};

/** A connection to a bank; its secrets are sealed. */
export type Link = Selectable<BankLink>;
export type LinkOf<K extends Kind> = Link & Filled[K];

const rowsOf = <K extends Kind>(rows: Promise<Link[]>) => rows as Promise<LinkOf<K>[]>;

const links = (db: Db, kind: Kind) =>
  db.selectFrom('bank_link as link').selectAll('link').where('link.kind', '=', kind).orderBy('link.id');

/** Active links of a kind. */
export const findActive = <K extends Kind>(db: Db, kind: K) =>
  rowsOf<K>(links(db, kind).where('link.active', '=', true).execute());

/** Active links of a kind, and former ones of which a condition on `link` holds. */
export const findActiveOr = <K extends Kind>(db: Db, kind: K, holds: RawBuilder<boolean>) =>
  rowsOf<K>(
    links(db, kind)
      .where((where) => where.or([where('link.active', '=', true), holds]))
      .execute(),
  );

/** Locks the links of a kind, and answers the active ones. */
export const lockActive = async <K extends Kind>(trx: Db, kind: K) =>
  (await rowsOf<K>(links(trx, kind).forUpdate().execute())).filter(({ active }) => active);

export const lockEvery = (trx: Db) => trx.selectFrom('bank_link').selectAll().orderBy('id').forUpdate().execute();

/** Id of a link about to be inserted: its sealed values are bound to the id. */
export async function nextId(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('bank_link', 'id'))::bigint as id`.execute(trx);
  return present(rows[0], 'the next number').id;
}

export type NewLink = Insertable<BankLink>;

export const insertLink = (trx: Db, link: NewLink) => trx.insertInto('bank_link').values(link).execute();

export const updateLink = (db: Db, id: number, changes: Updateable<BankLink>) =>
  db
    .updateTable('bank_link')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Records work on a link. The version stays, since no entered value changes. */
export const noteWork = (db: Db, id: number, work: Updateable<BankLink>) =>
  db.updateTable('bank_link').set(work).where('id', '=', id).execute();

/** Records that the bank answered, or with a problem that it did not. */
export const noteOutcome = (db: Db, id: number, problem: string | null) =>
  db
    .updateTable('bank_link')
    .set({
      problem,
      failing_since: problem === null ? null : sql<string>`coalesce(failing_since, now())`,
      ...(problem === null && { answered_at: sql<string>`now()` }),
    })
    .where('id', '=', id)
    .execute();

export type Task = 'bank-link' | 'pix-payments' | 'boleto-calls' | 'boleto-notices' | 'payouts';

/** Enqueues work with banks; requests for the same work are merged into one job. */
export const enqueue = (db: Db, task: Task) =>
  sql`select graphile_worker.add_job(${task}, max_attempts => 3, job_key => ${task})`.execute(db);

/** Enqueues a later round, to poll a bank that decides asynchronously. */
export const enqueueLater = (db: Db, task: Task, seconds: number) =>
  sql`select graphile_worker.add_job(${task}, max_attempts => 3, job_key => ${`${task}-later`},
    run_at => now() + ${seconds} * interval '1 second')`.execute(db);
