import type { PaymentOrdered } from '@morada/contract/money/payments';
import type { PayoutState } from '@morada/domain/bank/payouts/payout-state';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Whether payments sent through `link` are not final yet. */
export const hasSent = sql<boolean>`exists (select from payout p where p.link_id = link.id and p.state = 'SENT')`;

/** One payment for each identifier of a batch. */
export const insertPayouts = (
  trx: Db,
  payouts: readonly { batch_id: number; identifier: string; amount: number; state: 'WAITING_APPROVAL' | 'APPROVED' }[],
) =>
  trx
    .insertInto('payout')
    .values([...payouts])
    .execute();

export const approvePayouts = (trx: Db, batchId: number) =>
  trx
    .updateTable('payout')
    .set({ state: 'APPROVED' })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'WAITING_APPROVAL')
    .execute();

/** Cancels the payments of a batch that were not sent yet. */
export const cancelPayouts = (trx: Db, batchId: number) =>
  trx
    .updateTable('payout')
    .set({ state: 'CANCELED', closed_at: new Date(), problem: null })
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['WAITING_APPROVAL', 'APPROVED'])
    .execute();

/** Those of the transfers that a payment by Pix in one of the states holds. */
export async function findHeld(trx: Db, transferIds: readonly number[], states: readonly PayoutState[]) {
  const { rows } = await sql<{ id: number }>`
    select o.transfer_id as id from payment_batch_transfer o
      join payout p on p.batch_id = o.batch_id and p.identifier = o.identifier
    where o.transfer_id = any(${transferIds}::bigint[]) and o.live and p.state = any(${states}::text[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The tenant's bank gave back a part of it, and its payment has not left the house. */
const RETURNED = sql`(t.returned_part is not null and b.given_out_at is null and coalesce(p.state, 'APPROVED') = 'APPROVED')`;

/** Those of the transfers in a payment that was not let go yet or pays too much, or that a bank pays by Pix or is about to. */
export async function findUnderWay(db: Db, transferIds: readonly number[]) {
  const { rows } = await sql<{ id: number; batch_id: number; waits: 'RETURNED' | 'PERSON' | 'MOMENT' | null }>`
    select o.transfer_id as id, o.batch_id,
      case when ${RETURNED} then 'RETURNED' when a.state = 'WAITING' then 'PERSON' when a.means = 'FILE' then 'MOMENT' end as waits
    from payment_batch_transfer o join transfer t on t.id = o.transfer_id join payment_batch b on b.id = o.batch_id
      left join payment_approval a on a.batch_id = o.batch_id
      left join payout p on p.batch_id = o.batch_id and p.identifier = o.identifier
    where o.transfer_id = any(${transferIds}::bigint[]) and o.live
      and (${RETURNED} or a.state = 'WAITING' or (a.means = 'FILE' and a.not_before > now()) or p.state in ('APPROVED', 'SENT'))`.execute(
    db,
  );
  return rows;
}

/** Payment by which a bank has paid each of the transfers; the others are absent. */
export async function findPaidByBank(trx: Db, transferIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (transferIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; batch_id: number }>`
    select o.transfer_id as id, o.batch_id from payment_batch_transfer o
      join payout p on p.batch_id = o.batch_id and p.identifier = o.identifier
    where o.transfer_id = any(${transferIds}::bigint[]) and o.live and p.state = 'PAID'`.execute(trx);
  return new Map(rows.map(({ id, batch_id }) => [id, batch_id]));
}

export type Row = {
  id: number;
  batch_id: number;
  identifier: string;
  amount: number;
  owner: string;
  state: PayoutState;
  answered: boolean;
  bank_state: string | null;
  end_to_end_id: string | null;
  problem: string | null;
  sent_at: string | null;
  return_asked_by: number | null;
  return_reason: string | null;
  asker: string | null;
};

const ROWS = sql`
  select p.id, p.batch_id, p.identifier, p.amount, coalesce(paid.owner, '') as owner, p.state, p.request_code is not null as answered,
    p.bank_state, p.end_to_end_id, p.problem, p.sent_at, p.return_asked_by, p.return_reason, asked.name as asker
  from payout p left join admin_user asked on asked.id = p.return_asked_by
    left join lateral (select o.target -> 'user' ->> 'name' as owner from payment_batch_transfer o
    where o.batch_id = p.batch_id and o.identifier = p.identifier order by o.transfer_id limit 1) paid on true`;

export async function findOfBatch(db: Db, batchId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`${ROWS} where p.batch_id = ${batchId} order by p.id`.execute(db);
  return rows;
}

const MOST_TASKS = 50;

/** Payments sent more than five minutes ago that have no response, or a problem. */
export async function findUnanswered(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`${ROWS}
    where p.state = 'SENT' and (p.problem is not null or p.request_code is null) and p.sent_at < now() - interval '5 minutes'
    order by p.id limit ${MOST_TASKS}`.execute(db);
  return rows;
}

/** Payments refused or returned in the last 60 days, with a transfer that is pending and in no other payment. */
export async function findFailed(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`${ROWS}
    where p.state in ('REFUSED', 'RETURNED') and p.closed_at > now() - interval '60 days'
      and exists (select from payment_batch_transfer o join transfer t on t.id = o.transfer_id
        where o.batch_id = p.batch_id and o.identifier = p.identifier and t.status = 'PENDING' and t.deleted_at is null
          and not exists (select from payment_batch_transfer again where again.transfer_id = t.id and again.live))
    order by p.id limit ${MOST_TASKS}`.execute(db);
  return rows;
}

/** Returns that wait for another person. */
export async function findReturnsAsked(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`${ROWS}
    where p.state = 'PAID' and p.return_reason is not null order by p.id limit ${MOST_TASKS}`.execute(db);
  return rows;
}

/** What a person says of the return of a paid payment; null: it stays paid. */
export const noteReturn = (trx: Db, id: number, asked: { by: number | null; reason: string } | null) =>
  trx
    .updateTable('payout')
    .set({ return_asked_by: asked?.by ?? null, return_reason: asked?.reason ?? null })
    .where('id', '=', id)
    .where('state', '=', 'PAID')
    .execute();

export type Due = {
  id: number;
  key: string;
  identifier: string;
  amount: number;
  request_code: string | null;
  ordered: PaymentOrdered;
};

const DUE = sql`p.id, p.key, p.identifier, p.amount, p.request_code, (select o.target from payment_batch_transfer o
  where o.batch_id = p.batch_id and o.identifier = p.identifier order by o.transfer_id limit 1) as ordered`;

export async function isAnyApproved(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    some: boolean;
  }>`select exists (select from payout p join payment_approval a using (batch_id)
    where p.state = 'APPROVED' and (a.not_before is null or a.not_before <= now())) as some`.execute(db);
  return rows[0]?.some ?? false;
}

/** Payments to be sent now, locked, the oldest first. Those with a transfer that is no longer to be paid are skipped. */
export async function lockApproved(trx: Db) {
  const { rows } = await sql<{ id: number; amount: number }>`
    select w.id, w.amount from payout w join payment_approval a using (batch_id)
    where w.state = 'APPROVED' and (a.not_before is null or a.not_before <= now())
      and not exists (select from payment_batch_transfer o join transfer t on t.id = o.transfer_id
        where o.batch_id = w.batch_id and o.identifier = w.identifier
          and (not o.live or t.status <> 'PENDING' or t.deleted_at is not null or t.returned_part is not null))
    order by w.id for update of w skip locked`.execute(trx);
  return rows;
}

/** APPROVED → SENT, before the call to the bank, since the order may arrive even if the call fails. */
export async function takeApproved(
  trx: Db,
  linkId: number,
  ids: readonly number[],
  sent_on: CalendarDate,
): Promise<Due[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Due>`
    update payout p set state = 'SENT', link_id = ${linkId}, sent_at = now(), sent_on = ${sent_on},
      next_try_at = now() + interval '1 minute', problem = null
    where p.state = 'APPROVED' and p.id = any(${ids}::bigint[])
    returning ${DUE}`.execute(trx);
  return rows;
}

/** Says beside payments to be sent why they wait. */
export const noteWaiting = (trx: Db, ids: readonly number[], problem: string) =>
  ids.length === 0
    ? undefined
    : trx
        .updateTable('payout')
        .set({ problem })
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .where('state', '=', 'APPROVED')
        .where((q) => q('problem', 'is distinct from', problem))
        .execute();

/** Sent payments due for polling: every minute at first, and every ten minutes once they are ten minutes old. */
export async function takeSent(db: Db, linkId: number, most: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update payout p set next_try_at = now() + case when p.sent_at > now() - interval '10 minutes' then interval '50 seconds'
      else interval '10 minutes' end
    where p.id in (select id from payout where state = 'SENT' and link_id = ${linkId} and next_try_at <= now()
        -- The key of an order without an answer is repeated for an hour: a bank may forget it afterwards.
        and (request_code is not null or sent_at > now() - interval '1 hour')
      order by next_try_at limit ${most} for update skip locked)
    returning ${DUE}`.execute(db);
  return rows;
}

export type Noted = {
  id: number;
  request_code?: string | null;
  bank_state?: string | null;
  end_to_end_id?: string | null;
  problem: string | null;
};

/** Records the bank's response for payments that are not final. Values missing in it stay as they are. */
export const note = (db: Db, told: readonly Noted[]) =>
  told.length === 0
    ? undefined
    : sql`update payout p set request_code = coalesce(told.request_code, p.request_code),
          bank_state = coalesce(told.bank_state, p.bank_state), end_to_end_id = coalesce(told.end_to_end_id, p.end_to_end_id),
          problem = told.problem
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          as told(id bigint, request_code text, bank_state text, end_to_end_id text, problem text)
        where p.id = told.id and p.state = 'SENT'`.execute(db);

export type Closing = Noted & { state: PayoutState };

/** Moves payments from one state to another, with what the bank said; those that were moved meanwhile are left out. */
export async function move(trx: Db, from: PayoutState, closed: readonly Closing[]) {
  if (closed.length === 0) return [];
  type Moved = { id: number; batch_id: number; identifier: string; amount: number; sent_on: CalendarDate | null };
  const { rows } = await sql<Moved>`
    update payout p set state = told.state, bank_state = coalesce(told.bank_state, p.bank_state),
      end_to_end_id = coalesce(told.end_to_end_id, p.end_to_end_id), problem = told.problem,
      closed_at = case when told.state in ('PAID', 'REFUSED', 'RETURNED') then now() end
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb)
      as told(id bigint, state text, bank_state text, end_to_end_id text, problem text)
    where p.id = told.id and p.state = ${from}
    returning p.id, p.batch_id, p.identifier, p.amount, p.sent_on`.execute(trx);
  return rows;
}

/** Transfers that payments hold, in order of payment. */
export async function findTransfers(trx: Db, payoutIds: readonly number[]) {
  const { rows } = await sql<{ payout_id: number; transfer_id: number }>`
    select p.id as payout_id, o.transfer_id from payout p
      join payment_batch_transfer o on o.batch_id = p.batch_id and o.identifier = p.identifier and o.live
    where p.id = any(${payoutIds}::bigint[]) order by o.transfer_id`.execute(trx);
  return rows;
}

export const lockPayout = (trx: Db, id: number) =>
  trx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
