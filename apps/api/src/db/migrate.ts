import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { type ConnectionOptions, PrimaryClient } from './connection/primary.ts';
import { LOCKS } from './locks.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** A migration with the checksum of its text. */
export type Migration = { name: string; checksum: string };

/** Every migration of this version, in order. */
export async function knownMigrations(): Promise<(Migration & { sql: string })[]> {
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Migrations applied to a database, in order. */
export async function appliedMigrations(client: ClientBase): Promise<Migration[]> {
  const { rows } = await client.query<Migration>('select name, checksum from migration order by name');
  return rows;
}

/** Creates the table of applied migrations. `if not exists` would ask for the right to create, even where it is there. */
export async function prepareMigrations(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migration') is not null as exists`,
  );
  if (rows[0]?.exists) return;
  await client.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
}

/** Applies one migration inside the caller's transaction. */
export async function applyMigration(client: ClientBase, { name, checksum, sql }: Migration & { sql: string }) {
  await client.query(sql);
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}

/** Refuses a newer database: this version would break its rules unnoticed. */
const newerWords = (steps: readonly string[]) =>
  `O banco de dados é de uma versão mais nova da Morada (${steps.join(', ')}), e nada foi mudado nele. Inicie essa versão, ou restaure um backup feito com esta.`;

/**
 * Migrates our schema alone, without the queue's. Returns the names applied now.
 * @internal For tests and tools; servers and commands go by `upgradeDatabase`.
 */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new PrimaryClient(connection);
  await client.connect();
  try {
    await lockMigrations(client);
    return await applyPending(client);
  } finally {
    await client.end();
  }
}

/** One process migrates at a time; the session holds the lock until it ends. */
export const lockMigrations = (client: ClientBase) => client.query('select pg_advisory_lock($1)', [LOCKS.migration]);

/** Applies what is pending, each file in its own transaction, under the caller's lock. Returns the names applied now. */
export async function applyPending(client: ClientBase): Promise<string[]> {
  await prepareMigrations(client);
  const applied = new Map((await appliedMigrations(client)).map((row) => [row.name, row.checksum]));
  const migrations = await knownMigrations();
  const known = new Set(migrations.map(({ name }) => name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  if (newer.length > 0) throw new Error(newerWords(newer));
  const pending: string[] = [];

  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum)
      throw new Error(
        `A migração ${migration.name} já foi aplicada com outro texto: migrações só andam para a frente.`,
      );
    await client.query('begin');
    try {
      await applyMigration(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
    pending.push(migration.name);
  }
  return pending;
}
