import { realpath } from 'node:fs/promises';
import { findPackage } from './binaries.ts';
import { type EmbeddedPostgres, hold } from './hold.ts';
import { findHome, type Home } from './location.ts';

export type { EmbeddedPostgres } from './hold.ts';

const SYSTEM_FOLDER = '/var/lib/morada';

type Options = { dataDir: string; log?: (line: string) => void; settings?: Record<string, string> };

/** PostgreSQL from the installed packages: created on first use, started if it isn't running, otherwise shared. */
export async function holdEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  return hold({ ...options, packageRoot: await findPackage(), systemFolder: SYSTEM_FOLDER });
}

/** Location of a data folder's database files, for backups; undefined before its first use. */
export async function embeddedDataLocation(dataDir: string): Promise<Home | undefined> {
  return findHome(await realpath(dataDir));
}
