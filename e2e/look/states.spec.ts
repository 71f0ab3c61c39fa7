import type { Page } from '@playwright/test';
import { askForVisit, writeMessage } from '../attendance.ts';
import { client } from '../clients.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { hold } from '../held-requests.ts';
import { LONG } from '../long.ts';
import { mainMenu } from '../menu.ts';
import { property, tag } from '../properties.ts';

/** Answers a call with `status` instead of the server, until the returned function is called. */
async function answerInstead(page: Page, path: string | RegExp, status: number) {
  await page.route(path, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ message: 'Indisponível.' }),
    }),
  );
  return () => page.unroute(path);
}

const NOTICES = /\/assets\/notice-stack-/;
const LIST = /\/api\/user\?/;
const offlineWords = (page: Page) =>
  page.getByText('Sem conexão com o servidor. O que foi digitado continua aqui').last();

test('without a connection it says so, keeps typed values, and recovers by itself', async ({
  page,
  enter,
  call,
  context,
}) => {
  const id = await client(call, { name: 'Aurora Sem Rede' });
  await enter(`/clients?open=${id}`);
  const phone = page.getByRole('dialog').getByLabel('Telefone').first();
  // The first notice loads the code that shows notices, which can't be loaded offline.
  await phone.fill('32988880000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(notice(page, 'Dados atualizados')).toBeVisible();
  await notice(page, 'Dados atualizados').getByRole('button').click();
  await expect(notice(page, 'Dados atualizados')).toHaveCount(0);
  await phone.fill('32999990000');
  await context.setOffline(true);
  await expect(offlineWords(page)).toBeVisible();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sem conexão' })).toBeVisible();
  await expect(phone).toHaveValue('(32) 99999-0000');
  await context.setOffline(false);
  await expect(offlineWords(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(notice(page, 'Dados atualizados')).toBeVisible();
});

test('notices whose code and styles could not be loaded come once they can be', LONG, async ({ page, enter, call }) => {
  const id = await client(call, { name: 'Aurora Sem Avisos' });
  await page.route(NOTICES, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => NOTICES.test(request.url()));
  await enter(`/clients?open=${id}`);
  await lost;
  await page.getByRole('dialog').getByLabel('Telefone').first().fill('32988880000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.unroute(NOTICES);
  await expect(notice(page, 'Dados atualizados')).toBeVisible();
  await expect(page.locator('.mantine-Notifications-root').last()).toHaveCSS('position', 'fixed');
});

test(
  'an answer that was on its way when the connection went does not hide that it is gone',
  LONG,
  async ({ page, enter, call, context }) => {
    await client(call, { name: 'Berta Sem Rede' });
    const answered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route(LIST, async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await held.promise;
      await route.fulfill({ response });
    });
    await enter('/clients?query=Berta Sem Rede');
    await answered.promise;
    await context.setOffline(true);
    await expect(offlineWords(page)).toBeVisible();
    held.resolve();
    await expect(page.getByRole('button', { name: 'Abrir Berta Sem Rede' }).first()).toBeVisible();
    // Checked immediately, since a later call that fails would bring it back.
    expect(await offlineWords(page).isVisible()).toBe(true);
    await context.setOffline(false);
    await expect(offlineWords(page)).toHaveCount(0);
  },
);

for (const status of [500, 503]) {
  test(`a list that fails with ${status} offers a next step`, LONG, async ({ page, enter }) => {
    const heal = await answerInstead(page, LIST, status);
    await enter('/clients');
    const failed = page.getByRole('main').getByRole('alert');
    await expect(failed).toContainText('Não foi possível carregar os clientes');
    await heal();
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(failed).toHaveCount(0);
    await settled(page);
  });
}

test('an unknown record and an unknown address show a message', LONG, async ({ page, enter }) => {
  await enter('/clients/info/999999');
  await expect(page.getByRole('main').getByText('Cliente não encontrado')).toBeVisible();
  await page.goto('/app/clients?open=999999');
  await expect(page.getByRole('dialog').getByText('Não encontramos o cliente')).toBeVisible();
  await page.goto('/app/clients/nada/disso');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test(
  'a window whose chunk is gone after an upgrade keeps the page and offers the new version',
  LONG,
  async ({ page, enter, call }) => {
    const name = `Zulmira ${tag()}`;
    await client(call, { name });
    await page.route(/\/assets\/client-window-/, (route) => route.fulfill({ status: 404 }));
    await enter(`/clients?query=${name}`);
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
    // Simulates that the server has a new version of the app.
    await page.route(/\/assets\/index-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: `Abrir ${name}` }).click();
    await expect(notice(page, 'Há uma versão nova da Morada')).toBeVisible();
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await page.getByRole('button', { name: `Abrir ${name}` }).click();
    await expect(page.getByRole('dialog')).toContainText(name);
  },
);

test.describe('in a browser that has loaded little', () => {
  test.use({ isFresh: true });

  test(
    'parts whose code is missing say so in their place: what is typed stays, and so does the menu',
    LONG,
    async ({ page, enter }) => {
      await enter('/clients/create');
      const name = page.getByRole('textbox', { name: 'Nome', exact: true });
      await name.fill('Aurora Sem Sino');
      const missing = /\/assets\/(?:bell-panel|doctor)-/;
      await page.route(missing, (route) => route.abort());
      await page.evaluate(() => Object.assign(window, { kept: true }));
      await page.getByRole('button', { name: 'Notificações' }).click();
      await expect(page.getByText('Não foi possível carregar as notificações')).toBeVisible();
      await expect(name).toHaveValue('Aurora Sem Sino');
      await page.keyboard.press('Escape');
      // A page: TanStack Router would reload the document, which offline leaves it white.
      const menu = page.getByRole('navigation', { name: 'Menu principal' });
      await menu.getByRole('button', { name: 'Configurações' }).click();
      await menu.getByRole('link', { name: 'Diagnóstico' }).click();
      await page.getByRole('button', { name: 'Descartar alterações' }).click();
      await expect(page.getByRole('heading', { name: 'Não foi possível abrir esta página' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible();
      expect(await page.evaluate(() => 'kept' in window)).toBe(true);
      await page.unroute(missing);
    },
  );
});

test('a slow list shows its skeleton after 200 ms, not before', LONG, async ({ page, enter }) => {
  await enter('/');
  await settled(page);
  const letGo = await hold(page, LIST);
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: 'Clientes', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  const bars = page.locator('tbody tr').first();
  await expect(bars).toBeAttached();
  // The rule as the browser applies it: invisible for 200 ms, then fully visible immediately.
  const fade = await bars.evaluate((row) => {
    const [animation] = row.getAnimations();
    const { delay, fill } = animation?.effect?.getTiming() ?? {};
    animation?.pause();
    const at = (time: number) => {
      if (animation) animation.currentTime = time;
      return getComputedStyle(row).opacity;
    };
    return { delay, fill, before: at(150), after: at(201) };
  });
  expect(fade).toEqual({ delay: 200, fill: 'both', before: '0', after: '1' });
  letGo();
  await settled(page);
});

test(
  'an empty list and a search without results have their own messages and next steps',
  LONG,
  async ({ page, enter }) => {
    await page.route(LIST, (route) => route.fulfill({ json: { data: [], page: 1, lastPage: 1, total: 0 } }));
    await enter('/clients');
    const main = page.getByRole('main');
    await expect(main.getByText('Nenhum cliente cadastrado')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Novo cliente' })).toHaveCount(2);
    await page.goto('/app/clients?query=Ninguém');
    await expect(main.getByText('Cliente não encontrado')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Limpar filtros' })).toBeVisible();
  },
);

test(
  'hovering a row prefetches it, and opening it needs no request and shows no skeleton',
  LONG,
  async ({ page, enter, call }) => {
    const name = `Iracema ${tag()}`;
    const id = await client(call, { name });
    await enter(`/clients?query=${name}`);
    const row = page.getByRole('row', { name });
    await expect(row).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === `/api/user/${id}`) asked.push(pathname);
    });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === `/api/user/${id}`),
      row.hover(),
    ]);
    await answer.finished();
    expect(asked).toHaveLength(1);
    await page.evaluate(() => {
      const waits: string[] = [];
      Object.assign(globalThis, { waits });
      new MutationObserver(() => {
        // The tabs behind the one in sight are drawn after it.
        const all = [...document.querySelectorAll('[role="dialog"] [aria-busy="true"]')];
        const wait = all.find((one) => one.checkVisibility());
        if (wait) waits.push(wait.getAttribute('aria-label') ?? '');
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: `Abrir ${name}` }).click();
    await expect(page.getByRole('dialog').getByLabel('Nome').first()).toHaveValue(name);
    expect(asked).toHaveLength(1);
    expect(await page.evaluate(() => (globalThis as unknown as { waits: string[] }).waits)).toEqual([]);
  },
);

test(
  'resting on a row renders no window, and a window that was closed keeps no input',
  LONG,
  async ({ page, enter, call }) => {
    const name = `Jurema ${tag()}`;
    const id = await client(call, { name });
    await enter(`/clients?query=${name}`);
    const row = page.getByRole('row', { name });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === `/api/user/${id}`),
      row.hover(),
    ]);
    await answer.finished();
    await expect(page.locator('[role="dialog"]')).toHaveCount(0);

    const window = page.getByRole('dialog');
    const open = row.getByRole('button', { name: `Abrir ${name}` });
    await open.click();
    await expect(page).toHaveURL(/open=\d+/);
    await expect(window.locator(':focus')).toHaveCount(1);

    await window.getByLabel('Nome').first().fill('Jurema Perdida');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(window).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(window.getByLabel('Nome').first()).toHaveValue(name);
  },
);

test('keyboard focus prefetches as well', LONG, async ({ page, enter, call }) => {
  const name = `Jacira ${tag()}`;
  const id = await client(call, { name });
  await enter(`/clients?query=${name}`);
  const button = page.getByRole('button', { name: `Abrir ${name}` });
  await expect(button).toBeVisible();
  await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === `/api/user/${id}`),
    button.focus(),
  ]);
});

test('a message is marked as read at once, and unread again when the server refuses', LONG, async ({ page, enter }) => {
  const name = `Otacílio ${tag()}`;
  await writeMessage(name);
  await enter('/contacts');
  const row = page.getByRole('row', { name });
  await expect(row.getByText('não lida')).toBeAttached();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/contacts?\/\d+/, async (route) => {
    await held.promise;
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"message":"Indisponível."}' });
  });
  await row.getByRole('button', { name: /^Ver mensagem/ }).click();
  await expect(row.getByText('não lida')).toHaveCount(0);
  held.resolve();
  await expect(row.getByText('não lida')).toBeAttached();
});

test.describe('a day without a connection, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isFresh: true, serviceWorkers: 'allow' });

  test(
    'pages that were seen open, others say so within the app, and nothing lies over a button',
    LONG,
    async ({ page, enter, call, context }) => {
      const name = `Otávio ${tag()}`;
      await askForVisit(name, await property(call));
      await enter('/clients');
      await settled(page);
      const go = async (entry: string) => {
        await page.getByRole('button', { name: 'Abrir menu' }).click();
        await mainMenu(page).getByRole('link', { name: entry, exact: true }).click();
      };
      await page.getByRole('button', { name: 'Abrir menu' }).click();
      await mainMenu(page)
        .getByRole('link', { name: /^Agendamentos/ })
        .click();
      await expect(page.getByText(name)).toBeVisible();
      await settled(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await context.setOffline(true);
      await expect(offlineWords(page)).toBeVisible();
      const strip = await offlineWords(page).boundingBox();
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

      await go('Clientes');
      await expect(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await go('Contratos');
      await expect(page.getByRole('heading', { name: 'Não foi possível abrir esta página' })).toBeVisible();

      // Loaded anew, and an address that is typed: within the app, without what was read before.
      for (const load of [() => page.reload(), () => page.goto('/app/schedules'), () => page.goto('/app/properties')]) {
        await load();
        await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeVisible();
        await expect(offlineWords(page)).toBeVisible();
        await expect(page.getByText(name)).toHaveCount(0);
      }
      await expect(page.getByRole('heading', { name: 'Não foi possível abrir esta página' })).toBeVisible();
      const kept = await page.evaluate(async () => {
        const builds = await Promise.all((await caches.keys()).map((build) => caches.open(build)));
        const files = await Promise.all(builds.map((build) => build.keys()));
        return files.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(kept).toContain('/app');
      expect(kept.filter((path) => !/^\/(?:app|[\w-]+\.\w+|assets\/[\w-]+\.\w+)$/.test(path))).toEqual([]);
      // It comes by itself.
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Imóveis' })).toBeVisible();
      await expect(offlineWords(page)).toHaveCount(0);
    },
  );
});
