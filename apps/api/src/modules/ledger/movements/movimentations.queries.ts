import { PAGE_SIZE } from '@morada/contract/base/fields';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { PLANNED_AHEAD } from '@morada/domain/ledger/expense';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { Movimentation } from '#api/db/schema.ts';

export const insertMovimentation = (trx: Db, movimentation: Insertable<Movimentation>) =>
  trx.insertInto('movimentation').values(movimentation).returningAll().executeTakeFirstOrThrow();

export const lockMovimentation = (trx: Db, id: number) =>
  trx
    .selectFrom('movimentation')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const updateMovimentation = (trx: Db, id: number, changes: Updateable<Movimentation>) =>
  trx
    .updateTable('movimentation')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const planned = (db: Db) => db.selectFrom('movimentation').where('planned', '=', true).where('deleted_at', 'is', null);

/** A page of what is to be paid, the first due first. */
export const findPlanned = (db: Db, page: number) =>
  planned(db)
    .selectAll()
    .orderBy('due_date')
    .orderBy('id')
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();

export const findPlannedSums = (db: Db, today: CalendarDate) =>
  planned(db)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`coalesce(sum(price), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(price) filter (where due_date < ${today}), 0)::bigint`.as('late'),
      sql<number>`coalesce(sum(price) filter (where due_date between ${today} and ${addDays(today, 7)}), 0)::bigint`.as(
        'soon',
      ),
    ])
    .executeTakeFirstOrThrow();

/** The last of each row of repeated expenses whose next one is to be planned; none where the last was deleted. */
export const lockRepeated = (trx: Db, today: CalendarDate) =>
  trx
    .selectFrom('movimentation as m')
    .selectAll('m')
    .where('m.repeats', 'is not', null)
    .where('m.deleted_at', 'is', null)
    .where('m.due_date', '<', addDays(today, PLANNED_AHEAD))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('movimentation as next').select('next.id').whereRef('next.follows', '=', 'm.id'))),
    )
    .orderBy('m.id')
    .forUpdate()
    .execute();

/** Undefined: another server has just planned it. */
export const insertNext = (trx: Db, movimentation: Insertable<Movimentation>) =>
  trx
    .insertInto('movimentation')
    .values(movimentation)
    .onConflict((on) => on.column('follows').doNothing())
    .returning('id')
    .executeTakeFirst();
