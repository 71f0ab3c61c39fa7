import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#api/context.ts';
import { openReplicas, type Replica } from '#test/processes/replicas.ts';
import { noting, writeRows } from '#test/row-types.ts';
import { until } from '#test/until.ts';
import { connect } from './connect.ts';
import { hasReplayed, openStandby, type Standby } from './standby.ts';

let folder: string;
let one: Replica;
let two: Replica;
let primary: Db;
let standby: Standby;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'morada-standby-'));
  await chmod(folder, 0o711);
  [one, two] = await openReplicas(folder, { fsync: 'off', shared_buffers: '16MB' });
  await two.follow(one);
  await one.query('create table written (row int)');
  primary = noting(connect(one.connection, 2).db);
  standby = openStandby(two.connection, primary);
}, 60_000);

afterAll(async () => {
  writeRows();
  await standby?.close();
  await primary?.destroy();
  await two?.stop();
  await one?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Where a report is read, and what it sees. */
async function report() {
  const db = await standby.reports();
  const { rows } = await sql<{ replica: boolean; rows: number }>`
    select pg_is_in_recovery() as replica, count(*) as rows from written`.execute(db);
  return rows[0];
}

test('a report sees the row that was confirmed just before it, on the standby', async () => {
  await one.query('insert into written values (1)');
  expect(await report()).toEqual({ replica: true, rows: 1 });
});

test('a server that is not a standby has replayed nothing', async () => {
  expect(await hasReplayed(primary, '0/0')).toBe(false);
});

test('a report is read from the primary while the standby is behind', async () => {
  await two.query('select pg_wal_replay_pause()');
  await one.query('insert into written values (2)');
  expect(await report()).toEqual({ replica: false, rows: 2 });
  await two.query('select pg_wal_replay_resume()');
  expect(await report()).toEqual({ replica: true, rows: 2 });
});

test('a report is read from the primary while the standby is away', async () => {
  await two.kill();
  expect(await report()).toEqual({ replica: false, rows: 2 });
  await two.start();
  expect(await until(report, (seen) => seen?.replica === true)).toEqual({ replica: true, rows: 2 });
});

test('a report is read from the primary when the standby was promoted', async () => {
  await two.query('select pg_promote()');
  await two.query('insert into written values (3)');
  expect(await report()).toEqual({ replica: false, rows: 2 });
});
