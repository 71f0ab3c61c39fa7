import { channel } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { type Client, type ClientConfig, Pool, types } from 'pg';
import type { Db } from '../context.ts';
import { preparingClient } from './prepared.ts';

export type ConnectionOptions = Pick<
  ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

const toSafeNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer of the database does not fit a JavaScript number');
  return value;
};
types.setTypeParser(types.builtins.INT8, toSafeNumber);
// sum() of bigint is numeric in PostgreSQL; our only fractional numeric columns are areas.
types.setTypeParser(types.builtins.NUMERIC, Number);
// Civil days stay text: a Date would put them in the machine's zone.
types.setTypeParser(types.builtins.DATE, (text) => text);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/** What was asked of the database, for whoever traces it: statement without values, and milliseconds. Says nothing unless heard. */
export const queries = channel('morada:query');
export type AskedQuery = { sql: string; duration: number; failed: boolean };

function tell({ query, queryDurationMillis, level }: LogEvent) {
  if (!queries.hasSubscribers) return;
  queries.publish({ sql: query.sql, duration: queryDurationMillis, failed: level === 'error' } satisfies AskedQuery);
}

/** Ends a line at once; whoever waits on it hears that it is gone. */
export const hangUp = (client: Client) => void (client.connection.stream as Duplex).destroy();

/** A pool and the query builder over it: `destroy()` ends both. `cut()` hangs up every line; new ones are opened at need. */
export function connect(options: ConnectionOptions, max = 10): { db: Db; pool: Pool; cut: () => void } {
  const pool = new Pool({
    ...options,
    Client: preparingClient(),
    max,
    connectionTimeoutMillis: 2_000,
    // A server that stands still must not hold a request for ever.
    options: '-c statement_timeout=60s -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s -c timezone=UTC',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  const lines = new Set<Client>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    lines.add(client as Client);
  });
  pool.on('remove', (client) => lines.delete(client as Client));
  const cut = () => {
    for (const line of lines) hangUp(line);
  };
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }), log: tell }), pool, cut };
}
