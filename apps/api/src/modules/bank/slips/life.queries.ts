import type { Slip } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** The boleto was sent to the bank or is registered there, so its cancellation must be sent too. */
const AT_BANK = sql`registration in ('SENT', 'REGISTERED')`;

const cancelWhere = async (trx: Db, which: RawBuilder<unknown>, { settled = false } = {}) => {
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    update boleto set status = 'CANCELED', canceled_at = now(), settled_at = ${settled ? sql`now()` : null}, cancel_due = ${AT_BANK},
      version = version + 1
    where status = 'OPEN' and ${which} returning id, invoice_id`.execute(trx);
  return rows;
};

export const cancelBoleto = (trx: Db, id: number) => cancelWhere(trx, sql`id = ${id}`);

/**
 * Cancels the open boletos of these invoices, locked in order of id to avoid deadlocks. `settled`: cancelled because
 * the invoice was paid.
 */
export const cancelOfInvoices = (trx: Db, invoiceIds: readonly number[], cause: { settled?: boolean } = {}) =>
  cancelWhere(
    trx,
    sql`id in (select id from boleto where invoice_id = any(${invoiceIds}::bigint[]) and status = 'OPEN' order by id for no key update)`,
    cause,
  );

/** `boleto_id`: the one that the bank names; null: the open one. */
export type PaidBoleto = { invoice_id: number; boleto_id: number | null };

/** Marks the paid boletos as PAID, even if they were cancelled: the bank accepted the payment. */
export async function markPaid(trx: Db, paid: readonly PaidBoleto[]) {
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    with paid as materialized (
      select b.id
      from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as named(invoice_id bigint, boleto_id bigint)
        join boleto b on b.invoice_id = named.invoice_id
      where case when named.boleto_id is null then b.status = 'OPEN' else b.id = named.boleto_id and b.status <> 'PAID' end
      order by b.id for no key update of b)
    update boleto set status = 'PAID', canceled_at = null, settled_at = case status when 'OPEN' then now() end, cancel_due = false,
      version = version + 1
    where id in (select id from paid)
    returning id, invoice_id`.execute(trx);
  return rows;
}

/** Time during which a settlement can be undone. Cancellations it caused are sent to the bank only afterwards. */
const UNDO = sql`interval '10 minutes'`;

/**
 * Boletos cancelled by a settlement and not yet reported to the bank. A bulk settlement can be undone for ten minutes
 * after its last record, so it holds back the boletos of all its records.
 */
export const HELD_BACK = sql`(settled_at > now() - ${UNDO} or (settled_at is not null and invoice_id in (
  select item.record_id from bulk_item item join bulk_run run on run.id = item.run_id
  where run.action in ('invoice-pay', 'late-settle') and item.state = 'DONE'
    and (run.status in ('RUNNING', 'UNDOING') or run.undo_until > now()))))`;

/**
 * Boletos that the settlements of these invoices closed and refunds may reopen: paid, or cancelled without the bank's
 * knowledge. The last settled first.
 */
export async function findClosedBySettlement(trx: Db, invoiceIds: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    invoice_id: number;
    status: 'PAID' | 'CANCELED';
    due_date: CalendarDate;
    registration: 'NONE' | 'SENT' | 'REGISTERED' | 'REFUSED';
    slip: Slip;
    recent: boolean;
  }>`
    select id, invoice_id, status, due_date, registration, slip, ${HELD_BACK} is true as recent from boleto
    where invoice_id = any(${invoiceIds}::bigint[]) and (status = 'PAID'
      or (status = 'CANCELED' and settled_at is not null and (cancel_due or registration in ('NONE', 'REFUSED'))))
    order by settled_at desc nulls last, id desc`.execute(trx);
  return rows;
}

export const reopen = (trx: Db, ids: readonly number[]) =>
  sql`update boleto set status = 'OPEN', canceled_at = null, settled_at = null, cancel_due = false, version = version + 1
      where id in (select id from boleto where id = any(${ids}::bigint[]) and status <> 'OPEN' order by id for no key update)`.execute(
    trx,
  );

/** Clears the mark of the settlements, so that no later refund reopens a boleto that this one left cancelled. */
export const leaveCanceled = (trx: Db, invoiceIds: readonly number[]) =>
  sql`update boleto set settled_at = null
      where invoice_id = any(${invoiceIds}::bigint[]) and status = 'CANCELED' and settled_at is not null`.execute(trx);

/** Cancels paid boletos. No cancellation is sent for those that the bank reported as paid. */
export const withdrawPaid = (trx: Db, ids: readonly number[], paidAtBank: readonly number[]) =>
  sql`update boleto set status = 'CANCELED', canceled_at = now(), settled_at = null, version = version + 1,
        cancel_due = ${AT_BANK} and not id = any(${paidAtBank}::bigint[])
      where id = any(${ids}::bigint[]) and status = 'PAID'`.execute(trx);

export const lockContractOfBoleto = (trx: Db, id: number) =>
  sql`select id from proposal where id = (select proposal_id from boleto where id = ${id}) for no key update`.execute(
    trx,
  );

export const findForUpdate = (trx: Db, id: number) =>
  trx.selectFrom('boleto').select(['id', 'status', 'version']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
