import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LONG } from '#test/long.ts';
import { accountForRoot, accountNamed, isRoot } from './account.ts';
import { findPackage } from './binaries.ts';
import { embeddedDataLocation, holdEmbeddedPostgres } from './embedded.ts';
import { type EmbeddedPostgres, type HoldOptions, hold } from './hold.ts';
import { homeAt } from './location.ts';
import { readLock, runningServer } from './processes.ts';

type Connection = EmbeddedPostgres['connection'];

const packageRoot = await findPackage();
const processFile = fileURLToPath(new URL('./embedded.test-process.ts', import.meta.url));

let folder: string;
let dataDir: string;
let options: HoldOptions;
const processes: ChildProcess[] = [];
const holders: EmbeddedPostgres[] = [];

const folders: string[] = [];

async function startAfresh() {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'morada-db-'));
  folders.push(folder);
  await chmod(folder, 0o711);
  dataDir = join(folder, 'data');
  // The tests kill processes, not machines, so fsync is unnecessary.
  options = { dataDir, packageRoot, systemFolder: join(folder, 'system'), settings: { fsync: 'off' } };
}

afterEach(async () => {
  for (const child of processes.splice(0)) await letGo(child);
  for (const holder of holders.splice(0)) await holder.release();
  vi.unstubAllEnvs();
});

afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true, maxRetries: 5 });
});

describe('first start', () => {
  beforeEach(startAfresh);

  test('creates a private database that sorts names in Brazilian order', LONG, async () => {
    const held = await holdEmbeddedPostgres({ dataDir, settings: { max_connections: '33' } });
    const [row] = await query(
      held.connection,
      `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
              current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS addresses,
              current_setting('fsync') AS fsync, current_setting('max_connections') AS connections, lower('ÇÃ') AS lower,
              (SELECT array_agg(name ORDER BY name COLLATE "pt-BR-x-icu") FROM unnest(ARRAY['Zé', 'Ávila', 'Bia', 'abel']) AS name) AS names`,
    );
    expect(row).toEqual({
      database: 'morada',
      encoding: 'UTF8',
      checksums: 'on',
      addresses: '',
      fsync: 'on',
      connections: '33',
      lower: 'çã',
      names: ['abel', 'Ávila', 'Bia', 'Zé'],
    });
    const { folder: home, password } = homeAt(join(dataDir, 'postgres'));
    expect([(await stat(home)).mode & 0o777, (await stat(password)).mode & 0o777]).toEqual([0o700, 0o600]);
    await expect(query({ ...held.connection, password: 'another' }, 'SELECT 1')).rejects.toThrow('password');
    await held.release();
  });

  test('creates one database when two processes start at once', LONG, async () => {
    const held = await Promise.all([holdElsewhere(), holdElsewhere()]);
    const servers = await Promise.all(held.map(({ connection }) => serverOf(connection)));
    expect(new Set(servers).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.lock']);
  });

  test('starts again after a killed attempt', LONG, async () => {
    const child = startProcess();
    await until(async () => (await draftOf(dataDir).then((draft) => readdir(draft))).length > 5);
    await kill(child);
    expect(await embeddedDataLocation(dataDir)).toBeUndefined();

    const held = await holdHere();
    expect(await query(held.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.lock']);
  });

  test('works from a package without its symbolic links', LONG, async () => {
    const bare = join(folder, 'package');
    await cp(packageRoot, bare, { recursive: true, filter: async (source) => !(await isLink(source)) });
    const held = await holdHere({ packageRoot: bare });
    expect(await query(held.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(join(bare, 'native/lib'))).some((name) => /^libicuuc.*\.60$|^libicuuc\.60/.test(name))).toBe(
      true,
    );
  });

  test('works in a folder whose path is too long for a socket', LONG, async () => {
    vi.stubEnv('TMPDIR', folder);
    dataDir = join(folder, 'a-deep-folder/'.repeat(9), 'data');
    await mkdir(dataDir, { recursive: true });
    const held = await holdHere({ dataDir });
    const another = await holdElsewhere({ dataDir });
    expect(another.connection).toEqual(held.connection);
    expect(await query(held.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('never changes a folder with other content', async () => {
    const { cluster } = homeAt(join(dataDir, 'postgres'));
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'precious'), 'data');
    if (isRoot()) await giveAway(cluster);
    await expect(holdHere()).rejects.toThrow('não é um banco de dados completo');
    expect(await readdir(cluster)).toEqual(['precious']);
  });
});

describe('a running database', () => {
  beforeAll(startAfresh);

  test('is shared by processes, and stopped by the last one', LONG, async () => {
    const held = await holdHere();
    const another = await holdElsewhere();
    expect(await serverOf(another.connection)).toBe(await serverOf(held.connection));

    await held.release();
    await held.release();
    expect(await query(another.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await letGo(another.child);
    expect(await readLock(clusterOf(dataDir))).toBeUndefined();
  });

  test('is stopped once when all release it together', LONG, async () => {
    const held = [await holdHere(), ...(await Promise.all([holdHere(), holdHere()]))];
    await Promise.all(held.map(({ release }) => release()));
    expect(await readLock(clusterOf(dataDir))).toBeUndefined();
  });

  test('survives its killed process, and the next process adopts it', LONG, async () => {
    const { child, connection } = await holdElsewhere();
    const kept = await commitRow(connection);
    const server = await serverOf(connection);
    await kill(child);

    const held = await holdHere();
    expect(await serverOf(held.connection)).toBe(server);
    expect(await query(held.connection, kept)).toEqual([{ value: 42 }]);
    await held.release();
    expect(await readLock(clusterOf(dataDir))).toBeUndefined();
  });

  test('is restarted for all holders when it is killed', async () => {
    const held = await holdHere();
    const another = await holdElsewhere();
    const kept = await commitRow(held.connection);
    const server = await serverOf(held.connection);
    process.kill(server, 'SIGKILL');

    await until(async () => (await serverOf(held.connection)) !== server);
    expect(await query(another.connection, kept)).toEqual([{ value: 42 }]);
    await until(async () => (await holdersOf(held.connection)) === 2);
  });

  test('reports the reason when postgres refuses to start', async () => {
    await expect(holdHere({ settings: { fsync: 'off', shared_buffers: 'muitos' } })).rejects.toThrow(
      /O banco de dados não iniciou.*invalid value for parameter "shared_buffers"/s,
    );
  });

  test.skipIf(!isRoot())('runs under another account when root starts it', LONG, async () => {
    const held = await holdHere();
    const { uid } = await stat(`/proc/${await serverOf(held.connection)}`);
    expect(uid).toBe((await accountForRoot()).uid);
  });

  test('is restarted when it stays in the starting state', { ...LONG, timeout: 60_000 }, async () => {
    const { child, connection } = await holdElsewhere();
    const kept = await commitRow(connection);
    const server = await serverOf(connection);
    // Its holder stays, so it waits to stop, and refuses new sessions.
    process.kill(server, 'SIGTERM');
    await until(() =>
      query(connection, 'SELECT 1').then(
        () => false,
        (error) => (error as { code?: string }).code === '57P03',
      ),
    );

    const held = await holdHere();
    expect(await serverOf(held.connection)).not.toBe(server);
    expect(await query(held.connection, kept)).toEqual([{ value: 42 }]);
    await letGo(child);
  });

  test('starts over the lock file of a killed server, even if its pid is reused', LONG, async () => {
    const { child, connection } = await holdElsewhere();
    const kept = await commitRow(connection);
    const server = await serverOf(connection);
    await kill(child);
    process.kill(server, 'SIGKILL');

    const lockFile = join(clusterOf(dataDir), 'postmaster.pid');
    const owner = await stat(lockFile);
    const stranger = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid });
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, lock.replace(/^\d+/, String(stranger.pid)));

    const held = await holdHere();
    expect(await query(held.connection, kept)).toEqual([{ value: 42 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    await kill(stranger);
  });

  test('gets a new password when its own is lost', LONG, async () => {
    const { child, connection } = await holdElsewhere();
    await kill(child);
    await rm(homeAt(join(dataDir, 'postgres')).password);

    const held = await holdHere();
    expect(held.connection.password).not.toBe(connection.password);
    expect(await query(held.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('is replaced by newer binaries once no process uses it', LONG, async () => {
    const older = join(folder, 'package');
    await cp(packageRoot, older, { recursive: true, verbatimSymlinks: true });
    const { child, connection } = await holdElsewhere({ packageRoot: older });
    const server = await serverOf(connection);
    const beside = await holdHere();
    expect(await serverOf(beside.connection)).toBe(server);

    await kill(child);
    await until(async () => (await holdersOf(connection)) === 1);
    await query(connection, 'SELECT 1');
    const program = (await runningServer(clusterOf(dataDir)))?.program;
    expect(program).toBe(join(older, 'native/bin/postgres'));
    await beside.release();
    const held = await holdHere();
    expect((await runningServer(clusterOf(dataDir)))?.program).toBe(join(packageRoot, 'native/bin/postgres'));
    await held.release();
  });
});

describe.skipIf(!isRoot())('as root (these need a test run as root)', () => {
  beforeEach(startAfresh);

  test('a database in an inaccessible folder is created where its account can read it', LONG, async () => {
    const closed = join(folder, 'root');
    await mkdir(closed, { mode: 0o700 });
    const bare = join(closed, 'package');
    await cp(packageRoot, bare, { recursive: true, filter: async (source) => !(await isLink(source)) });
    dataDir = join(closed, 'data');
    const given = { ...options, dataDir, packageRoot: bare };

    const [first, another] = await Promise.all([holdHere(given), holdElsewhere(given)]);
    expect(await serverOf(another.connection)).toBe(await serverOf(first.connection));
    const kept = await commitRow(first.connection);
    await kill(another.child);
    await first.release();

    expect(await readdir(dataDir)).toEqual(['onde-esta-o-banco.txt', 'postgres.lock']);
    const location = await embeddedDataLocation(dataDir);
    expect(location?.folder.startsWith(options.systemFolder)).toBe(true);

    const again = await holdHere(given);
    expect(await query(again.connection, kept)).toEqual([{ value: 42 }]);
    await again.release();

    const copied = join(closed, 'copied');
    await cp(dataDir, copied, { recursive: true });
    await expect(holdHere({ ...given, dataDir: copied })).rejects.toThrow('é uma cópia de');
  });
});

test('an account is found by its full name, and is never root', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\npostgres-old:x:7:7::/:\npostgres:x:101:104::/:\n';
  expect(accountNamed('postgres', passwd)).toEqual({ uid: 101, gid: 104 });
  expect([accountNamed('root', passwd), accountNamed('nobody', passwd)]).toEqual([undefined, undefined]);
});

async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Commits a row, and returns the query that finds it. */
async function commitRow(connection: Connection) {
  const table = `kept_${randomInt(1_000_000)}`;
  await query(connection, `CREATE TABLE ${table} AS SELECT 42 AS value`);
  return `SELECT value FROM ${table}`;
}

/** Pid of the postmaster that answers: equal pids are the same server. */
async function serverOf(connection: Connection) {
  const [row] = await query(connection, `SELECT pg_read_file('postmaster.pid') AS lock`);
  return Number(String(row?.lock).split('\n')[0]);
}

async function holdersOf(connection: Connection) {
  const [row] = await query(
    connection,
    `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND granted`,
  );
  return row?.n;
}

async function holdHere(changes: Partial<HoldOptions> = {}) {
  const held = await hold({ ...options, ...changes });
  holders.push(held);
  return held;
}

function startProcess(changes: Partial<HoldOptions> = {}) {
  const child = spawn(process.execPath, [processFile, JSON.stringify({ ...options, ...changes })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(child);
  return child;
}

async function holdElsewhere(changes: Partial<HoldOptions> = {}) {
  const child = startProcess(changes);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, connection: JSON.parse(line) as Connection };
}

async function letGo(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  await gone;
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function until(condition: () => Promise<boolean>) {
  const deadline = Date.now() + 10_000;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('It did not come to that within ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const clusterOf = (data: string) => homeAt(join(data, 'postgres')).cluster;

async function draftOf(data: string) {
  const name = (await readdir(data)).find((entry) => entry.includes('.new-'));
  return homeAt(join(data, String(name))).cluster;
}

async function isLink(path: string) {
  return (await lstat(path)).isSymbolicLink();
}

async function giveAway(path: string) {
  const { uid, gid } = await accountForRoot();
  await chown(path, uid, gid);
}
