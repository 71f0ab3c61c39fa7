import type { PaymentTarget } from '@morada/domain/bank/cnab/payment';
import {
  type ApprovalReason,
  type PayoutSafeguards,
  type SafeguardChange,
  safeguardsInForce,
  type UsualPayments,
} from '@morada/domain/bank/payouts/payout-safeguards';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { PaymentApproval } from '#api/db/schema.ts';

/** As they are set. */
export const findSet = (db: Db) =>
  db
    .selectFrom('payout_safeguard')
    .select(['approve_over', 'daily_limit', 'new_account', 'wait_hours', 'people_days'])
    .executeTakeFirstOrThrow() as Promise<PayoutSafeguards>;

const MOST_DAYS = 90;

/** As they hold for a payment made now, with those that were eased lately. */
export async function findSafeguards(db: Db): Promise<PayoutSafeguards> {
  const [set, { rows }] = await Promise.all([
    findSet(db),
    sql<SafeguardChange>`
      select extract(epoch from now() - at)::float8 / 86400 as days_ago,
        (select coalesce(jsonb_object_agg(key, value -> 0), '{}') from jsonb_each(changes)) as before, action = 'confirmed' as agreed
      from trail where record = 'payout_safeguard' and at > now() - interval '1 day' * ${MOST_DAYS}`.execute(db),
  ]);
  return safeguardsInForce(set, rows);
}

type GuardChange = {
  id: number;
  at: string;
  by: string;
  what: 'SAFEGUARDS' | 'ACCESS' | 'RECEIVING';
  of: string | null;
};

/**
 * Changes of the last three days by others: of the safeguards, of the access of people who move money, and of the accounts and
 * banks where tenants' money arrives.
 */
export async function findGuardChanges(db: Db, person: number | null): Promise<GuardChange[]> {
  const { rows } = await sql<GuardChange>`
    select r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, r.actor as by,
      case r.record when 'payout_safeguard' then 'SAFEGUARDS' when 'admin_user' then 'ACCESS' else 'RECEIVING' end as what, u.name as of
    from trail r left join admin_user u on r.record = 'admin_user' and u.id = r.record_id
      left join permission_group g on g.id = u.group_id
    where r.at > now() - interval '3 days' and r.admin_user_id is distinct from ${person}
      and (r.record = 'payout_safeguard'
        or (r.admin_user_id is not null and (r.record = 'bank_link'
          or (r.record = 'agency' and (r.action = 'agreement' or (r.action = 'update' and r.changes ? 'pix_key')))))
        or (r.record = 'admin_user' and r.admin_user_id <> r.record_id and u.deleted_at is null
          and g.permissions && array['*', 'PAYOUT_EDIT', 'PAYOUT_APPROVE']
          and (r.action in ('create', 'invite', 'password', 'second-factor-reset') or (r.action = 'update' and r.changes ?| array['group', 'email']))))
    order by r.id desc limit 20`.execute(db);
  return rows;
}

/** What is usual among the transfers of the last year, paid or to be paid, and who may approve. */
export async function findUsual(db: Db, today: CalendarDate): Promise<UsualPayments> {
  const { rows } = await sql<UsualPayments>`
    with paid as (select due_date as date, user_id, sum(amount) as amount from transfer
        where deleted_at is null and due_date between ${today}::date - 365 and ${today}::date + 31 group by 1, 2),
      days as (select sum(amount) as amount from paid group by date)
    select (select percentile_disc(0.95) within group (order by amount) from paid)::bigint as transfer,
      (select percentile_disc(0.95) within group (order by amount) from days)::bigint as day,
      (select count(*) from admin_user u join permission_group g on g.id = u.group_id
        where u.deleted_at is null and g.permissions && array['*', 'PAYOUT_APPROVE']) as approvers`.execute(db);
  return rows[0] ?? { transfer: null, day: null, approvers: 0 };
}

export const updateSafeguards = (trx: Db, safeguards: PayoutSafeguards) =>
  trx.updateTable('payout_safeguard').set(safeguards).execute();

/** One approval at a time until the transaction ends, so that two can't share what is left of a day. */
export const lockDays = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCKS.payouts})`.execute(trx);

/**
 * Amount that goes out on a day: payments by Pix that left on it or are to, and files. One that should have left before today
 * leaves today at the earliest. Of a file that was given out everything counts, also what was canceled: the bank may pay it.
 */
export async function findPaid(db: Db, day: CalendarDate, today: CalendarDate): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select ${gone(day)} + (select coalesce(sum(p.amount), 0)::bigint from payout p join payment_approval a on a.batch_id = p.batch_id
      where p.state = 'APPROVED' and greatest(a.counts_on, ${today}::date) = ${day}) as paid`.execute(db);
  return rows[0]?.paid ?? 0;
}

const gone = (day: CalendarDate) => sql`
  (select coalesce(sum(p.amount), 0)::bigint from payout p where p.state in ('SENT', 'PAID', 'RETURNED') and p.sent_on = ${day})
  + (select coalesce(sum(o.amount), 0)::bigint from payment_approval a join payment_batch b on b.id = a.batch_id
      join payment_batch_transfer o on o.batch_id = b.id
    where a.means = 'FILE' and a.state = 'APPROVED' and a.counts_on = ${day} and (o.live or b.given_out_at is not null))`;

/** The same without the payments by Pix that are still to leave. */
export async function findGone(db: Db, day: CalendarDate): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select ${gone(day)} as gone`.execute(db);
  return rows[0]?.gone ?? 0;
}

/** What a payment still orders. */
export async function findLiveAmount(db: Db, batchId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from payment_batch_transfer where batch_id = ${batchId} and live`.execute(
    db,
  );
  return rows[0]?.amount ?? 0;
}

export const countOn = (trx: Db, batchId: number, counts_on: CalendarDate) =>
  trx.updateTable('payment_approval').set({ counts_on }).where('batch_id', '=', batchId).execute();

export const insertApproval = (trx: Db, approval: Insertable<PaymentApproval>) =>
  trx.insertInto('payment_approval').values(approval).execute();

export const findApproval = (db: Db, batchId: number) =>
  db.selectFrom('payment_approval').selectAll().where('batch_id', '=', batchId).executeTakeFirst();

/** Transfers whose account was paid before, to the same payee, by an order that a bank carried out. */
export async function findKnown(
  trx: Db,
  orders: readonly { id: number; user_id: number; to: PaymentTarget }[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select wanted.id from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as wanted(id bigint, user_id bigint, "to" jsonb)
    where exists (select from transfer paid join payment_batch_transfer o on o.transfer_id = paid.id and o.live and o.paid
      where paid.user_id = wanted.user_id and paid.status = 'DONE' and paid.deleted_at is null
        and o.target -> 'to' = wanted."to")`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

type Waiting = {
  id: number;
  admin_user_id: number | null;
  means: 'FILE' | 'PIX';
  pay_on: CalendarDate;
  amount: number;
  owners: string[];
  accounts: number;
  reasons: ApprovalReason[];
  by: string | null;
  created_at: string;
};

/** Payments that wait for a second person, the oldest first. */
export async function findWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select b.id, b.admin_user_id, a.means, b.pay_on, a.amount, a.reasons, made.name as by, b.created_at, paid.owners, paid.accounts
    from payment_approval a join payment_batch b on b.id = a.batch_id left join admin_user made on made.id = b.admin_user_id
      cross join lateral (select count(*) as accounts, coalesce((array_agg(name order by total desc))[1:3], '{}') as owners
        from (select o.target -> 'user' ->> 'name' as name, o.target -> 'to', sum(o.amount) as total
          from payment_batch_transfer o where o.batch_id = b.id and o.live group by 1, 2) payee) paid
    where a.state = 'WAITING' and b.canceled_at is null order by a.batch_id`.execute(db);
  return rows;
}

export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from payment_approval a join payment_batch b on b.id = a.batch_id
    where a.state = 'WAITING' and b.canceled_at is null`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** The batch with its approval; `lock` keeps it from being canceled meanwhile. */
export async function findDecision(db: Db, batchId: number, { lock = false } = {}) {
  const batch = await db
    .selectFrom('payment_batch')
    .select(['id', 'admin_user_id', 'pay_on', 'canceled_at'])
    .where('id', '=', batchId)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst();
  const approval = batch && (await findApproval(db, batchId));
  return batch && approval && { batch, approval };
}

const ACCOUNT_FIELDS = sql`array['bank_code', 'bank_agency', 'bank_account', 'bank_full_name', 'bank_cpf', 'bank_pix']`;

/**
 * People who entered or changed the accounts, holders or owners that payments go to, or added a transfer or an extra value that
 * no rent brought, by payment.
 */
export async function findChangers(db: Db, batchIds: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ batch_id: number; people: number[] }>`
    with paid as materialized (select o.batch_id, o.transfer_id, t.user_id, t.proposal_id, t.property_id
        from payment_batch_transfer o join transfer t on t.id = o.transfer_id where o.batch_id = any(${[...batchIds]}::bigint[])),
      changed as (
        select paid.batch_id, trail.admin_user_id from paid join bank_account b on b.client_id = paid.user_id
          join trail on trail.record = 'bank_account' and trail.record_id = b.id
        union select paid.batch_id, trail.admin_user_id from paid join trail on trail.record = 'proposal'
          and trail.record_id = paid.proposal_id and changes ?| ${ACCOUNT_FIELDS}
        union select paid.batch_id, trail.admin_user_id from paid join trail on trail.record = 'property'
          and trail.record_id = paid.property_id and action in ('add-owner', 'remove-owner', 'share')
        union select paid.batch_id, trail.admin_user_id from paid join trail on trail.record = 'transfer'
          and trail.record_id = paid.transfer_id and action = 'create' and not changes ? 'invoice_id'
        union select paid.batch_id, trail.admin_user_id from paid join extra_value x on x.transfer_id = paid.transfer_id
          join trail on trail.record = 'extra_value' and trail.record_id = x.id and action = 'create'
        where x.settled_by is null
        -- Whoever had the client's access in hand could ask for the account in the client's name.
        union select paid.batch_id, trail.admin_user_id from paid join bank_account_request q on q.client_id = paid.user_id and q.state = 'APPLIED'
          join trail on trail.record = 'client' and trail.record_id = paid.user_id and trail.at < q.confirmed_at
        where trail.action in ('password', 'add-person') or (trail.action = 'update' and trail.changes ? 'email'))
    select batch_id, array_agg(admin_user_id::int) as people from changed where admin_user_id is not null group by batch_id`.execute(
    db,
  );
  return new Map(rows.map(({ batch_id, people }) => [batch_id, people]));
}

/** Moves a payment out of WAITING; false when another person was first. */
export async function decide(
  trx: Db,
  batchId: number,
  decision:
    | { state: 'APPROVED'; counts_on: CalendarDate; decided_by: number }
    | { state: 'REJECTED'; note: string; decided_by: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_approval')
    .set({ ...decision, decided_at: new Date() })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const findPerson = (db: Db, id: number) =>
  db.selectFrom('admin_user').select('name').where('id', '=', id).executeTakeFirst();

export const hasReturned = async (db: Db, batchId: number) =>
  (await db
    .selectFrom('payment_batch_transfer as o')
    .innerJoin('transfer as t', 't.id', 'o.transfer_id')
    .select('t.id')
    .where('o.batch_id', '=', batchId)
    .where('o.live', '=', true)
    .where('t.status', '=', 'PENDING')
    .where('t.returned_part', 'is not', null)
    .executeTakeFirst()) !== undefined;
