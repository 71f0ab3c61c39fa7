import { expect, test } from 'vitest';
import { readSettings } from '#api/base/settings.ts';
import { openRuntime } from '#api/runtime.ts';
import { addressOf, ask, emptyDatabase } from './empty-database.ts';

test('a command on a new database can enqueue work before any server ran', async () => {
  const database = await emptyDatabase();
  const runtime = await openRuntime(readSettings({ DATABASE_URL: addressOf(database), CLOCK: '2026-03-10' }), 2);
  try {
    await runtime.pool.query(`select graphile_worker.add_job('mail', '{"mail": 1}'::json)`);
    expect(await ask(database, 'select task_identifier from graphile_worker.jobs')).toEqual([
      { task_identifier: 'mail' },
    ]);
  } finally {
    await runtime.close();
  }
});

test('with the primary named as the standby, reports are read from the primary', async () => {
  const connection = await emptyDatabase();
  const { host, port, user, password, database } = connection;
  const DATABASE_URL = addressOf(connection);
  const STANDBY_URL = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const runtime = await openRuntime(readSettings({ DATABASE_URL, STANDBY_URL, CLOCK: '2026-03-10' }), 2);
  try {
    expect(await runtime.deps.reports?.()).toBe(runtime.deps.db);
  } finally {
    await runtime.close();
  }
});
