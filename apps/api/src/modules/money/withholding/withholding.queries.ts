import { firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Payers, owners and months of which sums are asked for. */
export type Between = { payers: readonly number[]; owners: readonly number[]; from: Reference; to: Reference };

/** Sums of a month between one payer and one owner. */
type Sums = { payer_id: number; owner_id: number; month: Reference; gross: number; exclusions: number; tax: number };

/** Rents received with their tax, of the months asked for. */
export async function findReceived(db: Db, { payers, owners, from, to }: Between) {
  const { rows } = await sql<Sums>`
    select i.user_id as payer_id, t.user_id as owner_id, to_char(t.received_on, 'YYYY-MM') as month, sum(t.gross) as gross,
      sum(t.tax_exclusions) as exclusions, sum(t.tax) as tax
    from transfer t join invoice i on i.id = t.invoice_id
    where t.user_id = any(${owners}::bigint[]) and i.user_id = any(${payers}::bigint[])
      and (t.deleted_at is null or t.taken_by is not null)
      and t.received_on between ${firstDay(from)} and ${lastDay(to)} and t.tax_by is not null
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Taxes that open invoices due in the months asked for deduct: they are expected to be paid then. */
export async function findIssued(db: Db, { payers, owners, from, to }: Between) {
  const { rows } = await sql<Sums>`
    select i.user_id as payer_id, (line ->> 'client_id')::bigint as owner_id, to_char(i.due_date, 'YYYY-MM') as month,
      sum((line #>> '{tax,gross}')::bigint) as gross, sum((line #>> '{tax,exclusions}')::bigint) as exclusions,
      -sum((line ->> 'amount')::bigint) as tax
    from invoice i, jsonb_array_elements(i.lines) line
    where i.user_id = any(${payers}::bigint[]) and i.due_date between ${firstDay(from)} and ${lastDay(to)}
      and i.status = 'PENDING' and i.deleted_at is null and line ->> 'kind' = 'TAX' and (line ->> 'client_id')::bigint = any(${owners}::bigint[])
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Locks tenants in order of id, so that concurrent sets can't deadlock. */
export const lockPayers = (trx: Db, ids: readonly number[]) =>
  sql`select id from client where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx);

/** Contracts of which the tenant withholds the tax, with their parties. */
export async function findTenantWithheld(db: Db, ids: readonly number[]) {
  const { rows } = await sql<TenantWithheld>`
    select c.id, c.user_id, c.commission, c.with_commission, c.withholding, c.withholding_less_fee, c.withholding_iptu,
      c.withholding_condominium, tenant.person_type as tenant_person_type,
      (select json_agg(json_build_object('client_id', o.client_id, 'share', o.share, 'name', owner.name,
          'person_type', owner.person_type, 'non_resident', owner.non_resident) order by o.position)
        from property_owner o join client owner on owner.id = o.client_id where o.property_id = c.property_id) as owners
    from proposal c join client tenant on tenant.id = c.user_id
    where c.id = any(${ids}::bigint[]) and c.withholding = 'TENANT'
      and exists (select from property_owner o where o.property_id = c.property_id)`.execute(db);
  return rows;
}

type TenantWithheld = {
  id: number;
  user_id: number;
  commission: number;
  with_commission: boolean;
  withholding: 'TENANT';
  withholding_less_fee: boolean;
  withholding_iptu: number;
  withholding_condominium: number;
  tenant_person_type: 'FISICA' | 'JURIDICA';
  owners: {
    client_id: number;
    share: number | null;
    name: string;
    person_type: 'FISICA' | 'JURIDICA';
    non_resident: boolean;
  }[];
};
