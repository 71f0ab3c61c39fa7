import { stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DiskState } from '@morada/contract/desk/doctor';
import type { Settings } from '../base/settings.ts';
import { filesFolder } from '../files/storage.ts';
import { judgeDisk } from './judge.ts';

type Places = Pick<Settings, 'DATA_DIR' | 'STORAGE_URL'>;

/** Folders of this machine that the server writes to. */
export const ownFolders = (settings: Places): string[] => {
  const files = filesFolder(settings as { DATA_DIR: string; STORAGE_URL?: string });
  return [...new Set([resolve(settings.DATA_DIR), ...(files ? [files] : [])])];
};

/** The disks of those folders, each once. A folder is missing while database and files are elsewhere. */
export async function readDisks(settings: Places): Promise<DiskState[]> {
  const disks = new Map<number, DiskState>();
  for (const place of ownFolders(settings)) {
    const facts = await stat(place).catch(() => undefined);
    if (!facts || disks.has(facts.dev)) continue;
    const { bsize, bavail, blocks } = await statfs(place);
    const room = { free: bsize * bavail, total: bsize * blocks };
    disks.set(facts.dev, { place, ...room, ...judgeDisk(place, room) });
  }
  return [...disks.values()];
}
