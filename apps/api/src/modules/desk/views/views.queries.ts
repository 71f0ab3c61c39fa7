import type { Insertable, Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import type { SavedView } from '#api/db/schema.ts';

const SHOWN = ['id', 'list', 'name', 'filters', 'first'] as const;

export type FoundView = Awaited<ReturnType<typeof findViews>>[number];

export const findViews = (db: Db, person: number) =>
  db
    .selectFrom('saved_view')
    .select(SHOWN)
    .where('admin_user_id', '=', person)
    .orderBy('list')
    .orderBy((q) => q.fn('lower', ['name']))
    .execute();

export const findView = (db: Db, person: number, id: number) =>
  db.selectFrom('saved_view').select(SHOWN).where('admin_user_id', '=', person).where('id', '=', id).executeTakeFirst();

/**
 * Locks the person, which serialises changes of their views: their number is limited, and at most one of a list is the
 * first.
 */
export const lockPerson = (trx: Db, person: number) =>
  trx.selectFrom('admin_user').select('id').where('id', '=', person).forNoKeyUpdate().executeTakeFirstOrThrow();

export const countViews = async (db: Db, person: number, list: string) => {
  const { count } = await db
    .selectFrom('saved_view')
    .select((q) => q.fn.countAll<number>().as('count'))
    .where('admin_user_id', '=', person)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const insertView = (trx: Db, view: Insertable<SavedView>) =>
  trx.insertInto('saved_view').values(view).returning(SHOWN).executeTakeFirstOrThrow();

export const updateView = (trx: Db, id: number, change: Updateable<SavedView>) =>
  trx.updateTable('saved_view').set(change).where('id', '=', id).returning(SHOWN).executeTakeFirstOrThrow();

export const noneFirst = (trx: Db, person: number, list: string) =>
  trx
    .updateTable('saved_view')
    .set({ first: false })
    .where('admin_user_id', '=', person)
    .where('list', '=', list)
    .where('first', '=', true)
    .execute();

export const removeView = async (db: Db, person: number, id: number) => {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('admin_user_id', '=', person)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
