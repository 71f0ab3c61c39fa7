import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type { Db } from '#api/context.ts';

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

/**
 * Deletes notices whose payment was recorded, and those whose attempts are used up. A notice that came after its payment was
 * read, or whose payment was withdrawn, finds none in the movements: each reading counts, and the usual ones go on.
 */
export async function sweepNotices(db: Db, linkId: number) {
  await sql`delete from boleto_notice n where link_id = ${linkId} and (tries >= ${MOST_TRIES} or (paid and exists (
      select from boleto_payment p where p.link_id = n.link_id and p.handle = n.handle and p.taken_back_at is null
        and p.reported_at >= n.noticed_at)))`.execute(db);
  await sql`update boleto_notice set tries = tries + 1 where link_id = ${linkId} and paid`.execute(db);
}

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

/** How often the bank has withdrawn a payment that equals this one. */
const TIMES_WITHDRAWN = sql<number>`(select count(*) from boleto_payment gone where gone.link_id = p.link_id
  and gone.handle = p.handle and gone.paid_on = p.paid_on and gone.paid = p.paid and gone.taken_back_at is not null)`;

/** Writes payments as the bank reported them, and answers those that are new; a concurrent reading is waited for. */
export async function recordPayments(trx: Db, linkId: number, payments: readonly ReportedPayment[]) {
  const { rows } = await sql<ReportedPayment & { id: number; again: number }>`
    insert into boleto_payment as p (link_id, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix)
    select ${linkId}::bigint, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as told (handle text, paid_on date, credited_on date, paid bigint,
      fine bigint, interest bigint, discount bigint, tariff bigint, by_pix boolean)
    order by handle, paid_on, paid
    on conflict (link_id, handle, paid_on, paid) where taken_back_at is null do nothing
    returning id, handle, paid_on, credited_on, paid, fine, interest, discount, tariff, by_pix, ${TIMES_WITHDRAWN} as again`.execute(
    trx,
  );
  return rows;
}

export type NamedBoleto = {
  handle: string;
  id: number;
  nosso_numero: string | null;
  digitable_line: string | null;
  amount: number;
  invoice_id: number;
};

/** Boletos of the link's agreement, by their handles at the bank; one registered by file has its number for a handle. */
export async function findBoletos(
  db: Db,
  { id: linkId, agreement_id }: { id: number; agreement_id: number | null },
  told: readonly { handle: string; nosso_numero: string | null }[],
) {
  const { rows } = await sql<NamedBoleto>`
    select t.handle, b.id, b.nosso_numero, b.digitable_line, b.amount, b.invoice_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (handle text, nosso_numero text)
      join boleto_call c on c.link_id = ${linkId} and c.handle = t.handle join boleto b on b.id = c.boleto_id
    union all
    select t.handle, b.id, b.nosso_numero, b.digitable_line, b.amount, b.invoice_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t (handle text, nosso_numero text)
      join boleto b on b.nosso_numero in (t.nosso_numero, t.handle) and b.agreement_id = ${agreement_id}
    where not exists (select from boleto_call c where c.link_id = ${linkId} and c.handle = t.handle)`.execute(db);
  return new Map(rows.map((row) => [row.handle, row]));
}

export const setFile = (trx: Db, payments: readonly { id: number; boleto_id: number | null }[], fileId: number) =>
  sql`update boleto_payment set file_id = ${fileId}, boleto_id = told.boleto_id
      from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as told (id bigint, boleto_id bigint)
      where boleto_payment.id = told.id`.execute(trx);

export type StandingPayment = ReportedPayment & {
  id: number;
  file_id: number;
  again: number;
  ended: boolean;
  boleto: Omit<NamedBoleto, 'handle'> | null;
};

/** Payments in force of a boleto, and whether their run has ended. */
export async function lockStanding(trx: Db, linkId: number, handle: string) {
  const { rows } = await sql<StandingPayment>`
    select p.id, p.handle, p.paid_on, p.credited_on, p.paid, p.fine, p.interest, p.discount, p.tariff, p.by_pix, p.file_id,
      ${TIMES_WITHDRAWN} as again, f.status in ('DONE', 'FAILED', 'UNDONE') as ended,
      (select jsonb_build_object('id', b.id, 'nosso_numero', b.nosso_numero, 'digitable_line', b.digitable_line,
        'amount', b.amount, 'invoice_id', b.invoice_id) from boleto b where b.id = p.boleto_id) as boleto
    from boleto_payment p join bank_file f on f.id = p.file_id
    where p.link_id = ${linkId} and p.handle = ${handle} and p.taken_back_at is null
    order by p.id for update of p`.execute(trx);
  return rows;
}

/** Handles of these payments that equal one which the bank has withdrawn, and that are not told of since. */
export async function findWithdrawn(db: Db, linkId: number, payments: readonly ReportedPayment[]): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    select distinct told.handle
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as told (handle text, paid_on date, paid bigint)
      join boleto_payment p on p.link_id = ${linkId} and p.handle = told.handle and p.paid_on = told.paid_on and p.paid = told.paid
        and p.taken_back_at is not null
    where not exists (select from boleto_payment again where again.link_id = ${linkId} and again.handle = told.handle
      and again.paid_on = told.paid_on and again.paid = told.paid and again.taken_back_at is null)`.execute(db);
  return rows.map(({ handle }) => handle);
}

export const markTakenBack = (trx: Db, id: number) =>
  sql`update boleto_payment set taken_back_at = now() where id = ${id}`.execute(trx);

/**
 * Handles of paid boletos that are due to be looked at: reported within the last five days, and not looked at for a day.
 * Marks them as looked at.
 */
export async function takePaid(db: Db, linkId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    update boleto_payment set looked_at = now() where id in (
      select id from boleto_payment
      where link_id = ${linkId} and taken_back_at is null and reported_at > now() - interval '5 days'
        and coalesce(looked_at, reported_at) < now() - interval '1 day'
      order by id limit ${limit} for update skip locked)
    returning handle`.execute(db);
  return [...new Set(rows.map(({ handle }) => handle))];
}
