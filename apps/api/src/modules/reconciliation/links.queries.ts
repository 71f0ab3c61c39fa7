import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { StatementLink } from '../../db/schema.ts';

/** Active links with the account of the reconciliation; their secrets are sealed. */
const activeLinks = (db: Db) =>
  db
    .selectFrom('statement_link as link')
    .leftJoin('statement_account as account', (join) =>
      join.onRef('account.bank', '=', 'link.bank').onRef('account.account_key', '=', 'link.account_key'),
    )
    .selectAll('link')
    .select('account.id as account_id')
    .where('link.active', '=', true);

export const findLinks = (db: Db) => activeLinks(db).orderBy('link.id').execute();
export type LinkRow = Awaited<ReturnType<typeof findLinks>>[number];

export const findLink = (db: Db, id: number) => activeLinks(db).where('link.id', '=', id).executeTakeFirst();

export const lockLinks = (trx: Db) => trx.selectFrom('statement_link').selectAll().orderBy('id').forUpdate().execute();

export async function retireLink(trx: Db, id: number): Promise<boolean> {
  const retired = await trx
    .updateTable('statement_link')
    .set({ active: false })
    .where('id', '=', id)
    .where('active', '=', true)
    .returning('id')
    .executeTakeFirst();
  return retired !== undefined;
}

/** Id of the next row, reserved because the row's sealed values are bound to it. */
export async function nextLinkId(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('statement_link', 'id'))::bigint as id`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a sequence without a value');
  return row.id;
}

export const insertLink = (trx: Db, link: Insertable<StatementLink>) =>
  trx.insertInto('statement_link').values(link).execute();

export const updateLink = (db: Db, id: number, changes: Partial<Insertable<StatementLink>>) =>
  db
    .updateTable('statement_link')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Records a reading of the account. The version stays, since no entered data changes. */
export const noteRead = (db: Db, id: number, until: string) =>
  db
    .updateTable('statement_link')
    .set({
      answered_at: sql<string>`now()`,
      failing_since: null,
      problem: null,
      read_until: until as LinkRow['read_until'],
    })
    .where('id', '=', id)
    .execute();

export const noteFailure = (db: Db, id: number, problem: string) =>
  db
    .updateTable('statement_link')
    .set({ failing_since: sql<string>`coalesce(failing_since, now())`, problem })
    .where('id', '=', id)
    .execute();
