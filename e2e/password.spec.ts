import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/api/src/app.ts';
import { readSettings } from '../apps/api/src/base/settings.ts';
import { startJobs } from '../apps/api/src/jobs.ts';
import { createAdministrator } from '../apps/api/src/modules/session/session.service.ts';
import { openRuntime } from '../apps/api/src/runtime.ts';
import { startMailServer } from '../apps/api/test/mail-server.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './fixtures.ts';
import { ADMIN } from './people.ts';

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/** An agency of its own, which sends e-mails. */
const test = base.extend<object, { own: { url: string; mail: Mail } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'morada-password-'));
      await chmod(dataDir, 0o711);
      const mail = await startMailServer();
      const settings = {
        DATA_DIR: dataDir,
        SMTP_URL: mail.url,
        MAIL_FROM: 'a@serra.example',
        CEP_URL: '',
        INDICES_URL: '',
      };
      const runtime = await openRuntime(readSettings({ ...settings, PUBLIC_URL: 'http://serra.example' }));
      const web = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));
      const app = await buildApp(runtime.deps, { web });
      await createAdministrator(runtime.deps, ADMIN);
      const jobs = await startJobs(runtime.deps, runtime.pool, app.log, { crontab: '', pollInterval: 50 });
      await use({ url: await app.listen({ port: 0, host: '127.0.0.1' }), mail });
      await jobs.stop();
      await app.close();
      await runtime.close();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
});
test.describe.configure({ timeout: 120_000 });

test('a forgotten password is set anew by the link in the mail', async ({ page, own }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/login');
  await page.getByRole('link', { name: 'Esqueci a senha' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esqueci a senha');
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill(ADMIN.email);
  const arrival = own.mail.next(({ text }) => text.includes('/senha/'));
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira o seu e-mail');

  const { text } = await arrival;
  await page.goto(/\/senha\/[\w-]{43}/.exec(text)?.[0] ?? '');
  await page.getByLabel('Nova senha, de 8 caracteres ou mais').fill('uma serra bem alta');
  await page.getByLabel('Repita a nova senha').fill('uma serra bem alt');
  await page.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(page.getByText('As duas senhas não são iguais')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nova senha, de 8 caracteres ou mais').fill('uma serra bem alta');
  await page.getByLabel('Repita a nova senha').fill('uma serra bem alta');
  await page.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Senha trocada');

  await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click();
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill('uma serra bem alta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
