import type { Slip } from '@morada/domain/bank/slip';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../context.ts';

type Ids = { id: number }[];

/** The bank knows the boleto or has been sent it, so it must be told of a cancellation. */
const AT_BANK = sql`registration in ('SENT', 'REGISTERED')`;

const cancelWhere = async (trx: Db, which: RawBuilder<unknown>, { settled = false } = {}): Promise<number[]> => {
  const { rows } = await sql<Ids[number]>`
    update boleto set status = 'CANCELED', canceled_at = now(), settled_at = ${settled ? sql`now()` : null}, cancel_due = ${AT_BANK},
      version = version + 1
    where status = 'OPEN' and ${which} returning id`.execute(trx);
  return rows.map(({ id }) => id);
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

/** Marks the paid boleto as PAID, even if it was cancelled: the bank accepted the payment. */
export async function markPaid(trx: Db, invoiceId: number, which: { boleto_id: number } | 'OPEN') {
  const { rows } = await sql<Ids[number]>`
    update boleto set status = 'PAID', canceled_at = null, settled_at = case status when 'OPEN' then now() end, cancel_due = false,
      version = version + 1
    where invoice_id = ${invoiceId} and ${which === 'OPEN' ? sql`status = 'OPEN'` : sql`id = ${which.boleto_id} and status <> 'PAID'`}
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
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
 * The boleto that the invoice's settlement closed and a refund may reopen: paid, or cancelled without the bank's
 * knowledge.
 */
export async function findClosedBySettlement(trx: Db, invoiceId: number) {
  const { rows } = await sql<{
    id: number;
    status: 'PAID' | 'CANCELED';
    due_date: CalendarDate;
    registration: 'NONE' | 'SENT' | 'REGISTERED' | 'REFUSED';
    slip: Slip;
    recent: boolean;
  }>`
    select id, status, due_date, registration, slip, ${HELD_BACK} is true as recent from boleto
    where invoice_id = ${invoiceId} and (status = 'PAID'
      or (status = 'CANCELED' and settled_at is not null and (cancel_due or registration in ('NONE', 'REFUSED'))))
    order by settled_at desc nulls last, id desc`.execute(trx);
  return rows;
}

export const reopen = (trx: Db, id: number) =>
  sql`update boleto set status = 'OPEN', canceled_at = null, settled_at = null, cancel_due = false, version = version + 1
      where id = ${id} and status <> 'OPEN'`.execute(trx);

/** Clears the mark of the settlement, so that no later refund reopens a boleto that this one left cancelled. */
export const leaveCanceled = (trx: Db, invoiceId: number) =>
  sql`update boleto set settled_at = null where invoice_id = ${invoiceId} and status = 'CANCELED' and settled_at is not null`.execute(
    trx,
  );

/** Cancels paid boletos. The bank need not be told of those it reported as paid. */
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
