import { chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { codeOf } from './failure.ts';
import type { Home } from './location.ts';
import type { Settings } from './settings.ts';

/** Folder of the segments that PostgreSQL has finished, until they are shipped to the archive. */
export const spoolOf = ({ folder }: Home) => join(folder, 'spool');

/**
 * PostgreSQL copies each finished segment to the spool, and keeps its own until the copy is durable. `-p` preserves the
 * time of the last change: commits before it are in this segment or earlier ones. `cmp` accepts a copy that was renamed
 * before a crash, since PostgreSQL archives that segment again.
 */
export const ARCHIVING: Settings = {
  archive_mode: 'on',
  archive_command:
    'f="../spool/%f"; if [ -e "$f" ]; then cmp -s "%p" "$f"; else cp -p "%p" "$f.part" && sync "$f.part" && mv "$f.part" "$f" && sync ../spool; fi',
  archive_timeout: '60s',
};

export async function ensureSpool(home: Home, account: Account) {
  const made = await mkdir(spoolOf(home), { recursive: true, mode: 0o700 });
  if (made && account) await chown(spoolOf(home), account.uid, account.gid);
}

/** Finished segments in the spool, in order, with the time of their last change. */
export async function readSpool(home: Home): Promise<{ name: string; path: string; closed: Date; bytes: number }[]> {
  const folder = spoolOf(home);
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const found = [];
  for (const name of names.filter((one) => !one.endsWith('.part')).sort()) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts) found.push({ name, path, closed: facts.mtime, bytes: facts.size });
  }
  return found;
}
