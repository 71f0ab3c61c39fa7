import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const DATED = /^morada-\d{4}-\d{2}-\d{2}-\d{9}\.zip$/;

/** `morada-2026-03-10-142530070.zip`, in São Paulo's time: names sort by time, to the millisecond. */
export function datedName(now: Temporal.ZonedDateTime): string {
  const [day, time = ''] = now.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).split('T');
  return `morada-${day}-${time.replace(/[:.]/g, '')}.zip`;
}

/**
 * Removes the oldest dated backups of a folder beyond the newest `keep`. Other files stay. Returns the removed names.
 */
export async function rotate(folder: string, keep: number): Promise<string[]> {
  const dated = (await readdir(folder)).filter((name) => DATED.test(name)).sort();
  const old = dated.slice(0, Math.max(0, dated.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}
