import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../context.ts';
import { LOCKS } from '../locks.ts';

/** Lists whose totals are maintained by triggers, and the kinds of each (migrations 0016, 0018, 0032). */
type Kept = {
  client: `${'TENANT' | 'OWNER' | 'GUARANTOR'}${'' | ':INACTIVE'}`;
  property: `${'PENDING' | 'AVAILABLE' | 'SOLD' | 'RENTED' | 'UNAVAILABLE'}:${'SALE' | 'RENT' | 'PRE_SALE' | 'EXCHANGE'}`;
  proposal: 'APPROVED' | 'CLOSED';
  invoice: 'PENDING' | 'PAID';
  boleto: 'OPEN:NONE' | 'OPEN:SENT' | 'OPEN:REGISTERED' | 'OPEN:REFUSED' | 'PAID' | 'CANCELED';
  schedule: 'PENDING' | 'CONFIRMED' | 'USING' | 'RETURNED' | 'CANCELED';
  ticket: 'OPENED' | 'REPLIED' | 'AWAITING' | 'CLOSED';
  transfer: 'PENDING';
  contact_message: 'ALL';
  trail: 'ALL';
};

/** Topic of servers only: many rows were appended to the totals. A trigger sends it (migration 0067). */
export const TOTALS_APPENDED = 'totals';

/** Number of rows of a list, of these kinds or of all, from maintained totals. Deleted rows are excluded. */
export async function listTotal<List extends keyof Kept>(db: Db, list: List, kinds?: readonly Kept[List][]) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(rows), 0) as total from list_total where ${ofKinds(list, kinds)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Number of rents readjusted on these days; a `from` of null means all until `to`. */
export async function readjustmentTotal(db: Db, { from, to }: { from: CalendarDate | null; to: CalendarDate }) {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(rows), 0) as total from list_total
    where list = 'readjustment' and day <= ${to} ${from === null ? sql`` : sql`and day >= ${from}`}`.execute(db);
  return rows[0]?.total ?? 0;
}

const ofKinds = (list: string, kinds: readonly string[] | undefined): RawBuilder<unknown> =>
  kinds ? sql`list = ${list} and kind = any(${kinds})` : sql`list = ${list}`;

/**
 * Folds appended rows into the row of their group. Only groups with appended rows are rewritten, so the cost of a fold
 * depends on what was written since the last one. Concurrent folds delete disjoint rows, so nothing is counted twice,
 * even where one leaves a second row of a group. The lock makes them wait for each other instead of skipping: a skipped
 * fold would leave the rows that it was requested for, and one that waited finds little left. `offset 0` keeps the
 * planner from reading all totals, which are as many as open invoices, to join them with a few groups.
 */
export const compactListTotals = (db: Db) =>
  sql`
    with gone as (
        delete from list_total where fresh and (select pg_advisory_xact_lock(${LOCKS.listTotals})::text is not null)
        returning list, kind, day, rows, amount),
      changed as (select distinct list, kind, day from gone),
      dated as (
        delete from list_total where ctid = any(array(
          select t.place from changed c, lateral (
            select ctid as place from list_total
            where not fresh and list = c.list and day = c.day and kind = c.kind offset 0) t))
        returning list, kind, day, rows, amount),
      undated as (
        delete from list_total t using changed c
        where not t.fresh and t.day is null and c.day is null and (t.list, t.kind) = (c.list, c.kind)
        returning t.list, t.kind, t.day, t.rows, t.amount)
    insert into list_total (list, kind, day, rows, amount, fresh)
    select list, kind, day, sum(rows), sum(amount), false
    from (select * from gone union all select * from dated union all select * from undated) as folded
    group by list, kind, day having sum(rows) <> 0 or sum(amount) <> 0`.execute(db);
