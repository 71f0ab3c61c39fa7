import type { CompiledQuery } from 'kysely';
import { type Connection, Query, type QueryResult } from 'pg';
import type { Db } from '../../context.ts';

/** Held statements, identified by their parameters: the driver receives only these and the text of a statement. */
const held = new WeakSet<readonly unknown[]>();

/**
 * Holds a statement and sends it with the next one of its transaction, at the latest with COMMIT, so that it has no
 * round trip of its own. The code in between must not depend on it: an error is thrown by the next statement, and the
 * rows are added to the list once that one was answered.
 */
export async function withNext<Row>(trx: Db, statement: CompiledQuery<Row>): Promise<readonly Row[]> {
  if (trx.isTransaction) held.add(statement.parameters);
  return (await trx.executeQuery(statement)).rows;
}

/** A statement with the name that it is prepared under. */
export type Statement = { text: string; values: unknown[]; name: string | undefined };

const OPENS_TRANSACTION = /^(?:begin|start transaction)\b/;

export const isOpening = ({ text }: Statement) => OPENS_TRANSACTION.test(text);

/** BEGIN is held, too. */
export const isHeld = (statement: Statement) => held.has(statement.values) || isOpening(statement);

/**
 * A query that sends other statements, which the connection has prepared, before its own. PostgreSQL executes them in
 * order and skips all that follow a failed one, so that none is executed outside of a transaction whose BEGIN failed.
 */
export function inOneTrip(
  before: readonly Statement[],
  last: Statement,
): { query: Query; results: Promise<QueryResult[]> } {
  const { promise: results, resolve, reject } = Promise.withResolvers<QueryResult[]>();
  const query = queryOf(last, (error, answered) => {
    // The driver answers a list when there are several results.
    if (error) reject(error);
    else resolve(answered as QueryResult[]);
  });
  const { submit } = query;
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      for (const one of before) queryOf(one).submit(unsynced(connection));
      return submit.call(query, connection);
    } catch (error) {
      // The driver rejects the query with the error that `submit` returns.
      return error;
    } finally {
      connection.stream.uncork();
    }
  };
  return { query, results };
}

/**
 * `extended`: a statement without parameters would otherwise be sent by a message that can't follow others. Name and mode
 * are set afterwards, since the driver copies an object of settings property by property.
 */
function queryOf({ name, text, values }: Statement, done?: (error: Error | undefined, answered: unknown) => void) {
  const query = done ? new Query(text, values, done) : new Query(text, values);
  return Object.assign(query, { name, queryMode: 'extended' });
}

/** The connection without the message that ends a round trip: the last query sends it for all. */
const unsynced = (connection: Connection): Connection => Object.create(connection, { sync: { value: () => {} } });
