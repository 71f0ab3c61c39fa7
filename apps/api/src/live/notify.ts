import type { Topic } from '@morada/contract/desk/live';
import { sql } from 'kysely';
import type { Db } from '../context.ts';

export const CHANNEL = 'live';

/** Between servers only: sessions or permissions changed, so open streams are reviewed. */
export const SESSIONS = 'sessions';

/** Publishes a topic to every server when the transaction commits; nothing on rollback. */
export const notify = (trx: Db, topic: Topic | typeof SESSIONS) =>
  sql`select pg_notify(${CHANNEL}, ${topic})`.execute(trx);
