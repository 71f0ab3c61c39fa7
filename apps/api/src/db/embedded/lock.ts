import { lchown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedDatabaseError, messageOf } from './failure.ts';

const STEP_MS = 20;
const NEWS_MS = 5_000;
const PATIENCE_MS = 660_000;
const SQLITE_BUSY = 5;

/**
 * One process at a time makes or starts the database of a folder: two postgres that start at once over what a killed
 * one left can both believe to be the only one. The lock is SQLite's on an empty file, the one lock of a file that Node
 * offers, since the system itself takes it from a process that dies.
 */
export async function withLock<T>(
  file: string,
  log: (line: string) => void,
  task: () => Promise<T>,
  signal?: AbortSignal,
) {
  const lock = await openLock(file);
  try {
    const began = Date.now();
    for (let news = NEWS_MS; !tryLock(lock); await pause(STEP_MS)) {
      signal?.throwIfAborted();
      const waited = Date.now() - began;
      if (waited > PATIENCE_MS) throw new EmbeddedDatabaseError(`Outro processo não larga ${file}. Encerre-o.`);
      if (waited < news) continue;
      news += NEWS_MS;
      log('Outro processo está iniciando o banco de dados; esperando.');
    }
    return await task();
  } finally {
    lock.close();
  }
}

async function openLock(file: string) {
  try {
    const lock = new DatabaseSync(file, { timeout: 0 });
    // Root may have come first; whoever owns the folder must be able to lock it later.
    const { uid, gid } = await stat(dirname(file));
    if (process.getuid?.() === 0) await lchown(file, uid, gid);
    return lock;
  } catch (error) {
    throw new EmbeddedDatabaseError(`Não foi possível gravar em ${file}: ${messageOf(error)}.`);
  }
}

function tryLock(lock: DatabaseSync) {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw new EmbeddedDatabaseError(`Não foi possível travar ${lock.location()}: ${messageOf(error)}.`);
  }
}
