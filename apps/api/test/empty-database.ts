import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject as provided } from 'vitest';

/** A new empty database on the run's server. */
export const emptyDatabase = () => newDatabase('');

/** A new database with the schema: copies the template's files, in some 50 ms; copying through the WAL takes twice as long. */
export const migratedDatabase = () => newDatabase('template template_morada strategy file_copy');

async function newDatabase(template: string) {
  const server = provided('server');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await ask(server, `create database ${database} ${template}`);
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
