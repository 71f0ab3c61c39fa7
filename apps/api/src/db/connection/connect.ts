import { channel } from 'node:diagnostics_channel';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { type Client, Pool, types } from 'pg';
import { READ_ONLY } from '../../base/database-away.ts';
import type { Db } from '../../context.ts';
import { preparingClient } from '../reading/prepared.ts';
import { type ConnectionOptions, destroyConnection } from './primary.ts';

const toSafeNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer of the database does not fit a JavaScript number');
  return value;
};
types.setTypeParser(types.builtins.INT8, toSafeNumber);
// sum() of bigint is numeric in PostgreSQL; areas are the only fractional numeric columns.
types.setTypeParser(types.builtins.NUMERIC, Number);
// Civil days stay text: a Date would shift them to the machine's zone.
types.setTypeParser(types.builtins.DATE, (text) => text);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/**
 * Diagnostics channel of queries, for tracing: statement without values, and milliseconds. Publishes only with
 * subscribers.
 */
export const queries = channel('morada:query');
export type QueryEvent = { sql: string; duration: number; failed: boolean };

function tell({ query, queryDurationMillis, level }: LogEvent) {
  if (!queries.hasSubscribers) return;
  queries.publish({ sql: query.sql, duration: queryDurationMillis, failed: level === 'error' } satisfies QueryEvent);
}

/** Connections of a server's pool. */
export const POOL_SIZE = 20;

/**
 * A pool and its query builder; `destroy()` ends both. `cut()` destroys every connection; the pool opens new ones on
 * demand.
 */
export function connect(
  options: ConnectionOptions,
  max = 10,
  connectionTimeoutMillis = 2_000,
): { db: Db; pool: Pool; cut: () => void } {
  const pool = new Pool({
    ...options,
    Client: preparingClient(),
    max,
    connectionTimeoutMillis,
    // Timeouts, so that a stalled database can't block a request for ever.
    options: '-c statement_timeout=60s -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s -c timezone=UTC',
  });
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', () => {});
  const lines = new Set<Client>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    lines.add(client as Client);
    // The server became a standby: the next connection looks for the one that accepts writes.
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) destroyConnection(client);
    });
  });
  pool.on('remove', (client) => lines.delete(client as Client));
  const cut = () => {
    for (const line of lines) destroyConnection(line);
  };
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }), log: tell }), pool, cut };
}
