import { chmod, lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { filesFolder } from './storage.ts';

/** What group and others may do. */
const OTHERS = 0o077;

/** Everything this process and the processes it starts make is for its own account alone. */
export const keepFilesPrivate = () => process.umask(OTHERS);

/**
 * Takes from group and others what earlier versions gave them: documents lay readable for every account of the machine.
 * The database's own folder has always been its account's alone.
 */
export async function mendModes(
  settings: { STORAGE_URL?: string; DATA_DIR: string },
  isRoot = process.getuid?.() === 0,
) {
  const files = filesFolder(settings);
  if (files !== undefined) await mendTree(files);
  // Where root starts us PostgreSQL runs as another account, which passes through this folder and lists nothing in it.
  await mendOne(resolve(settings.DATA_DIR), isRoot ? 0o011 : 0);
}

/** The top goes last: a run that was killed on the way begins again at the next start, and a mended tree costs one look. */
async function mendTree(top: string): Promise<void> {
  const found = await lstat(top).catch(unlessMissing);
  if (!found?.isDirectory() || (found.mode & OTHERS) === 0) return;
  for (const entry of await readdir(top, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory() || entry.isFile()) await mendOne(join(entry.parentPath, entry.name));
  await mendOne(top);
}

async function mendOne(path: string, left = 0): Promise<void> {
  const found = await lstat(path).catch(unlessMissing);
  if (!found || found.isSymbolicLink()) return;
  const mode = found.mode & 0o7777 & ~(OTHERS & ~left);
  // Another account's file is for that account to mend.
  if (mode !== (found.mode & 0o7777)) await chmod(path, mode).catch(unlessForeign);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function unlessForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error;
}
