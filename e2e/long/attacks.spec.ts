import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openHostileAgency } from '../hostile-agency.ts';
import { ADMIN } from '../people.ts';
import { STAFF_PATHS } from '../routes.ts';

// One agency serves all tests, because its data takes longer to create than to check.
test.describe.configure({ mode: 'default' });

let agency: Awaited<ReturnType<typeof openHostileAgency>>;
test.beforeAll(async () => {
  agency = await openHostileAgency();
});
test.afterAll(() => agency.close());

/** Effects of an attack: a script that ran, a dialog, a foreign request, a block by the content security policy. */
async function listen(page: Page) {
  const heard: string[] = [];
  await page.exposeFunction('canario', () => heard.push('a script ran'));
  await page.exposeFunction('violated', (what: string) => heard.push(`kept out by the policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      (window as unknown as { violated: (what: string) => void }).violated(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('popup', (popup) => heard.push(`a window: ${popup.url()}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== agency.url && !['data:', 'blob:'].includes(protocol)) heard.push(`asked ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) heard.push(`a frame: ${frame.url()}`);
    else if (!frame.url().startsWith(agency.url) && frame.url() !== 'about:blank') heard.push(`away: ${frame.url()}`);
  });
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
  return heard;
}

/** Elements in the page that the app did not create; typed values and displayed text do not count. */
const foreign = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')];
    const isOurs = (address: string) =>
      /^(\/(?!\/)|#|blob:|data:image\/|tel:|mailto:|https:\/\/(wa\.me|www\.(instagram|facebook|youtube|linkedin)\.com)\/)/.test(
        address,
      );
    return elements
      .filter((element) => {
        if (/^(iframe|frame|object|embed|base|math|marquee|audio|video|portal|foreignobject)$/i.test(element.tagName))
          return true;
        if (element.tagName === 'SCRIPT' && !element.getAttribute('src')?.startsWith('/'))
          return element.getAttribute('type') !== 'application/ld+json';
        return element.getAttributeNames().some((name) => {
          const value = element.getAttribute(name) ?? '';
          if (/^(on|v-|x-|ng-|hx-)|^(srcdoc|formaction|ping|background)$/i.test(name)) return true;
          const isAddress = /^(href|src|action|data|xlink:href|poster|srcset)$/i.test(name);
          return isAddress && !isOurs(value.replace(location.origin, ''));
        });
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });

const quiet = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
};

async function look(page: Page) {
  await quiet(page);
  const found = await foreign(page);
  for (const tab of await page.getByRole('tab').all()) {
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await quiet(page);
    found.push(...(await foreign(page)));
  }
  expect(found, page.url()).toEqual([]);
}

async function enter(page: Page) {
  await page.goto(`${agency.url}/app/login`);
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Autentifique-se');
}

/** Navigates to another page without reloading the app. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, STAFF_PATH + path);

/** Text as a browser renders it: whitespace collapsed. */
const shown = (text: string) => text.replace(/\s+/g, ' ').trim();

test('a successful attack is detected', async ({ page }) => {
  const heard = await listen(page);
  await page.goto(`${agency.url}/app/login`);
  await quiet(page);
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=/x onerror=canario()>'));
  expect(await foreign(page)).toHaveLength(1);
  await expect.poll(() => heard.join()).toContain('kept out by the policy: script-src-attr');
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=//mal.example/a.gif>'));
  await expect.poll(() => heard.join()).toContain('mal.example');
});

test('lists show attacks as text', async ({ page }) => {
  test.setTimeout(180_000);
  const heard = await listen(page);
  await enter(page);
  const paths = STAFF_PATHS.filter((path) => !path.includes('$'));
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    await page.goto(agency.url + STAFF_PATH + path);
    await look(page);
    expect(heard, path).toEqual([]);
  }
  await page.getByRole('button', { name: 'Notificações' }).click();
  await look(page);
  await page.goto(`${agency.url}/app/clients`);
  const [{ owner } = { owner: { name: '' } }] = agency.sets.slice(-1);
  await expect(page.getByRole('main')).toContainText(shown(owner.name));
  expect(heard).toEqual([]);
});

for (let number = 0; number < 6; number += 1)
  test(`records of attacks are shown as they were typed (${number + 1})`, async ({ page }) => {
    test.setTimeout(120_000);
    const heard = await listen(page);
    await enter(page);
    const set = agency.sets[number];
    if (!set) throw new Error(`there is no set ${number}`);
    const pages: [path: string, text: string][] = [
      [`/clients/info/${set.owner.id}`, set.owner.name],
      [`/clients/info/${set.tenant.id}`, set.tenant.name],
      [`/properties/info/${set.let.id}`, set.let.street],
      [`/properties/info/${set.offered.id}`, set.offered.street],
      [`/contracts/info/${set.contract.id}`, set.tenant.name],
      [`/settings/contracts/${set.template.id}`, set.template.name],
      [`/support/${set.ticket}`, set.tenant.name],
      [`/financial/invoices?open=${set.invoice.id}`, set.tenant.name],
      [`/financial/statements?owner=${set.owner.id}&start=2026-01-01&end=2026-12-31`, set.owner.name],
    ];
    for (const [path, text] of pages) {
      await go(page, path);
      await expect(
        page
          .getByRole('main')
          .or(page.getByRole('dialog'))
          .filter({ hasText: shown(text) }),
      ).not.toHaveCount(0);
      await look(page);
      expect(heard, path).toEqual([]);
    }
  });

test('pages of visitors and tenants show attacks as text', async ({ page }) => {
  test.setTimeout(120_000);
  const heard = await listen(page);
  const pages: [path: string, text: string][] = [
    ['/', agency.agency],
    ['/imoveis', agency.agency],
    ['/anuncie', agency.agency],
    ['/privacidade', agency.agency],
    ...agency.sets.flatMap(({ offered, link, let: { street } }): [string, string][] => [
      [`/imovel/comprar/${offered.id}`, offered.neighborhood],
      [link, street],
    ]),
  ];
  for (const [path, text] of pages) {
    await page.goto(agency.url + path);
    await look(page);
    await expect(page.locator('body'), path).toContainText(shown(text));
    expect(heard, path).toEqual([]);
  }
});

test('attacks in an address have no effect', async ({ page }) => {
  const heard = await listen(page);
  await page.goto(`${agency.url}/app/login?redirect=javascript:canario()`);
  await enter(page);
  expect(new URL(page.url()).origin).toBe(agency.url);
  for (const attack of [
    'javascript:canario()',
    '//mal.example',
    '"><img src=x onerror=canario()>',
    '<script>canario()</script>',
  ]) {
    const value = encodeURIComponent(attack);
    for (const path of [
      `/clients?query=${value}`,
      `/contracts?status=${value}&page=${value}`,
      `/financial/invoices?open=${value}`,
    ]) {
      await page.goto(agency.url + STAFF_PATH + path);
      await look(page);
      expect(heard, path).toEqual([]);
    }
  }
});
