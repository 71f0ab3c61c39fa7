import type { AuditSearch } from '@morada/contract/audit.search';
import { PAGE_SIZE } from '@morada/contract/fields';
import { addDays, type CalendarDate } from '@morada/domain/calendar';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../context.ts';

type Search = z.output<typeof AuditSearch>;

/** The instant at which a civil day of the agency begins. */
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

/** Latest first. */
export const findEntries = (db: Db, search: Search, page: number) =>
  db
    .selectFrom(
      found(db, search)
        .select('id')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(PAGE_SIZE)
        .offset((page - 1) * PAGE_SIZE)
        .as('cut'),
    )
    .innerJoin('trail', 'trail.id', 'cut.id')
    .select(['trail.id', 'at', 'admin_user_id', 'actor', 'record', 'record_id', 'action', 'changes'])
    .orderBy('at', 'desc')
    .orderBy('trail.id', 'desc')
    .execute();

export const countEntries = async (db: Db, search: Search) =>
  (
    await found(db, search)
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
