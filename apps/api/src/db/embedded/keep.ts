import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { attach } from './attach.ts';
import { messageOf } from './failure.ts';
import { leave, letProcessEnd } from './holders.ts';
import { withLock } from './lock.ts';
import { rotateLog, type Server } from './server.ts';

const RETRY_MS = 2_000;
/** Time that a release waits for a server being restarted, so as not to leave it running unheld. */
const HEALING_MS = 10_000;
const ROTATE_MS = 3_600_000;

/** Holds the server until released, and restarts it if it dies meanwhile. */
export function keep(server: Server, first: pg.Client, lock: string, log: (line: string) => void) {
  let released: Promise<void> | undefined;
  let healing: Promise<void> | undefined;
  const leaving = new AbortController();
  let holder = watch(first);
  const rotating = setInterval(() => rotateLog(server.home).catch(() => undefined), ROTATE_MS).unref();

  function watch(session: pg.Client) {
    letProcessEnd(session);
    session.once('end', () => {
      if (!released) healing = heal();
    });
    return session;
  }

  async function heal() {
    log('O banco de dados caiu; reiniciando.');
    while (!released) {
      try {
        const { signal } = leaving;
        holder = watch(await withLock(lock, log, () => attach(server, log, signal), signal));
        return log('O banco de dados voltou.');
      } catch (error) {
        if (released) return;
        log(messageOf(error));
        await pause(RETRY_MS);
      }
    }
  }

  async function leaveOnce() {
    clearInterval(rotating);
    setTimeout(() => leaving.abort(), HEALING_MS).unref();
    await healing;
    await leave(holder, server);
  }

  return () => {
    released ??= leaveOnce();
    return released;
  };
}
