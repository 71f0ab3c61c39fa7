import type { ColumnType } from 'kysely';

/** A timestamptz column: read as ISO 8601 in UTC (connect.ts), written as text or Date. */
export type Instant = ColumnType<string, Date | string, Date | string>;
