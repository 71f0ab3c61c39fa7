import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { InvoiceLine } from '@morada/domain/rent/invoice';
import type { PaymentMethod } from '@morada/domain/rent/payment-method';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { readAgency } from '#api/db/agency.ts';

/** An invoice as shown on its public page. */
export type PublicInvoice = {
  id: number;
  reference: Reference;
  due_date: CalendarDate;
  price: number;
  fees: number;
  lines: InvoiceLine[];
  status: 'PENDING' | 'PAID' | 'REPLACED';
  debt_agreement_id: number | null;
  instalment: number | null;
  pay_day: CalendarDate | null;
  paid_amount: number | null;
  payment_method: PaymentMethod | null;
  fine: number | null;
  interest: number | null;
  tax_undeducted: number;
  tenant: string;
  tenant_document: string;
  street: string;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
};

export async function findPublicInvoice(db: Db, id: number) {
  const { rows } = await sql<PublicInvoice>`
    select i.id, i.reference, i.due_date, i.price, i.fees, i.lines, i.status, i.debt_agreement_id, i.instalment, i.pay_day, i.paid_amount, i.payment_method, i.fine, i.interest,
      (select coalesce(sum(t.tax_undeducted), 0) from transfer t where t.invoice_id = i.id and t.deleted_at is null) as tax_undeducted,
      c.name as tenant, c.cpf_cnpj as tenant_document, p.street, p.number, p.complement, p.neighborhood, p.city, p.state
    from invoice i join client c on c.id = i.user_id join property p on p.id = i.property_id
    where i.id = ${id} and i.deleted_at is null`.execute(db);
  return rows[0];
}

export const findAgencyOfPage = (db: Db) =>
  readAgency(db, ['name', 'cnpj', 'creci', 'phone', 'email', 'whatsapp', 'city', 'pix_key', 'late_from_business_day']);
