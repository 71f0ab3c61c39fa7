import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot } from './account.ts';
import { attach } from './attach.ts';
import { usableBinaries } from './binaries.ts';
import { ensureCluster, readPassword, USER } from './cluster.ts';
import { EmbeddedDatabaseError } from './failure.ts';
import { DATABASE, PORT } from './holders.ts';
import { keep } from './keep.ts';
import { locate, openFolder, restoringMark } from './location.ts';
import { withLock } from './lock.ts';
import type { Server } from './server.ts';
import { SERVING_USER, servingPassword } from './serving.ts';
import type { Settings } from './settings.ts';
import { reachableSocket } from './socket.ts';
import { ARCHIVING, ensureSpool } from './wal.ts';

type Connection = { host: string; port: number; user: string; password: string; database: string };

export type EmbeddedPostgres = {
  /** Options for the pg driver, of the role that owns the cluster; host is the folder of the unix socket. */
  connection: Connection;
  /** The same for the role that serves, which `ensureServingRole` makes. */
  serving: Connection;
  /** Releases the server; the last process that holds it stops it. Idempotent. */
  release(): Promise<void>;
};

export type HoldOptions = {
  dataDir: string;
  packageRoot: string;
  /** Folder for files that the server's account could not reach otherwise, when run as root. */
  systemFolder: string;
  log?: ((line: string) => void) | undefined;
  settings?: Settings | undefined;
  archive?: boolean | undefined;
};

type Log = (line: string) => void;

export async function hold(options: HoldOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined } = options;
  const { path: dataDir, made } = await openFolder(options.dataDir, 0o700);
  // The server's account passes through this folder; set explicitly, since a umask may have removed it.
  if (made && isRoot()) await chmod(dataDir, 0o711);
  const lock = join(dataDir, 'postgres.lock');
  const { server, holder } = await withLock(lock, log, async () => {
    const server = await prepare({ ...options, dataDir }, log);
    return { server, holder: await attach(server, log) };
  });
  const release = keep(server, holder, lock, log);
  const [host, password] = [await reachableSocket(server.home.socket), await readPassword(server.home)];
  const connection = { host, port: PORT, user: USER, password, database: DATABASE };
  return { connection, serving: { ...connection, user: SERVING_USER, password: servingPassword(password) }, release };
}

async function prepare(
  { dataDir, packageRoot, systemFolder, settings, archive }: HoldOptions,
  log: Log,
): Promise<Server> {
  const place = await locate(dataDir, systemFolder);
  const { home, account } = place;
  const binaries = await usableBinaries(packageRoot, isRoot() ? systemFolder : dataDir, account);
  if (place.exists) await rm(restoringMark(dataDir), { force: true });
  else if (existsSync(restoringMark(dataDir)))
    throw new EmbeddedDatabaseError(
      `A restauração em ${dataDir} foi interrompida e não terminou. Rode de novo o mesmo npm run restore, que a recomeça, ou apague a pasta.`,
    );
  if (!place.exists) log(`Criando o banco de dados em ${home.folder}…`);
  await ensureCluster(place, binaries, settings);
  if (!archive) return { home, binaries, account, settings };
  await ensureSpool(home, account);
  return { home, binaries, account, settings: { ...ARCHIVING, ...settings } };
}
