import { type OpenWork, openWorkWords } from '@morada/domain/attendance/open-work';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** Open work of a property or client in words; undefined when there is none. It stops a removal. */
export async function openWorkOf(db: Db, of: 'property' | 'client', id: number): Promise<string | undefined> {
  const [own, tickets] = of === 'property' ? [sql`property_id`, sql`property_id`] : [sql`client_id`, sql`user_id`];
  const { rows } = await sql<OpenWork>`select
    (select count(*) from maintenance where ${own} = ${id} and state not in ('DONE', 'CANCELLED')) as repairs,
    (select count(*) from schedule where ${own} = ${id} and status in ('PENDING', 'CONFIRMED', 'USING')) as visits,
    (select count(*) from ticket where ${tickets} = ${id} and status <> 'CLOSED' and deleted_at is null) as tickets,
    ${of === 'client' ? sql`(select count(*) from bank_account_request where client_id = ${id} and state = 'WAITING_AGENCY')` : sql`0::bigint`} as accounts`.execute(
    db,
  );
  const [work] = rows;
  return work && openWorkWords(work);
}
