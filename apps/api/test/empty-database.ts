import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { inject as provided } from 'vitest';
import { PAUSE_MS } from './until.ts';

/** A new empty database on the run's server. */
export const emptyDatabase = () => newDatabase('');

/** A new database with the schema: copies the template's files, in some 50 ms; copying through the WAL takes twice as long. */
export const migratedDatabase = () => newDatabase('template template_morada strategy file_copy');

async function newDatabase(template: string) {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await command(`create database ${database} ${template}`);
  return { ...provided('server'), database };
}

/** Waits for connections that are closing, since a client that is ended meanwhile fails; ends those that stay open. */
export async function dropDatabase(database: string): Promise<void> {
  for (let looks = 0; looks < 20; looks += 1) {
    const { rowCount } = await command('select from pg_stat_activity where datname = $1', [database]);
    if (rowCount === 0) break;
    await pause(PAUSE_MS);
  }
  await command(`drop database ${database} with (force)`);
}

let commands: Pool | undefined;

/** By one connection for all files of a worker: a new one takes 28 ms of processor. */
function command(text: string, values: unknown[] = []) {
  commands ??= new Pool({ ...provided('server'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  return commands.query(text, values);
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
