import { PAGE_SIZE } from '@morada/contract/fields';
import type { CalendarDate } from '@morada/domain/calendar';
import type { TransferLine } from '@morada/domain/settlement';
import type { Span } from '@morada/domain/span';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';
import { inForce, outOfForce } from '../../db/in-force.ts';

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
  /** Of one of its owners' transfers: the whole, then a line that takes away the others' part. */
  lines: TransferLine[] | null;
};

/** Revenue and what is owed to owners stand in credit, below zero. */
const inCredit = (account: string) => sql`coalesce(-sum(l.amount) filter (where l.account = ${account}), 0)`;

const OF_INVOICE = sql`e.invoice_id is not null`;
const within = ({ start, end }: Span) => sql`e.day between ${start} and ${end}`;

/**
 * Invoices received in a period, the latest first: all of them, or a page. A settlement and its transfers are of one
 * instant: their transaction's.
 */
export async function findCommissions(db: Db, period: Span, page?: number): Promise<CommissionRow[]> {
  const cut = page === undefined ? sql`` : sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  const { rows } = await sql<CommissionRow>`
    with cut as (select e.id from ledger_entry e where ${OF_INVOICE} and ${within(period)} and ${inForce(period)} order by e.day desc, e.id desc ${cut}),
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
    with received as materialized (select e.id, e.rent from ledger_entry e where ${OF_INVOICE} and ${within(period)})
    select (select count(*) from received) - ${outOfForce(period, OF_INVOICE)} as found,
      (select coalesce(sum(rent), 0) from received) as total,
      ${inCredit('ADMIN_FEES')} as commissions, ${inCredit('LATE_CHARGES')} as late, ${inCredit('OWNERS')} as transfers
    from received join ledger_line l on l.entry_id = received.id
      and l.account in ('ADMIN_FEES', 'LATE_CHARGES', 'OWNERS')`.execute(db);
  return rows[0] ?? { found: 0, total: 0, commissions: 0, late: 0, transfers: 0 };
}
