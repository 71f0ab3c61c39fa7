import { PAGE_SIZE } from '@morada/contract/base/fields';
import type { AccountingFormat } from '@morada/contract/fiscal/fiscal-accounting';
import { type CalendarDate, firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { LedgerAccount } from '@morada/domain/ledger/ledger';
import { sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import type { AccountingChart } from '#api/db/schema.ts';

const chart = (db: Db) =>
  db.selectFrom('accounting_chart').select(['company_code', 'branch_code', 'history_code', 'accounts', 'version']);

export const findChart = (db: Db) => chart(db).executeTakeFirstOrThrow();

export const lockChart = (trx: Db) => chart(trx).forUpdate().executeTakeFirstOrThrow();

export type ChartRow = Awaited<ReturnType<typeof findChart>>;

export const updateChart = (trx: Db, changes: Updateable<AccountingChart>) =>
  trx
    .updateTable('accounting_chart')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .returning(['company_code', 'branch_code', 'history_code', 'accounts', 'version'])
    .executeTakeFirstOrThrow();

const within = (month: Reference) => sql`e.day between ${firstDay(month)} and ${lastDay(month)}
  and exists (select from ledger_line l where l.entry_id = e.id)`;

/** Debits and credits of a month by account, from the day totals that `npm run verify` compares with the postings. */
export async function findSums(db: Db, month: Reference) {
  const { rows } = await sql<{ account: LedgerAccount; debit: Cents; credit: Cents }>`
    with moved as (
      select account, coalesce(sum(amount) filter (where debit), 0) as debit,
        -coalesce(sum(amount) filter (where not debit), 0) as credit
      from ledger_day_total
      where day between ${firstDay(month)} and ${lastDay(month)} and account <> 'RENT_RECEIVED'
      group by account)
    select account, debit, credit from moved where debit <> 0 or credit <> 0`.execute(db);
  return rows;
}

export async function countEntries(db: Db, month: Reference) {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from ledger_entry e where ${within(month)}`.execute(db);
  return rows[0]?.entries ?? 0;
}

export type EntryRow = {
  id: number;
  day: CalendarDate;
  description: string;
  invoice_id: number | null;
  transfer_id: number | null;
  darf_id: number | null;
  /** Document number of a cash movement. */
  doc: string | null;
  /** Tenant of the invoice or DARF, payee of the transfer. */
  person: string | null;
  postings: { account: LedgerAccount; amount: Cents; person: string | null }[];
};

const IN_ORDER = sql`order by e.day, e.id`;

/** Entries of a month with their postings; entries without amounts have none, and are left out. */
const entries = (month: Reference, cut = sql``) => sql<EntryRow>`
  select e.id, e.day, e.description, e.invoice_id, e.transfer_id, e.darf_id, m.doc, c.name as person,
    (select json_agg(json_build_object('account', l.account, 'amount', l.amount, 'person', owner.name) order by l.position)
      from ledger_line l left join client owner on owner.id = l.client_id where l.entry_id = e.id) as postings
  from (select e.* from ledger_entry e where ${within(month)} ${IN_ORDER} ${cut}) e
    left join invoice i on i.id = e.invoice_id
    left join transfer t on t.id = e.transfer_id
    left join darf d on d.id = e.darf_id
    left join movimentation m on m.id = e.movimentation_id
    left join client c on c.id = coalesce(i.user_id, t.user_id, d.tenant_id)
  ${IN_ORDER}`;

export const findEntries = async (db: Db, month: Reference, page: number) =>
  (await entries(month, cutPage(page)).execute(db)).rows;

const BLOCK = 1_000;

/** Entries of a month in blocks, by a cursor in the caller's transaction. */
export async function* streamEntries(trx: Db, month: Reference): AsyncGenerator<EntryRow[]> {
  // All rows are fetched, so the planner must not optimise for the first ones.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx);
  await sql`declare accounting_entries no scroll cursor for ${entries(month)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<EntryRow>`fetch ${sql.lit(BLOCK)} from accounting_entries`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close accounting_entries`.execute(trx);
}

const files = (db: Db) =>
  db
    .selectFrom('fiscal_file')
    .leftJoin('admin_user', 'admin_user.id', 'fiscal_file.admin_user_id')
    .select([
      'fiscal_file.id',
      'fiscal_file.name',
      'period',
      'key',
      'bytes',
      'sha256',
      'summary',
      'admin_user.name as by',
      'fiscal_file.created_at',
    ])
    .where('kind', '=', 'ACCOUNTING');

/** Files of a month, newest first. */
export const findFiles = (db: Db, month: Reference) =>
  files(db).where('period', '=', month).orderBy('fiscal_file.id', 'desc').limit(PAGE_SIZE).execute();

export const findFile = (db: Db, id: number) => files(db).where('fiscal_file.id', '=', id).executeTakeFirst();

export type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

type NewFile = {
  period: Reference;
  name: string;
  key: string;
  bytes: number;
  sha256: string;
  summary: { format: AccountingFormat; entries: number; total: Cents };
  admin_user_id: number | null;
};

export const insertFile = (trx: Db, { summary, ...file }: NewFile) =>
  trx
    .insertInto('fiscal_file')
    .values({ ...file, kind: 'ACCOUNTING', summary: JSON.stringify(summary) })
    .returning('id')
    .executeTakeFirstOrThrow();
