import type { DebtEntry } from '@morada/contract/collection/debt-papers';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { DebtAct, DebtorRole, NoticeWay } from '@morada/domain/debt-papers/debt-register';
import type { DebtRow } from '@morada/domain/debt-papers/debt-statement';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { cutPage } from '#api/db/reading/page.ts';

/** Key of the message that carries a notice by e-mail. */
export const noticeKey = (id: number) => `debt-notice:${id}`;

/** Day on which a notice was delivered: as registered, or the day on which the outbox sent its e-mail. */
const DELIVERED = sql<CalendarDate | null>`coalesce(r.delivered_on, (select (m.sent_at at time zone 'America/Sao_Paulo')::date
  from message m where r.way = 'EMAIL' and m.key = 'debt-notice:' || r.id and m.state in ('SENT', 'DELIVERED', 'READ')))`;

/** Ids of an entry's invoices. */
const INVOICES = sql`(select coalesce(jsonb_agg(invoice_id order by invoice_id), '[]') from debt_register_invoice where register_id = r.id)`;

/**
 * Entries with the day on which the last of their invoices was paid. The open balance of an invoice counts as part of
 * it, and so does the invoice that returned from a broken agreement. A deleted invoice is settled on the day of its
 * deletion. An invoice whose debt is in an agreement is settled by the agreement's first payment, since the agreement
 * replaces the debt.
 */
const SETTLED = (entries: RawBuilder<unknown>) => sql`
  with recursive part as (
    select ri.register_id, i.id, i.status, i.pay_day, i.deleted_at
    from debt_register_invoice ri join invoice i on i.id = ri.invoice_id where ri.register_id in (${entries})
    union all select part.register_id, rest.id, rest.status, rest.pay_day, rest.deleted_at
    from part cross join lateral (select id, status, pay_day, deleted_at from invoice where balance_of = part.id and deleted_at is null
      union all select r.id, r.status, r.pay_day, r.deleted_at
      from debt_agreement_invoice d join invoice r on r.id = d.returned_id and r.deleted_at is null where d.invoice_id = part.id) rest),
  paid as (
    select register_id, case when deleted_at is not null then (deleted_at at time zone 'America/Sao_Paulo')::date
      when status = 'PAID' then pay_day
      when status = 'REPLACED' then (select min(n.pay_day) from debt_agreement_invoice d
        join invoice n on n.debt_agreement_id = d.agreement_id and n.status = 'PAID' and n.deleted_at is null
        where d.invoice_id = part.id) end as day
    from part),
  settled as (
    select register_id, case when bool_and(day is not null) then max(day) end as settled_on from paid group by register_id)`;

export type Entry = Omit<DebtEntry, 'term' | 'remove_by'> & { proposal_id: number; figures: DebtRow[] };

type Which = { proposal: number } | { id: number } | { page: number };

function whereOf(which: Which) {
  if ('id' in which) return sql`r.id = ${which.id}`;
  if ('proposal' in which) return sql`r.proposal_id = ${which.proposal}`;
  return sql`r.id in (select id from debt_register order by id desc ${cutPage(which.page)})`;
}

export const countEntries = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('debt_register')
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Entries of a contract or of a page of all, the newest first, or one. */
export async function findEntries(db: Db, which: Which): Promise<Entry[]> {
  const where = whereOf(which);
  const { rows } = await sql<Entry>`
    ${SETTLED(sql`select r.id from debt_register r where ${where}`)}
    select r.id, r.proposal_id, r.kind, r.role, r.done_on, r.way, ${DELIVERED} as delivered_on, r.body, r.protocol, r.reason, r.amount,
      case when m.state in ('QUEUED', 'SENDING') then 'WAITING' when m.state in ('SENT', 'DELIVERED', 'READ') then 'SENT'
        when m.id is not null then 'FAILED' end as mail,
      r.figures, jsonb_build_object('id', c.id, 'name', c.name) as client,
      ${INVOICES} as invoices,
      case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as file,
      case when e.id is not null then jsonb_build_object('done_on', e.done_on, 'protocol', e.protocol, 'by', ended.name,
        'file', case when ef.id is not null then jsonb_build_object('id', ef.id, 'name', ef.name) end) end as "end",
      settled.settled_on, author.name as by, r.created_at, r.undone_at is not null as undone
    from debt_register r join client c on c.id = r.client_id
      left join debt_end e on e.register_id = r.id and e.undone_at is null
      left join message m on r.way = 'EMAIL' and m.key = 'debt-notice:' || r.id
      left join stored_file f on f.id = r.file_id and f.deleted_at is null
      left join stored_file ef on ef.id = e.file_id and ef.deleted_at is null
      left join admin_user author on author.id = r.admin_user_id left join admin_user ended on ended.id = e.admin_user_id
      left join settled on settled.register_id = r.id
    where ${where} order by r.id desc`.execute(db);
  return rows;
}

export type NewEntry = {
  proposal_id: number;
  client_id: number;
  role: DebtorRole;
  kind: DebtAct;
  done_on: CalendarDate;
  way: NoticeWay | null;
  body: string | null;
  protocol: string | null;
  reason: string | null;
  figures: readonly DebtRow[];
  amount: number;
  admin_user_id: number | null;
};

/** Inserts entries about the same invoices. Returns their ids, in order. */
export async function insertEntries(trx: Db, entries: readonly NewEntry[], invoices: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into debt_register (proposal_id, client_id, role, kind, done_on, way, body, protocol, reason, figures, amount, admin_user_id)
      select proposal_id, client_id, role, kind, done_on, way, body, protocol, reason, figures, amount, admin_user_id
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (proposal_id bigint, client_id bigint, role text, kind text,
        done_on date, way text, body text, protocol text, reason text, figures jsonb, amount bigint, admin_user_id bigint)
      returning id),
    about as (insert into debt_register_invoice (register_id, invoice_id)
      select made.id, invoice.id from made, unnest(${invoices}::bigint[]) as invoice (id))
    select id from made order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Locked until the transaction ends. */
export const lockEntry = (trx: Db, id: number) =>
  trx
    .selectFrom('debt_register')
    .select(['id', 'proposal_id', 'client_id', 'kind', 'done_on', 'way', 'undone_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const hasEnd = async (trx: Db, id: number) =>
  (await trx
    .selectFrom('debt_end')
    .select('id')
    .where('register_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** False when a delivery is registered already. */
export async function setDelivery(trx: Db, id: number, delivered_on: CalendarDate, protocol: string | null) {
  const done = await trx
    .updateTable('debt_register')
    .set({ delivered_on, protocol })
    .where('id', '=', id)
    .where('delivered_on', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

type End = { register_id: number; done_on: CalendarDate; protocol: string | null; admin_user_id: number | null };

/** False when an end is registered already. */
export async function insertEnd(trx: Db, end: End) {
  const made = await trx
    .insertInto('debt_end')
    .values(end)
    .onConflict((conflict) => conflict.column('register_id').where('undone_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** False without an end in force. */
export async function undoEnd(trx: Db, registerId: number, by: number | null) {
  const undone = await trx
    .updateTable('debt_end')
    .set({ undone_at: new Date().toISOString(), undone_by: by })
    .where('register_id', '=', registerId)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return undone !== undefined;
}

/** False when it is undone already. */
export async function undoEntry(trx: Db, id: number, by: number | null) {
  const undone = await trx
    .updateTable('debt_register')
    .set({ undone_at: new Date().toISOString(), undone_by: by })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return undone !== undefined;
}

/** False when the entry, or its end, has a document already. */
export async function setFile(trx: Db, id: number, fileId: number, ended: boolean) {
  const { numUpdatedRows } = ended
    ? await trx
        .updateTable('debt_end')
        .set({ file_id: fileId })
        .where('register_id', '=', id)
        .where('undone_at', 'is', null)
        .where('file_id', 'is', null)
        .executeTakeFirstOrThrow()
    : await trx
        .updateTable('debt_register')
        .set({ file_id: fileId })
        .where('id', '=', id)
        .where('file_id', 'is', null)
        .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Notices in force to a person about a contract, with their invoices. */
export async function findNotices(db: Db, proposalId: number, clientId: number) {
  const { rows } = await sql<{ delivered_on: CalendarDate | null; invoices: number[] }>`
    select ${DELIVERED} as delivered_on, ${INVOICES} as invoices
    from debt_register r
    where r.proposal_id = ${proposalId} and r.client_id = ${clientId} and r.kind = 'NOTICE' and r.undone_at is null`.execute(
    db,
  );
  return rows;
}

/**
 * Whether a listing in force relies on the notice: a later one, of the same person and one of its invoices, that was
 * registered without a reason for being early.
 */
export async function isRelied(db: Db, noticeId: number) {
  const { rows } = await sql<{ relied: boolean }>`
    select exists (select from debt_register n join debt_register l on l.proposal_id = n.proposal_id and l.client_id = n.client_id
      and l.kind = 'LISTING' and l.undone_at is null and l.reason is null and l.id > n.id
      where n.id = ${noticeId} and exists (select from debt_register_invoice a join debt_register_invoice b using (invoice_id)
        where a.register_id = n.id and b.register_id = l.id)) as relied`.execute(db);
  return rows[0]?.relied === true;
}

export type Removal = {
  id: number;
  proposal_id: number;
  person: string;
  body: string;
  settled_on: CalendarDate;
};

/** Listings in force whose invoices are all paid, the longest paid first, and how many there are. */
export async function findRemovals(db: Db, limit: number) {
  const { rows } = await sql<Removal & { total: number }>`
    ${SETTLED(sql`select r.id from debt_register r where r.kind = 'LISTING' and r.undone_at is null
      and not exists (select from debt_end e where e.register_id = r.id and e.undone_at is null)`)}
    select r.id, r.proposal_id, c.name as person, r.body, settled.settled_on, count(*) over () as total
    from settled join debt_register r on r.id = settled.register_id join client c on c.id = r.client_id
    where settled.settled_on is not null order by settled.settled_on, r.id limit ${limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}

/** Acts in force of each contract; a notice only while one of its invoices is open. */
export async function findActs(db: Db, proposalIds: readonly number[]) {
  const { rows } = await sql<{ proposal_id: number; acts: DebtAct[] }>`
    select r.proposal_id, array_agg(distinct r.kind) as acts from debt_register r
    where r.proposal_id = any(${proposalIds}::bigint[]) and r.undone_at is null
      and not exists (select from debt_end e where e.register_id = r.id and e.undone_at is null)
      and (r.kind <> 'NOTICE' or exists (select from debt_register_invoice ri join invoice i on i.id = ri.invoice_id
        where ri.register_id = r.id and i.status = 'PENDING' and i.deleted_at is null))
    group by r.proposal_id`.execute(db);
  return rows;
}
