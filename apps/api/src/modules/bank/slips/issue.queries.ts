import type { Slip } from '@morada/domain/bank/slip';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Address } from '@morada/domain/property/property';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';

/** The open boleto of an invoice. */
export type OpenBoleto = {
  id: number;
  due_date: CalendarDate;
  registration: 'NONE' | 'SENT' | 'REGISTERED' | 'REFUSED';
  slip: Slip;
};

/** An invoice with everything that its boleto prints. */
export type Billable = {
  id: number;
  version: number;
  proposal_id: number;
  user_id: number;
  reference: Reference;
  due_date: CalendarDate;
  price: number;
  fees: number;
  lines: InvoiceLine[];
  status: 'PENDING' | 'PAID' | 'REPLACED';
  tenant: string;
  tenant_document: string;
  /** Address from the register. Many tenants have none registered and live in the rented property. */
  tenant_address: Address;
  property_address: Address;
  open: OpenBoleto | null;
  /** A payment of it waits for a person. */
  waits: boolean;
};

/** Locks the contracts of these invoices, by id. Every money event locks its contract first (`invoices.queries.ts`). */
export const lockContracts = (trx: Db, invoiceIds: readonly number[]) =>
  sql`select id from proposal where id in (select proposal_id from invoice where id = any(${invoiceIds}::bigint[]))
      order by id for no key update`.execute(trx);

export const ADDRESS = (table: 'c' | 'p') => {
  const of = (column: string) => sql.ref(`${table}.${column}`);
  return sql`json_build_object('street', ${of('street')}, 'number', ${of('number')}, 'complement', ${of('complement')},
    'neighborhood', ${of('neighborhood')}, 'city', ${of('city')}, 'state', ${of('state')}, 'cep', ${of('cep')})`;
};

export async function findBillable(trx: Db, invoiceIds: readonly number[]) {
  const { rows } = await sql<Billable>`
    select i.id, i.version, i.proposal_id, i.user_id, i.reference, i.due_date, i.price, i.fees, i.lines, i.status, c.name as tenant,
      c.cpf_cnpj as tenant_document, ${ADDRESS('c')} as tenant_address, ${ADDRESS('p')} as property_address, (
        select json_build_object('id', b.id, 'due_date', b.due_date, 'registration', b.registration, 'slip', b.slip) from boleto b
        where b.invoice_id = i.id and b.status = 'OPEN') as open,
      ${paymentWaits(sql`i.id`)} as waits
    from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
    where i.id = any(${invoiceIds}::bigint[]) and i.deleted_at is null order by i.id`.execute(trx);
  return rows;
}

/** Whether there is an active agreement to issue boletos under. */
export const hasAgreement = async (db: Db) =>
  (await db.selectFrom('bank_agreement').select('id').where('active', '=', true).executeTakeFirst()) !== undefined;

/** Pending invoices without an open boleto that could be paid today as printed, and without a payment that waits. */
export async function findWithoutBoleto(trx: Db, today: CalendarDate) {
  const { rows } = await sql<{ id: number; amount: number }>`
    select i.id, i.price + i.fees as amount from invoice i where i.status = 'PENDING' and i.deleted_at is null
      and not exists (select from boleto b where b.invoice_id = i.id and b.status = 'OPEN' and b.due_date >= ${today})
      and not ${paymentWaits(sql`i.id`)}
    order by i.id`.execute(trx);
  return rows;
}

/** Invoices among these whose tenants authorised a debit of each month: they need no boleto. */
export async function findDebited(trx: Db, invoiceIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from invoice i where i.id = any(${invoiceIds}::bigint[]) and exists (
      select from recurrence r where r.proposal_id = i.proposal_id and r.state = 'APPROVED' and not r.canceling)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Whether boletos of an agreement reach the bank by calls. */
export async function hasBankLink(trx: Db, agreementId: number): Promise<boolean> {
  const { rows } = await sql`
    select from bank_link where kind = 'BOLETO' and active and agreement_id = ${agreementId}`.execute(trx);
  return rows.length > 0;
}

export const findAgency = (db: Db) =>
  readAgency(db, [
    'name',
    'cnpj',
    'street',
    'number',
    'complement',
    'neighborhood',
    'city',
    'state',
    'cep',
    'pix_key',
    'boleto_note',
    'boletos_with_invoices',
    'late_from_business_day',
  ]);

export type NewBoleto = {
  invoice_id: number;
  proposal_id: number;
  agreement_id: number;
  number: number;
  /** Null, as barcode and line, at a bank that numbers boletos itself. */
  nosso_numero: string | null;
  issued_on: CalendarDate;
  due_date: CalendarDate;
  amount: number;
  barcode: string | null;
  digitable_line: string | null;
  pix: string | null;
  slip: Slip;
};

export async function insertBoletos(trx: Db, boletos: readonly NewBoleto[], adminId: number | null) {
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    insert into boleto (invoice_id, proposal_id, agreement_id, number, nosso_numero, issued_on, due_date, amount, barcode, digitable_line,
      pix, slip, admin_user_id)
    select invoice_id, proposal_id, agreement_id, number, nosso_numero, issued_on, due_date, amount, barcode, digitable_line, pix, slip,
      ${adminId}::bigint
    from jsonb_to_recordset(${JSON.stringify(boletos)}::jsonb) as made(invoice_id bigint, proposal_id bigint, agreement_id bigint,
      number bigint, nosso_numero text, issued_on date, due_date date, amount bigint, barcode text, digitable_line text, pix text, slip jsonb)
    order by invoice_id returning id, invoice_id`.execute(trx);
  return rows;
}
