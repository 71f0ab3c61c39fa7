import { realpath } from 'node:fs/promises';
import { findPackage } from './binaries.ts';
import { readPassword, USER } from './cluster.ts';
import { type EmbeddedPostgres, hold } from './hold.ts';
import { DATABASE, PORT } from './holders.ts';
import { findHome, type Home } from './location.ts';
import { reachableSocket } from './socket.ts';

export type { EmbeddedPostgres } from './hold.ts';

export const SYSTEM_FOLDER = '/var/lib/morada';

type Options = {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
  /** Whether finished WAL segments go to the spool. */
  archive?: boolean;
};

/** PostgreSQL from the installed packages: created on first use, started if it isn't running, otherwise shared. */
export async function holdEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  return hold({ ...options, packageRoot: await findPackage(), systemFolder: SYSTEM_FOLDER });
}

/** Location of a data folder's database files, for backups; undefined before its first use. */
export async function embeddedDataLocation(dataDir: string): Promise<Home | undefined> {
  return findHome(await realpath(dataDir));
}

/** A connection of the account that owns the running server, for what only it may do. */
export const embeddedOwner = async (home: Home) => ({
  host: await reachableSocket(home.socket),
  port: PORT,
  user: USER,
  password: await readPassword(home),
  database: DATABASE,
});
