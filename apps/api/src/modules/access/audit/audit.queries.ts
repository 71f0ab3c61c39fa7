import type { AuditSearch } from '@morada/contract/access/audit.search';
import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '#api/context.ts';
import { listTotal } from '#api/db/reading/list-total.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';

type Search = z.output<typeof AuditSearch>;

/** Instant at which a civil day begins in São Paulo. */
const startOf = (day: CalendarDate) => sql<string>`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`;

function found(db: Db, { person, record, id, action, startDate, endDate }: Search) {
  let selection = db.selectFrom('trail');
  if (person === 'system') selection = selection.where('admin_user_id', 'is', null);
  else if (person !== undefined) selection = selection.where('admin_user_id', '=', person);
  if (record !== undefined) selection = selection.where('record', '=', record);
  if (id !== undefined) selection = selection.where('record_id', '=', id);
  if (action !== undefined) selection = selection.where('action', '=', action);
  if (startDate !== undefined) selection = selection.where('at', '>=', startOf(startDate));
  if (endDate !== undefined) selection = selection.where('at', '<', startOf(addDays(endDate, 1)));
  return selection;
}

/** A person of a company is named with the area that they acted in. */
const actor = sql<string>`coalesce(person || ' (área do cliente)', actor)`.as('actor');
const ENTRY = ['trail.id', 'at', 'admin_user_id', actor, 'record', 'record_id', 'action', 'changes'] as const;

/** Newest first. */
export const findEntries = (db: Db, search: Search, page: number) =>
  db
    .selectFrom(
      found(db, search)
        .select('id')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(PAGE)
        .offset(rowsBefore(page))
        .as('cut'),
    )
    .innerJoin('trail', 'trail.id', 'cut.id')
    .select(ENTRY)
    .orderBy('at', 'desc')
    .orderBy('trail.id', 'desc')
    .execute();

export const findEntryIds = async (db: Db, search: Search) =>
  (await found(db, search).select('id').orderBy('at', 'desc').orderBy('id', 'desc').execute()).map(({ id }) => id);

export const findEntriesAt = (db: Db, ids: number[]) =>
  db
    .selectFrom('trail')
    .select(ENTRY)
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
export type FoundEntry = Awaited<ReturnType<typeof findEntriesAt>>[number];

export const countEntries = async (db: Db, { page: _, ...filters }: Search) =>
  Object.values(filters).every((filter) => filter === undefined)
    ? listTotal(db, 'trail')
    : (
        await found(db, filters)
          .select((q) => q.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;

export const findPeople = (db: Db) =>
  db
    .selectFrom('admin_user')
    .select(['id', 'name', sql<boolean>`deleted_at is not null`.as('removed')])
    .orderBy(sql`lower(unaccent(name))`)
    .orderBy('id')
    .execute();
