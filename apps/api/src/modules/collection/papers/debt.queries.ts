import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { DebtorRole } from '@morada/domain/debt-papers/debt-register';
import type { DebtInvoice, EarlierPayment } from '@morada/domain/debt-papers/debt-statement';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { standsOn } from '#api/db/parties.ts';
import type { DebtTerms } from '#api/db/schema.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';

export const findContract = (db: Db, id: number) =>
  db
    .selectFrom('proposal')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .innerJoin('client as tenant', 'tenant.id', 'proposal.user_id')
    .select([
      'proposal.id',
      'proposal.user_id',
      'proposal.status',
      'proposal.start_date',
      'proposal.end_date',
      'proposal.closed_on',
      'proposal.current_price',
      'proposal.commission',
      'proposal.guarantee',
      'proposal.deposit',
      'proposal.property_id',
      'tenant.name as tenant',
      'property.street',
      'property.number',
      'property.complement',
      'property.neighborhood',
      'property.city',
      'property.state',
      'property.cep',
    ])
    .where('proposal.id', '=', id)
    .where('proposal.deleted_at', 'is', null)
    .executeTakeFirst();
export type Contract = NonNullable<Awaited<ReturnType<typeof findContract>>>;

export type Debtor = {
  id: number;
  role: DebtorRole;
  name: string;
  document: string;
  email: string | null;
  phone: string | null;
  street: string | null;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  cep: string | null;
};

/**
 * Who answers for a contract's debt: its tenants and guarantors of today, and those to whom an open invoice was issued or in whose
 * time it fell due. The principal tenant first, guarantors last.
 */
export async function findDebtors(db: Db, proposalId: number, today: CalendarDate): Promise<Debtor[]> {
  const { rows } = await sql<Debtor>`
    with debtor as (
      select distinct on (y.client_id) y.client_id as id, y.role, case when y.client_id = p.user_id then 0 else y.id end as place
      from contract_party y join proposal p on p.id = y.proposal_id
      where y.proposal_id = ${proposalId} and y.role in ('TENANT', 'GUARANTOR') and (${standsOn(today)} or exists (
        select from invoice i where i.proposal_id = y.proposal_id and i.status = 'PENDING' and i.deleted_at is null
          and (i.user_id = y.client_id and y.role = 'TENANT' or ${standsOn(sql`i.due_date`)})))
      order by y.client_id, y.role desc, y.id)
    select c.id, debtor.role, c.name, c.cpf_cnpj as document, c.email, coalesce(c.cellphone, c.phone) as phone, c.street, c.number,
      c.complement, c.neighborhood, c.city, c.state, c.cep
    from debtor join client c on c.id = debtor.id order by debtor.role desc, debtor.place`.execute(db);
  return rows;
}

/** Overdue invoices of a contract. An open balance comes with the payment that left it. */
export async function findOverdue(db: Db, proposalId: number, today: CalendarDate): Promise<DebtInvoice[]> {
  const { rows } = await sql<{
    id: number;
    reference: Reference;
    due_date: CalendarDate;
    price: number;
    fees: number;
    old_charges: number;
    agreement_id: number | null;
    earlier: EarlierPayment | null;
  }>`
    select i.id, i.reference, i.due_date, i.price, i.fees, i.old_charges, i.debt_agreement_id as agreement_id,
      case when paid.id is not null then jsonb_build_object('invoice_id', paid.id, 'owed', paid.paid_amount + paid.rest_amount,
        'paid', paid.paid_amount, 'paid_on', paid.pay_day) end as earlier
    from invoice i left join invoice paid on paid.id = i.balance_of
    where i.proposal_id = ${proposalId} and i.status = 'PENDING' and i.deleted_at is null and i.due_date < ${today} and i.amount > 0
      and not ${paymentWaits(sql`i.id`)}
    order by i.due_date, i.id`.execute(db);
  return rows;
}

export const findTerms = (db: Db, proposalId: number) =>
  db
    .selectFrom('debt_terms')
    .select(['first_day', 'fine', 'monthly', 'correction', 'clause'])
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst();

export const putTerms = (trx: Db, terms: Insertable<DebtTerms>) =>
  trx
    .insertInto('debt_terms')
    .values(terms)
    .onConflict((conflict) =>
      conflict.column('proposal_id').doUpdateSet({
        first_day: terms.first_day,
        fine: terms.fine,
        monthly: terms.monthly,
        correction: terms.correction ?? null,
        clause: terms.clause,
        updated_at: sql`now()`,
      }),
    )
    .execute();

export const dropTerms = (trx: Db, proposalId: number) =>
  trx.deleteFrom('debt_terms').where('proposal_id', '=', proposalId).returning('proposal_id').executeTakeFirst();

export const findAgency = (db: Db) => readAgency(db, ['name', 'phone', 'city', 'state', 'late_from_business_day']);
