import { lastPage } from '@morada/contract/base/fields';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import { addressLine, type PropertyStatus } from '@morada/domain/property/property';
import type { PropertyLocation, TransactionType } from '@morada/domain/property/property-words';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { actsInContract, contractsOf, seesInvoice, seesTransfer, standsAsTenant } from '#api/db/parties.ts';
import { cutPage } from '#api/db/reading/page.ts';
import { standsAsOwner } from '#api/db/standing.ts';

type Place = { street: string; number: string | null; complement: string | null };

const withProperty = <T extends Place>({ street, number, complement, ...row }: T) => ({
  ...row,
  property: addressLine({ street, number, complement }),
});

/** One page of `rows`, with the total from `counted`. */
async function paged<T>(db: Db, page: number, rows: RawBuilder<T>, counted: RawBuilder<{ found: number }>) {
  const found = await rows.execute(db);
  const total = (await counted.execute(db)).rows[0]?.found ?? 0;
  return { rows: found.rows, page, lastPage: lastPage(total) };
}

/** The agency's contact data and the client's roles, which decide their tabs. */
export async function findStanding(db: Db, id: number, today: CalendarDate) {
  const { rows } = await sql<{
    agency: string;
    agency_phone: string | null;
    agency_email: string | null;
    fromBusinessDay: boolean;
    rents: boolean;
    owns: boolean;
    receives: boolean;
  }>`
    select name as agency, phone as agency_phone, email as agency_email, late_from_business_day as "fromBusinessDay",
      exists (select from proposal k where k.deleted_at is null and k.id in (${contractsOf(id)}) and (
        ${standsAsTenant(id, today)} or ${actsInContract(id, today)})) as rents,
      exists (select from property_owner o join property p on p.id = o.property_id where o.client_id = ${id} and p.deleted_at is null) as owns,
      exists (select from transfer t where ${seesTransfer(id, today)} and t.deleted_at is null) as receives
    from agency`.execute(db);
  const [found] = rows;
  if (!found) throw new TypeError('There is no agency');
  return found;
}
export type Standing = Awaited<ReturnType<typeof findStanding>>;

type InvoiceRow = Place & {
  id: number;
  debt_agreement_id: number | null;
  instalment: number | null;
  reference: Reference;
  due_date: CalendarDate;
  amount: number;
  old_charges: number;
  pay_day: CalendarDate | null;
  paid_amount: number | null;
};

const INVOICE = sql`i.id, i.debt_agreement_id, i.instalment, i.reference, i.due_date, i.amount, i.old_charges, i.pay_day, i.paid_amount, p.street, p.number, p.complement
  from invoice i join property p on p.id = i.property_id`;

/** Pending invoices of the client, oldest first. */
export async function findOpenInvoices(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<InvoiceRow>`select ${INVOICE}
    where i.proposal_id in (${contractsOf(clientId)}) and ${seesInvoice(clientId, today)} and i.status = 'PENDING' and i.deleted_at is null
    order by i.due_date, i.id`.execute(db);
  return rows.map(withProperty);
}

export async function findPaidInvoices(db: Db, clientId: number, page: number, today: CalendarDate) {
  const where = sql`i.proposal_id in (${contractsOf(clientId)}) and ${seesInvoice(clientId, today)} and i.status = 'PAID' and i.deleted_at is null`;
  const { rows, ...rest } = await paged(
    db,
    page,
    sql<InvoiceRow>`select ${INVOICE} where ${where} order by i.due_date desc, i.id desc ${cutPage(page)}`,
    sql<{ found: number }>`select count(*) as found from invoice i where ${where}`,
  );
  return { ...rest, invoices: rows.map(withProperty) };
}

export const findOwnInvoice = (db: Db, clientId: number, id: number, today: CalendarDate) =>
  db
    .selectFrom('invoice as i')
    .select(['i.id', 'i.proposal_id', 'i.user_id'])
    .where('i.id', '=', id)
    .where(seesInvoice(clientId, today))
    .where('i.deleted_at', 'is', null)
    .executeTakeFirst();

/** Contracts that the client signed: as tenant, as owner, or for one of them. */
const SIGNED = (clientId: number, today: CalendarDate) => sql`
  k.deleted_at is null and (${standsAsTenant(clientId, today)} or ${standsAsOwner(clientId)} or ${actsInContract(clientId, today)})`;

/** Same condition as `leaseStage` in the domain. */
const INDEFINITE = (today: CalendarDate) =>
  sql`(p.type = 'RENT' and k.status = 'APPROVED' and not k.ends_at_term and k.end_date < ${today})`;

type ContractRow = Place & {
  id: number;
  status: 'APPROVED' | 'CLOSED';
  type: TransactionType;
  current_price: number;
  start_date: CalendarDate;
  end_date: CalendarDate;
  /** In force past its end date. */
  indefinite: boolean;
  /** Null when the contract ends at its term before the next readjustment. */
  readjusts_on: CalendarDate | null;
  transfer_date: number;
  rents: boolean;
  tenant: string;
};

export async function findContracts(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<ContractRow>`
    select k.id, k.status, p.type, k.current_price, k.start_date, k.end_date, ${INDEFINITE(today)} as indefinite, k.readjusts_on, k.transfer_date,
      ${standsAsTenant(clientId, today)} as rents, c.name as tenant, p.street, p.number, p.complement
    from proposal k join property p on p.id = k.property_id join client c on c.id = k.user_id
    where ${SIGNED(clientId, today)} order by k.status, k.id desc`.execute(db);
  const documents = await findDocuments(db, clientId, today);
  return rows.map((row) => ({
    ...withProperty(row),
    documents: documents.filter(({ proposal_id }) => proposal_id === row.id),
  }));
}
export type SignedContract = Awaited<ReturnType<typeof findContracts>>[number];

type DocumentRow = {
  id: number;
  proposal_id: number;
  key: string;
  name: string;
  media_type: string;
  created_at: string;
};

/**
 * Signed contract documents. Identity papers and proofs of income are never shown in the area, not even to their owner.
 */
const DOCUMENT = (clientId: number, today: CalendarDate) => sql`
  select f.id, d.proposal_id, f.key, f.name, f.media_type, f.created_at
  from proposal_document d join stored_file f on f.id = d.file_id join proposal k on k.id = d.proposal_id
  where d.type = 'CONTRACT' and f.deleted_at is null and ${SIGNED(clientId, today)}`;

async function findDocuments(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<DocumentRow>`${DOCUMENT(clientId, today)} order by f.id desc`.execute(db);
  return rows;
}

export async function findDocument(db: Db, clientId: number, id: number, today: CalendarDate) {
  const { rows } = await sql<DocumentRow>`${DOCUMENT(clientId, today)} and f.id = ${id}`.execute(db);
  return rows[0];
}

type TransferRow = Place & {
  id: number;
  amount: number;
  due_date: CalendarDate;
  done_on: CalendarDate | null;
  status: 'PENDING' | 'DONE';
  reference: Reference | null;
};

const TRANSFER = sql`t.id, t.amount, t.due_date, t.done_on, t.status, i.reference, p.street, p.number, p.complement
  from transfer t join property p on p.id = t.property_id left join invoice i on i.id = t.invoice_id`;

/** Pending transfers, soonest first. */
export async function findPendingTransfers(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<TransferRow>`select ${TRANSFER}
    where ${seesTransfer(clientId, today)} and t.status = 'PENDING' and t.deleted_at is null order by t.due_date, t.id`.execute(
    db,
  );
  return rows.map(withProperty);
}

export async function findDoneTransfers(db: Db, clientId: number, page: number, today: CalendarDate) {
  const where = sql`${seesTransfer(clientId, today)} and t.status = 'DONE' and t.deleted_at is null`;
  const { rows, ...rest } = await paged(
    db,
    page,
    sql<TransferRow>`select ${TRANSFER} where ${where} order by t.done_on desc, t.id desc ${cutPage(page)}`,
    sql<{ found: number }>`select count(*) as found from transfer t where ${where}`,
  );
  return { ...rest, transfers: rows.map(withProperty) };
}

export const findOwnTransfer = (db: Db, clientId: number, id: number, today: CalendarDate) =>
  db
    .selectFrom('transfer as t')
    .select(['t.id', 't.status'])
    .where('t.id', '=', id)
    .where(seesTransfer(clientId, today))
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();

/** A file that proves an own transfer's payment. */
export const findProof = (db: Db, clientId: number, transferId: number, fileId: number) =>
  db
    .selectFrom('transfer_file')
    .innerJoin('transfer', 'transfer.id', 'transfer_file.transfer_id')
    .innerJoin('stored_file', 'stored_file.id', 'transfer_file.file_id')
    .select(['stored_file.key', 'stored_file.name', 'stored_file.media_type'])
    .where('transfer.id', '=', transferId)
    .where('transfer.user_id', '=', clientId)
    .where('transfer.status', '=', 'DONE')
    .where('transfer.deleted_at', 'is', null)
    .where('stored_file.id', '=', fileId)
    .where('stored_file.deleted_at', 'is', null)
    .executeTakeFirst();

type PropertyRow = Place & {
  id: number;
  status: PropertyStatus;
  type: TransactionType;
  location: PropertyLocation;
  price: number;
  neighborhood: string;
  city: string;
  state: string | null;
  /** Whether the site shows it. */
  is_listed: boolean;
  rent: number | null;
  end_date: CalendarDate | null;
  /** In force past its end date. */
  indefinite: boolean;
  tenant: string | null;
  late: number;
};

/** The client's properties, each with its present tenant and number of overdue invoices. */
export async function findProperties(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<PropertyRow>`
    select p.id, p.status, p.is_listed, p.type, p.location, p.price, p.street, p.number, p.complement, p.neighborhood, p.city, p.state,
      k.current_price as rent, k.end_date,
      coalesce(${INDEFINITE(today)}, false) as indefinite, c.name as tenant,
      (select count(*) from invoice i where i.proposal_id = k.id and i.status = 'PENDING' and i.due_date < ${today} and i.deleted_at is null) as late
    from property_owner o join property p on p.id = o.property_id
      left join proposal k on k.property_id = p.id and k.status = 'APPROVED' and k.deleted_at is null
      left join client c on c.id = k.user_id
    where o.client_id = ${clientId} and p.deleted_at is null order by p.id desc`.execute(db);
  return rows.map((row) => ({ ...withProperty(row), street: row.street }));
}
export type OwnedProperty = Awaited<ReturnType<typeof findProperties>>[number];

/** Properties that the client may name in a ticket: those they rent and those they own. */
export async function findPlaces(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<Place & { id: number }>`
    select p.id, p.street, p.number, p.complement from property p
    where p.deleted_at is null and (
      exists (select from property_owner o where o.property_id = p.id and o.client_id = ${clientId})
      or exists (select from proposal k where k.property_id = p.id and ${standsAsTenant(clientId, today)} and k.status = 'APPROVED' and k.deleted_at is null))
    order by p.id`.execute(db);
  return rows.map(withProperty);
}

/** What the client paid as tenant, by month of the payment. Months without a payment are left out. */
export async function findPaidMonths(db: Db, clientId: number, span: Span) {
  const { rows } = await sql<{ month: Reference; paid: number }>`
    select to_char(pay_day, 'YYYY-MM') as month, sum(paid_amount)::bigint as paid from invoice
    where user_id = ${clientId} and status = 'PAID' and deleted_at is null and pay_day between ${span.start} and ${span.end}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** Years in which the client paid or received, the newest first. */
export async function findYears(db: Db, clientId: number): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select extract(year from pay_day)::int as year from invoice
      where user_id = ${clientId} and status = 'PAID' and deleted_at is null and pay_day is not null
    union select extract(year from e.day)::int from ledger_line l join ledger_entry e on e.id = l.entry_id
      where l.client_id = ${clientId} and l.account in ('OWNERS', 'TENANTS')
    order by 1 desc`.execute(db);
  return rows.map(({ year }) => year);
}

type Paper = Place & { id: number; day: CalendarDate; reference: Reference | null; amount: number };

/** Receipts of a year: of invoices that the client paid, and of transfers that they received. The newest first. */
export async function findReceipts(db: Db, clientId: number, { start, end }: Span) {
  const paid = await sql<Paper & InvoiceTitle>`
    select i.id, i.pay_day as day, i.reference, i.paid_amount as amount, i.debt_agreement_id, i.instalment, p.street, p.number, p.complement
    from invoice i join property p on p.id = i.property_id
    where i.user_id = ${clientId} and i.status = 'PAID' and i.deleted_at is null and i.pay_day between ${start} and ${end}
    order by i.pay_day desc, i.id desc`.execute(db);
  const received = await sql<Paper>`
    select t.id, t.done_on as day, i.reference, t.amount, p.street, p.number, p.complement
    from transfer t join property p on p.id = t.property_id left join invoice i on i.id = t.invoice_id
    where t.user_id = ${clientId} and t.status = 'DONE' and t.deleted_at is null and t.done_on between ${start} and ${end}
    order by t.done_on desc, t.id desc`.execute(db);
  return { paid: paid.rows.map(withProperty), received: received.rows.map(withProperty) };
}

type InvoiceTitle = { reference: Reference; debt_agreement_id: number | null; instalment: number | null };

/** Signed contracts that the client may open, the newest first. */
export async function findPapers(db: Db, clientId: number, today: CalendarDate) {
  const { rows } = await sql<Place & { id: number; proposal_id: number; name: string; day: CalendarDate }>`
    select f.id, d.proposal_id, f.name, (f.created_at at time zone 'America/Sao_Paulo')::date as day, p.street, p.number, p.complement
    from proposal_document d join stored_file f on f.id = d.file_id join proposal k on k.id = d.proposal_id
      join property p on p.id = k.property_id
    where d.type = 'CONTRACT' and f.deleted_at is null and ${SIGNED(clientId, today)} order by f.id desc`.execute(db);
  return rows.map(withProperty);
}
