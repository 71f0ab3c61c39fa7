import type { Deps } from '#api/context.ts';
import * as queries from './blog.queries.ts';
import { findAgency } from './site.queries.ts';

export type { FoundPost, FoundPostCard } from './blog.queries.ts';

/** Number of further posts linked below a post. */
const OTHER_POSTS = 3;

export async function openBlog({ db }: Deps, page: number) {
  const [{ name: agency }, posts, total] = await Promise.all([
    findAgency(db),
    queries.findPostCards(db, page),
    queries.countPosts(db),
  ]);
  return { agency, posts, page, lastPage: Math.max(1, Math.ceil(total / queries.POSTS_PER_PAGE)) };
}

/** The post if it exists, further posts, and the agency's name. */
export async function openPost({ db }: Deps, id: number | undefined) {
  const [{ name: agency }, post, others] = await Promise.all([
    findAgency(db),
    id === undefined ? undefined : queries.findPost(db, id),
    id === undefined ? [] : queries.findOtherPosts(db, id, OTHER_POSTS),
  ]);
  return { agency, post, others };
}

export const findPostAddresses = ({ db }: Deps) => queries.findPostAddresses(db);
