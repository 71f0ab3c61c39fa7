import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { constants, type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { readPassword, USER, writePassword } from './cluster.ts';
import { codeOf, EmbeddedDatabaseError, messageOf } from './failure.ts';
import type { Home } from './location.ts';
import { readLock, runningServer } from './processes.ts';
import { asAccount, cleanEnvironment, run } from './run.ts';
import { type Settings, serverArguments } from './settings.ts';

export type Server = { home: Home; binaries: Binaries; account: Account; settings?: Settings | undefined };

/** A starting server; `ended` once it has exited, `lastWords` with the reason. */
export type Start = { ended(): boolean; lastWords(): Promise<string> };

const STOP_PATIENCE_MS = 60_000;
const LARGEST_LOG = 5_000_000;
const LINES_SHOWN = 12;

/** Detached: the database survives a killed Node process, and doesn't receive the terminal's Ctrl-C. */
export async function startServer({ home, binaries, account, settings }: Server): Promise<Start> {
  const { file, offset } = await openLog(home, account);
  const env = await environmentFor(home);
  let child: ChildProcess;
  try {
    child = spawn(join(binaries.folder, 'bin/postgres'), ['-D', home.cluster, ...serverArguments(settings)], {
      ...asAccount(account, env),
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    await once(child, 'spawn').catch((error: unknown) => {
      throw new EmbeddedDatabaseError(`O banco de dados não iniciou: ${messageOf(error)}.`);
    });
  } finally {
    await file.close();
  }
  child.unref();
  return {
    ended: () => child.exitCode !== null || child.signalCode !== null,
    lastWords: () => logSince(home, offset),
  };
}

/**
 * Works around stale pid files: PostgreSQL refuses to start when any live process has the pid in an old postmaster.pid,
 * except its grandparent. The caller has checked that no server of this folder has that pid.
 */
async function environmentFor({ cluster }: Home) {
  const stale = await readLock(cluster);
  return cleanEnvironment(stale ? { PG_GRANDPARENT_PID: String(stale.pid) } : {});
}

/** Fast shutdown: ends sessions and writes a checkpoint. */
export async function stopServer({ home }: Server) {
  const running = await runningServer(home.cluster);
  if (!running) return;
  interrupt(running.pid);
  const deadline = Date.now() + STOP_PATIENCE_MS;
  while ((await runningServer(home.cluster))?.pid === running.pid) {
    if (Date.now() > deadline) {
      throw new EmbeddedDatabaseError(`O banco de dados (processo ${running.pid}) não parou depois de um minuto.`);
    }
    await pause(10);
  }
}

/**
 * Resets the password in single-user mode, for a cluster whose password file is missing or foreign. Permission to start
 * the server implies permission to set it.
 */
export async function resetPassword({ home, binaries, account }: Server) {
  const password = (await readPassword(home)) || (await writePassword(home, account));
  const what = 'Não foi possível renovar a senha do banco de dados';
  const statement = `ALTER ROLE ${USER} PASSWORD '${password}'\n`;
  const single = ['--single', '-D', home.cluster, 'postgres'];
  await run(
    what,
    join(binaries.folder, 'bin/postgres'),
    single,
    asAccount(account, await environmentFor(home)),
    statement,
  );
}

/** Whether the running server predates a package update, whose files may be gone. */
export async function isOutdated({ home, binaries }: Server) {
  const running = await runningServer(home.cluster);
  if (!running) return false;
  const program = join(binaries.folder, 'bin/postgres');
  return running.program !== program || (await stat(program)).ctimeMs > running.startedAt + 1_000;
}

/**
 * Starts the log anew once it is large, and keeps what it held as `postgres.log.1`. The server has the file open in append
 * mode, so it is copied and truncated, never renamed.
 */
export async function rotateLog({ log }: Home, largest = LARGEST_LOG) {
  const file = await open(log, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const facts = await file.stat();
    if (facts.size <= largest) return;
    // On a full disk the copy fails, and the space is freed all the same.
    await keepFormer(file, `${log}.1`, facts).catch(() => undefined);
    await file.truncate();
  } finally {
    await file.close();
  }
}

/** Its last bytes. Made anew, so that no link is followed: the account owns the folder, and this process may be root. */
async function keepFormer(file: FileHandle, former: string, { size, uid, gid }: Stats) {
  const length = Math.min(size, LARGEST_LOG);
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  await rm(former, { force: true });
  const kept = await open(former, 'wx', 0o600);
  try {
    await kept.writeFile(buffer);
    await kept.chown(uid, gid);
  } finally {
    await kept.close();
  }
}

/** Opens the log without following links: the account owns the folder, and this process may be root. */
async function openLog(home: Home, account: Account): Promise<{ file: FileHandle; offset: number }> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const file = await open(home.log, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (account) await file.chown(account.uid, account.gid);
  await rotateLog(home);
  return { file, offset: (await file.stat()).size };
}

async function logSince({ log }: Home, offset: number) {
  const text = await readFile(log).catch(() => Buffer.alloc(0));
  return text.subarray(offset).toString().trim().split('\n').slice(-LINES_SHOWN).join('\n');
}

function interrupt(pid: number) {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return;
    throw new EmbeddedDatabaseError(`Sem permissão para parar o banco de dados (processo ${pid}).`);
  }
}
