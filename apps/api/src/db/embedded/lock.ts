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
 * Serialises creating and starting the database of a folder: two postgres started at once over the remains of a killed
 * one could both believe to be the only one. Uses SQLite's lock on an empty file, the only file lock available in Node;
 * the system releases it when a process dies.
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
    // The folder's owner must be able to lock it later, even if root was first.
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
