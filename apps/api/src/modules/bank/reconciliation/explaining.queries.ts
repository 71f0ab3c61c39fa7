import type { Bundle, CashLine, ExplanationKind, Movement } from '@morada/domain/bank/reconciliation/explain';
import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Span } from '@morada/domain/base/span';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/context.ts';

const MOVEMENT = sql`id, account_id, day, amount, memo, key`;

export async function findOpen(db: Db): Promise<(Movement & { undone: boolean })[]> {
  const { rows } = await sql<Movement & { undone: boolean }>`
    select ${MOVEMENT}, undone from bank_movement where explanation_id is null order by id`.execute(db);
  return rows;
}

/** Unexplained movements of any account within days. */
export async function findOpenWithin(db: Db, { start, end }: Span): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select ${MOVEMENT} from bank_movement
    where explanation_id is null and day between ${start} and ${end} order by id`.execute(db);
  return rows;
}

export const findMovement = (db: Db, id: number) =>
  db
    .selectFrom('bank_movement')
    .select(['id', 'account_id', 'day', 'amount', 'memo', 'explanation_id'])
    .where('id', '=', id)
    .executeTakeFirst();

export const CASH = sql`ledger_entry e join ledger_line l on l.entry_id = e.id and l.account = 'CASH'`;

export const isExplained = (entry: RawBuilder<unknown>) =>
  sql`exists (select from explanation_entry taken where taken.entry_id = ${entry} and taken.live)`;

/**
 * An entry that is not reversed. A reversal counts only when the bank moved its original, as with a payment that was
 * returned.
 */
const STANDS = sql`not exists (select from ledger_entry undo where undo.reverses = e.id)
  and (e.reverses is null or ${isExplained(sql`e.reverses`)})`;

const IS_OPEN = sql`(not ${isExplained(sql`e.id`)} and ${STANDS})`;

/** Unexplained entries that moved cash within days. */
export async function findLines(db: Db, { start, end }: Span): Promise<CashLine[]> {
  const { rows } = await sql<CashLine>`
    select e.id, e.day, l.amount, e.description, c.name as person, c.cpf_cnpj as document
    from ${CASH} left join invoice i on i.id = e.invoice_id left join transfer t on t.id = e.transfer_id
      left join darf d on d.id = e.darf_id left join client c on c.id = coalesce(i.user_id, t.user_id, d.tenant_id)
    where e.day between ${start} and ${end} and ${IS_OPEN} order by e.id`.execute(db);
  return rows;
}

/**
 * Payments that a bank credits as one amount: those of one file and day. Payments read from statements or by Pix are
 * credited one by one.
 */
export async function findFileBundles(db: Db, { start, end }: Span): Promise<Bundle[]> {
  const { rows } = await sql<Bundle>`
    select 'BANK_FILE' as kind, coalesce(s.credited_on, s.paid_on) as day, json_agg(e.id order by e.id) as entries,
      sum(l.amount)::bigint as amount, sum(s.fee)::bigint as fee
    from bank_settlement s join bank_file f on f.id = s.file_id and f.kind in ('PDF', 'CNAB240', 'CNAB400')
      join ${CASH} on e.invoice_id = s.invoice_id and e.kind = 'SETTLEMENT'
        and not exists (select from ledger_entry undo where undo.reverses = e.id)
    where s.undone_at is null and coalesce(s.credited_on, s.paid_on) between ${start} and ${end}
    group by s.file_id, coalesce(s.credited_on, s.paid_on)
    having bool_and(not ${isExplained(sql`e.id`)})`.execute(db);
  return rows;
}

/** Transfers that a bank pays as one amount: those of a payment, and those of one payee within it. */
export async function findPaymentBundles(db: Db, { start, end }: Span): Promise<Bundle[]> {
  const { rows } = await sql<Bundle>`
    select 'PAYMENT' as kind, e.day, json_agg(e.id order by e.id) as entries, sum(l.amount)::bigint as amount, 0 as fee
    from ${CASH} join payment_batch_transfer ordered on ordered.transfer_id = e.transfer_id and ordered.live
    where e.kind = 'PAYOUT' and e.day between ${start} and ${end}
      and not exists (select from ledger_entry undo where undo.reverses = e.id)
    group by e.day, grouping sets ((ordered.batch_id), (ordered.batch_id, ordered.identifier))
    having bool_and(not ${isExplained(sql`e.id`)})`.execute(db);
  return rows;
}

/**
 * Entry of the settlement by each Pix, by its end-to-end id: not of another payment of the same charge, nor of one by hand after
 * the Pix was given back.
 */
export async function findPix(db: Db, { start, end }: Span): Promise<Map<string, number>> {
  const { rows } = await sql<{ end_to_end_id: string; id: number }>`
    select substr(told.name, 5) as end_to_end_id, e.id from ${CASH}
      join bank_settlement s on s.invoice_id = e.invoice_id and s.undone_at is null
      cross join lateral (select s.fingerprint as name
        union all select n.name from bank_payment_name n where n.fingerprint = s.fingerprint) as told
    where e.kind = 'SETTLEMENT' and told.name like 'pix %' and e.day between ${start} and ${end} and ${IS_OPEN}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.end_to_end_id, row.id]));
}

export async function findCashOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<Pick<CashLine, 'id' | 'day' | 'amount'>>`
    select e.id, e.day, l.amount from ${CASH} where e.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Standing entry of a cash movement. */
export async function findEntryOf(trx: Db, movimentationId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select e.id from ledger_entry e where e.movimentation_id = ${movimentationId} and e.kind = 'MOVIMENTATION'
      and not exists (select from ledger_entry undo where undo.reverses = e.id)`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`cash movement ${movimentationId} has no entry`);
  return row.id;
}

export type NewExplanation = {
  kind: ExplanationKind;
  movement_id?: number;
  other_id?: number | null;
  entries: readonly number[];
  reason?: string;
  is_automatic: boolean;
};

/**
 * Inserts explanations and takes their movements, in one statement. `taken` counts the movements that were still
 * unexplained.
 */
export async function insertExplanations(trx: Db, adminUserId: number | null, made: readonly NewExplanation[]) {
  const { rows } = await sql<{ ids: number[]; taken: number }>`
    with given as materialized (
        select nextval(pg_get_serial_sequence('movement_explanation', 'id')) as id, g.*
        from jsonb_to_recordset(${JSON.stringify(made.map((one, place) => ({ place, ...one })))}::jsonb)
          as g(place int, kind text, movement_id bigint, other_id bigint, entries jsonb, reason text, is_automatic boolean)
        order by g.place),
      explained as (
        insert into movement_explanation (id, kind, reason, is_automatic, admin_user_id)
        select id, kind, reason, is_automatic, ${adminUserId}::bigint from given),
      linked as (
        insert into explanation_entry (explanation_id, entry_id)
        select given.id, entry::bigint from given, jsonb_array_elements_text(given.entries) as entry),
      sides as (
        select id, movement_id from given where movement_id is not null
        union all select id, other_id from given where other_id is not null),
      moved as (
        update bank_movement m set explanation_id = sides.id from sides
        where m.id = sides.movement_id and m.explanation_id is null returning m.id)
    select (select json_agg(id order by place) from given) as ids, (select count(*)::int from moved) as taken`.execute(
    trx,
  );
  return rows[0] ?? { ids: [], taken: 0 };
}

/** Undefined: undone before, or unknown. */
export const markUndone = (trx: Db, id: number, by: number | null) =>
  trx
    .updateTable('movement_explanation')
    .set({ undone_at: new Date(), undone_by: by })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning(['kind', 'is_automatic'])
    .executeTakeFirst();

export const findExplanation = (db: Db, id: number) =>
  db.selectFrom('movement_explanation').select('id').where('id', '=', id).executeTakeFirst();

/** @param wasAutomatic the movement is not explained alone again. */
export async function release(trx: Db, id: number, wasAutomatic: boolean) {
  await trx
    .updateTable('bank_movement')
    .set({ explanation_id: null, ...(wasAutomatic && { undone: true }) })
    .where('explanation_id', '=', id)
    .execute();
  await trx.updateTable('explanation_entry').set({ live: false }).where('explanation_id', '=', id).execute();
}

export type OpenTask = { account_id: number; count: number; oldest: CalendarDate };

export async function findOpenBefore(db: Db, day: CalendarDate): Promise<OpenTask[]> {
  const { rows } = await sql<OpenTask>`
    select m.account_id, count(*)::int as count, min(m.day) as oldest
    from bank_movement m join statement_account a on a.id = m.account_id
    where m.explanation_id is null and m.day < ${day} and m.day >= coalesce(a.begins_on, m.day)
    group by m.account_id order by m.account_id`.execute(db);
  return rows;
}
