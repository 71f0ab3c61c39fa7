import type { OpenWork } from '@morada/domain/attendance/open-work';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Number of repairs, visits, tickets and changes of account of a property or client that are not over. */
export async function countOpenWork(db: Db, of: 'property' | 'client', id: number): Promise<OpenWork> {
  const [own, tickets] = of === 'property' ? [sql`property_id`, sql`property_id`] : [sql`client_id`, sql`user_id`];
  const accounts = sql`select count(*) from bank_account_request where client_id = ${id} and state = 'WAITING_AGENCY'`;
  const { rows } = await sql<OpenWork>`select
    (select count(*) from maintenance where ${own} = ${id} and state not in ('DONE', 'CANCELLED')) as repairs,
    (select count(*) from schedule where ${own} = ${id} and status in ('PENDING', 'CONFIRMED', 'USING')) as visits,
    (select count(*) from ticket where ${tickets} = ${id} and status <> 'CLOSED' and deleted_at is null) as tickets,
    ${of === 'client' ? sql`(${accounts})` : sql`0::bigint`} as accounts`.execute(db);
  const [work] = rows;
  if (!work) throw new TypeError('A query without a table answers one row');
  return work;
}
