import { chmod, lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { filesFolder } from './storage.ts';

/** Permission bits of group and others. */
const GROUP_AND_OTHERS = 0o077;

/** Files created by this process and its children are accessible only to its own account. */
export const keepFilesPrivate = () => process.umask(GROUP_AND_OTHERS);

/**
 * Removes access of group and others from files of earlier versions: documents were readable for every account of the
 * machine. The database's folder was always private.
 */
export async function fixModes(
  settings: { STORAGE_URL?: string; DATA_DIR: string },
  isRoot = process.getuid?.() === 0,
) {
  const files = filesFolder(settings);
  if (files !== undefined) await fixTree(files);
  // Under root, PostgreSQL runs as another account, which must pass through this folder.
  await fixOne(resolve(settings.DATA_DIR), isRoot ? 0o011 : 0);
}

/** The top folder goes last and marks a finished tree, which costs one stat. An interrupted run is repeated. */
async function fixTree(top: string): Promise<void> {
  const found = await lstat(top).catch(unlessMissing);
  if (!found?.isDirectory() || (found.mode & GROUP_AND_OTHERS) === 0) return;
  for (const entry of await readdir(top, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory() || entry.isFile()) await fixOne(join(entry.parentPath, entry.name));
  await fixOne(top);
}

async function fixOne(path: string, left = 0): Promise<void> {
  const found = await lstat(path).catch(unlessMissing);
  if (!found || found.isSymbolicLink()) return;
  const mode = found.mode & 0o7777 & ~(GROUP_AND_OTHERS & ~left);
  // Files of another account are left to that account.
  if (mode !== (found.mode & 0o7777)) await chmod(path, mode).catch(unlessForeign);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function unlessForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error;
}
