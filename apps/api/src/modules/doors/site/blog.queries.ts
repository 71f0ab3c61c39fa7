import { sql } from 'kysely';
import type { Db } from '#api/context.ts';
import { civilDayOf } from '#api/db/civil-day.ts';

/** Posts on a page of the blog. */
export const POSTS_PER_PAGE = 12;
/** Characters of the markup from which a card's summary is made. */
const SUMMARY_SOURCE_LENGTH = 2_000;

const published = (db: Db) => db.selectFrom('post').where('post.deleted_at', 'is', null);

const cards = (db: Db) =>
  published(db)
    .select((q) => [
      'post.id',
      'post.title',
      'post.image as key',
      'post.image_width as width',
      'post.image_height as height',
      q.fn<string>('left', ['post.body', sql.lit(SUMMARY_SOURCE_LENGTH)]).as('beginning'),
      civilDayOf('post.created_at').as('day'),
    ])
    .orderBy('post.id', 'desc');

/** Newest first. */
export const findPostCards = (db: Db, page: number) =>
  cards(db)
    .limit(POSTS_PER_PAGE)
    .offset((page - 1) * POSTS_PER_PAGE)
    .execute();

export type FoundPostCard = Awaited<ReturnType<typeof findPostCards>>[number];

export const findOtherPosts = (db: Db, id: number, most: number) =>
  cards(db).where('post.id', '<>', id).limit(most).execute();

export const countPosts = async (db: Db) =>
  (
    await published(db)
      .select((q) => q.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Explicit columns: the author is not public. */
export const findPost = (db: Db, id: number) =>
  published(db)
    .select([
      'post.id',
      'post.title',
      'post.body',
      'post.image as key',
      'post.image_width as width',
      'post.image_height as height',
      'post.created_at',
      'post.updated_at',
      civilDayOf('post.created_at').as('day'),
    ])
    .where('post.id', '=', id)
    .executeTakeFirst();

export type FoundPost = NonNullable<Awaited<ReturnType<typeof findPost>>>;

/** Entries in a sitemap, whose limit is 50,000 addresses in all. */
const SITEMAP_SIZE = 1_000;

export const findPostAddresses = (db: Db) =>
  published(db)
    .select(['post.id', 'post.title', civilDayOf('post.updated_at').as('changed_on')])
    .orderBy('post.id', 'desc')
    .limit(SITEMAP_SIZE)
    .execute();
