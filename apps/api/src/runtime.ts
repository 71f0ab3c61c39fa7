import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { civilDay } from './base/clock.ts';
import { secretSeal } from './base/secrets/sealed-secret.ts';
import { readSecretsKeys } from './base/secrets/secrets-key.ts';
import { readSettings, type Settings } from './base/settings.ts';
import type { Deps } from './context.ts';
import { connect, POOL_SIZE } from './db/connection/connect.ts';
import { type ConnectionOptions, connectionTo, PrimaryClient } from './db/connection/primary.ts';
import { openStandby } from './db/connection/standby.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from './db/embedded/embedded.ts';
import { ensureServingRole } from './db/embedded/serving.ts';
import { appliedMigrations, knownMigrations } from './db/migrate.ts';
import { type Roles, upgradeDatabase } from './db/upgrade.ts';
import { DEMO_CLIENT, DEMO_USER } from './demo/user.ts';
import { ownFolders, readDisks } from './doctor/disks.ts';
import { openDoctor } from './doctor/examine.ts';
import { fixModes } from './files/private-files.ts';
import { openStorage } from './files/storage.ts';
import { openListener } from './live/listener.ts';
import { permitInternal } from './outside/internal-addresses.ts';
import { openOutside } from './outside/outside.ts';
import { subscriptions } from './subscriptions.ts';

export type Runtime = {
  deps: Deps;
  pool: Pool;
  /** Destroys every connection, of the pool and for live updates; new ones are opened on demand. */
  cut: () => void;
  settings: Settings;
  connection: ConnectionOptions;
  /** Connection of the role that owns the tables; the server doesn't use it after the migrations. */
  owner: ConnectionOptions;
  /** Folders of this machine that the server writes to. */
  folders: readonly string[];
  close: () => Promise<void>;
};

/** Opens the database, joins a running server if there is one, and migrates: for the server and every command. */
export async function openRuntime(settings = readSettings(), connections = POOL_SIZE): Promise<Runtime> {
  await fixModes(settings);
  if (settings.INTERNAL_ADDRESSES) permitInternal();
  const database = await openDatabase(settings);
  try {
    await upgradeDatabase(database);
    const { db, pool, cut: cutPool } = connect(database.connection, connections);
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
      subscriptions,
      doctor: openDoctor(settings, database.connection),
      disks: () => readDisks(settings),
      publicUrl: settings.PUBLIC_URL,
      demo: settings.DEMO ? DEMO_USER : undefined,
      demoClient: settings.DEMO ? DEMO_CLIENT : undefined,
    };
    const folders = ownFolders(settings);
    const close = async () => {
      await live.close();
      await standby?.close();
      await db.destroy();
      // Kysely ends no pool that it never took a connection from, and an idle connection holds a command up for ten seconds.
      if (!pool.ended) await pool.end();
      await database.release();
    };
    const cut = () => {
      cutPool();
      live.cut();
    };
    return { deps, pool, cut, settings, connection: database.connection, owner: database.owner, folders, close };
  } catch (error) {
    await database.release();
    throw error;
  }
}

/** Opens the database without migrating it. Commands that read or write all of it connect as the owner. */
export async function openDatabase({
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
  DATA_DIR,
  WAL_ARCHIVE_URL,
}: Pick<Settings, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR' | 'WAL_ARCHIVE_URL'>): Promise<
  Roles & { release: () => Promise<void> }
> {
  if (DATABASE_URL) {
    const connection = connectionTo(DATABASE_URL);
    const owner = MIGRATION_DATABASE_URL ? connectionTo(MIGRATION_DATABASE_URL) : connection;
    return { connection, owner, release: async () => {} };
  }
  const dataDir = resolve(DATA_DIR);
  const { connection, serving, release } = await holdEmbeddedPostgres({
    dataDir,
    archive: WAL_ARCHIVE_URL !== undefined,
  });
  return {
    connection: serving,
    owner: connection,
    ensureServingRole: (client) => ensureServingRole(client, serving.password),
    release,
  };
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
