import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { ensureServingRole } from '#api/db/embedded/serving.ts';
import { upgradeDatabase } from '#api/db/upgrade.ts';

/**
 * Test databases don't survive a machine's crash: durability has its own tests. Tables live for seconds, and autovacuum
 * over hundreds of databases would occupy a processor. A connection lives for one file, in which most statements come a
 * few times: their plans are made for any value at once, not first for five values.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  plan_cache_mode: 'force_generic_plan',
  max_connections: '200',
  // The folder may be in memory (scripts/test-folder.ts).
  max_wal_size: '256MB',
};

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server of this run; each test file clones the migrated template. */
    server: { host: string; port: number; user: string; password: string; database: string };
    /** The role that servers work with there. */
    serving: { user: string; password: string };
  }
}

export default async function setup(project: TestProject) {
  if (process.env.ROW_TYPES_FILE) await rm(process.env.ROW_TYPES_FILE, { force: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-test-'));
  // Under root the server runs as another account, which must be able to enter.
  await chmod(dataDir, 0o711);
  const postgres = await holdEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const admin = new Client(postgres.connection);
  await admin.connect();
  await admin.query('create database template_morada');
  const { user, password } = postgres.serving;
  const owner = { ...postgres.connection, database: 'template_morada' };
  await upgradeDatabase({
    owner,
    connection: { ...owner, user, password },
    ensureServingRole: (client) => ensureServingRole(client, password),
  });
  // The first connection to a database writes what the next ones read of its catalogue, which copies of the template begin with.
  const catalogue = new Client(owner);
  await catalogue.connect();
  await catalogue.end();
  // Each of thousands of connections would stretch its password 4,096 times.
  for (const role of [postgres.connection, { user, password }])
    await admin.query(`set scram_iterations = 1; alter role ${role.user} password '${role.password}'`);
  await admin.end();
  project.provide('serving', { user, password });
  project.provide('server', postgres.connection);
  return async () => {
    await postgres.release();
    await rm(dataDir, { recursive: true, force: true });
  };
}
