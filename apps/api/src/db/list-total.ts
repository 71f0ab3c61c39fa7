import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../context.ts';

/** Lists whose totals are maintained by triggers, and the kinds of each (migrations 0016, 0018). */
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
 * Compacts the increments that each statement wrote. Concurrent runs delete disjoint rows, so nothing is counted twice.
 */
export const compactListTotals = (db: Db) =>
  sql`
    with gone as (delete from list_total returning list, kind, day, rows, amount)
    insert into list_total
    select list, kind, day, sum(rows), sum(amount) from gone group by list, kind, day having sum(rows) <> 0 or sum(amount) <> 0`.execute(
    db,
  );
