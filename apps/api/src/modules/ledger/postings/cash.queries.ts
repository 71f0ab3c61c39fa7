import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { CashSide, Department } from '@morada/domain/ledger/cash';
import type { ExpenseCategory } from '@morada/domain/ledger/expense';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { inForce, outOfForce } from '#api/db/in-force.ts';
import { cutPage } from '#api/db/reading/page.ts';

export type CashSearch = Span & {
  department?: Department;
  type?: CashSide;
  method?: PaymentMethod;
  /** Leaves out pairs of an entry and its reversal that are both within the period: they cancel out. */
  standing?: boolean;
  /** Upper bound of entry ids. The ledger is append-only, so this is a snapshot. */
  upTo?: number;
};

export type CashRow = {
  id: number;
  date: CalendarDate;
  department: Department;
  type: CashSide;
  reversal: boolean;
  description: string;
  payment_method: PaymentMethod | null;
  amount: number;
  rent: number | null;
  admin_fee: number;
  invoice_id: number | null;
  transfer_id: number | null;
  movimentation_id: number | null;
  doc: string | null;
  category: ExpenseCategory | null;
  version: number | null;
  proposal_id: number | null;
  reference: Reference | null;
  user_id: number | null;
  user_name: string | null;
  to_tenant: boolean;
  street: string | null;
  number: string | null;
  complement: string | null;
};

/** A reversal stays on the side of its original, as a negative amount. */
const IS_INPUT = sql<boolean>`(l.amount > 0) = (e.reverses is null)`;

/** `IS_INPUT` of an entry whose cash line is not at hand. */
const ON_SIDE = sql`exists (select from ledger_line side where side.entry_id = e.id and side.account = 'CASH'
  and (side.amount > 0) = (e.reverses is null))`;

/** Entries that moved cash. */
const CASH = sql`ledger_entry e join ledger_line l on l.entry_id = e.id and l.account = 'CASH'`;

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/**
 * Inlined in the SQL instead of a parameter: departments are very unevenly distributed, and a cached plan must know
 * which.
 */
function chosen({ department, type, method }: CashSearch) {
  const conditions = [sql`true`];
  if (department) conditions.push(sql`e.department = ${sql.lit(department)}`);
  if (type) conditions.push(sql`${ON_SIDE} = ${type === 'INPUT'}`);
  if (method) conditions.push(sql`e.payment_method = ${method}`);
  return all(conditions);
}

function selection(search: CashSearch) {
  const { start, end, standing, upTo } = search;
  const conditions = [sql`e.day between ${start} and ${end}`, chosen(search)];
  if (upTo !== undefined) conditions.push(sql`e.id <= ${upTo}`);
  if (standing) conditions.push(inForce(search, upTo));
  return all(conditions);
}

const rowsOf = (cut: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql<CashRow>`
  with cut as (${cut})
  select e.id, e.day as date, e.department, case when ${IS_INPUT} then 'INPUT' else 'OUTPUT' end as type,
    e.reverses is not null as reversal, e.description, e.payment_method, l.amount, e.rent, e.invoice_id, e.transfer_id,
    e.movimentation_id, m.doc, m.category, m.version, coalesce(i.proposal_id, t.proposal_id) as proposal_id,
    coalesce(i.reference, paid.reference) as reference, c.id as user_id, c.name as user_name,
    coalesce(t.user_id = lease.user_id, false) as to_tenant, p.street, p.number, p.complement,
    -coalesce((select sum(amount) from ledger_line fee where fee.entry_id = e.id and fee.account = 'ADMIN_FEES'), 0) as admin_fee
  from cut join ${CASH} on e.id = cut.id
    left join invoice i on i.id = e.invoice_id
    left join transfer t on t.id = e.transfer_id
    left join invoice paid on paid.id = t.invoice_id
    left join proposal lease on lease.id = t.proposal_id
    left join movimentation m on m.id = e.movimentation_id
    left join client c on c.id = coalesce(i.user_id, t.user_id)
    left join property p on p.id = coalesce(i.property_id, t.property_id)
  order by ${order}`;

/** A page, newest first. */
export async function findCash(db: Db, search: CashSearch, page: number) {
  const cut = sql`select e.id from ${CASH} where ${selection(search)}
    order by e.day desc, e.id desc ${cutPage(page)}`;
  return (await rowsOf(cut, sql`e.day desc, e.id desc`).execute(db)).rows;
}

export async function findCashIds(db: Db, search: CashSearch): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select e.id from ${CASH} where ${selection(search)}
    order by e.day desc, e.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findCashAt(db: Db, ids: number[]) {
  const cut = sql`select e.id from ledger_entry e where e.id = any(${ids})`;
  return (await rowsOf(cut, sql`e.day desc, e.id desc`).execute(db)).rows;
}

/** The latest entries. */
export async function findLatestCash(db: Db, howMany: number) {
  const cut = sql`select e.id from ${CASH} order by e.day desc, e.id desc limit ${howMany}`;
  return (await rowsOf(cut, sql`e.day desc, e.id desc`).execute(db)).rows;
}

/** The entries after a given one, oldest first. */
export async function findCashAfter(
  db: Db,
  search: CashSearch,
  after: { date: CalendarDate; id: number },
  howMany: number,
) {
  const cut = sql`select e.id from ${CASH} where ${selection(search)} and (e.day, e.id) > (${after.date}, ${after.id})
    order by e.day, e.id limit ${howMany}`;
  return (await rowsOf(cut, sql`e.day, e.id`).execute(db)).rows;
}

const MOVED_CASH = sql`exists (select from ledger_line l where l.entry_id = e.id and l.account = 'CASH')`;

/** Same condition as `IS_INPUT`. */
const INPUT_TOTAL = sql<boolean>`(debit <> reversal)`;

/** Day totals that match a search. */
function dayTotals({ start, end, department, type, method }: CashSearch) {
  const conditions = [sql`account = 'CASH' and day between ${start} and ${end}`];
  if (department) conditions.push(sql`department = ${department}`);
  if (type) conditions.push(sql`${INPUT_TOTAL} = ${type === 'INPUT'}`);
  if (method) conditions.push(sql`payment_method = ${method}`);
  return sql`ledger_day_total where ${all(conditions)}`;
}

/** Totals of a search. Reversed pairs add nothing to the sums, so they are only subtracted from the count. */
export async function findCashTotals(db: Db, { standing, ...search }: CashSearch) {
  const undone = standing ? outOfForce(search, sql`${chosen(search)} and ${MOVED_CASH}`) : sql`0`;
  const { rows } = await sql<{ found: number; inputs: number; outputs: number }>`
    select coalesce(sum(entries), 0) - ${undone} as found, coalesce(sum(amount) filter (where ${INPUT_TOTAL}), 0) as inputs,
      -coalesce(sum(amount) filter (where not ${INPUT_TOTAL}), 0) as outputs
    from ${dayTotals(search)}`.execute(db);
  return rows[0] ?? { found: 0, inputs: 0, outputs: 0 };
}

/** Sums grouped by kind of event, each with the columns that its title is made of. */
export async function findCashGroups(db: Db, search: CashSearch) {
  const { rows } = await sql<CashGroup>`
    with moved as (
      select department, ${INPUT_TOTAL} as input, reversal, of_invoice, to_tenant, amount from ${dayTotals(search)}
      ${search.standing ? sql`union all ${withoutPairs(search)}` : sql``})
    select department, case when input then 'INPUT' else 'OUTPUT' end as type, reversal, of_invoice, to_tenant,
      sum(amount) as amount
    from moved group by 1, 2, 3, 4, 5 having sum(amount) <> 0
    order by 3, abs(sum(amount)) desc, 1`.execute(db);
  return rows;
}

/** Subtracts from the totals the pairs of entry and reversal within the period. They are few, and indexed. */
const withoutPairs = (search: CashSearch) => sql`
  select e.department, ${IS_INPUT}, e.reverses is not null, e.invoice_id is not null, coalesce(t.user_id = lease.user_id, false), -l.amount
  from ledger_entry undo join ledger_entry undone on undone.id = undo.reverses join ${CASH} on e.id in (undo.id, undone.id)
    left join transfer t on t.id = e.transfer_id left join proposal lease on lease.id = t.proposal_id
  where undo.reverses is not null and ${chosen(search)}
    and undo.day between ${search.start} and ${search.end} and undone.day between ${search.start} and ${search.end}`;

type CashGroup = Pick<CashRow, 'department' | 'type' | 'reversal' | 'to_tenant' | 'amount'> & { of_invoice: boolean };

/** Undefined while the ledger is empty. */
export async function findLastEntry(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from ledger_entry`.execute(db);
  return rows[0]?.id ?? undefined;
}
