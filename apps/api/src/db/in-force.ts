import type { Span } from '@morada/domain/base/span';
import { type RawBuilder, sql } from 'kysely';

/**
 * Of the ledger's entries `e` of a period, those that are not undone within it and undo nothing of it: together the two
 * are nothing, so every sum is the same without them. `upTo` leaves out entries that are younger.
 */
export const inForce = ({ start, end }: Span, upTo?: number): RawBuilder<unknown> => sql`
  not exists (select from ledger_entry undo where undo.reverses = e.id and undo.day between ${start} and ${end}
    ${upTo === undefined ? sql`` : sql`and undo.id <= ${upTo}`})
  and (e.reverses is null
    or not exists (select from ledger_entry undone where undone.id = e.reverses and undone.day between ${start} and ${end}))`;

/** How many of them are not in force; few entries undo another, and they lie in an index. */
export const outOfForce = ({ start, end }: Span, which: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  (select 2 * count(*) from ledger_entry e join ledger_entry undone on undone.id = e.reverses
  where e.reverses is not null and e.day between ${start} and ${end} and undone.day between ${start} and ${end} and ${which})`;
