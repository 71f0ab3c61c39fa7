import type { CalendarDate } from '@morada/domain/base/calendar';
import type { RentMonth } from '@morada/domain/punctuality/punctuality';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { IssuedPaper } from '../../db/schema.ts';

/**
 * Invoices of a tenant with the open balances that their partial payments left, in one statement. A month is settled when
 * none of its parts is open.
 */
export async function findMonths(db: Db, clientId: number): Promise<RentMonth[]> {
  const { rows } = await sql<RentMonth>`
    with recursive part as (
      select i.id as month, i.id, i.status, i.pay_day, i.rest_fate from invoice i
      where i.user_id = ${clientId} and i.deleted_at is null and i.balance_of is null and i.amount > 0
      union all select part.month, b.id, b.status, b.pay_day, b.rest_fate
      from part join invoice b on b.balance_of = part.id and b.deleted_at is null),
    paid as (
      select month, min(pay_day) as first_paid, case when bool_and(status = 'PAID') then max(pay_day) end as settled,
        bool_or(rest_fate = 'NEXT_INVOICE') is true as carried
      from part group by month)
    select i.id as invoice_id, i.proposal_id, i.reference, i.due_date, paid.first_paid, paid.settled, paid.carried, false as agreed
    from paid join invoice i on i.id = paid.month order by i.due_date, i.id`.execute(db);
  return rows;
}

export const findPerson = (db: Db, clientId: number) =>
  db
    .selectFrom('client')
    .select(['id', 'name', 'cpf_cnpj as document'])
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export type RentedContract = {
  id: number;
  start_date: CalendarDate;
  closed_on: CalendarDate | null;
  street: string;
  number: string | null;
  complement: string | null;
};

export const findContracts = (db: Db, ids: readonly number[]): Promise<RentedContract[]> =>
  db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select([
      'proposal.id',
      'proposal.start_date',
      'proposal.closed_on',
      'property.street',
      'property.number',
      'property.complement',
    ])
    .where('proposal.id', 'in', ids.length > 0 ? [...ids] : [0])
    .orderBy('proposal.id')
    .execute();

export const insertPaper = (trx: Db, paper: Insertable<IssuedPaper>) =>
  trx.insertInto('issued_paper').values(paper).execute();

/** Code of a paper of the same figures that was issued to the person on the day. */
export const findSame = (
  db: Db,
  { client_id, issued_on, sha256 }: Pick<IssuedPaper, 'client_id' | 'issued_on' | 'sha256'>,
) =>
  db
    .selectFrom('issued_paper')
    .select('code')
    .where('client_id', '=', client_id)
    .where('issued_on', '=', issued_on)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

export const findPaper = (db: Db, code: string) =>
  db
    .selectFrom('issued_paper')
    .select(['code', 'issued_on', 'figures', 'sha256'])
    .where('code', '=', code)
    .executeTakeFirst();
