import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Content of postmaster.pid, of a live server or left by a dead one. */
export type Lock = { pid: number; folder: string; startedAt: number; status: string };

export type Running = Lock & { program: string };

export async function readLock(cluster: string): Promise<Lock | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, folder = '', started, , , , , status = ''] = text.split('\n').map((line) => line.trim());
  return Number(pid) > 0 ? { pid: Number(pid), folder, startedAt: Number(started) * 1000, status } : undefined;
}

/** The live server of exactly this cluster; neither another process that reuses its pid, nor a zombie. */
export async function runningServer(cluster: string): Promise<Running | undefined> {
  const lock = await readLock(cluster);
  if (!lock || !(await isSamePlace(lock.folder, cluster))) return undefined;
  const command = await commandOf(lock.pid);
  const program = command.slice(0, command.indexOf(` -D ${lock.folder}`));
  return program.endsWith('postgres') ? { ...lock, program } : undefined;
}

/** False for a copy of the cluster, whose postmaster.pid names the original's server. */
async function isSamePlace(recorded: string, cluster: string) {
  const [theirs, ours] = await Promise.all([stat(recorded).catch(() => undefined), stat(cluster)]);
  // The recorded path is gone: the folder was moved while its server ran.
  return theirs === undefined || (theirs.ino === ours.ino && theirs.dev === ours.dev);
}

/** Whether a server is in crash recovery; true if its processes aren't visible. */
export async function isReplaying(pid: number): Promise<boolean> {
  const children = await childrenOf(pid);
  return children?.some((command) => command.includes('postgres: startup')) ?? true;
}

async function childrenOf(pid: number): Promise<string[] | undefined> {
  if (process.platform === 'linux') {
    const numbers = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
    return numbers === undefined
      ? undefined
      : Promise.all(numbers.split(' ').filter(Boolean).map(Number).map(commandOf));
  }
  const found = await promisify(execFile)('ps', ['-ww', '-A', '-o', 'ppid=,command=']).catch(() => undefined);
  return found?.stdout.split('\n').flatMap((line) => (Number.parseInt(line, 10) === pid ? [line] : []));
}

/**
 * Identified by its command, which is readable by everyone; its working folder may be hidden even from a container's
 * root.
 */
async function commandOf(pid: number) {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ');
  }
  const found = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined);
  return found?.stdout.trim() ?? '';
}
