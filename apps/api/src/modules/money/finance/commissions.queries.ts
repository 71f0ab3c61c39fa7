import { type CalendarDate, referenceOf } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { ReceivedRents } from '@morada/domain/ledger/commissions';
import type { TransferLine } from '@morada/domain/rent/settlement';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { inForce, outOfForce } from '#api/db/in-force.ts';
import { cutPage } from '#api/db/reading/page.ts';

export type CommissionRow = {
  id: number;
  invoice_id: number;
  proposal_id: number;
  property_id: number;
  street: string;
  number: string | null;
  complement: string | null;
  owner: string | null;
  due_date: CalendarDate;
  pay_day: CalendarDate;
  price: number;
  percentage: number;
  commission: number;
  late: number;
  transfer: number;
  reversal: boolean;
  /** One owner's transfer in full, then a negative line with the other owners' share. */
  lines: TransferLine[] | null;
};

/** Revenue and debts to owners are credit accounts, with a negative balance. */
const inCredit = (account: string) => sql`coalesce(-sum(l.amount) filter (where l.account = ${account}), 0)`;

const dayCredit = (account: string) => sql`coalesce(-sum(amount) filter (where account = ${account}), 0)`;

const OF_INVOICE = sql`e.invoice_id is not null`;
const within = ({ start, end }: Span) => sql`e.day between ${start} and ${end}`;

const received = (period: Span) =>
  sql`select e.id from ledger_entry e where ${OF_INVOICE} and ${within(period)} and ${inForce(period)} order by e.day desc, e.id desc`;

/** Invoices received in a period, newest first: all, or a page. */
export const findCommissions = (db: Db, period: Span, page?: number) =>
  findRows(db, page === undefined ? received(period) : sql`${received(period)} ${cutPage(page)}`);

export const findCommissionIds = async (db: Db, period: Span) =>
  (await sql<{ id: number }>`${received(period)}`.execute(db)).rows.map(({ id }) => id);

export const findCommissionsAt = (db: Db, ids: number[]) =>
  findRows(db, sql`select e.id from ledger_entry e where ${OF_INVOICE} and e.id = any(${ids})`);

/** A settlement and its transfers share their transaction's timestamp. */
async function findRows(db: Db, cut: RawBuilder<unknown>): Promise<CommissionRow[]> {
  const { rows } = await sql<CommissionRow>`
    with cut as (${cut}),
      posted as (
        select cut.id, ${inCredit('ADMIN_FEES')} as commission, ${inCredit('LATE_CHARGES')} as late, ${inCredit('OWNERS')} as transfer,
          string_agg(c.name, ', ' order by l.position) as owner
        from cut left join ledger_line l on l.entry_id = cut.id left join client c on c.id = l.client_id
        group by cut.id)
    select e.id, e.invoice_id, i.proposal_id, i.property_id, p.street, p.number, p.complement, posted.owner, i.due_date, e.day as pay_day,
      e.rent as price, e.fee_rate as percentage, posted.commission, posted.late, posted.transfer, e.reverses is not null as reversal,
      (select made.lines from transfer made where made.invoice_id = e.invoice_id and made.created_at = coalesce(o.created_at, e.created_at)
        order by made.id limit 1) as lines
    from posted join ledger_entry e on e.id = posted.id join invoice i on i.id = e.invoice_id join property p on p.id = i.property_id
      left join ledger_entry o on o.id = e.reverses
    order by e.day desc, e.id desc`.execute(db);
  return rows;
}

export async function findCommissionTotals(db: Db, period: Span) {
  const { rows } = await sql<{ found: number; total: number; commissions: number; late: number; transfers: number }>`
    select coalesce(sum(entries) filter (where account = 'RENT_RECEIVED'), 0) - ${outOfForce(period, OF_INVOICE)} as found,
      coalesce(sum(amount) filter (where account = 'RENT_RECEIVED'), 0) as total,
      ${dayCredit('ADMIN_FEES')} as commissions, ${dayCredit('LATE_CHARGES')} as late, ${dayCredit('OWNERS')} as transfers
    from ledger_day_total
    where day between ${period.start} and ${period.end} and of_invoice
      and account in ('RENT_RECEIVED', 'ADMIN_FEES', 'LATE_CHARGES', 'OWNERS')`.execute(db);
  return rows[0] ?? { found: 0, total: 0, commissions: 0, late: 0, transfers: 0 };
}

/** Rents received in the period, by month; for a period within one month also by rate of the fee. */
export async function findReceivedRents(db: Db, period: Span): Promise<ReceivedRents> {
  const months = await findMonths(db, period);
  return referenceOf(period.start) === referenceOf(period.end)
    ? { months, rates: await findRates(db, period) }
    : { months };
}

async function findMonths(db: Db, { start, end }: Span) {
  const { rows } = await sql<ReceivedRents['months'][number]>`
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(amount) filter (where account = 'RENT_RECEIVED'), 0) as rent,
      ${dayCredit('ADMIN_FEES')} as fees
    from ledger_day_total
    where day between ${start} and ${end} and of_invoice and account in ('RENT_RECEIVED', 'ADMIN_FEES')
    group by 1 order by 1`.execute(db);
  return rows;
}

async function findRates(db: Db, period: Span) {
  const { rows } = await sql<{ rate: number; rent: number; fees: number }>`
    select nullif(kind, '')::int as rate, coalesce(sum(amount) filter (where list = 'received_rent'), 0) as rent,
      coalesce(sum(amount) filter (where list = 'received_fee'), 0) as fees
    from list_total where list in ('received_rent', 'received_fee') and day between ${period.start} and ${period.end}
    group by 1 having sum(rows) filter (where list = 'received_rent') > 0 order by 1`.execute(db);
  return rows;
}
