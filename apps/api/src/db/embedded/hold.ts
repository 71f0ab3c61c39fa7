import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isRoot } from './account.ts';
import { attach } from './attach.ts';
import { usableBinaries } from './binaries.ts';
import { ensureCluster, readPassword, USER } from './cluster.ts';
import { messageOf } from './failure.ts';
import { DATABASE, leave, letProcessEnd, PORT } from './holders.ts';
import { locate } from './location.ts';
import { type Server, trimLog } from './server.ts';
import type { Settings } from './settings.ts';
import { reachableSocket } from './socket.ts';

export type EmbeddedPostgres = {
  /** For the pg driver: unix socket dir as host, user, password, database. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** This process is done with it; the last process that holds it stops the server. Idempotent. */
  release(): Promise<void>;
};

export type HoldOptions = {
  dataDir: string;
  packageRoot: string;
  /** Where root puts what the server's user could not reach otherwise. */
  systemFolder: string;
  log?: ((line: string) => void) | undefined;
  settings?: Settings | undefined;
};

const RETRY_MS = 2_000;
/** Whoever wants to leave while the server comes back waits this long, so as not to leave it behind unheld. */
const HEALING_MS = 10_000;
const TRIM_MS = 3_600_000;

export async function hold({ dataDir, packageRoot, systemFolder, log = () => undefined, settings }: HoldOptions) {
  const place = await locate(dataDir, systemFolder);
  const binaries = await usableBinaries(packageRoot, isRoot() ? systemFolder : place.dataDir, place.account);
  if (!place.exists) log(`Criando o banco de dados em ${place.home.folder}…`);
  const home = await ensureCluster(place, binaries, settings);
  const server: Server = { home, binaries, account: place.account, settings };
  const release = await keep(server, log);
  const [host, password] = [await reachableSocket(home.socket), await readPassword(home)];
  return { connection: { host, port: PORT, user: USER, password, database: DATABASE }, release };
}

/** Holds the server until released: should it die meanwhile, it is started again. */
async function keep(server: Server, log: (line: string) => void) {
  let released: Promise<void> | undefined;
  let healing: Promise<void> | undefined;
  const leaving = new AbortController();
  let holder = watch(await attach(server, log));
  const trimming = setInterval(() => trimLog(server.home).catch(() => undefined), TRIM_MS).unref();

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
        holder = watch(await attach(server, log, leaving.signal));
        return log('O banco de dados voltou.');
      } catch (error) {
        if (released) return;
        log(messageOf(error));
        await pause(RETRY_MS);
      }
    }
  }

  async function leaveOnce() {
    clearInterval(trimming);
    setTimeout(() => leaving.abort(), HEALING_MS).unref();
    await healing;
    await leave(holder, server);
  }

  return () => {
    released ??= leaveOnce();
    return released;
  };
}
