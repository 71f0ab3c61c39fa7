import type { Movement } from '@morada/domain/income';
import type { Span } from '@morada/domain/span';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** What the agency's own accounts and its cash moved, month by month. */
export async function findMovements(db: Db, { start, end }: Span) {
  const { rows } = await sql<Movement>`
    with daily as (
      select e.day, l.account, e.department, (l.amount > 0) = (e.reverses is null) as input, sum(l.amount) as amount
      from ledger_entry e join ledger_line l on l.entry_id = e.id
      where e.day between ${start} and ${end}
        and l.account in ('CASH', 'ADMIN_FEES', 'LATE_CHARGES', 'EXTRA_VALUES', 'SALES', 'OTHER_INCOME', 'EXPENSES')
      group by 1, 2, 3, 4)
    select to_char(day, 'YYYY-MM') as month, account, department, input, sum(amount) as amount
    from daily group by 1, 2, 3, 4`.execute(db);
  return rows;
}
