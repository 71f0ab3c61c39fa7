import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG } from '../long.ts';
import { startServer } from './server-process.ts';

const ADMIN = { email: 'mariana@morada.test', password: 'segredo-da-mariana' };

test('two servers on one data folder are two servers of one database, which stays while one of them does', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'morada-one-folder-'));
  // Under root PostgreSQL runs as another account, which must be able to enter.
  await chmod(DATA_DIR, 0o711);
  const env = { DATA_DIR, DATABASE_URL: '', STORAGE_URL: '', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const first = await startServer(env);
  const second = await startServer(env);
  const signIn = (url: string) =>
    fetch(`${url}/api/user/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
  try {
    const { token } = (await (await signIn(first.url)).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${second.url}/api/agency`, { headers })).status).toBe(200);
    // The one that started PostgreSQL dies.
    first.kill();
    await first.exited;
    expect((await fetch(`${second.url}/api/agency`, { headers })).status).toBe(200);
    expect((await signIn(second.url)).status).toBe(201);
  } finally {
    await first.stop();
    await second.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});
