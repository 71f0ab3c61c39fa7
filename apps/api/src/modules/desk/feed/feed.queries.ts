import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '#api/context.ts';
import { PAGE, rowsBefore } from '#api/db/reading/page.ts';
import type { Post } from '#api/db/schema.ts';

const posts = (db: Db) => db.selectFrom('post').where('deleted_at', 'is', null);

/** Newest first, without their texts: all, or a page. */
export const findPosts = (db: Db, page?: number) =>
  posts(db)
    .select(['id', 'title', 'image', 'image_width', 'image_height', 'views', 'created_at', 'updated_at'])
    .orderBy('id', 'desc')
    .$if(page !== undefined, (q) => q.limit(PAGE).offset(rowsBefore(page ?? 1)))
    .execute();

export const countPosts = async (db: Db) =>
  (
    await posts(db)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

export const findPost = (db: Db, id: number) => posts(db).selectAll().where('id', '=', id).executeTakeFirst();

export const lockPost = (trx: Db, id: number) =>
  posts(trx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertPost = (trx: Db, post: Insertable<Post>) =>
  trx.insertInto('post').values(post).returningAll().executeTakeFirstOrThrow();

export const updatePost = (trx: Db, id: number, changes: Updateable<Post>) =>
  trx
    .updateTable('post')
    .set(changes)
    .set((q) => ({ version: q('version', '+', 1), updated_at: sql`now()` }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
