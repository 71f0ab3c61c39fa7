import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';
import { civilDay } from './base/clock.ts';
import { secretSeal } from './base/sealed-secret.ts';
import { readSecretsKeys } from './base/secrets-key.ts';
import { readSettings, type Settings } from './base/settings.ts';
import type { Deps } from './context.ts';
import { connect, POOL_SIZE } from './db/connect.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from './db/embedded/embedded.ts';
import { appliedMigrations, knownMigrations, migrate } from './db/migrate.ts';
import { type ConnectionOptions, connectionTo, PrimaryClient } from './db/primary.ts';
import { openStandby } from './db/standby.ts';
import { DEMO_CLIENT, DEMO_USER } from './demo/user.ts';
import { openDoctor } from './doctor/examine.ts';
import { fixModes } from './files/private-files.ts';
import { openStorage } from './files/storage.ts';
import { openListener } from './live/listener.ts';
import { openOutside } from './outside/outside.ts';

const QUIET = new Logger(() => () => {});

export type Runtime = {
  deps: Deps;
  pool: Pool;
  /** Destroys every connection, of the pool and for live updates; new ones are opened on demand. */
  cut: () => void;
  settings: Settings;
  connection: ConnectionOptions;
  close: () => Promise<void>;
};

/** Opens the database, joins a running server if there is one, and migrates: for the server and every command. */
export async function openRuntime(settings = readSettings(), connections = POOL_SIZE): Promise<Runtime> {
  await fixModes(settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database.connection);
    const { db, pool, cut: cutPool } = connect(database.connection, connections);
    // Creates the queue's tables too: a command may enqueue work before any server has run.
    await runMigrations({ pgPool: pool, logger: QUIET });
    const live = openListener(database.connection);
    const standby = settings.STANDBY_URL ? openStandby(connectionTo(settings.STANDBY_URL), db) : undefined;
    const deps: Deps = {
      db,
      ...(standby && { reports: standby.reports }),
      today: civilDay(settings.CLOCK),
      files: openStorage(settings),
      secrets: secretSeal(await readSecretsKeys(settings, { create: true })),
      outside: openOutside(settings),
      live,
      doctor: openDoctor(settings, database.connection),
      publicUrl: settings.PUBLIC_URL,
      demo: settings.DEMO ? DEMO_USER : undefined,
      demoClient: settings.DEMO ? DEMO_CLIENT : undefined,
    };
    const close = async () => {
      await live.close();
      await standby?.close();
      await db.destroy();
      await database.release();
    };
    const cut = () => {
      cutPool();
      live.cut();
    };
    return { deps, pool, cut, settings, connection: database.connection, close };
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** Opens the database without migrating it. */
export async function openDatabase({
  DATABASE_URL,
  DATA_DIR,
  WAL_ARCHIVE_URL,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'WAL_ARCHIVE_URL'>): Promise<{
  connection: ConnectionOptions;
  release: () => Promise<void>;
}> {
  if (DATABASE_URL) return { connection: connectionTo(DATABASE_URL), release: async () => {} };
  const dataDir = resolve(DATA_DIR);
  return holdEmbeddedPostgres({ dataDir, archive: WAL_ARCHIVE_URL !== undefined });
}

/** A database with the schema of this version, without migrating it; undefined for one of another version. */
export async function openCurrent(connection: ConnectionOptions) {
  const client = new PrimaryClient(connection);
  await client.connect();
  const applied = await appliedMigrations(client).finally(() => client.end());
  if (applied.length !== (await knownMigrations()).length) return undefined;
  const { db } = connect(connection, 1);
  return { db, close: () => db.destroy() };
}

/** Whether a database exists; opening would create one. */
export async function hasDatabase({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (DATABASE_URL) return true;
  return existsSync(DATA_DIR) && (await embeddedDataLocation(resolve(DATA_DIR))) !== undefined;
}
