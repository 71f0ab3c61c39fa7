import type { CalendarDate, Reference } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import type { TransferLine } from '@morada/domain/rent/settlement';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { inForce } from '#api/db/in-force.ts';

/** A client's account is a credit account: a debt to the client is negative. */
const owedBefore = (id: number, day: CalendarDate) => sql`
  select coalesce(-sum(l.amount), 0) from ledger_line l join ledger_entry e on e.id = l.entry_id
  where l.client_id = ${id} and l.account in ('OWNERS', 'TENANTS') and e.day < ${day}`;

export async function findAccount(db: Db, id: number, before: CalendarDate) {
  const { rows } = await sql<{ id: number; name: string; cpf_cnpj: string; opening: number }>`
    select c.id, c.name, c.cpf_cnpj, (${owedBefore(id, before)}) as opening
    from client c where c.id = ${id} and c.deleted_at is null`.execute(db);
  return rows[0];
}

export type Entry = {
  id: number;
  date: CalendarDate;
  kind: 'SETTLEMENT' | 'PAYOUT' | 'MANUAL_TRANSFER' | 'REFUND';
  reversal: boolean;
  description: string;
  amount: number;
  invoice_id: number | null;
  transfer_id: number | null;
  due_date: CalendarDate | null;
  /** Pix of the payment that a bank made. */
  end_to_end_id: string | null;
  files: { id: number; name: string }[];
  /** Lines of the transfer that the entry posted. */
  lines: TransferLine[] | null;
  to_tenant: boolean;
  street: string | null;
  number: string | null;
  complement: string | null;
};

/** Entries of a client's account in a period. */
const ACCOUNT = (id: number, span: Span) => sql`
  select e.id, -sum(l.amount) as amount from ledger_line l join ledger_entry e on e.id = l.entry_id
  where l.client_id = ${id} and l.account in ('OWNERS', 'TENANTS') and e.day between ${span.start} and ${span.end} and ${inForce(span)}
  group by e.id`;

/** Of a payment that stands: the day by which it was due, the Pix that made it, and the files that staff attached. */
const PROOF = sql`
      case when e.kind = 'PAYOUT' then own.due_date end as due_date,
      case when e.kind = 'PAYOUT' then (select paid.end_to_end_id from payment_batch_transfer t
        join payout paid on paid.batch_id = t.batch_id and paid.identifier = t.identifier and paid.state = 'PAID'
        where t.transfer_id = own.id order by paid.id desc limit 1) end as end_to_end_id,
      case when e.kind = 'PAYOUT' then coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.id)
        from transfer_file tf join stored_file f on f.id = tf.file_id where tf.transfer_id = own.id), '[]') else '[]' end as files`;

/** Entries of a client's account, in order. A settlement and its transfers share their transaction's timestamp. */
export async function findEntries(db: Db, id: number, span: Span): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with account as (${ACCOUNT(id, span)})
    select e.id, e.day as date, coalesce(o.kind, e.kind) as kind, e.reverses is not null as reversal, e.description, account.amount,
      e.invoice_id, e.transfer_id, 
      case when coalesce(o.kind, e.kind) <> 'PAYOUT' then coalesce(made.lines, own.lines) end as lines,
      coalesce(own.user_id = lease.user_id, false) as to_tenant,
      ${PROOF}, p.street, p.number, p.complement
    from account join ledger_entry e on e.id = account.id
      left join ledger_entry o on o.id = e.reverses
      left join transfer own on own.id = e.transfer_id
      left join transfer made on made.invoice_id = e.invoice_id and made.user_id = ${id}
        and made.created_at = coalesce(o.created_at, e.created_at)
      left join proposal lease on lease.id = own.proposal_id
      left join property p on p.id = coalesce(made.property_id, own.property_id)
    order by e.day, e.id`.execute(db);
  return rows;
}

type AccountMonth = { month: Reference; received: number; passed_on: number };

/** By month: what came in for the client, and what was passed on to them. Months without entries are left out. */
export async function findAccountMonths(db: Db, id: number, span: Span): Promise<AccountMonth[]> {
  const { rows } = await sql<AccountMonth>`
    with account as (${ACCOUNT(id, span)})
    select to_char(e.day, 'YYYY-MM') as month,
      coalesce(sum(account.amount) filter (where coalesce(o.kind, e.kind) <> 'PAYOUT'), 0)::bigint as received,
      coalesce(-sum(account.amount) filter (where coalesce(o.kind, e.kind) = 'PAYOUT'), 0)::bigint as passed_on
    from account join ledger_entry e on e.id = account.id left join ledger_entry o on o.id = e.reverses
    group by 1 order by 1`.execute(db);
  return rows;
}
