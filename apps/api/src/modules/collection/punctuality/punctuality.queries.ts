import type { CalendarDate } from '@morada/domain/base/calendar';
import type { RentMonth } from '@morada/domain/punctuality/punctuality';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/**
 * Invoices of a tenant with the open balances that their partial payments left, and what a broken agreement returned,
 * in one statement. A month is settled when none of its parts is open. Instalments of agreements don't count as months.
 */
export async function findMonths(db: Db, clientId: number): Promise<RentMonth[]> {
  const { rows } = await sql<RentMonth>`
    with recursive part as (
      select i.id as month, i.id, i.status, i.pay_day, i.rest_fate from invoice i
      where i.user_id = ${clientId} and i.deleted_at is null and i.balance_of is null and i.amount > 0 and i.debt_agreement_id is null
        and not exists (select from debt_agreement_invoice d where d.returned_id = i.id)
      union all select part.month, rest.id, rest.status, rest.pay_day, rest.rest_fate
      from part cross join lateral (select id, status, pay_day, rest_fate from invoice where balance_of = part.id and deleted_at is null
        union all select r.id, r.status, r.pay_day, r.rest_fate
        from debt_agreement_invoice d join invoice r on r.id = d.returned_id and r.deleted_at is null where d.invoice_id = part.id) rest),
    paid as (
      select month, min(pay_day) as first_paid, bool_or(rest_fate = 'NEXT_INVOICE') is true as carried,
        case when bool_and(status = 'PAID') then max(pay_day) end as settled,
        bool_or(status = 'REPLACED') and not bool_or(status = 'PENDING') as agreed
      from part group by month)
    select i.id as invoice_id, i.proposal_id, i.reference, i.due_date, paid.first_paid, paid.settled, paid.carried, paid.agreed
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
