import type { Page } from '@playwright/test';
import { systemContext } from '../apps/api/src/context.ts';
import { factories } from '../apps/api/test/factories.ts';
import { test as base, expect } from './fixtures.ts';
import { openAgency } from './own-agency.ts';
import { ADMIN, TODAY } from './people.ts';

/** A new agency with its own database and jobs. */
export async function newAgency() {
  const { url, runtime, close } = await openAgency({ settings: { CLOCK: TODAY }, frozenDay: TODAY, poll: 200 });
  const { deps, pool } = runtime;
  return { url, make: factories(systemContext(deps)), db: deps.db, pool, today: deps.today, stop: close };
}

/** Like `test` of fixtures.ts, in a new agency for each story. */
export const test = base.extend<{ agency: Awaited<ReturnType<typeof newAgency>> }>({
  agency: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
    async ({}, use) => {
      const agency = await newAgency();
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
