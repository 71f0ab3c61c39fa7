import type { Movement } from '@morada/domain/income';
import type { Span } from '@morada/domain/span';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** What the agency's own accounts and its cash moved, month by month. */
export async function findMovements(db: Db, { start, end }: Span) {
  const { rows } = await sql<Movement>`
    select to_char(day, 'YYYY-MM') as month, account, department, debit <> reversal as input, sum(amount) as amount
    from ledger_day_total
    where day between ${start} and ${end}
      and account in ('CASH', 'ADMIN_FEES', 'LATE_CHARGES', 'EXTRA_VALUES', 'SALES', 'OTHER_INCOME', 'EXPENSES')
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}
