import { PAGE_SIZE } from '@morada/contract/fields';
import { type RawBuilder, sql } from 'kysely';

/** A page's size stands in the statement: a plan that is kept must know that twenty rows are wanted, not a share of all. */
export const PAGE = sql.lit(PAGE_SIZE);

/** How many rows lie before a page; before the first one, which is nearly always asked for, the statement says none. */
export const rowsBefore = (page: number): RawBuilder<number> =>
  page === 1 ? sql.lit(0) : sql<number>`${(page - 1) * PAGE_SIZE}`;

/** `limit … offset …` of a page. */
export const cutPage = (page: number): RawBuilder<unknown> => sql`limit ${PAGE} offset ${rowsBefore(page)}`;
