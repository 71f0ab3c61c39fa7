import type { Span } from '@morada/domain/base/span';
import { type RawBuilder, sql } from 'kysely';

/**
 * Ledger entries `e` of a period, without pairs of entry and reversal that are both within it: they cancel out, so sums
 * are unchanged. `upTo`: upper bound of ids.
 */
export const inForce = ({ start, end }: Span, upTo?: number): RawBuilder<unknown> => sql`
  not exists (select from ledger_entry undo where undo.reverses = e.id and undo.day between ${start} and ${end}
    ${upTo === undefined ? sql`` : sql`and undo.id <= ${upTo}`})
  and (e.reverses is null
    or not exists (select from ledger_entry undone where undone.id = e.reverses and undone.day between ${start} and ${end}))`;

/** Number of entries left out by `inForce`. Reversals are few, and indexed. */
export const outOfForce = ({ start, end }: Span, which: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  (select 2 * count(*) from ledger_entry e join ledger_entry undone on undone.id = e.reverses
  where e.reverses is not null and e.day between ${start} and ${end} and undone.day between ${start} and ${end} and ${which})`;
