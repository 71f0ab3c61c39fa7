import type { RetryPolicy } from '@morada/domain/bank/pix/recurrence';
import type { Attempt, ReceivingAccount, RecurringChargeState } from '@morada/domain/bank/pix/recurring-charge';
import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { paymentWaits } from '#api/db/waiting-payments.ts';
import { keepsPayment } from './charges.queries.ts';

export type Uncharged = { recurrence_id: number; invoice_id: number; due_date: CalendarDate; amount: number };

/** Calendar days by which a settlement may follow its due date: no run of days without banks is longer. */
const LONGEST_REST = 5;

/**
 * Pending invoices without a charge, due soon, of contracts with an approved recurrence. Open balances are left out,
 * since a recurrence has one charge a month, and so are invoices whose immediate charge can be paid or was paid, and those whose payment waits for a person.
 */
export async function findUncharged(
  db: Db,
  linkId: number,
  today: CalendarDate,
  ahead: number,
  after: number,
  limit: number,
) {
  const { rows } = await sql<Uncharged>`
    select r.id as recurrence_id, i.id as invoice_id, i.due_date, i.amount
    from recurrence r join invoice i on i.proposal_id = r.proposal_id and i.user_id = r.client_id
    where r.link_id = ${linkId} and r.state = 'APPROVED' and not r.canceling and i.id > ${after}
      and i.status = 'PENDING' and i.deleted_at is null and i.balance_of is null and i.debt_agreement_id is null and i.amount > 0
      and i.due_date between ${today}::date - ${LONGEST_REST}::int and ${today}::date + ${ahead}::int
      and not ${paymentWaits(sql`i.id`)}
      and not exists (select from recurring_charge c where c.invoice_id = i.id and c.state <> 'CANCELED')
      and not exists (select from pix_charge p where p.invoice_id = i.id and p.kind = 'cob'
        and (p.state not in ('REMOVED', 'PAID') or ${keepsPayment('p')}))
    order by i.id limit ${limit}`.execute(db);
  return rows;
}

/** Skips invoices whose charge another server has inserted meanwhile. */
export const insertCharges = (trx: Db, charges: readonly (Uncharged & { txid: string })[]) =>
  sql`insert into recurring_charge (recurrence_id, invoice_id, txid, due_date, amount)
    select recurrence_id, invoice_id, txid, due_date, amount
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
      as made (recurrence_id bigint, invoice_id bigint, txid text, due_date date, amount bigint)
    order by invoice_id on conflict (invoice_id) where state <> 'CANCELED' do nothing`.execute(trx);

type Outdated = { id: number; due_date: CalendarDate; tries: number };

/** Charges whose invoice was paid, deleted or changed, or whose recurrence ends. */
export async function findOutdated(db: Db, linkId: number, after: number, limit: number, { all }: { all: boolean }) {
  const { rows } = await sql<Outdated>`
    select c.id, c.due_date, c.tries from recurring_charge c
    join recurrence r on r.id = c.recurrence_id join invoice i on i.id = c.invoice_id
    where r.link_id = ${linkId} and c.state in ('WAITING', 'SENT', 'REFUSED') and c.id > ${after}
      and (${all} or r.canceling or r.state <> 'APPROVED' or i.status <> 'PENDING' or i.deleted_at is not null
        or i.due_date <> c.due_date or i.amount <> c.amount)
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** Withdraws charges. One that was never sent, or that the bank refused, is cancelled without a call. */
export const withdrawCharges = (trx: Db, ids: readonly number[]) =>
  sql`update recurring_charge set version = version + 1, next_try_at = now(), problem = null,
      state = case when state = 'REFUSED' or tries = 0 then 'CANCELED' else 'CANCELING' end
    where id = any(${ids}::bigint[]) and state in ('WAITING', 'SENT', 'REFUSED')`.execute(trx);

/** Sends refused charges again, each hour. */
export const retryRefused = (trx: Db, linkId: number, today: CalendarDate, least: number) =>
  sql`update recurring_charge c set state = 'WAITING', version = c.version + 1 from recurrence r
    where r.id = c.recurrence_id and r.link_id = ${linkId} and c.state = 'REFUSED' and c.next_try_at <= now()
      and c.due_date >= ${today}::date + ${least}::int`.execute(trx);

export type DueCharge = ReceivingAccount & {
  id: number;
  version: number;
  txid: string;
  state: 'WAITING' | 'SENT' | 'CANCELING';
  due_date: CalendarDate;
  amount: number;
  id_rec: string;
  policy: RetryPolicy;
  reference: Reference;
  /** The invoice is still to be paid. */
  is_open: boolean;
};

/** Whether a charge (`call`) can be sent to the bank or polled. */
export const isCallable = (linkId: number) =>
  sql`call.recurrence_id in (select id from recurrence where link_id = ${linkId} and id_rec is not null)`;

export async function findDue(db: Db, ids: readonly number[]) {
  const { rows } = await sql<DueCharge>`
    select t.id, t.version, t.txid, t.state, t.due_date, t.amount, r.id_rec, r.policy, i.reference, s.branch, s.account, s.account_type,
      i.status = 'PENDING' and i.deleted_at is null as is_open
    from recurring_charge t join recurrence r on r.id = t.recurrence_id join recurring_setting s on s.link_id = r.link_id
    join invoice i on i.id = t.invoice_id where t.id = any(${ids}::bigint[]) order by t.id`.execute(db);
  return rows;
}

export type ToldCharge = {
  id: number;
  version: number;
  state: RecurringChargeState;
  attempts: readonly Attempt[] | null;
  retry_on: CalendarDate | null;
  problem: string | null;
  /** Minutes until the bank is polled again. */
  again: number;
};

/** Writes answers of the bank; a change made meanwhile is sent next. */
export const writeCharges = (trx: Db, told: readonly ToldCharge[]) =>
  sql`update recurring_charge c set
      state = case when c.version = told.version then told.state else c.state end,
      problem = case when c.version = told.version then told.problem else c.problem end,
      attempts = coalesce(told.attempts, c.attempts), retry_on = coalesce(told.retry_on, c.retry_on),
      next_try_at = case when c.version = told.version then now() + told.again * interval '1 minute' else now() end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, version int, state text, attempts jsonb, retry_on date,
      problem text, again int)
    where c.id = told.id and c.state in ('WAITING', 'SENT', 'CANCELING')`.execute(trx);

/** Makes charges that a notice names due for a poll. */
export const readChargesAgain = (trx: Db, linkId: number, txids: readonly string[]) =>
  sql`update recurring_charge c set next_try_at = now(), version = c.version + 1 from recurrence r
    where r.id = c.recurrence_id and r.link_id = ${linkId} and c.txid = any(${txids}::text[]) and c.state = 'SENT'`.execute(
    trx,
  );

/** The invoice of each recurring charge, by txid. */
export async function findInvoicesOf(trx: Db, txids: readonly string[]) {
  return trx
    .selectFrom('recurring_charge as charge')
    .innerJoin('invoice', 'invoice.id', 'charge.invoice_id')
    .innerJoin('proposal', 'proposal.id', 'invoice.proposal_id')
    .select([
      'charge.txid',
      'charge.invoice_id',
      'charge.amount',
      'invoice.amount as invoice_amount',
      'invoice.due_date',
    ])
    .select(['invoice.status', 'invoice.deleted_at', 'proposal.status as proposal_status'])
    .where('charge.txid', '=', sql<string>`any(${txids}::text[])`)
    .execute();
}

export const markPaid = (trx: Db, txids: readonly string[]) =>
  sql`update recurring_charge set state = 'PAID', problem = null, version = version + 1
    where txid = any(${txids}::text[]) and state <> 'PAID'`.execute(trx);

const MOST_SHOWN = 50;

/** Invoices still to be paid whose charge failed or was refused, the longest due first. */
export async function findFailed(db: Db) {
  const { rows } = await sql<{
    invoice_id: number;
    tenant: string;
    due_date: CalendarDate;
    amount: number;
    problem: string | null;
  }>`
    select i.id as invoice_id, t.name as tenant, i.due_date, i.amount, c.problem
    from recurring_charge c join invoice i on i.id = c.invoice_id join client t on t.id = i.user_id
    where c.state in ('FAILED', 'REFUSED') and i.status = 'PENDING' and i.deleted_at is null
    order by i.due_date, i.id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}

const LAST_CHARGES = 12;

export async function findOfRecurrence(db: Db, recurrenceId: number) {
  const { rows } = await sql<{
    id: number;
    invoice_id: number;
    due_date: CalendarDate;
    amount: number;
    state: RecurringChargeState;
    attempts: number;
    retry_on: CalendarDate | null;
    problem: string | null;
  }>`
    select id, invoice_id, due_date, amount, state, jsonb_array_length(attempts) as attempts, retry_on, problem
    from recurring_charge where recurrence_id = ${recurrenceId} order by id desc limit ${LAST_CHARGES}`.execute(db);
  return rows;
}

/** The charge of an invoice, unless it was cancelled. */
export const findOfInvoice = (db: Db, invoiceId: number) =>
  db
    .selectFrom('recurring_charge')
    .select(['state', 'due_date', 'amount', 'retry_on', 'problem'])
    .where('invoice_id', '=', invoiceId)
    .where('state', '<>', 'CANCELED')
    .executeTakeFirst();
