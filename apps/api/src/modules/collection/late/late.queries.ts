import type { LateSearch } from '@morada/contract/money/finance.search';
import type { RecurringChargeState } from '@morada/domain/bank/pix/recurring-charge';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { matches, peopleFound, type Seen } from '#api/db/reading/search.ts';

export type LateInvoice = {
  id: number;
  proposal_id: number;
  property_id: number;
  reference: Reference;
  due_date: CalendarDate;
  price: number;
  fees: number;
  old_charges: number;
  user_id: number;
  user_name: string;
  cpf_cnpj: string;
  phone: string | null;
  email: string | null;
  street: string;
  number: string | null;
  complement: string | null;
  automatic_state: RecurringChargeState | null;
  retry_on: CalendarDate | null;
};

const LATE = (today: CalendarDate) => sql`i.status = 'PENDING' and i.deleted_at is null and i.due_date < ${today}`;

type Search = z.output<typeof LateSearch> & { seen: Seen };

function selection({ query, seen }: Search, today: CalendarDate) {
  if (query === undefined) return LATE(today);
  const tenants = peopleFound(query, seen);
  const properties = sql`select id from property where ${matches(sql`search`, query)}`;
  return sql`${LATE(today)} and (i.user_id in (${tenants}) or i.property_id in (${properties}))`;
}

/** Columns of the rows whose ids are cut beforehand. */
const ROWS = sql`
  select i.id, i.proposal_id, i.property_id, i.reference, i.due_date, i.price, i.fees, i.old_charges, i.user_id, c.name as user_name, c.cpf_cnpj,
    coalesce(c.cellphone, c.phone) as phone, c.email, p.street, p.number, p.complement,
    debit.state as automatic_state, debit.retry_on
  from cut join invoice i on i.id = cut.id join client c on c.id = i.user_id join property p on p.id = i.property_id
    left join recurring_charge debit on debit.invoice_id = i.id and debit.state <> 'CANCELED'`;

/** Overdue invoices with the given ids, in the given order; paid ones are left out. */
export async function findLateAt(db: Db, ids: readonly number[], today: CalendarDate) {
  const { rows } = await sql<LateInvoice>`
    with cut as (select id, place from unnest(${ids}::bigint[]) with ordinality as wanted(id, place))
    ${ROWS} where ${LATE(today)} order by cut.place`.execute(db);
  return rows;
}

/** The longest overdue first: all, or a page. */
export async function findLate(db: Db, search: Search, today: CalendarDate) {
  const where = selection(search, today);
  const cut = search.page === undefined ? sql`` : cutPage(search.page);
  const { rows } = await sql<LateInvoice>`
    with cut as (select i.id from invoice i where ${where} order by i.due_date, i.id ${cut}) ${ROWS} order by i.due_date, i.id`.execute(
    db,
  );
  return rows;
}

/** Ids of all invoices that the search matches, in list order, up to `most` if given. */
export async function findLateIds(db: Db, search: Search, today: CalendarDate, most?: number) {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i where ${selection(search, today)} order by i.due_date, i.id limit ${most ?? null}::bigint`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Count of the invoices that a search matches. */
export async function countLate(db: Db, search: Search, today: CalendarDate) {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from invoice i where ${selection(search, today)}`.execute(db);
  return rows[0]?.found ?? 0;
}

/**
 * Number of overdue invoices by due date and amount, from maintained totals, and of those among them that hold charges
 * of others. Invoices equal in all bear the same charges, so the charges are computed once.
 */
export async function findLateAmounts(db: Db, today: CalendarDate) {
  const { rows } = await sql<{ due_date: CalendarDate; amount: number; old_charges: number; invoices: number }>`
    with whole as (
        select day as due_date, kind::bigint as amount, sum(rows) as invoices from list_total
        where list = 'open_invoice' and day < ${today} group by 1, 2),
      charges as (
        select i.due_date, i.amount, i.old_charges, count(*) as invoices from invoice i
        where ${LATE(today)} and i.old_charges > 0 group by 1, 2, 3),
      holding as (select due_date, amount, sum(invoices) as invoices from charges group by 1, 2)
    select due_date, amount, 0 as old_charges, (w.invoices - coalesce(c.invoices, 0))::bigint as invoices
    from whole w left join holding c using (due_date, amount) where w.invoices <> coalesce(c.invoices, 0)
    union all select due_date, amount, old_charges, invoices from charges`.execute(db);
  return rows;
}

export const findAgency = (db: Db) => readAgency(db, ['name', 'phone', 'city', 'pix_key', 'late_from_business_day']);
