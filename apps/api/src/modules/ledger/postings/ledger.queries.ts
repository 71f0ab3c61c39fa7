import type { Posting } from '@morada/domain/ledger/ledger';
import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#api/context.ts';
import { withNext } from '#api/db/connection/round-trips.ts';
import { LOCKS } from '#api/db/locks.ts';
import type { LedgerEntry } from '#api/db/schema.ts';

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
  await withNext(
    trx,
    sql`
      with event as materialized (
          select nextval('ledger_entry_id_seq') as id, made.*
          from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as made(place int, day date, kind text, department text,
            description text, invoice_id bigint, transfer_id bigint, movimentation_id bigint, darf_id bigint, payment_method text, rent bigint,
            fee_rate int, reverses bigint, admin_user_id bigint)),
        entry as (
          insert into ledger_entry (id, day, kind, department, description, invoice_id, transfer_id, movimentation_id, darf_id,
            payment_method, rent, fee_rate, reverses, admin_user_id)
          overriding system value
          select id, day, kind, coalesce(department, 'RENT'), description, invoice_id, transfer_id, movimentation_id, darf_id,
            payment_method, rent, fee_rate, reverses, admin_user_id
          from event order by id)
      insert into ledger_line (entry_id, position, account, amount, client_id)
      select event.id, line.position, line.account, line.amount, line.client_id
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as line(place int, position int, account text, amount bigint, client_id bigint)
        join event on event.place = line.place
      order by event.id, line.position`.compile(trx),
  );
}

/** The record of an entry; each kind has one. */
export type Subject = 'invoice_id' | 'transfer_id' | 'movimentation_id' | 'darf_id';

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
      'darf_id',
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
 * Folds appended day totals into one row for each group, as `compactListTotals` does. Postings only append, so no posting
 * waits for it.
 */
export const compactDayTotals = (db: Db) =>
  sql`
    with gone as (
        delete from ledger_day_total where fresh and (select pg_advisory_xact_lock(${LOCKS.dayTotals})::text is not null)
        returning ${DAY_GROUP}, entries, amount),
      changed as (select distinct ${DAY_GROUP} from gone),
      merged as (
        delete from ledger_day_total t using changed c
        where not t.fresh and (t.day, t.account, t.department, t.payment_method, t.of_invoice, t.to_tenant, t.reversal, t.debit)
          = (c.day, c.account, c.department, c.payment_method, c.of_invoice, c.to_tenant, c.reversal, c.debit)
        returning t.day, t.account, t.department, t.payment_method, t.of_invoice, t.to_tenant, t.reversal, t.debit, t.entries, t.amount)
    insert into ledger_day_total (${DAY_GROUP}, entries, amount, fresh)
    select ${DAY_GROUP}, sum(entries), sum(amount), false from (select * from gone union all select * from merged) as folded
    group by ${DAY_GROUP} having sum(entries) <> 0 or sum(amount) <> 0`.execute(db);

const DAY_GROUP = sql`day, account, department, payment_method, of_invoice, to_tenant, reversal, debit`;
