import type { Span } from '@morada/domain/span';
import { type RawBuilder, sql } from 'kysely';

/**
 * Of the ledger's entries `e` of a period, those that are not undone within it and undo nothing of it: together the two
 * are nothing, so every sum stays as it is. `upTo` leaves out entries that are younger.
 */
export const inForce = ({ start, end }: Span, upTo?: number): RawBuilder<unknown> => sql`
  not exists (select from ledger_entry undo where undo.reverses = e.id and undo.day between ${start} and ${end}
    ${upTo === undefined ? sql`` : sql`and undo.id <= ${upTo}`})
  and not exists (select from ledger_entry undone where undone.id = e.reverses and undone.day between ${start} and ${end})`;
