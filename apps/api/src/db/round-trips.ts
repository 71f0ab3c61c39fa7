import type { RawBuilder } from 'kysely';
import { type Connection, Query, type QueryResult } from 'pg';
import type { Db } from '../context.ts';

/** Statements that are held, by their parameters: the driver sees no more of a statement than these and its text. */
const held = new WeakSet<readonly unknown[]>();

/**
 * Sends a statement with the next one of its transaction, of which the last is COMMIT, so that it has no round trip of its own.
 * For writes whose result is not used: an error is thrown by the statement that it is sent with.
 */
export async function withNext(trx: Db, statement: RawBuilder<unknown>): Promise<void> {
  const compiled = statement.compile(trx);
  if (trx.isTransaction) held.add(compiled.parameters);
  await trx.executeQuery(compiled);
}

/** BEGIN is sent with the first statement of the transaction. */
const OPENS_TRANSACTION = /^(?:begin|start transaction)\b/;

export const isOpening = ({ text }: Statement) => OPENS_TRANSACTION.test(text);

export const isHeld = (statement: Statement) => held.has(statement.values) || isOpening(statement);

/** A statement with the name that it is prepared under. */
export type Statement = { text: string; values: unknown[]; name: string | undefined };

/**
 * A query that sends statements which the connection has prepared before its own. The server carries them out in order and
 * passes over all that follow a failed one, so that none is carried out outside of a transaction whose BEGIN failed.
 */
export function inOneTrip(
  before: readonly Statement[],
  { text, values, name }: Statement,
  done: (error: Error | undefined, result: QueryResult) => void,
): Query {
  // `extended`: a statement without parameters would otherwise be sent by a message that can't follow others.
  const config = { name, text, queryMode: 'extended' };
  const query = new Query(config, values, (error, results) =>
    // The driver answers one result for each statement.
    done(error, Array.isArray(results) ? results.at(-1) : results),
  );
  const { submit } = query;
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      for (const statement of before) send(connection, statement);
      return submit.call(query, connection);
    } finally {
      connection.stream.uncork();
    }
  };
  return query;
}

function send(connection: Connection, { name, values }: Statement) {
  connection.bind({ statement: name, values: values.map(asText) }, true);
  connection.describe({ type: 'P' }, true);
  connection.execute({}, true);
}

function asText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError('a held statement takes texts, numbers and booleans');
}
