import { execFile } from 'node:child_process';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Lock = { pid: number; folder: string; status: string };

/** What postmaster.pid says, be it of a live server or left by a dead one. */
export async function readLock(cluster: string): Promise<Lock | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0]));
  return pid > 0 ? { pid, folder: lines[1] ?? '', status: lines[7] ?? '' } : undefined;
}

/** The live server of exactly this cluster; a process which merely inherited the number is none. */
export async function runningServer(cluster: string): Promise<Lock | undefined> {
  const lock = await readLock(cluster);
  return lock && (await serves(lock, cluster)) ? lock : undefined;
}

async function serves(lock: Lock, cluster: string) {
  if (process.platform !== 'linux') return lock.folder === (await realpath(cluster)) && (await isPostgres(lock.pid));
  // A server works in its cluster's folder. A zombie works nowhere, though it still takes signals.
  const [theirs, ours] = await Promise.all([stat(`/proc/${lock.pid}/cwd`).catch(() => undefined), stat(cluster)]);
  return theirs !== undefined && theirs.ino === ours.ino && theirs.dev === ours.dev;
}

async function isPostgres(pid: number) {
  const found = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return found.stdout.includes('postgres');
}

/** Tells a process from a later one with the same number, where the system says when it started. */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const found = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
    return found?.stdout.trim().replaceAll(/\W+/g, '_');
  }
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in brackets, may hold spaces; the start time is the 20th word after it.
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19];
}
