import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, constants, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Account, accountOfCluster } from '#api/db/embedded/account.ts';
import { type Binaries, findPackage, usableBinaries } from '#api/db/embedded/binaries.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from '#api/db/embedded/embedded.ts';
import { type Home, homeAt } from '#api/db/embedded/location.ts';
import { asAccount } from '#api/db/embedded/run.ts';
import { serverArguments } from '#api/db/embedded/settings.ts';
import { until } from '../until.ts';
import { childrenOf, isRunning, killIfThere } from './processes.ts';
import { freePort } from './server-process.ts';

const HOST = '127.0.0.1';
/** Folders that a copy of a running cluster leaves empty, after the list of pg_basebackup; they must exist. */
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'standby.signal'];

/** Replicates over the loopback, keeping enough WAL for a copy to catch up. */
const REPLICATES = { max_wal_senders: '4', wal_keep_size: '512MB', hot_standby: 'on', max_connections: '80' };

export type Replica = {
  cluster: string;
  connection: { host: string; port: number; user: string; password: string; database: string };
  start: () => Promise<void>;
  /** kill -9 of the server with all its sessions, as when its machine dies. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
  query: <Row extends object>(text: string) => Promise<Row[]>;
  /** Discards the cluster and makes this server a standby of the primary, from a copy taken while that one works. */
  follow: (primary: Replica) => Promise<void>;
};

/**
 * Two PostgreSQL servers with TCP ports in a folder, by the binaries of the embedded database: a primary that runs, and
 * an empty place for a standby. The folder must be open to the server's account.
 */
export async function openReplicas(folder: string, settings: Record<string, string> = {}): Promise<[Replica, Replica]> {
  const held = await holdEmbeddedPostgres({ dataDir: folder, settings });
  await held.release();
  const home = await embeddedDataLocation(folder);
  if (!home) throw new Error('the cluster was not created');
  const account = await accountOfCluster(home.cluster);
  const binaries = await usableBinaries(await findPackage(), folder, account);
  const open = async (at: Home) =>
    openReplica(at, {
      account,
      binaries,
      settings,
      connection: { ...held.connection, host: HOST, port: await freePort() },
    });
  const other = homeAt(join(folder, 'replica'));
  for (const path of [other.folder, other.socket]) {
    await mkdir(path, { mode: 0o700 });
    if (account) await chown(path, account.uid, account.gid);
  }
  const both: [Replica, Replica] = [await open(home), await open(other)];
  await both[0].start();
  return both;
}

type How = {
  account: Account;
  binaries: Binaries;
  settings: Record<string, string>;
  connection: Replica['connection'];
};

function openReplica(home: Home, { account, binaries, settings, connection }: How): Replica {
  let child: ChildProcess | undefined;
  const network = ['-c', `listen_addresses=${HOST}`, '-c', `port=${connection.port}`];
  const program = join(binaries.folder, 'bin/postgres');

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const client = new Client(connection);
    client.on('error', () => {});
    await client.connect();
    return (await client.query<Row>(text).finally(() => client.end())).rows;
  }

  async function start() {
    const options = ['-D', home.cluster, ...serverArguments({ ...REPLICATES, ...settings }), ...network];
    const started = spawn(program, options, { ...asAccount(account), stdio: 'ignore' });
    child = started;
    const answers = () =>
      query('select').then(
        () => true,
        () => false,
      );
    await until(answers, (isUp) => {
      if (started.exitCode !== null) throw new Error(`the server of ${home.cluster} ended with ${started.exitCode}`);
      return isUp;
    });
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child;
    child = undefined;
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    const sessions = signal === 'SIGKILL' ? await childrenOf(ending.pid) : [];
    for (const pid of [ending.pid, ...sessions]) killIfThere(pid, signal);
    await ended;
    // Sessions hold the shared memory that the next start needs.
    await until(
      () => Promise.all(sessions.map(isRunning)),
      (running) => !running.includes(true),
    );
  }

  return {
    cluster: home.cluster,
    connection,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    query,
    async follow(primary) {
      await end('SIGKILL');
      await rm(home.cluster, { recursive: true, force: true, maxRetries: 10 });
      await copyAsStandby(primary, home.cluster, account);
      await start();
      const streaming = `select from pg_stat_replication where state = 'streaming'`;
      await until(
        () => primary.query(streaming),
        (rows) => rows.length === 1,
      );
    },
  };
}

/** Does the work of `pg_basebackup --write-recovery-conf`, which the package lacks. The target must not exist yet. */
export async function copyAsStandby(
  { cluster, connection }: Pick<Replica, 'cluster' | 'connection'>,
  target: string,
  account: Account,
  name = 'replica',
) {
  const { host, port, user, password } = connection;
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(`select pg_backup_start('replica', true)`);
  await copyCluster(cluster, target);
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await admin.end();
  await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(target, 'standby.signal'), '');
  await appendFile(
    join(target, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user} password=${password} application_name=${name}'\n`,
  );
  await giveAll(target, account);
}

async function copyCluster(from: string, to: string) {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.includes(entry.name)) continue;
    if (!entry.isDirectory()) await copyIfThere(source, target);
    else if (EMPTIED.includes(entry.name)) await mkdir(target, { mode: 0o700 });
    else await copyCluster(source, target);
  }
}

/** A file may be removed while its cluster is copied; replaying the WAL removes it too. */
async function copyIfThere(source: string, target: string) {
  await copyFile(source, target, constants.COPYFILE_FICLONE).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function giveAll(folder: string, account: Account) {
  if (!account) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), account.uid, account.gid);
}
