import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject as provided } from 'vitest';

/** A new empty database on the run's server. */
export async function emptyDatabase() {
  const server = provided('server');
  const database = `empty_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client(server);
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  return { ...server, database };
}

/** As a URL for a setting. */
export const addressOf = ({ host, port, user, password, database }: Awaited<ReturnType<typeof emptyDatabase>>) =>
  `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;

/** Runs a query on a connection of its own. */
export async function ask<Row extends object>(connection: object, text: string, values: unknown[] = []) {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
