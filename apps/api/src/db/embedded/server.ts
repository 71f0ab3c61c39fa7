import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { readPassword, USER, writePassword } from './cluster.ts';
import { EmbeddedDatabaseError } from './failure.ts';
import type { Home } from './location.ts';
import { readLock, runningServer } from './processes.ts';
import { asAccount, cleanEnvironment, run } from './run.ts';
import { type Settings, serverArguments } from './settings.ts';

export type Server = { home: Home; binaries: Binaries; account: Account; settings?: Settings | undefined };

/** A server of ours on its way up; `ended` once it is gone again, and then `lastWords` say why. */
export type Start = { ended(): boolean; lastWords(): Promise<string> };

const STOP_PATIENCE_MS = 60_000;
const LARGEST_LOG = 5_000_000;
const LINES_SHOWN = 12;

/** Detached: the database outlives a Node that is killed, and a Ctrl-C in the terminal is not for it. */
export async function startServer({ home, binaries, account, settings }: Server): Promise<Start> {
  const { file, offset } = await openLog(home, account);
  const stale = await readLock(home.cluster);
  // PostgreSQL takes any live process with the old number for the old server, and refuses to start; one number is
  // exempt, its grandparent's. We looked: whoever has that number now is not serving this folder.
  const env = cleanEnvironment(stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {});
  let child: ChildProcess;
  try {
    child = spawn(join(binaries.folder, 'bin/postgres'), ['-D', home.cluster, ...serverArguments(settings)], {
      ...asAccount(account, env),
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    await once(child, 'spawn');
  } finally {
    await file.close();
  }
  child.unref();
  return {
    ended: () => child.exitCode !== null || child.signalCode !== null,
    lastWords: () => logSince(home, offset),
  };
}

/** Fast shutdown: sessions are cut, a checkpoint is written. */
export async function stopServer({ home }: Server) {
  const running = await runningServer(home.cluster);
  if (!running) return;
  signal(running.pid);
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while ((await runningServer(home.cluster))?.pid === running.pid) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(`O banco de dados (processo ${running.pid}) não parou depois de um minuto.`);
    }
    await pause(10);
  }
}

/** For a cluster whose password file was lost or came from another one: whoever may start it may set it. */
export async function resetPassword({ home, binaries, account }: Server) {
  const password = (await readPassword(home)) || (await writePassword(home, account));
  const what = 'Não foi possível renovar a senha do banco de dados';
  const statement = `ALTER ROLE ${USER} PASSWORD '${password}'\n`;
  const single = ['--single', '-D', home.cluster, 'postgres'];
  await run(what, join(binaries.folder, 'bin/postgres'), single, account, statement);
}

/** A server from before an update of the packages: its files may be gone from under it. */
export async function isOutdated({ home, binaries }: Server) {
  const running = await runningServer(home.cluster);
  if (!running || process.platform !== 'linux') return false;
  const [theirs, ours] = await Promise.all([
    stat(`/proc/${running.pid}/exe`).catch(() => undefined),
    stat(join(binaries.folder, 'bin/postgres')),
  ]);
  return theirs !== undefined && (theirs.ino !== ours.ino || theirs.dev !== ours.dev);
}

/** The server appends, so that a log cut short while it runs simply goes on from its new end. */
export async function trimLog({ log }: Home) {
  const found = await stat(log).catch(() => undefined);
  if (found && found.size > LARGEST_LOG) await rename(log, `${log}.1`);
}

async function openLog(home: Home, account: Account): Promise<{ file: FileHandle; offset: number }> {
  await trimLog(home);
  const file = await open(home.log, 'a', 0o600);
  if (account) await file.chown(account.uid, account.gid);
  return { file, offset: (await file.stat()).size };
}

async function logSince({ log }: Home, offset: number) {
  const text = await readFile(log).catch(() => Buffer.alloc(0));
  return text.subarray(offset).toString().trim().split('\n').slice(-LINES_SHOWN).join('\n');
}

function signal(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Gone in the meantime, or not ours to stop: the wait that follows tells.
  }
}
