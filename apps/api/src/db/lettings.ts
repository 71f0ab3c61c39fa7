import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';

// What the figures of leads and lettings count, and what narrows down the lists that these figures open: one definition
// of each, so that a figure and its list say the same. A lead is `l`, a visit `s`, a contract `x`.

type Days = { start?: CalendarDate | undefined; end?: CalendarDate | undefined };

const midnight = (day: CalendarDate, later = 0) =>
  sql`(${day}::date + ${sql.lit(later)})::timestamp at time zone 'America/Sao_Paulo'`;

/** A lead that came in on civil days: from the first, up to the last. */
export function receivedOn({ start, end }: Days): RawBuilder<boolean>[] {
  return [
    ...(start ? [sql<boolean>`l.received_at >= ${midnight(start)}`] : []),
    ...(end ? [sql<boolean>`l.received_at < ${midnight(end, 1)}`] : []),
  ];
}

/** Its first message was answered by its deadline. One without a deadline is neither in time nor late. */
export const ANSWERED_IN_TIME = sql<boolean>`(l.first_answer_at <= l.first_due_at)`;
/** It was answered later, or the deadline has passed and it was not. */
export const ANSWERED_LATE = sql<boolean>`(l.first_due_at < coalesce(l.first_answer_at, now()))`;

/** A visit that took place: who did not come saw nothing. */
export const VISIT_HELD = sql<boolean>`(s.status = 'RETURNED' and s.result is distinct from 'ABSENT')`;

/** A visit that was booked for the lead, or for one that was joined to it, took place. */
export const HAS_VISITED = sql<boolean>`exists (
  select from lead part join lead_event e on e.lead_id = part.id and e.record = 'schedule'
    join schedule s on s.id = e.record_id
  where (part.id = l.id or part.merged_into_id = l.id) and ${VISIT_HELD})`;

/** The day on which a contract was closed: one that was typed in later, or brought in, was closed by the day it began. */
export const CLOSED_ON = sql<CalendarDate>`least(x.registered_on, x.start_date)`;

/** A contract that was closed on civil days. */
export function closedOn({ start, end }: Days): RawBuilder<boolean>[] {
  return [
    ...(start ? [sql<boolean>`${CLOSED_ON} >= ${start}`] : []),
    ...(end ? [sql<boolean>`${CLOSED_ON} <= ${end}`] : []),
  ];
}
