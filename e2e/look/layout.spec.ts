import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Page } from '@playwright/test';
import { lengthen } from '../../apps/api/test/attacks/long-names.ts';
import { ownerOf } from '../databases.ts';
import { test } from '../demo.ts';
import { expect, settled } from '../fixtures.ts';
import { cutOff, outOfSight } from '../looks.ts';
import { WALK } from '../routes.ts';

/** The narrowest phone, phones, a screen of 1366 at 200 %, a tablet, the narrowest desk, and the screens of an office. */
const WIDTHS = [320, 360, 390, 683, 768, 1024, 1280, 1366, 1440];
/** Screens on which a page could look half empty. */
const WIDE = [1920, 2560];
/** Largest width of a page's content, as set by the shell. */
const CONTENT = 1760;

const LISTS = [
  '/',
  '/clients',
  '/properties',
  '/properties/requests',
  '/contracts',
  '/contracts/readjustments',
  '/schedules',
  '/contacts',
  '/support',
  '/blog',
  '/financial',
  '/financial/invoices',
  '/financial/boletos',
  '/financial/shall',
  '/financial/transactions',
  '/financial/comissions',
  '/financial/people',
  '/financial/movimentations',
  '/financial/payables',
  '/financial/register',
  '/today',
  '/financial/transfers',
  '/financial/payments',
  '/settings/users',
  '/settings/permissions',
  '/settings/notifications',
  '/settings/contracts',
  '/settings/audit',
];

const resize = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 860 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await settled(page);
};

test(
  'names of sixty letters and the highest amounts hide no figure or button of a list',
  WALK,
  async ({ page, signIn, demo }) => {
    test.setTimeout(300_000);
    const owner = ownerOf(demo.database);
    const putBack = await lengthen(owner);
    const found: string[] = [];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn();
    for (const path of LISTS) {
      await page.goto(STAFF_PATH + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      for (const width of WIDTHS) {
        await resize(page, width);
        const faults = [...(await cutOff(page.locator('body'))), ...(await outOfSight(page))];
        found.push(...faults.map((fault) => `${path} at ${width}: ${fault}`));
      }
    }
    await putBack();
    await owner.destroy();
    expect(found).toEqual([]);
  },
);

test('on a wide screen the head of the page and its content share their ends', WALK, async ({ page, signIn, call }) => {
  const ticket = (await call<{ opened: { id: number }[] }>('GET', '/chat')).opened[0]?.id;
  await signIn();
  for (const path of ['/', '/clients', `/support/${ticket}`]) {
    await page.goto(STAFF_PATH + path);
    await settled(page);
    for (const width of WIDE) {
      await resize(page, width);
      const search = await page.getByRole('button', { name: /^Buscar/ }).boundingBox();
      const content = await page.locator('main > div').first().boundingBox();
      expect(search?.x, `${path} at ${width}`).toBeCloseTo(content?.x ?? 0, 0);
      expect(content?.width, `${path} at ${width}`).toBe(Math.min(CONTENT, width - 232 - 48));
    }
  }
  // The conversation and its details are side by side, over the full width.
  const reply = await page.getByRole('textbox', { name: 'Resposta' }).boundingBox();
  expect(reply?.width).toBeGreaterThan(1_400);

  await page.goto('/app');
  const ring = page.getByRole('region', { name: 'Imóveis em alta' });
  await expect(ring).toBeVisible();
  for (const width of [1366, ...WIDE]) {
    await resize(page, width);
    expect((await ring.boundingBox())?.width, `at ${width}`).toBeLessThanOrEqual(400);
  }
});

test('the pagination of a list fits one line on the narrowest phone', WALK, async ({ page, enter }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enter('/clients');
  const pages = page.getByRole('navigation', { name: 'Páginas' });
  await expect(pages).toHaveText('Página 1 de 6');
  expect((await page.locator('[data-foot]').boundingBox())?.height).toBeLessThanOrEqual(60);
  await expect(pages.getByRole('button', { name: 'Página anterior' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Próxima página' }).click();
  await expect(pages).toHaveText('Página 2 de 6');
});

/** Pages with a list, whose first row must be visible; on a phone in its phone layout. */
const FIRST_ROWS = [
  ...['/clients', '/properties', '/properties/requests', '/contracts', '/contracts/readjustments', '/schedules'],
  ...['/contacts', '/support', '/blog', '/financial/invoices', '/financial/boletos', '/financial/shall'],
  ...['/financial/transactions', '/financial/comissions', '/financial/movimentations', '/financial/payments'],
  ...['/settings/users', '/settings/permissions', '/settings/notifications', '/settings/contracts', '/settings/audit'],
].map((path) => ({ path, row: 'main [data-row]' }));

test('on a phone every list begins in the upper half of the screen', WALK, async ({ page, signIn, demo }) => {
  test.setTimeout(120_000);
  const paid = demo.db.selectFrom('transfer').select('user_id').where('status', '=', 'DONE').orderBy('done_on', 'desc');
  const { user_id: owner } = await paid.executeTakeFirstOrThrow();
  const statement = `/financial/statements?owner=${owner}`;
  const lists = [
    ...FIRST_ROWS,
    { path: '/financial/transfers', row: 'main section section li' },
    { path: statement, row: 'main [data-row]' },
  ];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  const low: string[] = [];
  for (const { path, row } of lists) {
    await page.goto(STAFF_PATH + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    const place = await page
      .locator(row)
      .first()
      .boundingBox({ timeout: 2_000 })
      .catch(() => null);
    // The notice of the frozen clock is above the page in tests only.
    const clock = await page.getByRole('complementary', { name: 'Relógio' }).boundingBox();
    const top = place ? place.y - (clock?.height ?? 0) : undefined;
    if (top === undefined) low.push(`${path} has no rows`);
    else if (top >= 400) low.push(`${path} begins at ${top}`);
  }
  expect(low).toEqual([]);
});

test('on a phone the selection bar is one line, with its actions in a menu', WALK, async ({ page, enter }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter('/financial/invoices');
  await page
    .getByRole('checkbox', { name: /^Escolher fatura/ })
    .first()
    .check();
  const bar = page.getByRole('region', { name: 'Itens selecionados' });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56);
  await bar.getByRole('button', { name: 'Ações' }).click();
  await expect(bar.getByRole('menuitem', { name: 'Marcar como pagas' })).toBeVisible();
});
