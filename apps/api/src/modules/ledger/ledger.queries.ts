import type { Posting } from '@morada/domain/ledger/ledger';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../context.ts';
import { LOCKS } from '../../db/locks.ts';
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
 * Folds appended day totals into one row for each group, as `compactListTotals` does. Postings only append, so no posting
 * waits for it.
 */
export const compactDayTotals = (db: Db) =>
  sql`
    with gone as (
        delete from ledger_day_total where fresh and (select pg_try_advisory_xact_lock(${LOCKS.dayTotals}))
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
