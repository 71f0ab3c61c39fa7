import { PAGE_SIZE } from '@morada/contract/base/fields';
import { type RawBuilder, sql } from 'kysely';

/** Page size inlined in the SQL: a cached plan must know that twenty rows are wanted, not a fraction of all. */
export const PAGE = sql.lit(PAGE_SIZE);

/** Offset of a page; a literal 0 on the first page, the most frequent one, so that it has a plan of its own. */
export const rowsBefore = (page: number): RawBuilder<number> =>
  page === 1 ? sql.lit(0) : sql<number>`${(page - 1) * PAGE_SIZE}`;

/** `limit … offset …` of a page. */
export const cutPage = (page: number): RawBuilder<unknown> => sql`limit ${PAGE} offset ${rowsBefore(page)}`;
