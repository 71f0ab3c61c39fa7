import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MISSED } from '@morada/contract/desk/live';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseAway } from '#api/base/database-away.ts';
import { openListener } from '#api/live/listener.ts';
import { LONG } from '#test/long.ts';
import { openReplicas, type Replica } from '#test/processes/replicas.ts';
import { freePort, startWire } from '#test/processes/server-process.ts';
import { until } from '#test/until.ts';
import { connect } from './connect.ts';
import { connectionTo, PrimaryClient } from './primary.ts';
import { openPulse } from './pulse.ts';

const SRC = fileURLToPath(new URL('../..', import.meta.url));
let one: Replica;
let two: Replica;

/** A primary and its standby. */
async function openPair(): Promise<[Replica, Replica]> {
  const folder = await mkdtemp(join(tmpdir(), 'morada-replicas-'));
  ended.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const [primary, standby] = await openReplicas(folder, { fsync: 'off', shared_buffers: '16MB' });
  ended.push(() => primary.stop());
  ended.push(() => standby.stop());
  await standby.follow(primary);
  return [primary, standby];
}
const ended: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [one, two] = await openPair();
}, 60_000);

afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

const urlOf = (ports: readonly number[], { connection }: Replica = one) => {
  const { user, password, database } = connection;
  const servers = ports.map((port) => `127.0.0.1:${port}`).join();
  return `postgres://${user}:${encodeURIComponent(password)}@${servers}/${database}?target_session_attrs=read-write`;
};
const ports = () => [one.connection.port, two.connection.port];

async function portOf(client: Client) {
  await client.connect();
  const { port } = client;
  await client.end();
  return port;
}

test('every connection of the server and the commands is one that finds the primary', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.test(-process)?\.ts$/.test(name),
  );
  const made = files.flatMap((name) =>
    [...readFileSync(join(SRC, name), 'utf8').matchAll(/new (?:pg\.)?(Client|Pool)\(/g)].map(
      ([, what]) => `${name}: ${what}`,
    ),
  );
  // The pools are of PrimaryClient; the holder's session and the archive's belong to the embedded server.
  expect(made.sort()).toEqual([
    ...['backup/point-in-time/restore-at.ts: Client', 'backup/point-in-time/ship.ts: Client'],
    ...['db/connection/connect.ts: Pool', 'db/connection/primary.ts: Client'],
    ...['db/embedded/holders.ts: Client', 'db/upgrade.ts: Pool'],
  ]);
});

test(
  'connects to the server that accepts writes, past a standby, a closed port and a silent machine',
  LONG,
  async () => {
    const lines = new Set<Socket>();
    const silent = createServer((socket) => void lines.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const list = [address.port, await freePort(), two.connection.port, one.connection.port];
    expect(await portOf(new PrimaryClient(connectionTo(urlOf(list))))).toBe(one.connection.port);
    for (const line of lines) line.destroy();
    silent.close();
  },
);

test('says of each server why it was passed over, as the database being away', async () => {
  const closed = await freePort();
  const refusal = await new PrimaryClient(connectionTo(urlOf([two.connection.port, closed]))).connect().then(
    () => undefined,
    (error: Error) => error,
  );
  expect(refusal?.message).toBe(
    `Nenhum servidor de DATABASE_URL aceita gravações (127.0.0.1:${two.connection.port}: só leitura; 127.0.0.1:${closed}: connect ECONNREFUSED 127.0.0.1:${closed}).`,
  );
  expect(isDatabaseAway(refusal)).toBe(true);
});

test('drops a pooled connection to a server that became read only', async () => {
  const { pool, db } = connect({ ...two.connection }, 2);
  const refusal = await pool.query('create table nothing ()').then(
    () => undefined,
    (error: Error) => error,
  );
  expect(refusal).toMatchObject({ code: '25006' });
  expect(isDatabaseAway(refusal)).toBe(true);
  expect(pool.totalCount).toBe(0);
  // A connection that only read stays.
  await pool.query('select 1');
  expect(pool.totalCount).toBe(1);
  await db.destroy();
});

test('pool, pulse and live updates go on with the promoted standby', { timeout: 60_000 }, async () => {
  const connection = connectionTo(urlOf(ports()));
  const { pool, db } = connect(connection, 4);
  await pool.query('create table written (by text)');
  await pool.query(`insert into written values ('one')`);
  const heard: string[] = [];
  const listener = openListener(connection);
  listener.subscribe((topic) => heard.push(topic));
  const back: string[] = [];
  const pulse = openPulse(connection, { onBack: () => back.push('back') });
  await until(
    async () => heard,
    ({ length }) => length === 1,
  );

  await one.kill();
  const write = () => pool.query(`insert into written values ('two')`);
  const refusal = await until(
    () => write().catch((error: Error) => error),
    (answer) => answer instanceof Error && answer.message.startsWith('Nenhum servidor'),
  );
  expect(isDatabaseAway(refusal)).toBe(true);
  await until(
    async () => pulse.isUp(),
    (isUp) => !isUp,
  );
  await two.query('select pg_promote()');
  await until(
    () => write().catch((error: Error) => error),
    (answer) => !(answer instanceof Error),
  );
  await until(
    async () => back.length,
    (times) => times === 1,
  );
  // The listener reports that notifications were missed.
  await until(
    async () => heard,
    ({ length }) => length === 2,
  );
  expect(heard).toEqual([MISSED, MISSED]);
  expect(await two.query('select by from written')).toEqual([{ by: 'one' }, { by: 'two' }]);

  // The former primary comes back by itself, and accepts writes: the promoted one is on a newer timeline.
  await one.start();
  expect(await portOf(new PrimaryClient(connectionTo(urlOf(ports()))))).toBe(two.connection.port);
  await pulse.close();
  await listener.close();
  await db.destroy();
});

test('a primary that goes silent is left for the promoted standby', { ...LONG, timeout: 120_000 }, async () => {
  const [primary, standby] = await openPair();
  const wire = await startWire(primary.connection.port);
  const connection = connectionTo(urlOf([wire.port, standby.connection.port], primary));
  const { pool, db, cut } = connect(connection, 4);
  const heard: string[] = [];
  const listener = openListener(connection);
  listener.subscribe((topic) => heard.push(topic));
  const pulse = openPulse(connection, {
    onLost: () => {
      cut();
      listener.cut();
    },
  });
  await pool.query('create table written (by text)');
  await pool.query(`insert into written values ('one')`);
  await until(
    async () => heard,
    ({ length }) => length === 1,
  );

  wire.freeze();
  await standby.query('select pg_promote()');
  await until(
    () => pool.query(`insert into written values ('two')`).catch((error: Error) => error),
    (answer) => !(answer instanceof Error),
  );
  await until(
    async () => pulse.isUp(),
    (isUp) => isUp,
  );
  await until(
    async () => heard,
    ({ length }) => length === 2,
  );
  expect(await standby.query('select by from written')).toEqual([{ by: 'one' }, { by: 'two' }]);
  // The former primary answers again, and still accepts writes.
  wire.mend();
  expect(await portOf(new PrimaryClient(connection))).toBe(standby.connection.port);
  const anew = connectionTo(urlOf([wire.port, standby.connection.port], primary));
  expect(await portOf(new PrimaryClient(anew))).toBe(standby.connection.port);
  await pulse.close();
  await listener.close();
  await db.destroy();
  await wire.stop();
});
