import type { CalendarDate } from '@morada/domain/base/calendar';
import { type RawBuilder, sql } from 'kysely';

/** Last day for which a property is kept for a bid, as it is read on a day; null: it is kept for none. */
export const reservedUntil = (property: RawBuilder<unknown>, today: CalendarDate) => sql<CalendarDate | null>`(
  select b.reserved_until from bid b where b.property_id = ${property} and b.reserved_until >= ${today}::date
    and not (b.state in ('SENT', 'COUNTERED') and b.expires_on < ${today}::date))`;

/** Whether a property is kept for a bid on a day. */
export const isReservedOn = (property: RawBuilder<unknown>, today: CalendarDate) =>
  sql<boolean>`${reservedUntil(property, today)} is not null`;
