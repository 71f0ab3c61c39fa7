import { isSameAccount } from '@morada/domain/bank/reconciliation/account';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { StatementLink } from '#api/db/schema.ts';
import { findAccounts } from './statements.queries.ts';

/** Active links with the account of the reconciliation, null before its first statement; their secrets are sealed. */
export async function findLinks(db: Db) {
  const links = await db.selectFrom('statement_link').selectAll().where('active', '=', true).orderBy('id').execute();
  const accounts = links.length === 0 ? [] : await findAccounts(db);
  return links.map((link) => {
    const account = accounts.find((one) => one.bank === link.bank && isSameAccount(one, link));
    return { ...link, account_id: account?.id ?? null };
  });
}
export type LinkRow = Awaited<ReturnType<typeof findLinks>>[number];

export const findLink = async (db: Db, id: number) => (await findLinks(db)).find((link) => link.id === id);

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
