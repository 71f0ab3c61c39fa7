import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from './schema.ts';

/** A working day without use, a month in all. */
export const IDLE = sql<string>`now() - interval '12 hours'`;
export const ABSOLUTE = sql<string>`now() - interval '30 days'`;

export const isLive = (q: ExpressionBuilder<DB, 'session'>) =>
  q.and([q('session.seen_at', '>', IDLE), q('session.created_at', '>', ABSOLUTE)]);
