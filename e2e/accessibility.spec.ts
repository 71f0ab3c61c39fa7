import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, settled, test } from './fixtures.ts';

const PAGES = [
  '/',
  '/clients',
  '/clients/create',
  '/properties',
  '/properties/register',
  '/contracts',
  '/contracts/create',
  '/financial/invoices',
  '/financial/transfers',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has an accessibility violation, ${colorScheme}`, async ({ page, signIn }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
    const found = [...(await violations(page))];
    await signIn();
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      found.push(...(await violations(page)));
    }
    expect(found).toEqual([]);
  });
}

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(
    ({ id, nodes }) =>
      `${new URL(page.url()).pathname}: ${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
