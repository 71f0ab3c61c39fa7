import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { openPulse } from '#api/db/connection/pulse.ts';
import { readDisks } from '#api/doctor/disks.ts';
import { startApp } from '#test/harness.ts';
import { openRoom } from './room.ts';

const agency = await startApp({ today: '2026-03-10' });
const { connection, db, deps, pool } = agency;
const folder = await mkdtemp(join(tmpdir(), 'morada-room-'));
const pulse = openPulse(connection);
afterAll(async () => {
  await pulse.close();
  await agency.stop();
  await rm(folder, { recursive: true });
});

const HOUR = 3_600_000;
const lines: [message: string, facts?: object][] = [];
const log = {
  error: (facts: object, message: string) => void lines.push([message, facts]),
  info: (message: string) => void lines.push([message]),
};

test('a server whose database can write nothing is not ready, says so in its log, and is ready again afterwards', async () => {
  const room = openRoom(deps.db, { folders: [folder, join(folder, 'none')], log, everyMs: HOUR });
  const app = await buildApp(deps, { operation: { pool, pulse, room } });
  const ready = async () => {
    const answer = await app.inject('/health/ready');
    return [answer.statusCode, answer.json()];
  };
  await room.probe();
  expect(await ready()).toEqual([200, { ready: true }]);

  // PostgreSQL's own refusal on a full disk.
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    db,
  );
  await sql`create trigger no_room before insert on write_probe for each row execute function no_room()`.execute(db);
  await room.probe();
  expect(await ready()).toEqual([503, { ready: false, obstacle: 'disk' }]);
  expect(lines).toMatchObject([['no room to write', { err: { code: '53100' } }]]);

  await sql`drop trigger no_room on write_probe`.execute(db);
  await room.probe();
  expect(await ready()).toEqual([200, { ready: true }]);
  expect(lines.at(-1)).toEqual(['room to write again']);
  expect(await readdir(folder)).toEqual([]);
  room.close();
  await app.close();
});

test('a database that is away says nothing about its disk', async () => {
  await sql`alter table write_probe rename to write_probe_away`.execute(db);
  const room = openRoom(deps.db, { folders: [], log, everyMs: HOUR });
  await room.probe();
  expect(room.isWritable()).toBe(true);
  room.close();
  await sql`alter table write_probe_away rename to write_probe`.execute(db);
});

test('the free space of each disk is a metric', async () => {
  const disks = () => readDisks({ DATA_DIR: folder });
  const app = await buildApp({ ...deps, disks }, { operation: { pool, pulse } });
  const [disk] = await disks();
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain(`morada_disk_size_bytes{folder="${folder}"} ${disk?.total}`);
  expect(body).toMatch(new RegExp(`morada_disk_free_bytes\\{folder="${folder}"\\} \\d{6,}`));
  await app.close();
});
