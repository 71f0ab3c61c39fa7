import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Posting } from '@morada/domain/ledger/ledger';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import type { LedgerEntry } from '../../db/schema.ts';

export const insertEntry = (trx: Db, entry: Insertable<LedgerEntry>) =>
  trx.insertInto('ledger_entry').values(entry).returning('id').executeTakeFirstOrThrow();

/** Inserts all lines of an entry in one statement: the database refuses unbalanced ones. */
export const insertLines = (trx: Db, entry_id: number, postings: readonly Posting[]) =>
  trx
    .insertInto('ledger_line')
    .values(
      postings.map(({ account, amount, client_id }, position) => ({
        entry_id,
        position,
        account,
        amount,
        client_id: client_id ?? null,
      })),
    )
    .execute();

/** The record of an entry; each kind has one. */
export type Subject = 'invoice_id' | 'transfer_id' | 'movimentation_id';

/** The entry of an invoice, transfer or movimentation that has not been reversed. */
export const findStandingEntry = (trx: Db, kind: LedgerEntry['kind'], column: Subject, id: number) =>
  trx
    .selectFrom('ledger_entry')
    .select([
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
    ])
    .where('kind', '=', kind)
    .where(column, '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('ledger_entry as undo').select('undo.id').whereRef('undo.reverses', '=', 'ledger_entry.id')),
      ),
    )
    .executeTakeFirst();

export const findRentEntry = (trx: Db, id: number) =>
  trx.selectFrom('ledger_entry').select('id').where('id', '=', id).where('department', '=', 'RENT').executeTakeFirst();

export const findPostings = (trx: Db, entry_id: number): Promise<Posting[]> =>
  trx
    .selectFrom('ledger_line')
    .select(['account', 'amount', (q) => q.fn.coalesce('client_id', q.val(null)).as('client_id')])
    .where('entry_id', '=', entry_id)
    .orderBy('position')
    .execute()
    .then((rows) =>
      rows.map(({ account, amount, client_id }) => ({ account, amount, client_id: client_id ?? undefined })),
    );

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
