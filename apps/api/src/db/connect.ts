import { Kysely, PostgresDialect } from 'kysely';
import { type ClientConfig, Pool, types } from 'pg';
import type { Db } from '../context.ts';

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

/** A pool and the query builder over it. `destroy()` ends both. */
export function connect(options: ConnectionOptions, max = 10): { db: Db; pool: Pool } {
  const pool = new Pool({
    ...options,
    max,
    connectionTimeoutMillis: 2_000,
    // A server that stands still must not hold a request for ever.
    options: '-c statement_timeout=60s -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s -c timezone=UTC',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), pool };
}
