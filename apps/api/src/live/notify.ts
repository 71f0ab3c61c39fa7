import type { Topic } from '@morada/contract/live';
import { sql } from 'kysely';
import type { Db } from '../context.ts';

export const CHANNEL = 'live';

/** Between servers only: somebody's session or permissions changed, whoever is listening is looked at again. */
export const SESSIONS = 'sessions';

/** Tells every server's people that a topic moved, once the transaction is done; one that fails tells nobody. */
export const notify = (trx: Db, topic: Topic | typeof SESSIONS) =>
  sql`select pg_notify(${CHANNEL}, ${topic})`.execute(trx);
