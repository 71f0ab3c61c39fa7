import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Page } from '@playwright/test';
import { hashPassword } from '../../apps/api/src/base/secrets/password-hashing.ts';
import { faultsOnWholePage } from '../accessible.ts';
import { type Demo, test } from '../demo.ts';
import { briefFaultsOf, DESK, faultsOf, followTo } from '../everybody.ts';
import { expect } from '../fixtures.ts';
import { cutOff, ZOOMED } from '../looks.ts';
import { BRIEF, ENTRANCE_PATHS, STAFF_PATHS, WALK } from '../routes.ts';
import { settled, watchRequests } from '../shots/camera.ts';
import { screens } from '../shots/screens.ts';

type Call = Parameters<typeof screens>[0];

/** Pages of one test, so that the tests spread over the workers. */
const PORTION = 4;

test.describe.configure({ timeout: 240_000 });
test.beforeEach(({ page }) => watchRequests(page));

/** The other tabs of a page, checked for content and layout. */
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

const portionsOf = (size: number, all = STAFF_PATHS) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, number) => all.slice(number * size, (number + 1) * size));
const portions = portionsOf(PORTION);

/** Goes to each of these staff pages and returns its faults. */
async function faultsOfPages(
  call: Call,
  paths: string[],
  go: (address: string) => Promise<void>,
  look: () => Promise<string[]>,
) {
  const found: string[] = [];
  // A page that has no record to show fails in screens().
  for (const { path, address } of await screens(call)) {
    if (!paths.includes(path)) continue;
    await go(address);
    found.push(...(await look()).map((fault) => `${path}: ${fault}`));
  }
  return found;
}

/** Every sixteenth page, the others in the long form. */
const EVERY_SIXTEENTH = STAFF_PATHS.filter((_, place) => place % 16 === 0);

for (const paths of portionsOf(3 * PORTION, EVERY_SIXTEENTH))
  test(`axe finds nothing on ${paths.at(0)} to ${paths.at(-1)}`, BRIEF, async ({ page, enter, call }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let isOpen = false;
    const go = async (address: string) => {
      if (isOpen) return followTo(page, address);
      await enter(address);
      isOpen = true;
      await settled(page);
    };
    expect(await faultsOfPages(call, paths, go, () => briefFaultsOf(page))).toEqual([]);
  });

for (const paths of portions)
  test(`no faults in ${paths.join(', ')}`, WALK, async ({ page, signIn, call }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn();
    const look = async () => [...(await faultsOf(page)), ...(await faultsOfTabs(page))];
    const go = async (address: string) => {
      await page.goto(STAFF_PATH + address);
      await settled(page);
    };
    expect(await faultsOfPages(call, paths, go, look)).toEqual([]);
  });

test('every page of the router is walked', () => {
  expect(STAFF_PATHS.length).toBeGreaterThan(35);
  expect(portions.flat()).toEqual(STAFF_PATHS);
});

/** Steps to the pages before the sign-in. */
const ENTRANCE: Record<string, (page: Page, demo: Demo) => Promise<unknown>> = {
  '/login': (page) => page.goto('/app/login'),
  '/setup': (page) => page.goto(`/app/setup?token=${'x'.repeat(43)}`),
  '/first-steps': async (page, { db }) => {
    const person = { email: 'primeiro.dia@morada.test', password: 'janela-azul-7' };
    const temporary = await hashPassword(person.password);
    // By a call a second person of the demonstration would have to confirm it.
    await db
      .insertInto('admin_user')
      .values(({ selectFrom }) => ({
        ...{ name: 'Bruno Lima', email: person.email, password_temporary: true },
        group_id: selectFrom('permission_group').select('id').orderBy('id').limit(1),
        password_hash: temporary,
      }))
      .execute();
    await page.goto('/app/login');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Senha', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL(/\/first-steps/);
  },
};

test('the pages before the sign-in have no faults', WALK, async ({ page, demo }) => {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(ENTRANCE_PATHS.toSorted()).toEqual(Object.keys(ENTRANCE).toSorted());
  for (const [path, go] of Object.entries(ENTRANCE)) {
    await go(page, demo);
    await settled(page);
    found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
  }
  expect(found).toEqual([]);
});
