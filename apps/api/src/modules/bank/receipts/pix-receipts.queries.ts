import { MOST_UNKNOWN } from '@morada/domain/bank/pix/pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

/** Whether `link` has received payments since a day. */
export const hasReceivedSince = (day: CalendarDate) =>
  sql<boolean>`exists (select from pix_payment p where p.link_id = link.id and p.paid_at >= ${day})`;

/** Notes payments that a notice names. Those that are known stay as they are. */
export const insertNotices = (db: Db, linkId: number, ids: readonly string[]) =>
  sql`insert into pix_payment (end_to_end_id, link_id)
      select id, ${linkId}::bigint from unnest(${ids}::text[]) as named (id) order by id
      on conflict do nothing`.execute(db);

/** Marks known payments to be read again: the bank sends the same notice when a payment is given back. */
export const readAgain = (db: Db, ids: readonly string[]) =>
  sql`update pix_payment set again = true, tries = 0
      where end_to_end_id in (select end_to_end_id from pix_payment where end_to_end_id = any(${ids}::text[])
        and read_at is not null order by end_to_end_id for update)`.execute(db);

/** Attempts to read a payment that the bank doesn't know. */
const MOST_TRIES = 5;

/** Payments that have to be read from the bank, the oldest notice first. */
export const findUnread = async (db: Db, linkId: number, limit: number) =>
  (
    await db
      .selectFrom('pix_payment')
      .select('end_to_end_id')
      .where('link_id', '=', linkId)
      .where((where) => where.or([where('read_at', 'is', null), where('again', '=', true)]))
      .where('tries', '<', MOST_TRIES)
      .orderBy('noticed_at')
      .limit(limit)
      .execute()
  ).map(({ end_to_end_id }) => end_to_end_id);

export const countTry = (db: Db, ids: readonly string[]) =>
  sql`update pix_payment set tries = tries + 1 where end_to_end_id = any(${ids}::text[])`.execute(db);

const UNKNOWN_DAYS = 30;

/** How many of these payments are new to us, and how many of the last day the bank has not shown yet. */
export async function countUnknown(db: Db, linkId: number, ids: readonly string[]) {
  const { rows } = await sql<{ fresh: number; unknown: number }>`
    select (select count(*) from unnest(${ids}::text[]) as named (id)
        where not exists (select from pix_payment p where p.end_to_end_id = named.id)) as fresh,
      (select count(*) from (select from pix_payment where link_id = ${linkId} and read_at is null
        and noticed_at > now() - interval '1 day' limit ${MOST_UNKNOWN}) recent) as unknown`.execute(db);
  return rows[0] ?? { fresh: 0, unknown: 0 };
}

/** Payments that were asked for in vain, for staff. */
export async function findUnreadable(db: Db) {
  const { rows } = await sql<{ count: number; oldest: string | null; full: boolean }>`
    with vain as (select end_to_end_id, noticed_at from pix_payment where (read_at is null or again) and tries >= ${MOST_TRIES})
    select (select count(*) from vain) as count, (select end_to_end_id from vain order by noticed_at limit 1) as oldest,
      exists (select from pix_payment where read_at is null and noticed_at > now() - interval '1 day'
        group by link_id having count(*) >= ${MOST_UNKNOWN}) as full`.execute(db);
  return rows[0] ?? { count: 0, oldest: null, full: false };
}

/** Asks the bank anew for payments that it didn't show. */
export const askAgain = (db: Db, linkId: number) =>
  sql`update pix_payment set tries = 0 where link_id = ${linkId} and (read_at is null or again)`.execute(db);

/** Forgets names of payments that no bank has shown for a month. */
export const forgetUnknown = (db: Db) =>
  sql`delete from pix_payment where read_at is null and noticed_at < now() - interval '1 day' * ${UNKNOWN_DAYS}`.execute(
    db,
  );

export type ReadPayment = {
  end_to_end_id: string;
  txid: string | null;
  amount: number;
  paid_at: string;
  returned: number;
};

/**
 * Writes payments as the bank reports them, whichever link they came by, and returns those with news: read for the first
 * time, or given back since. A return of a payment whose run is in progress is left to a later reading. Waits for a
 * concurrent reading of the same payments.
 */
export async function recordPayments(trx: Db, payments: readonly ReadPayment[]) {
  const { rows } = await sql<ReadPayment & { is_new: boolean; returned_before: number; file_id: number | null }>`
    with told as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
        as told (end_to_end_id text, txid text, amount bigint, paid_at timestamptz, returned bigint)),
    before as materialized (
      select p.end_to_end_id, p.read_at, p.returned from pix_payment p join told using (end_to_end_id)
      where (p.read_at is null or p.again or p.returned <> told.returned)
        and not (told.returned > p.returned and exists (
          select from bank_file f where f.id = p.file_id and f.status in ('RUNNING', 'UNDOING')))
      order by p.end_to_end_id for update of p)
    update pix_payment p set txid = told.txid, amount = told.amount, paid_at = told.paid_at, returned = told.returned,
      read_at = coalesce(p.read_at, now()), again = false
    from told join before using (end_to_end_id)
    where p.end_to_end_id = told.end_to_end_id
    returning p.end_to_end_id, p.txid, p.amount, p.paid_at, p.returned, before.read_at is null as is_new,
      before.returned as returned_before, p.file_id`.execute(trx);
  return rows;
}

export const setFile = (trx: Db, ids: readonly string[], fileId: number) =>
  sql`update pix_payment set file_id = ${fileId} where end_to_end_id = any(${ids}::text[])`.execute(trx);

export const setProblems = (trx: Db, problems: readonly { end_to_end_id: string; problem: string | null }[]) =>
  sql`update pix_payment set problem = told.problem
      from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as told (end_to_end_id text, problem text)
      where pix_payment.end_to_end_id = told.end_to_end_id`.execute(trx);

const MOST_SHOWN = 50;

/** Payments given back in part whose invoices are settled by them. */
export async function findGivenBackInPart(db: Db) {
  const { rows } = await sql<{ invoice_id: number; amount: number; problem: string }>`
    select s.invoice_id, p.returned as amount, p.problem from pix_payment p
      left join bank_payment_name n on n.name = 'pix ' || p.end_to_end_id
      join bank_settlement s on s.undone_at is null and s.fingerprint = coalesce(n.fingerprint, 'pix ' || p.end_to_end_id)
    where p.problem is not null order by p.noticed_at, p.end_to_end_id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}
