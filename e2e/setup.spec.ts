import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { newSetupLink } from '../apps/api/src/modules/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';

test('an empty server is set up by its one-time link', async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'morada-setup-'));
  await chmod(dataDir, 0o711);
  const runtime = await openRuntime(readSettings({ DATA_DIR: dataDir }));
  const app = await buildApp(runtime.deps, { web: fileURLToPath(new URL('../apps/web/dist/', import.meta.url)) });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const token = await newSetupLink(runtime.deps);

    await page.goto(`${url}/app/login`);
    await expect(page.getByText('Ainda não há administrador.')).toBeVisible();

    await page.goto(`${url}/app/setup?token=${token}`);
    await page.getByLabel('Nome').fill('Ana Lima');
    await page.getByLabel('E-mail').fill('ana@morada.test');
    await page.getByLabel('Senha', { exact: true }).fill('curta');
    await page.getByRole('button', { name: 'Criar administrador' }).click();
    await expect(page.getByText('A senha precisa de 8 caracteres ou mais')).toBeVisible();
    await page.getByLabel('Senha', { exact: true }).fill('uma-senha-boa');
    await page.getByRole('button', { name: 'Criar administrador' }).click();
    await expect(page.getByText('Olá, Ana')).toBeVisible();

    expect(await newSetupLink(runtime.deps)).toBeUndefined();
  } finally {
    await page.close();
    await app.close();
    await runtime.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
