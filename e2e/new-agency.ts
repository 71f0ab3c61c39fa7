import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { systemContext } from '../apps/api/src/context.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { factories } from '../apps/api/test/factories.ts';
import { ADMIN } from './people.ts';

/** A new agency with its own database and jobs. */
export async function newAgency() {
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-first-'));
  await chmod(dataDir, 0o711);
  const runtime = await openRuntime(readSettings({ DATA_DIR: dataDir }));
  const app = await buildApp(runtime.deps, { web: fileURLToPath(new URL('../apps/web/dist/', import.meta.url)) });
  const jobs = await startJobs(runtime.deps, runtime.pool, app.log, { crontab: '', pollInterval: 200 });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await createAdministrator(runtime.deps, ADMIN);
  return {
    url,
    make: factories(systemContext(runtime.deps)),
    db: runtime.deps.db,
    pool: runtime.pool,
    today: runtime.deps.today,
    stop: async () => {
      await app.close();
      await jobs.stop();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function signIn(page: Page, url: string) {
  await page.goto(`${url}/app/login`);
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}
