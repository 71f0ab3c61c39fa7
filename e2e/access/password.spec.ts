import { startMailServer } from '../../apps/api/test/servers/mail-server.ts';
import { expectAccessible } from '../accessible.ts';
import { test as base, expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { openAgency } from '../own-agency.ts';
import { ADMIN } from '../people.ts';

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/** An agency of its own, which sends e-mails. */
const test = base.extend<{ own: { url: string; mail: Mail } }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const mail = await startMailServer();
      const sender = { SMTP_URL: mail.url, MAIL_FROM: 'a@serra.example', PUBLIC_URL: 'http://serra.example' };
      const { url, close } = await openAgency({ settings: { ...sender, CEP_URL: '', INDICES_URL: '' }, poll: 50 });
      await use({ url, mail });
      await close();
      await mail.close();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.url),
});
test.describe.configure({ timeout: 120_000 });

test('a forgotten password is set anew by the link in the mail', LONG, async ({ page, own }) => {
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
