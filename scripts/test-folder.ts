import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** Free bytes that leave room for the databases of a whole run. */
const ENOUGH = 2 * 1024 ** 3;

/**
 * Puts the temporary folders of a run of tests into memory where there is room: a database is 300 small files, and a run
 * makes hundreds of databases. `TMPDIR` names another place.
 */
export function useMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH) process.env.TMPDIR ??= MEMORY;
  } catch {
    // Only Linux has it.
  }
}
