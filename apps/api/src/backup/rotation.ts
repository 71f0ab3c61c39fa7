import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const DATED = /^morada-\d{4}-\d{2}-\d{2}-\d{9}\.zip(\.enc)?$/;

/**
 * `morada-2026-03-10-142530070.zip`, `.zip.enc` when it is encrypted, in São Paulo's time: names sort by time, to the
 * millisecond.
 */
export function datedName(now: Temporal.ZonedDateTime, { isSealed = false } = {}): string {
  const [day, time = ''] = now.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).split('T');
  return `morada-${day}-${time.replace(/[:.]/g, '')}.zip${isSealed ? '.enc' : ''}`;
}

/** Dated backups among these names, the oldest first. */
export const datedOf = (names: readonly string[]) => names.filter((name) => DATED.test(name)).sort();

/** Time of a dated backup, from its name. */
export function timeOf(name: string): Date {
  const [, day, hour, minute, second, milli] = /^morada-([\d-]{10})-(\d\d)(\d\d)(\d\d)(\d{3})/.exec(name) ?? [];
  const time = Temporal.PlainDateTime.from(`${day}T${hour}:${minute}:${second}.${milli}`);
  return new Date(time.toZonedDateTime('America/Sao_Paulo').epochMilliseconds);
}

/** Dated backups beyond the newest `keep`. */
export function outdated(names: readonly string[], keep: number): string[] {
  const dated = datedOf(names);
  return dated.slice(0, Math.max(0, dated.length - keep));
}

/**
 * Removes the oldest dated backups of a folder beyond the newest `keep`. Other files stay. Returns the removed names.
 */
export async function rotate(folder: string, keep: number): Promise<string[]> {
  const old = outdated(await readdir(folder), keep);
  for (const name of old) await rm(join(folder, name));
  return old;
}
