import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { Span } from '@morada/domain/base/span';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import type { StatementAccount, StatementImport } from '#api/db/schema.ts';

const ACCOUNT = ['id', 'bank', 'agency', 'account', 'is_main', 'begins_on'] as const;

/** The main account first. */
export const findAccounts = (db: Db) =>
  db.selectFrom('statement_account').select(ACCOUNT).orderBy('is_main', 'desc').orderBy('id').execute();

export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number];

/** Locks out manual decisions while movements are explained automatically. */
export const lockAccounts = (trx: Db) =>
  trx.selectFrom('statement_account').select('id').orderBy('id').forUpdate().execute();

/** Locks out automatic explanations; manual decisions may run concurrently. */
export const shareAccounts = (trx: Db) =>
  trx.selectFrom('statement_account').select('id').orderBy('id').forShare().execute();

/** Undefined: another import has just added it. */
export const insertAccount = (trx: Db, account: Insertable<StatementAccount>) =>
  trx
    .insertInto('statement_account')
    .values(account)
    .onConflict((on) => on.doNothing())
    .returning(ACCOUNT)
    .executeTakeFirst();

export async function makeMain(trx: Db, id: number): Promise<boolean> {
  await trx.updateTable('statement_account').set({ is_main: false }).where('is_main', '=', true).execute();
  const made = await trx
    .updateTable('statement_account')
    .set({ is_main: true })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export const insertImport = (trx: Db, statement: Insertable<StatementImport>) =>
  trx.insertInto('statement_import').values(statement).returning('id').executeTakeFirstOrThrow();

type NewMovement = { key: string; day: CalendarDate; amount: Cents; memo: string };

/** Adds the movements that no earlier statement had; answers how many. */
export async function insertMovements(
  trx: Db,
  { account_id, import_id, movements }: { account_id: number; import_id: number; movements: readonly NewMovement[] },
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with added as (
        insert into bank_movement (account_id, import_id, key, day, amount, memo)
        select ${account_id}, ${import_id}, key, day, amount, memo
        from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as read(key text, day date, amount bigint, memo text)
        on conflict (account_id, key) do nothing
        returning id),
      counted as (select count(*)::int as added from added)
    select added from counted`.execute(trx);
  return rows[0]?.added ?? 0;
}

/**
 * Movements within days, with their keys in calls and files. `isCalled`: brought by a call, and not yet matched to a
 * file.
 */
export async function findStored(trx: Db, accountId: number, { start, end }: Span) {
  const { rows } = await sql<{
    id: number;
    day: CalendarDate;
    amount: Cents;
    memo: string;
    keys: string[];
    isCalled: boolean;
  }>`
    select m.id, m.day, m.amount, m.memo, array_remove(array[m.key, m.file_key], null) as keys,
      m.file_key is null and i.link_id is not null as "isCalled"
    from bank_movement m join statement_import i on i.id = m.import_id
    where m.account_id = ${accountId} and m.day between ${start} and ${end} order by m.id`.execute(trx);
  return rows;
}

/** Stores a file's keys on the movements that calls have brought. */
export const claimMovements = async (trx: Db, claims: readonly { id: number; key: string }[]) =>
  claims.length === 0
    ? undefined
    : sql`
        update bank_movement m set file_key = claim.key
        from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as claim(id bigint, key text)
        where m.id = claim.id and m.file_key is null`.execute(trx);

export const setAdded = (trx: Db, id: number, added: number) =>
  trx.updateTable('statement_import').set({ added }).where('id', '=', id).execute();

const NEWEST = 20;

export const findImports = (db: Db, accountId: number) =>
  db
    .selectFrom('statement_import as file')
    .leftJoin('admin_user as person', 'person.id', 'file.admin_user_id')
    .select([
      'file.id',
      'file.name',
      'file.from_day',
      'file.until_day',
      'file.balance',
      'file.balance_on',
      'file.movements',
      'file.added',
      'person.name as by',
      sql<boolean>`file.link_id is not null`.as('by_call'),
      'file.created_at',
    ])
    .where('file.account_id', '=', accountId)
    .orderBy('file.id', 'desc')
    .limit(NEWEST)
    .execute();

/** Sets the first day that the reconciliation of an account looks at; answers the one before, undefined: no account. */
export async function setBegin(trx: Db, id: number, begins_on: CalendarDate | null) {
  const before = await trx
    .selectFrom('statement_account')
    .select('begins_on')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (before) await trx.updateTable('statement_account').set({ begins_on }).where('id', '=', id).execute();
  return before;
}

/** First and last day of an account that are looked at: since its first statement, or since the reconciliation begins. */
export async function findSpan(db: Db, accountId: number) {
  const { rows } = await sql<{ since: CalendarDate | null; until: CalendarDate | null }>`
    select case when min(from_day) is not null then greatest(min(from_day), (
        select begins_on from statement_account where id = ${accountId})) end as since, max(until_day) as until
    from statement_import where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { since: null, until: null };
}

/**
 * Balances stated by the bank. A balance stated before its day was over is valid only until the next statement. One of a
 * day after the last that was read, as some banks state that of the moment under an older period, waits until its day is.
 */
export async function findStated(db: Db, accountId: number) {
  const { rows } = await sql<{ day: CalendarDate; balance: Cents }>`
    select balance_on as day, balance from statement_import file
    where account_id = ${accountId} and balance is not null
      and balance_on <= (select max(until_day) from statement_import read where read.account_id = ${accountId})
      and (balance_on < imported_on
        or not exists (select from statement_import later where later.account_id = file.account_id and later.id > file.id))
    order by id`.execute(db);
  return rows;
}

export async function findDaySums(db: Db, accountId: number) {
  const { rows } = await sql<{ day: CalendarDate; amount: Cents }>`
    select day, sum(amount)::bigint as amount from bank_movement where account_id = ${accountId} group by day`.execute(
    db,
  );
  return rows;
}
