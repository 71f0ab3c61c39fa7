import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@morada/contract/desk/doctor';
import { expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { backUp } from '#api/backup/backup.ts';
import { writeBackupState } from '#api/backup/state.ts';
import { readSettings } from '#api/base/settings.ts';
import { createAdministrator } from '#api/modules/access/session/session.service.ts';
import { openRuntime } from '#api/runtime.ts';
import { LONG } from '#test/long.ts';
import { addressOf, ask, emptyDatabase, migratedDatabase } from '../empty-database.ts';

test('a command on a new database can enqueue work before any server ran', LONG, async () => {
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
  const connection = await migratedDatabase();
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

test(
  'nothing of standbys, archives, buckets and two roles is needed or seen on a default installation',
  LONG,
  async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'morada-default-'));
    // Under root PostgreSQL runs as another account, which must be able to enter.
    await chmod(DATA_DIR, 0o711);
    const runtime = await openRuntime(readSettings({ DATA_DIR }), 4);
    const { deps, connection, pool } = runtime;
    const app = await buildApp(deps);
    try {
      expect(deps.reports).toBeUndefined();
      const { rows } = await pool.query(
        `select current_setting('archive_mode') as archive, current_setting('synchronous_standby_names') as standbys,
         rolsuper as administrator, rolcreaterole or rolcreatedb as makes_roles from pg_roles where rolname = current_user`,
      );
      expect(rows).toEqual([{ archive: 'off', standbys: '', administrator: false, makes_roles: false }]);
      expect((await readdir(DATA_DIR)).sort()).toEqual(['postgres', 'postgres.lock', 'secrets.key']);
      const file = join(DATA_DIR, 'copia.zip');
      const { made_at, missing } = await backUp(connection, deps.files, file);
      await writeBackupState(DATA_DIR, { made_at, file, encrypted: false, missing: missing.length, offsite: null });

      // As the settings page of an administrator shows it. The free space of this machine is not tested.
      const person = { name: 'Iara', email: 'iara@morada.test', password: 'segredo-da-iara' };
      await createAdministrator(deps, person);
      const session = await app.inject({ method: 'POST', url: '/api/user/admin/session', payload: person });
      const { token } = session.json<{ token: string }>();
      const answer = await app.inject({ url: '/api/doctor', headers: { authorization: `Bearer ${token}` } });
      const { findings } = answer.json<{ findings: Finding[] }>();
      const notFine = findings.filter(({ state, text }) => state !== 'fine' && !/ livres de /.test(text));
      expect(notFine).toEqual([
        { state: 'advice', text: expect.stringMatching(/^Os backups não são criptografados/) },
        { state: 'advice', text: expect.stringMatching(/^Os backups não saem desta máquina/) },
        { state: 'advice', text: expect.stringMatching(/^E-mails não são enviados/) },
        { state: 'advice', text: expect.stringMatching(/^Defina PUBLIC_URL/) },
      ]);
      const fine = findings.filter(({ state }) => state === 'fine').map(({ text }) => text);
      expect(fine.join('\n')).not.toMatch(
        /standby|primário|réplica|WAL|arquiv(o contínuo|a o que)|instante|bucket|usuário do banco/i,
      );
    } finally {
      await app.close();
      await runtime.close();
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  },
);
