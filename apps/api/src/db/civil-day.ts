import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';

/** Civil day in São Paulo of a timestamp column. */
export const civilDayOf = (column: string) =>
  sql<CalendarDate>`(${sql.ref(column)} at time zone 'America/Sao_Paulo')::date`;
