import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotMeasure } from './fault.ts';

const run = promisify(execFile);
const PORTION = Buffer.alloc(65_536);

export type SmallDisk = {
  folder: string;
  /** Fills the remaining space. */
  fill: () => Promise<void>;
  /** Frees it. */
  free: () => Promise<void>;
  remove: () => Promise<void>;
};

/** A RAM disk of this size. @throws CannotMeasure without the right to mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'morada-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]);
  } catch (error) {
    await rmdir(folder);
    throw new CannotMeasure(`Aqui não se pode montar um tmpfs (peça root): ${String(error)}`);
  }
  await chmod(folder, 0o711);
  const ballast = join(folder, 'lastro');
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (let portion = PORTION; portion.length > 0; ) {
          const written = await file.write(portion).catch((error: { code?: string }) => {
            if (error.code !== 'ENOSPC') throw error;
            return undefined;
          });
          if (!written) portion = portion.subarray(0, portion.length >> 4);
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}
