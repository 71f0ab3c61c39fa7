import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const State = z.object({
  made_at: z.iso.datetime(),
  file: z.string(),
  encrypted: z.boolean(),
  /** Files that rows refer to and the storage lacked. */
  missing: z.number(),
  /** Whether a copy was sent to the bucket; null without one. */
  offsite: z.nullable(z.boolean()),
});
/** Result of the latest backup, which `npm run doctor` reads. */
export type BackupState = z.output<typeof State>;

const fileOf = (dataDir: string) => join(dataDir, 'backup.json');

/**
 * Written beside the files and not into the database: a row would be in the next archive, and a restored installation
 * would claim backups that it never made.
 */
export async function writeBackupState(dataDir: string, state: BackupState): Promise<void> {
  const draft = `${fileOf(dataDir)}.part`;
  await writeFile(draft, JSON.stringify(state, null, 1), { mode: 0o600 });
  await rename(draft, fileOf(dataDir));
}

/** Undefined before the first backup. */
export async function readBackupState(dataDir: string): Promise<BackupState | undefined> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : State.parse(JSON.parse(text));
}
