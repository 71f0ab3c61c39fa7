import type { CashLine } from '@morada/contract/bank/reconciliation';
import type { MovementState } from '@morada/contract/bank/reconciliation.search';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Cents } from '@morada/domain/base/money';
import type { Span } from '@morada/domain/base/span';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { CASH, isExplained } from './explaining.queries.ts';

/** An account up to a day, since its first statement. */
export type Until = { account_id: number; is_main: boolean; since: CalendarDate; end: CalendarDate };

export type BankSums = {
  moved: Cents;
  open_movements: Cents;
  open_count: number;
  marked: Cents;
  own: Cents;
  matched: Cents;
};

/** Movements of an account up to a day, by what explains them. */
export async function findBankSums(db: Db, { account_id, since, end }: Until): Promise<BankSums> {
  const { rows } = await sql<BankSums>`
    select coalesce(sum(m.amount), 0)::bigint as moved,
      coalesce(sum(m.amount) filter (where x.id is null), 0)::bigint as open_movements,
      (count(*) filter (where x.id is null))::int as open_count,
      coalesce(sum(m.amount) filter (where x.kind = 'MARKED'), 0)::bigint as marked,
      coalesce(sum(m.amount) filter (where x.kind = 'OWN_TRANSFER'), 0)::bigint as own,
      coalesce(sum(m.amount) filter (where x.kind not in ('MARKED', 'OWN_TRANSFER')), 0)::bigint as matched
    from bank_movement m left join movement_explanation x on x.id = m.explanation_id
    where m.account_id = ${account_id} and m.day between ${since} and ${end}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export type LedgerSums = { explained: Cents; explained_before: Cents; elsewhere: Cents; cash: Cents };

/**
 * Sums of the ledger up to a day. `explained`: entries that explain movements of the account; `explained_before`: those
 * of them before the first statement. Since the first statement: `elsewhere`, entries of other accounts or not of the
 * bank, and `cash`, everything that moved cash, from the day totals.
 */
export async function findLedgerSums(db: Db, { account_id, since, end }: Until): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    with taken as (
      select e.day, l.amount, (m.account_id = ${account_id} and m.day >= ${since}) is true as own
      from explanation_entry g join ${CASH} on e.id = g.entry_id
        left join bank_movement m on m.explanation_id = g.explanation_id
      where g.live and e.day <= ${end})
    select coalesce(sum(amount) filter (where own), 0)::bigint as explained,
      coalesce(sum(amount) filter (where own and day < ${since}), 0)::bigint as explained_before,
      coalesce(sum(amount) filter (where not own and day >= ${since}), 0)::bigint as elsewhere,
      (select coalesce(sum(amount), 0)::bigint from ledger_day_total
        where account = 'CASH' and day between ${since} and ${end}) as cash
    from taken`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

export async function findMonthSums(db: Db, accountId: number, { start, end }: Span) {
  const { rows } = await sql<{ inputs: Cents; outputs: Cents }>`
    select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as inputs,
      -coalesce(sum(amount) filter (where amount < 0), 0)::bigint as outputs
    from bank_movement where account_id = ${accountId} and day between ${start} and ${end}`.execute(db);
  return rows[0] ?? { inputs: 0, outputs: 0 };
}

/** Entries without an explanation; an entry and its reversal, both without one, cancel out and are left out. */
const openEntries = ({ since, end }: Pick<Until, 'since' | 'end'>) => sql`
  e.day between ${since} and ${end} and not ${isExplained(sql`e.id`)}
  and not exists (select from ledger_entry undo
    where undo.reverses = e.id and undo.day between ${since} and ${end} and not ${isExplained(sql`undo.id`)})
  and (e.reverses is null or not exists (select from ledger_entry undone
    where undone.id = e.reverses and undone.day between ${since} and ${end} and not ${isExplained(sql`undone.id`)}))`;

export async function findOpenEntrySums(db: Db, until: Until) {
  const { rows } = await sql<{ open_entries: Cents; entry_count: number }>`
    select coalesce(sum(l.amount), 0)::bigint as open_entries, count(*)::int as entry_count
    from ${CASH} where ${openEntries(until)}`.execute(db);
  return rows[0] ?? { open_entries: 0, entry_count: 0 };
}

const REVERSED = sql<boolean>`
  (e.reverses is not null or exists (select from ledger_entry undo where undo.reverses = e.id))`;

const lineRows = (cut: RawBuilder<unknown>) => sql<CashLine>`
  with cut as (${cut})
  select e.id, e.day, e.description, c.name as person, l.amount, ${REVERSED} as is_reversed
  from cut join ${CASH} on e.id = cut.id
    left join invoice i on i.id = e.invoice_id left join transfer t on t.id = e.transfer_id
    left join darf d on d.id = e.darf_id
    left join client c on c.id = coalesce(i.user_id, t.user_id, d.tenant_id)
  order by e.day, e.id`;

export const findOpenEntries = async (db: Db, until: Pick<Until, 'since' | 'end'>, page: number) =>
  (
    await lineRows(
      sql`select e.id from ${CASH} where ${openEntries(until)} order by e.day, e.id ${cutPage(page)}`,
    ).execute(db)
  ).rows;

const MOST_CHOICES = 200;

/** Unexplained entries within days, those on the side of an amount. */
export const findChoices = async (db: Db, { start, end }: Span, amount: Cents) =>
  (
    await lineRows(sql`
      select e.id from ${CASH} where ${openEntries({ since: start, end })} and sign(l.amount) = sign(${amount}::bigint)
      order by e.day, e.id limit ${sql.lit(MOST_CHOICES)}`).execute(db)
  ).rows;

export const findEntryLines = async (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? [] : (await lineRows(sql`select unnest(${ids}::bigint[]) as id`).execute(db)).rows;

const setAside = ({ since, end }: Pick<Until, 'since' | 'end'>) => sql`
  explanation_entry g join movement_explanation x on x.id = g.explanation_id and x.kind = 'OFF_BANK'
    join ledger_entry e on e.id = g.entry_id
  where g.live and e.day between ${since} and ${end}`;

export async function countSetAside(db: Db, until: Until): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${setAside(until)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Entries marked as not of the bank, with the reason. */
export async function findSetAside(db: Db, until: Until, page: number) {
  const { rows } = await sql<{ entry_id: number; id: number; reason: string }>`
    select g.entry_id, x.id, x.reason from ${setAside(until)} order by e.day, e.id ${cutPage(page)}`.execute(db);
  return rows;
}

export type MovementFilter = Span & {
  account_id: number;
  /** First day that the reconciliation looks at. */
  since: CalendarDate;
  state?: MovementState | undefined;
};

/** Movements of the month, in a state if one is given. OPEN includes unexplained ones of earlier months. */
function selection({ account_id, since, start, end, state }: MovementFilter) {
  const mine = sql`m.account_id = ${account_id} and m.day >= ${since} and m.day <= ${end}`;
  if (state === 'OPEN') return sql`${mine} and m.explanation_id is null`;
  const within = sql`${mine} and m.day >= ${start}`;
  if (state === undefined) return within;
  const marked = sql`exists (select from movement_explanation x where x.id = m.explanation_id and x.kind = 'MARKED')`;
  return sql`${within} and m.explanation_id is not null and ${state === 'MARKED' ? marked : sql`not ${marked}`}`;
}

export async function countMovements(db: Db, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from bank_movement m where ${selection(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findMovementIds(db: Db, filter: MovementFilter, page?: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from bank_movement m where ${selection(filter)}
    order by m.day, m.id ${page === undefined ? sql`` : cutPage(page)}`.execute(db);
  return rows.map(({ id }) => id);
}

export type MovementRow = {
  id: number;
  account_id: number;
  day: CalendarDate;
  amount: Cents;
  memo: string;
  key: string;
  explanation_id: number | null;
  kind: string | null;
  reason: string | null;
  is_automatic: boolean | null;
  by: string | null;
  at: string | null;
  entries: number[] | null;
  other_id: number | null;
};

export async function findMovements(db: Db, ids: readonly number[]): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select m.id, m.account_id, m.day, m.amount, m.memo, m.key, m.explanation_id, x.kind, x.reason, x.is_automatic,
      person.name as by, x.created_at as at,
      (select json_agg(g.entry_id order by g.entry_id) from explanation_entry g where g.explanation_id = x.id) as entries,
      (select other.id from bank_movement other where other.explanation_id = x.id and other.id <> m.id) as other_id
    from bank_movement m left join movement_explanation x on x.id = m.explanation_id
      left join admin_user person on person.id = x.admin_user_id
    where m.id = any(${ids}::bigint[]) order by m.day, m.id`.execute(db);
  return rows;
}

export async function findOthers(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; day: CalendarDate; account: string; memo: string }>`
    select m.id, m.day, a.account, m.memo from bank_movement m join statement_account a on a.id = m.account_id
    where m.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
