import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '../schema.ts';

/** Expiry of sessions: 12 hours without use, 30 days in all. */
export const IDLE = sql<string>`now() - interval '12 hours'`;
export const ABSOLUTE = sql<string>`now() - interval '30 days'`;

export const isLive = (q: ExpressionBuilder<DB, 'session'>) =>
  q.and([q('session.seen_at', '>', IDLE), q('session.created_at', '>', ABSOLUTE)]);
