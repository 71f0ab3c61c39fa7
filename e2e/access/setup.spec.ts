import { newSetupLink } from '../../apps/api/src/modules/access/session/session.service.ts';
import { test as base, expect } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { openEmptyAgency } from '../own-agency.ts';

const test = base.extend<{ agency: Awaited<ReturnType<typeof openEmptyAgency>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  agency: async ({}, use) => {
    const agency = await openEmptyAgency();
    await use(agency);
    await agency.close();
  },
  baseURL: ({ agency }, use) => use(agency.url),
});

test('an empty server is set up by its one-time link', LONG, async ({ page, agency: { runtime } }) => {
  const token = await newSetupLink(runtime.deps);

  await page.goto('/app/login');
  await expect(page.getByText('Ainda não há administrador.')).toBeVisible();

  await page.goto(`/app/setup?token=${token}`);
  await page.getByLabel('Nome').fill('Ana Lima');
  await page.getByLabel('E-mail').fill('ana@morada.test');
  await page.getByLabel('Senha', { exact: true }).fill('curta');
  await page.getByRole('button', { name: 'Criar administrador' }).click();
  await expect(page.getByText('A senha precisa de 8 caracteres ou mais')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('uma-senha-boa');
  await page.getByRole('button', { name: 'Criar administrador' }).click();
  await expect(page.getByText('Olá, Ana')).toBeVisible();

  expect(await newSetupLink(runtime.deps)).toBeUndefined();
  await page.goto(`/app/setup?token=${token}`);
  await expect(page.getByText('Este link já foi usado')).toBeVisible();
});
