import type { CalendarDate } from '@morada/domain/base/calendar';
import type { BasisPoints, Cents } from '@morada/domain/base/money';
import type { FixedRateConditions } from '@morada/domain/fiscal/reform';
import type { PropertyPurpose } from '@morada/domain/lease/lease-purposes';
import type { LeaseTaxMode } from '@morada/domain/lease/lease-tax-modes';
import type { PropertyLocation } from '@morada/domain/property/property-words';
import type { ExtraValue, InvoiceLine } from '@morada/domain/rent/invoice';
import type { TransferLine } from '@morada/domain/rent/settlement';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { FIXED_RATE_OPTION } from '#api/db/fixed-rate.ts';
import { peopleFound, type Seen } from '#api/db/reading/search.ts';

export async function findTaxpayers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from client where tax_regime = 'REGULAR' and deleted_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Due dates from a day to another. */
export type Window = { from: CalendarDate; to: CalendarDate };

export type Search = {
  payers: readonly number[];
  window: Window;
  mode?: LeaseTaxMode | undefined;
  query?: string | undefined;
  id?: number | undefined;
  seen: Seen;
};

export type LeaseRow = {
  id: number;
  user_id: number;
  tenant: string;
  lease_tax: LeaseTaxMode;
  in_force: boolean;
  purpose: PropertyPurpose | null;
  property: { purpose: PropertyPurpose | null; location: PropertyLocation; comercial: boolean | null };
  street: string;
  number: string | null;
  complement: string | null;
  owners: { client_id: number; share: BasisPoints | null; name: string }[];
  option: FixedRateConditions | null;
};

/** Leases with invoices due in the window whose property has one of these owners, by tenant. */
export async function findRehearsed(db: Db, { payers, window, mode, query, id, seen }: Search): Promise<LeaseRow[]> {
  const wanted = [
    mode === undefined ? [] : sql`k.lease_tax = ${mode}`,
    id === undefined ? [] : sql`k.id = ${id}`,
    query === undefined
      ? []
      : sql`(k.user_id in (${peopleFound(query, seen)}) or exists (
          select from property_owner w where w.property_id = k.property_id and w.client_id in (${peopleFound(query, seen)})))`,
  ].flat();
  const { rows } = await sql<LeaseRow>`
    select k.id, k.user_id, t.name as tenant, k.lease_tax, k.status = 'APPROVED' as in_force, k.purpose, p.street, p.number, p.complement,
      json_build_object('purpose', p.purpose, 'location', p.location, 'comercial', p.comercial) as property,
      ${FIXED_RATE_OPTION} as option,
      (select json_agg(json_build_object('client_id', w.client_id, 'share', w.share, 'name', o.name) order by w.position)
        from property_owner w join client o on o.id = w.client_id where w.property_id = p.id) as owners
    from proposal k join property p on p.id = k.property_id join client t on t.id = k.user_id
      left join reform_option r on r.proposal_id = k.id
    where k.kind = 'RENT' and k.deleted_at is null
      and exists (select from property_owner w where w.property_id = k.property_id and w.client_id = any(${payers}::bigint[]))
      and exists (select from invoice i where i.proposal_id = k.id and i.deleted_at is null
        and i.due_date between ${window.from}::date and ${window.to}::date)
      and ${wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)}
    order by t.name, k.id`.execute(db);
  return rows;
}

type PaidTransfer = {
  client_id: number;
  amount: Cents;
  lines: TransferLine[];
  gross: Cents | null;
  tax: Cents | null;
  tax_base: Cents | null;
  tax_by: 'OUTSIDE' | 'TENANT' | 'AGENCY' | null;
  tax_code: '3208' | '9478' | null;
  tax_exclusions: Cents | null;
  tax_undeducted: Cents;
};

export type InvoiceRow = {
  id: number;
  proposal_id: number;
  property_id: number;
  due_date: CalendarDate;
  price: Cents;
  fees: Cents;
  lines: InvoiceLine[];
  old_charges: Cents;
  balance_of: number | null;
  is_instalment: boolean;
  /** Due in the window; otherwise read for the open balance that is. */
  counts: boolean;
  paid_on: CalendarDate | null;
  paid: Cents;
  fine: Cents;
  interest: Cents;
  returns: boolean;
  /** The fee of the settlement; null where the ledger doesn't know it. */
  fee_rate: BasisPoints | null;
  commission: BasisPoints;
  with_commission: boolean;
  extras: ExtraValue[];
  transfers: PaidTransfer[];
};

/** Invoices of these contracts due in the window, and those that open balances among them come from, in order of id. */
export async function findInvoices(db: Db, contracts: readonly number[], { from, to }: Window): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    with due as materialized (
      select id, balance_of from invoice
      where proposal_id = any(${contracts}::bigint[]) and deleted_at is null and due_date between ${from}::date and ${to}::date),
    wanted as materialized (
      select i.* from invoice i where i.id in (select id from due union select balance_of from due where balance_of is not null)),
    paid as materialized (
      select x.invoice_id, json_agg(json_build_object('client_id', x.user_id, 'amount', x.amount, 'lines', x.lines, 'gross', x.gross,
          'tax', x.tax, 'tax_base', x.tax_base, 'tax_by', x.tax_by, 'tax_code', x.tax_code, 'tax_exclusions', x.tax_exclusions,
          'tax_undeducted', x.tax_undeducted) order by x.id) as transfers,
        array_agg(x.id) as ids
      from transfer x where x.invoice_id in (select id from wanted) and x.purpose = 'OWNER' and x.received_on is not null
        and (x.deleted_at is null or x.taken_by is not null)
      group by 1),
    extra as materialized (
      select paid.invoice_id, json_agg(json_build_object('id', e.id, 'description', e.description, 'amount', e.amount, 'type', e.type,
          'influence', e.influence, 'boleto', e.boleto, 'transfer', e.transfer) order by e.id) as extras
      from paid join extra_value e on e.transfer_id = any(paid.ids)
      where e.transfer and not e.boleto and e.deleted_at is null
      group by 1),
    entry as materialized (
      select distinct on (e.invoice_id) e.invoice_id, e.fee_rate
      from ledger_entry e
      where e.invoice_id in (select id from wanted) and e.kind = 'SETTLEMENT'
        and not exists (select from ledger_entry undone where undone.reverses = e.id)
      order by e.invoice_id, e.id desc)
    select i.id, i.proposal_id, i.property_id, i.due_date, i.price, i.fees, i.lines, i.old_charges, i.balance_of,
      i.debt_agreement_id is not null as is_instalment,
      i.due_date between ${from}::date and ${to}::date as counts,
      case when i.status = 'PAID' then i.pay_day end as paid_on, coalesce(i.paid_amount, 0) as paid,
      coalesce(i.fine, 0) as fine, coalesce(i.interest, 0) as interest, coalesce(i.rest_fate = 'RETURN', false) as returns,
      entry.fee_rate, k.commission, k.with_commission, coalesce(extra.extras, '[]') as extras, coalesce(paid.transfers, '[]') as transfers
    from wanted i join proposal k on k.id = i.proposal_id left join paid on paid.invoice_id = i.id
      left join extra on extra.invoice_id = i.id left join entry on entry.invoice_id = i.id
    order by i.id`.execute(db);
  return rows;
}

export const findSettings = (db: Db) => readAgency(db, ['late_to_owner', 'late_from_business_day']);
