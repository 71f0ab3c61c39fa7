import type { Page } from '@playwright/test';
import { faultsOnWholePage } from './accessible.ts';
import { test } from './demo.ts';
import { DESK, faultsOf } from './everybody.ts';
import { expect } from './fixtures.ts';
import { cutOff, ZOOMED } from './looks.ts';
import { ENTRANCE_PATHS, STAFF_PATHS, WALK } from './routes.ts';
import { settled } from './shots/camera.ts';
import { screens } from './shots/screens.ts';

/** So many to a test, so that they spread over the workers. */
const PORTION = 4;

test.describe.configure({ timeout: 240_000 });

/** The other tabs of a page: what they hold, and how it fits. */
async function faultsOfTabs(page: Page): Promise<string[]> {
  const found: string[] = [];
  const tabs = page.getByRole('main').getByRole('tab');
  for (let place = 0; place < (await tabs.count()); place += 1) {
    const tab = tabs.nth(place);
    if ((await tab.getAttribute('aria-selected')) === 'true') continue;
    const name = (await tab.innerText()).trim();
    await tab.click();
    await settled(page);
    const faults = [...(await cutOff(page.locator('body'))), ...(await faultsOnWholePage(page))];
    await page.setViewportSize(ZOOMED.narrow);
    await settled(page);
    faults.push(...(await cutOff(page.locator('body'))), ...(await faultsOnWholePage(page)));
    await page.setViewportSize(DESK);
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  }
  return found;
}

const portions = Array.from({ length: Math.ceil(STAFF_PATHS.length / PORTION) }, (_, number) =>
  STAFF_PATHS.slice(number * PORTION, (number + 1) * PORTION),
);

for (const paths of portions)
  test(`everybody can use ${paths.join(', ')}`, WALK, async ({ page, signIn, call }) => {
    const found: string[] = [];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn();
    // A page that nobody gave a record fails here.
    for (const { path, address } of await screens(call)) {
      if (!paths.includes(path)) continue;
      await page.goto(address);
      await settled(page);
      const faults = [...(await faultsOf(page)), ...(await faultsOfTabs(page))];
      found.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

test('the router has pages, and each of them is walked', () => {
  expect(STAFF_PATHS.length).toBeGreaterThan(35);
  expect(portions.flat()).toEqual(STAFF_PATHS);
});

/** How one gets to what comes before the pages. */
const ENTRANCE: Record<string, (page: Page, call: Parameters<typeof screens>[0]) => Promise<unknown>> = {
  '/login': (page) => page.goto('/login'),
  '/setup': (page) => page.goto(`/setup?token=${'x'.repeat(43)}`),
  '/first-steps': async (page, call) => {
    const [group] = await call<{ id: number }[]>('GET', '/user/admin/groups');
    const person = { email: 'primeiro.dia@morada.test', password: 'janela-azul-7' };
    await call('POST', '/user/admin/user', {
      ...person,
      name: 'Bruno Lima',
      groupId: group?.id,
      password_temporary: true,
    });
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL(/\/first-steps/);
  },
};

test('everybody can get in', WALK, async ({ page, call }) => {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(ENTRANCE_PATHS.toSorted()).toEqual(Object.keys(ENTRANCE).toSorted());
  for (const [path, go] of Object.entries(ENTRANCE)) {
    await go(page, call);
    await settled(page);
    found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
  }
  expect(found).toEqual([]);
});
