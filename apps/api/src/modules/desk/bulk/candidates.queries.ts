import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Channel } from '@morada/domain/messages/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { civilDayOf } from '#api/db/civil-day.ts';

const among = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;

export type Receivable = {
  id: number;
  version: number;
  status: 'PENDING' | 'PAID' | 'REPLACED';
  due_date: CalendarDate;
  amount: number;
  old_charges: number;
  owned: boolean;
  issued_on: CalendarDate;
  contract_start: CalendarDate;
};

export const findReceivable = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<Receivable>`
    select i.id, i.version, i.status, i.due_date, i.amount, i.old_charges, i.issued_on, c.start_date as contract_start,
      exists (select from property_owner o where o.property_id = i.property_id) as owned
    from invoice i join proposal c on c.id = i.proposal_id where i.id = ${among(ids)} and i.deleted_at is null`.execute(
    db,
  );
  return rows;
};

export const findSetting = (db: Db) => readAgency(db, ['late_from_business_day']);

export const findBoletos = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('boleto')
    .select(['id', 'version', 'invoice_id', 'status', 'amount'])
    .where('id', '=', among(ids))
    .execute();

export const findTransfers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('transfer')
    .select(['id', 'version', 'status', 'amount'])
    .where('id', '=', among(ids))
    .where('deleted_at', 'is', null)
    .execute();

export const findMessages = (db: Db, ids: readonly number[]) =>
  db.selectFrom('contact_message').select(['id', 'version', 'read_at']).where('id', '=', among(ids)).execute();

export const findLeads = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('lead')
    .select(['id', 'version', 'stage'])
    .where('id', '=', among(ids))
    .where('merged_into_id', 'is', null)
    .execute();

export const findTickets = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('ticket')
    .select(['id', 'version', 'status'])
    .where('id', '=', among(ids))
    .where('deleted_at', 'is', null)
    .execute();

export const findProperties = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('property')
    .select(['id', 'version', 'status'])
    .where('id', '=', among(ids))
    .where('deleted_at', 'is', null)
    .execute();

/** Leases, ended ones included. */
export const findLeases = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('proposal')
    .select(['id', 'version', 'status', 'lease_tax'])
    .where('id', '=', among(ids))
    .where('kind', '=', 'RENT')
    .where('deleted_at', 'is', null)
    .execute();

/** Clients with whether they agreed to a channel, or refuse messages by it. */
export const findConsenting = async (db: Db, ids: readonly number[], channel: Channel) => {
  const { rows } = await sql<{ id: number; version: number; agreed: boolean; refuses: boolean }>`
    select c.id, c.version,
      exists (select from message_consent a
        where a.client_id = c.id and a.channel = ${channel} and a.withdrawn_at is null) as agreed,
      exists (select from message_refusal r where r.client_id = c.id and r.withdrawn_at is null and r.kind is null
        and (r.channel is null or r.channel = ${channel})) as refuses
    from client c where c.id = ${among(ids)} and c.deleted_at is null and c.anonymised_at is null`.execute(db);
  return rows;
};

type Versioned =
  | 'client'
  | 'invoice'
  | 'boleto'
  | 'transfer'
  | 'contact_message'
  | 'lead'
  | 'ticket'
  | 'property'
  | 'proposal'
  | 'service_note';

/** Versions in the order of the ids; undefined for one that is gone. */
export const findVersions = async (trx: Db, table: Versioned, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from ${sql.table(table)} where id = ${among(ids)}`.execute(trx);
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return ids.map((id) => versions.get(id));
};

// How people call them ------------------------------------------------------------------------------------------------

type Place = { street: string; number: string | null; complement: string | null };

export type NamedInvoice = Place & { id: number; invoice_id: number; who: string; due_date: CalendarDate };

const nameInvoices = async (db: Db, from: RawBuilder<unknown>) => {
  const { rows } = await sql<NamedInvoice>`
    select r.id, i.id as invoice_id, c.name as who, r.due_date, p.street, p.number, p.complement
    from ${from} join client c on c.id = i.user_id join property p on p.id = i.property_id`.execute(db);
  return rows;
};

export const nameOfInvoices = (db: Db, ids: readonly number[]) =>
  nameInvoices(db, sql`invoice r join invoice i on i.id = r.id and r.id = ${among(ids)}`);

export const nameOfBoletos = (db: Db, ids: readonly number[]) =>
  nameInvoices(db, sql`boleto r join invoice i on i.id = r.invoice_id and r.id = ${among(ids)}`);

type NamedTransfer = Place & { id: number; who: string; due_date: CalendarDate; payment_id: number | null };

export const nameOfTransfers = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<NamedTransfer>`
    select t.id, c.name as who, t.due_date, ordered.batch_id as payment_id, p.street, p.number, p.complement
    from transfer t join client c on c.id = t.user_id join property p on p.id = t.property_id
      left join payment_batch_transfer ordered on ordered.transfer_id = t.id and ordered.live
    where t.id = ${among(ids)}`.execute(db);
  return rows;
};

export const nameOfMessages = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('contact_message')
    .select(['id', 'name', civilDayOf('created_at').as('day')])
    .where('id', '=', among(ids))
    .execute();

export const nameOfLeads = (db: Db, ids: readonly number[]) =>
  db.selectFrom('lead').select(['id', 'name', 'stage']).where('id', '=', among(ids)).execute();

export const nameOfTickets = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('ticket')
    .innerJoin('client', 'client.id', 'ticket.user_id')
    .select(['ticket.id', 'ticket.title', 'client.name'])
    .where('ticket.id', '=', among(ids))
    .execute();

export const nameOfClients = (db: Db, ids: readonly number[]) =>
  db.selectFrom('client').select(['id', 'name', 'type']).where('id', '=', among(ids)).execute();

export const nameOfLeases = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('proposal')
    .innerJoin('client', 'client.id', 'proposal.user_id')
    .innerJoin('property', 'property.id', 'proposal.property_id')
    .select(['proposal.id', 'client.name as tenant', 'proposal.lease_tax'])
    .select(['property.street', 'property.number', 'property.complement'])
    .where('proposal.id', '=', among(ids))
    .execute();

export const nameOfProperties = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('property')
    .select(['id', 'street', 'number', 'complement', 'neighborhood', 'status'])
    .where('id', '=', among(ids))
    .execute();
