import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '../../context.ts';

/** Notes boletos that notices name, to be read from the bank. */
export const insertNotices = (db: Db, linkId: number, handles: readonly string[]) =>
  sql`insert into boleto_notice (link_id, handle)
      select ${linkId}::bigint, handle from unnest(${handles}::text[]) as named (handle) order by handle
      on conflict (link_id, handle) do update set tries = 0, paid = false`.execute(db);

/** Notes boletos that a list reports as settled without their payment, unless a payment of theirs is known. */
export const noteSettled = (db: Db, linkId: number, handles: readonly string[]) =>
  sql`insert into boleto_notice (link_id, handle)
      select ${linkId}::bigint, handle from unnest(${handles}::text[]) as named (handle)
      where not exists (select from boleto_payment p where p.link_id = ${linkId} and p.handle = named.handle
        and p.taken_back_at is null)
      order by handle on conflict do nothing`.execute(db);

/** Attempts to read a boleto for which the bank reports nothing new. */
const MOST_TRIES = 5;

export const findUnread = async (db: Db, linkId: number, limit: number) =>
  (
    await db
      .selectFrom('boleto_notice')
      .select('handle')
      .where('link_id', '=', linkId)
      .where('paid', '=', false)
      .where('tries', '<', MOST_TRIES)
      .orderBy('noticed_at')
      .limit(limit)
      .execute()
  ).map(({ handle }) => handle);

const named = (linkId: number, handles: readonly string[]) =>
  sql`link_id = ${linkId} and handle = any(${handles}::text[])`;

export const countTry = (db: Db, linkId: number, handles: readonly string[]) =>
  sql`update boleto_notice set tries = tries + 1 where ${named(linkId, handles)}`.execute(db);

/** Marks notices of boletos that the bank reports as paid, with the amount still to come by its movements. */
export const markPaid = (db: Db, linkId: number, handles: readonly string[]) =>
  sql`update boleto_notice set paid = true where ${named(linkId, handles)}`.execute(db);

export const dropNotices = (db: Db, linkId: number, handles: readonly string[]) =>
  sql`delete from boleto_notice where ${named(linkId, handles)}`.execute(db);

/** Deletes notices whose payment was recorded, and those whose attempts are used up. */
export const sweepNotices = (db: Db, linkId: number) =>
  sql`delete from boleto_notice n where link_id = ${linkId} and (tries >= ${MOST_TRIES} or (paid and exists (
      select from boleto_payment p where p.link_id = n.link_id and p.handle = n.handle and p.taken_back_at is null
        and p.reported_at >= n.noticed_at)))`.execute(db);

export async function awaitsMovements(db: Db, linkId: number): Promise<boolean> {
  const { rows } = await sql`select from boleto_notice where link_id = ${linkId} and paid limit 1`.execute(db);
  return rows.length > 0;
}

export type ReportedPayment = {
  handle: string;
  paid_on: CalendarDate;
  credited_on: CalendarDate | null;
  paid: number;
  fine: number | null;
  interest: number | null;
  discount: number | null;
  tariff: number | null;
  by_pix: boolean;
};

/** Writes payments as the bank reported them, and answers those that are new; a concurrent reading is waited for. */
export async function recordPayments(trx: Db, linkId: number, payments: readonly ReportedPayment[]) {
  const { rows } = await sql<ReportedPayment & { id: number }>`
    insert into boleto_payment (link_id, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix)
    select ${linkId}::bigint, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as told (handle text, paid_on date, credited_on date, paid bigint,
      fine bigint, interest bigint, discount bigint, tariff bigint, by_pix boolean)
    order by handle, paid_on, paid
    on conflict (link_id, handle, paid_on, paid) where taken_back_at is null do nothing
    returning id, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix`.execute(trx);
  return rows;
}

export type NamedBoleto = {
  handle: string;
  id: number;
  nosso_numero: string | null;
  digitable_line: string | null;
  amount: number;
};

/** Boletos of the link, by their handles at the bank. */
export async function findBoletos(db: Db, linkId: number, handles: readonly string[]) {
  const { rows } = await sql<NamedBoleto>`
    select c.handle, b.id, b.nosso_numero, b.digitable_line, b.amount from boleto_call c join boleto b on b.id = c.boleto_id
    where c.link_id = ${linkId} and c.handle = any(${handles}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.handle, row]));
}

export const setCallState = (
  trx: Db,
  linkId: number,
  handles: readonly string[],
  state: 'PAID' | 'ACTIVE' | 'REMOVED',
) =>
  sql`update boleto_call set state = ${state}, problem = null
      where boleto_id in (select boleto_id from boleto_call where ${named(linkId, handles)} order by boleto_id for update)`.execute(
    trx,
  );

export const setFile = (trx: Db, ids: readonly number[], fileId: number) =>
  sql`update boleto_payment set file_id = ${fileId} where id = any(${ids}::bigint[])`.execute(trx);

/** Payments in force of a boleto, and whether their run has ended. */
export async function lockStanding(trx: Db, linkId: number, handle: string) {
  const { rows } = await sql<{ id: number; invoice_id: number | null; ended: boolean }>`
    select p.id, s.invoice_id, f.status in ('DONE', 'FAILED', 'UNDONE') as ended
    from boleto_payment p join bank_file f on f.id = p.file_id
      left join boleto_call c on c.link_id = p.link_id and c.handle = p.handle
      left join bank_settlement s on s.file_id = p.file_id and s.undone_at is null
        and s.fingerprint = 'boleto ' || c.boleto_id || ' ' || p.paid_on || ' ' || p.paid
    where p.link_id = ${linkId} and p.handle = ${handle} and p.taken_back_at is null
    order by p.id for update of p`.execute(trx);
  return rows;
}

export const markTakenBack = (trx: Db, ids: readonly number[], problem: string | null) =>
  sql`update boleto_payment set taken_back_at = now(), problem = ${problem} where id = any(${ids}::bigint[])`.execute(
    trx,
  );

const MOST_SHOWN = 50;

/** Payments that the bank withdrew, whose invoices are still settled by them. */
export async function findTakenBack(db: Db) {
  const { rows } = await sql<{ invoice_id: number; amount: number; problem: string }>`
    select b.invoice_id, p.paid as amount, p.problem from boleto_payment p
      join boleto_call c on c.link_id = p.link_id and c.handle = p.handle join boleto b on b.id = c.boleto_id
      join invoice i on i.id = b.invoice_id and i.status = 'PAID'
    where p.problem is not null order by p.reported_at, p.id limit ${MOST_SHOWN}`.execute(db);
  return rows;
}
