import { type CalendarDate, firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import type { WithholdingCode } from '@morada/domain/fiscal/withholding';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Condition of a transfer that is income for the tax office; a debit taken by another transfer is included. */
export const INCOME = sql`t.received_on is not null and (t.deleted_at is null or t.taken_by is not null)`;

type Tax = {
  /** The first transfer. */
  id: number;
  tenant_id: number;
  owner_id: number;
  code: WithholdingCode;
  payer: 'AGENCY' | 'TENANT';
  month: Reference;
  received_on: CalendarDate;
  tax: number;
  undeducted: number;
};

const PAYER = sql`case t.tax_by when 'AGENCY' then 'AGENCY' else 'TENANT' end`;

/**
 * Tax withheld up to a month, by tenant, owner, code, payer and month, of the tenants that had tax in that month, or of some
 * of them.
 */
export async function findTaxes(db: Db, until: Reference, tenants?: readonly number[]) {
  const ofTenant = tenants === undefined ? sql`true` : sql`coalesce(i.user_id, p.user_id) = any(${tenants}::bigint[])`;
  const { rows } = await sql<Tax>`
    with taxed as (
      select t.id, coalesce(i.user_id, p.user_id) as tenant_id, t.user_id as owner_id, t.tax_code as code,
        ${PAYER} as payer, t.received_on, t.tax, t.tax_undeducted
      from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      where t.tax > 0 and t.received_on <= ${lastDay(until)} and ${INCOME} and ${ofTenant})
    select min(id) as id, tenant_id, owner_id, code, payer, to_char(received_on, 'YYYY-MM') as month,
      min(received_on) as received_on, sum(tax) as tax, sum(tax_undeducted) as undeducted
    from taxed where tenant_id in (select tenant_id from taxed where received_on >= ${firstDay(until)})
    group by tenant_id, owner_id, code, payer, 6 order by 1`.execute(db);
  return rows;
}

/** Tenant, code and payer of each DARF of a month, in order of tenant. */
export async function findKeys(db: Db, month: Reference, { page, size }: { page: number; size: number }) {
  const { rows } = await sql<Pick<Tax, 'id' | 'tenant_id' | 'code' | 'payer'>>`
    with key as (
      select min(t.id) as id, coalesce(i.user_id, p.user_id) as tenant_id, t.tax_code as code, ${PAYER} as payer
      from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      where t.tax > 0 and t.received_on between ${firstDay(month)} and ${lastDay(month)} and ${INCOME}
      group by 2, 3, 4)
    select key.* from key join client c on c.id = key.tenant_id order by c.name, key.id
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

/** How many DARFs a month has, the tax of all, and what is paid of them. */
export async function findTotals(db: Db, month: Reference) {
  const { rows } = await sql<{ total: number; withheld: number; undeducted: number; paid: number }>`
    select count(distinct (coalesce(i.user_id, p.user_id), t.tax_code, ${PAYER})) as total, coalesce(sum(t.tax), 0) as withheld,
      coalesce(sum(t.tax_undeducted), 0) as undeducted,
      (select coalesce(sum(amount), 0) from darf where reference = ${month} and undone_at is null) as paid
    from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
    where t.tax > 0 and t.received_on between ${firstDay(month)} and ${lastDay(month)} and ${INCOME}`.execute(db);
  return rows[0] ?? { total: 0, withheld: 0, undeducted: 0, paid: 0 };
}

/**
 * Tax that the agency pays, by tenant, code and month, for the tenants with tax in the month. Earlier months count from
 * the last one that reached the minimum by itself, since nothing is carried over beyond it.
 */
export async function findAgencyTaxes(db: Db, month: Reference, minimum: number) {
  const { rows } = await sql<Pick<Tax, 'tenant_id' | 'code' | 'month' | 'received_on' | 'tax'>>`
    with month as (
      select coalesce(i.user_id, p.user_id) as tenant_id, t.tax_code as code, to_char(t.received_on, 'YYYY-MM') as month,
        min(t.received_on) as received_on, sum(t.tax) as tax
      from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      where t.tax > 0 and t.tax_by = 'AGENCY' and t.received_on <= ${lastDay(month)} and ${INCOME}
      group by 1, 2, 3)
    select m.* from month m
    where exists (select from month now where now.tenant_id = m.tenant_id and now.code = m.code and now.month = ${month})
      and not exists (select from month later where later.tenant_id = m.tenant_id and later.code = m.code
        and later.month > m.month and later.month < ${month} and later.tax >= ${minimum})`.execute(db);
  return rows;
}

export const findPeople = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('client')
    .select(['id', 'name', 'cpf_cnpj'])
    .where('id', 'in', [0, ...ids])
    .execute();

/** DARFs paid of the rents of a month. */
export const findPaid = (db: Db, reference: Reference) =>
  db
    .selectFrom('darf')
    .leftJoin('admin_user', 'admin_user.id', 'darf.admin_user_id')
    .select(['darf.id', 'tenant_id', 'code', 'paid_on', 'amount', 'admin_user.name as user'])
    .where('reference', '=', reference)
    .where('undone_at', 'is', null)
    .execute();

export const insertDarf = (
  trx: Db,
  darf: {
    tenant_id: number;
    code: WithholdingCode;
    reference: Reference;
    since: Reference;
    amount: number;
    paid_on: CalendarDate;
    admin_user_id: number;
  },
) =>
  trx
    .insertInto('darf')
    .values(darf)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'code', 'reference']).where('undone_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();

export const findDarf = (trx: Db, id: number) =>
  trx.selectFrom('darf').select(['id', 'undone_at']).where('id', '=', id).executeTakeFirst();

export const markUndone = (trx: Db, id: number) =>
  trx
    .updateTable('darf')
    .set({ undone_at: new Date() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning(['tenant_id', 'code', 'reference', 'amount'])
    .executeTakeFirst();

const OF_AGENCY = sql`t.deleted_at is null and t.tax > 0 and t.tax_by = 'AGENCY'`;

/** Tenants of invoices from which the agency withheld tax. */
export async function findWithheldPayers(trx: Db, invoices: readonly number[]) {
  const { rows } = await sql<{ tenant_id: number }>`
    select distinct coalesce(i.user_id, p.user_id) as tenant_id from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
    where t.invoice_id = any(${invoices}::bigint[]) and ${OF_AGENCY}`.execute(trx);
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Invoices whose withheld tax is in a paid DARF. */
export async function findTaxPaid(trx: Db, invoices: readonly number[]) {
  const { rows } = await sql<{ invoice_id: number; code: string; reference: Reference; tenant: string }>`
    select distinct t.invoice_id, d.code, d.reference, c.name as tenant
    from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      join darf d on d.tenant_id = coalesce(i.user_id, p.user_id) and d.code = t.tax_code and d.undone_at is null
        and to_char(t.received_on, 'YYYY-MM') between d.since and d.reference
      join client c on c.id = d.tenant_id
    where t.invoice_id = any(${invoices}::bigint[]) and ${OF_AGENCY}`.execute(trx);
  return rows;
}

type Payment = {
  id: number;
  tenant_id: number;
  owner_id: number;
  received_on: CalendarDate;
  code: WithholdingCode;
  income: number;
  exclusions: number;
  tax: number;
  undeducted: number;
};

/** Rents of a month that legal persons paid to natural persons, by tenant, owner and day. */
export async function findPayments(db: Db, month: Reference) {
  const { rows } = await sql<Payment>`
    select min(t.id) as id, coalesce(i.user_id, p.user_id) as tenant_id, t.user_id as owner_id, t.received_on,
      coalesce(max(t.tax_code), case when bool_or(owner.non_resident) then '9478' else '3208' end) as code,
      sum(t.gross) as income, sum(coalesce(t.tax_exclusions, 0)) as exclusions, sum(t.tax) as tax,
      sum(t.tax_undeducted) as undeducted
    from transfer t join proposal p on p.id = t.proposal_id left join invoice i on i.id = t.invoice_id
      join client tenant on tenant.id = coalesce(i.user_id, p.user_id) join client owner on owner.id = t.user_id
    where t.received_on between ${firstDay(month)} and ${lastDay(month)} and ${INCOME}
      and tenant.person_type = 'JURIDICA' and (owner.person_type = 'FISICA' or t.tax_by is not null)
    group by 2, 3, 4`.execute(db);
  return rows;
}
