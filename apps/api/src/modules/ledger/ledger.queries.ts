import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Posting } from '@morada/domain/ledger/ledger';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../context.ts';
import type { LedgerEntry } from '../../db/schema.ts';

export type NewEntry = Omit<Insertable<LedgerEntry>, 'id' | 'created_at'>;

/**
 * Inserts entries with their lines in one statement, numbered in the order given. The database refuses unbalanced
 * lines.
 */
export async function insertEntries(trx: Db, entries: readonly (NewEntry & { postings: readonly Posting[] })[]) {
  const events = entries.map(({ postings: _, ...event }, place) => ({ ...event, place }));
  const lines = entries.flatMap(({ postings }, place) =>
    postings.map((posting, position) => ({ ...posting, place, position })),
  );
  await sql`
    with event as materialized (
        select nextval('ledger_entry_id_seq') as id, made.*
        from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as made(place int, day date, kind text, department text,
          description text, invoice_id bigint, transfer_id bigint, movimentation_id bigint, payment_method text, rent bigint,
          fee_rate int, reverses bigint, admin_user_id bigint)),
      entry as (
        insert into ledger_entry (id, day, kind, department, description, invoice_id, transfer_id, movimentation_id,
          payment_method, rent, fee_rate, reverses, admin_user_id)
        overriding system value
        select id, day, kind, coalesce(department, 'RENT'), description, invoice_id, transfer_id, movimentation_id,
          payment_method, rent, fee_rate, reverses, admin_user_id
        from event order by id)
    insert into ledger_line (entry_id, position, account, amount, client_id)
    select event.id, line.position, line.account, line.amount, line.client_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as line(place int, position int, account text, amount bigint, client_id bigint)
      join event on event.place = line.place
    order by event.id, line.position`.execute(trx);
}

/** The record of an entry; each kind has one. */
export type Subject = 'invoice_id' | 'transfer_id' | 'movimentation_id';

/** Entries of these invoices, transfers or movimentations that have not been reversed, with their postings. */
export const findStandingEntries = (trx: Db, kind: LedgerEntry['kind'], column: Subject, ids: readonly number[]) =>
  trx
    .selectFrom('ledger_entry')
    .select((q) => [
      'id',
      'day',
      'department',
      'invoice_id',
      'transfer_id',
      'movimentation_id',
      'description',
      'payment_method',
      'rent',
      'fee_rate',
      jsonArrayFrom(
        q
          .selectFrom('ledger_line')
          .select(['account', 'amount', 'client_id'])
          .whereRef('entry_id', '=', 'ledger_entry.id')
          .orderBy('position'),
      ).as('lines'),
    ])
    .where('kind', '=', kind)
    .where(column, '=', sql<number>`any(${ids}::bigint[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('ledger_entry as undo').select('undo.id').whereRef('undo.reverses', '=', 'ledger_entry.id')),
      ),
    )
    .execute();

export const findRentEntry = (trx: Db, id: number) =>
  trx.selectFrom('ledger_entry').select('id').where('id', '=', id).where('department', '=', 'RENT').executeTakeFirst();

/**
 * Merges the shards of past day totals into one row each: concurrent postings only go to the current day. Locked in the
 * order in which postings lock them.
 */
export const compactDayTotals = (db: Db, before: CalendarDate) =>
  sql`
    with held as materialized (
        select ctid as place from ledger_day_total where day < ${before} and shard > 0
        order by day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard for update),
      spread as (delete from ledger_day_total d using held where d.ctid = held.place returning d.*)
    insert into ledger_day_total as d
    select day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, 0, sum(entries), sum(amount)
    from spread group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (day, account, department, payment_method, of_invoice, to_tenant, reversal, debit, shard)
      do update set entries = d.entries + excluded.entries, amount = d.amount + excluded.amount`.execute(db);

export const dropEmptyDayTotals = (trx: Db) =>
  trx.deleteFrom('ledger_day_total').where('entries', '=', 0).where('amount', '=', 0).execute();
