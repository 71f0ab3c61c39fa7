import type { Page } from '@playwright/test';
import { systemContext } from '../apps/api/src/context.ts';
import { factories } from '../apps/api/test/factories.ts';
import type { startMailServer } from '../apps/api/test/servers/mail-server.ts';
import { test as base, expect } from './fixtures.ts';
import { openAgency } from './own-agency.ts';
import { ADMIN, TODAY } from './people.ts';

/** A new agency with its own database and jobs; with the address of a mail server it sends mail. */
export async function newAgency(mail?: string) {
  const mailing = { SMTP_URL: mail ?? '', MAIL_FROM: 'Nova <nao-responda@nova.test>', PUBLIC_URL: 'http://localhost' };
  const settings = { CLOCK: TODAY, ...(mail && mailing) };
  const { url, runtime, close } = await openAgency({ settings, frozenDay: TODAY, poll: 200 });
  const { deps, pool } = runtime;
  // The port is known only now; links in e-mails lead here.
  if (mail) deps.publicUrl = url;
  return { url, make: factories(systemContext(deps)), db: deps.db, pool, today: deps.today, stop: close };
}

/** Like `test` of fixtures.ts, in a new agency for each story. */
export const test = base.extend<{
  agency: Awaited<ReturnType<typeof newAgency>>;
  /** Its mail server; none but where a story brings one. */
  mail: Awaited<ReturnType<typeof startMailServer>> | undefined;
}>({
  mail: [undefined, { option: true }],
  agency: [
    async ({ mail }, use) => {
      const agency = await newAgency(mail?.url);
      await use(agency);
      await agency.stop();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ agency }, use) => use(agency.url),
});

export async function signIn(page: Page, url: string) {
  await page.goto(`${url}/app/login`);
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}
