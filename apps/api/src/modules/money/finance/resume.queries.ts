import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { Movement } from '@morada/domain/ledger/income';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

const MOVED = ({ start, end }: Span) => sql`
  from ledger_day_total
  where day between ${start} and ${end}
    and account in ('CASH', 'ADMIN_FEES', 'LATE_CHARGES', 'EXTRA_VALUES', 'SALES', 'OTHER_INCOME', 'EXPENSES',
      'PEOPLE_COMMISSIONS')`;

/** Movements of revenue and cash accounts, by month. */
export async function findMovements(db: Db, span: Span) {
  const { rows } = await sql<Movement>`
    select to_char(day, 'YYYY-MM') as month, account, department, debit <> reversal as input, sum(amount) as amount
    ${MOVED(span)} group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Movements of revenue and cash accounts, by day. */
export async function findDailyMovements(db: Db, span: Span) {
  const { rows } = await sql<Movement & { day: CalendarDate }>`
    select day, to_char(day, 'YYYY-MM') as month, account, department, debit <> reversal as input, sum(amount) as amount
    ${MOVED(span)} group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}
