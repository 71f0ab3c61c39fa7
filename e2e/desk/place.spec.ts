import { STAFF_PATH } from '@morada/contract/base/addresses';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { crowd } from '../clients.ts';
import { house, person } from '../contracts.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { LIST_ADDRESSES } from '../list-addresses.ts';
import { formOf, LONG } from '../long.ts';
import { goByMenu } from '../menu.ts';
import { owner, tag } from '../properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Filters that are the page's own tabs: they have no chip, and stay in the address. */
const TABS = ['status', 'party'];

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('[data-row]');
const visited = (page: Page) => main(page).locator('[data-visited]');
const way = (page: Page) => page.getByRole('navigation', { name: 'Registros da lista' });
const step = (page: Page, name: 'Anterior' | 'Próximo') => way(page).getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cadastro do Cliente' });

for (const width of [1366, 390]) {
  test(`every filter of every list has a chip that takes it off, at ${width} px`, LONG, async ({ page, enter }) => {
    // Each list is a page of its own: as much as a busy machine may take for it.
    test.setTimeout(Object.keys(LIST_ADDRESSES).length * 20_000);
    await page.setViewportSize({ width, height: 860 });
    await enter('/');
    for (const [path, { address, chips }] of Object.entries(LIST_ADDRESSES)) {
      await page.goto(STAFF_PATH + path + address);
      const removers = main(page).getByRole('button', { name: /^Remover filtro/ });
      const expected = chips.map((chip) => `Remover filtro ${chip}`).sort();
      await expect(async () => {
        const names = await removers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
        expect([path, names.sort()]).toEqual([path, expected]);
      }).toPass();
      const query = new URLSearchParams(address).get('query');
      if (query) await expect(main(page).getByRole('searchbox').first()).toHaveValue(query);
      for (let left = chips.length; left > 0; left -= 1) {
        await removers.first().click();
        await expect(removers).toHaveCount(left - 1);
      }
      const kept = [...new URLSearchParams(address).keys()].filter((name) => name === 'query' || name === 'id');
      await expect
        // `ALL` narrows nothing: it stands where a list is usually narrowed.
        .poll(() =>
          [...new URL(page.url()).searchParams]
            .filter(([name, value]) => !TABS.includes(name) && value !== 'ALL')
            .map(([name]) => name),
        )
        .toEqual(kept);
    }
  });

  test(`a list restores its state and the record's row, at ${width} px`, formOf(width), async ({ page, enter }) => {
    const family = tag();
    await crowd(family, 27);
    await page.setViewportSize({ width, height: 860 });
    await enter(`/clients?query=${encodeURIComponent(family)}&type=TENANT`);
    await expect(rows(page)).toHaveCount(20);

    await test.step('by the menu', async () => {
      await goByMenu(page, 'Imóveis');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imóveis');
      await goByMenu(page, 'Clientes');
      await expect(page).toHaveURL('/app/clients?type=TENANT');
      await main(page)
        .getByRole('button', { name: `Buscar de novo: ${family}` })
        .click();
      await expect(page).toHaveURL(new RegExp(`query=${encodeURIComponent(family).replaceAll('%20', '\\+')}`));
      await expect(page.getByRole('button', { name: 'Remover filtro Tipo' })).toBeVisible();
      await expect(rows(page)).toHaveCount(20);
    });

    await test.step('from a window, by Esc and by the back button', async () => {
      const opener = rows(page).nth(14).locator('[data-opens]');
      const name = await opener.getAttribute('aria-label');
      await opener.click();
      await expect(dialog(page)).toBeVisible();
      const before = await page.evaluate(() => scrollY);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByRole('button', { name: name ?? '' })).toBeFocused();
      await expect(visited(page)).toHaveCount(1);
      expect(await page.evaluate(() => scrollY)).toBe(before);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toBeVisible();
      // The address changes after the frame.
      await expect(page).toHaveURL(/[?&]open=/);
      await page.goBack();
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByRole('button', { name: name ?? '' })).toBeFocused();
    });
  });

  test(`stepping through records crosses pages, at ${width} px`, LONG, async ({ page, enter }) => {
    const family = tag();
    await crowd(family, 22);
    await page.setViewportSize({ width, height: 860 });
    await enter(`/clients?query=${encodeURIComponent(family)}`);
    await expect(rows(page)).toHaveCount(20);
    const nameOf = async (index: number) =>
      (await rows(page).nth(index).locator('[data-opens]').getAttribute('aria-label'))?.replace('Abrir ', '') ?? '';
    const [before, last] = [await nameOf(18), await nameOf(19)];
    await rows(page).nth(18).locator('[data-opens]').click();
    await expect(way(page)).toHaveText('19 de 22');
    await expect(dialog(page).getByText(before, { exact: true })).toBeVisible();

    await step(page, 'Próximo').click();
    await expect(way(page)).toHaveText('20 de 22');
    await expect(dialog(page).getByText(last, { exact: true })).toBeVisible();
    await expect(step(page, 'Próximo')).toBeFocused();
    await expect(page).toHaveURL(/[?&]open=\d+/);

    await page.keyboard.press('Enter');
    await expect(way(page)).toHaveText('21 de 22');
    await expect(page).toHaveURL(/[?&]page=2/);
    await expectAccessible(page);
    await page.keyboard.press('Alt+ArrowDown');
    await expect(way(page)).toHaveText('22 de 22');
    await expect(step(page, 'Próximo')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(way(page)).toHaveText('20 de 22');
    await expect(page).not.toHaveURL(/[?&]page=2/);

    // Each record replaced the other in the history: back leads to the list.
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
    await expect(rows(page)).toHaveCount(20);
    await expect(visited(page).locator('[data-opens]')).toHaveAttribute('aria-label', `Abrir ${last}`);
    await expect(visited(page).locator('[data-opens]')).toBeFocused();
  });
}

/** A tenant with several contracts, each for its own property. */
async function contractsOf(call: Call, name: string, count: number) {
  const { id: user_id } = await person(call, 'TENANT', name);
  for (let made = 0; made < count; made += 1) {
    const { id: property_id } = await house(call);
    await call('POST', '/proposal/manual', {
      ...{ user_id, property_id, current_price: 1_500, commission: 10, transfer_date: 5 },
      ...{ guarantee: 'OTHER', start_date: '2025-12-01', end_date: '2028-05-31', penalty_rents: 3 },
    });
  }
}

test(
  'record pages can be stepped through as well, and back leads to the page and row of the last',
  LONG,
  async ({ page, enter, call }) => {
    test.setTimeout(180_000);
    const name = `Bruno ${tag()}`;
    await contractsOf(call, name, 21);
    await enter(`/contracts?query=${encodeURIComponent(name)}&status=APPROVED`);
    await expect(rows(page)).toHaveCount(20);
    await rows(page).nth(19).getByRole('link', { name: 'Mais detalhes' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^Contrato \d+/);
    await expect(way(page)).toHaveText('20 de 21');
    const first = page.url();
    await page.getByRole('tab', { name: 'Faturas' }).click();

    await step(page, 'Próximo').click();
    await expect(way(page)).toHaveText('21 de 21');
    await expect(page).not.toHaveURL(first);
    await expect(page.getByRole('tab', { name: 'Faturas' })).toHaveAttribute('aria-selected', 'true');
    await expect(step(page, 'Próximo')).toBeFocused();
    await expectAccessible(page);
    const contract = (await title.textContent())?.match(/\d+/)?.[0];

    await page.goBack();
    await expect(page).toHaveURL(/[?&]page=2/);
    await expect(page).toHaveURL(/status=APPROVED/);
    await expect(rows(page)).toHaveCount(1);
    await expect(visited(page).getByRole('link', { name: `Mais detalhes do contrato ${contract}` })).toBeFocused();

    // Opened by its address alone it has no list to step through; closing leads to the list in its last state.
    await page.goto(`/app/contracts/info/${contract}`);
    await expect(title).toHaveText(/^Contrato \d+/);
    await expect(way(page)).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Caminho' }).getByRole('link', { name: 'Contratos' }).click();
    await expect(page.getByRole('button', { name: 'Remover filtro Situação' })).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
  },
);

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('going back at once leaves the list alone', LONG, async ({ page, enter }) => {
    // Forty openings on a processor that is made four times slower.
    test.setTimeout(360_000);
    const family = tag();
    await crowd(family, 8);
    await enter(`/clients?query=${encodeURIComponent(family)}`);
    await expect(rows(page)).toHaveCount(8);
    const browser = await page.context().newCDPSession(page);
    // Pointer, focus and address each render the window: their race is a matter of milliseconds.
    for (let time = 0; time < 40; time += 1) {
      const opener = rows(page)
        .nth(time % 8)
        .getByRole('button', { name: /^Abrir/ });
      const box = await opener.boundingBox();
      if (!box) throw new Error('no button');
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await page.waitForTimeout(80);
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(dialog(page)).toBeVisible();
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.waitForFunction(() => new URLSearchParams(location.search).has('open'), undefined, { polling: 1 });
      await page.evaluate(() => history.back());
      await expect(dialog(page)).not.toBeVisible();
    }
  });
});

test(
  'unsaved changes are confirmed on every way out: the next record, back, the menu, Esc, another address',
  LONG,
  async ({ page, enter }) => {
    const family = tag();
    await crowd(family, 3);
    await enter(`/clients?query=${encodeURIComponent(family)}`);
    await rows(page).nth(0).locator('[data-opens]').click();
    await expect(way(page)).toHaveText('1 de 3');
    const name = dialog(page).getByRole('textbox', { name: 'Nome', exact: true });
    await name.fill('Outra pessoa');
    const question = page.getByRole('dialog', { name: 'Descartar alterações' });
    const stay = async () => {
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Cancelar' }).click();
      await expect(question).toBeHidden();
      await expect(way(page)).toHaveText('1 de 3');
      await expect(name).toHaveValue('Outra pessoa');
    };

    // A text field handles the keys itself.
    await name.press('Alt+ArrowDown');
    await expect(question).toHaveCount(0);
    await step(page, 'Próximo').click();
    await stay();
    await page.keyboard.press('Escape');
    await stay();
    await page.evaluate(() => history.back());
    await stay();
    page.once('dialog', (leave) => leave.dismiss());
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => location.reload(), 0));
    expect((await asked).type()).toBe('beforeunload');
    await expect(name).toHaveValue('Outra pessoa');

    await step(page, 'Próximo').click();
    await question.getByRole('button', { name: 'Descartar alterações' }).click();
    await expect(way(page)).toHaveText('2 de 3');

    await test.step('Esc during a save keeps the window, without a question', async () => {
      await name.fill('Mais outra pessoa');
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/user/**', async (route) => {
        if (route.request().method() !== 'GET') await released;
        await route.continue();
      });
      const save = page.waitForRequest((request) => request.url().includes('/api/user/') && request.method() !== 'GET');
      await dialog(page).getByRole('button', { name: 'Salvar alterações' }).click();
      await save;
      await page.keyboard.press('Escape');
      await expect(name).toBeVisible();
      await expect(question).toHaveCount(0);
      release();
      await expect(page.getByText('Pronto!')).toBeVisible();
    });
  },
);

test('the arrow keys move along a list', LONG, async ({ page, enter }) => {
  const family = tag();
  await crowd(family, 23);
  await enter(`/clients?query=${encodeURIComponent(family)}`);
  await expect(rows(page)).toHaveCount(20);
  await settled(page);
  const search = main(page).getByRole('searchbox');

  // No element has the focus yet.
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(0)).toBeFocused();

  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.press('ArrowDown');
  await expect(rows(page).nth(0)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).nth(19)).toBeFocused();
  // Not covered by the list's footer.
  const foot = await main(page).locator('[data-foot]').boundingBox();
  const row = await rows(page).nth(19).boundingBox();
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await page.keyboard.press('Home');
  await expect(rows(page).nth(0)).toBeFocused();

  await page.keyboard.press('PageDown');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).nth(0)).toBeFocused();

  // All rows are one tab stop; controls within a row follow it.
  await page.keyboard.press('ArrowDown');
  await expect(main(page).locator('[data-row][tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows(page).nth(1).locator('[data-opens]')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  // The window handles keys once it has the focus.
  await expect(dialog(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page).nth(1)).toBeFocused();

  // "/" is a letter in a text field.
  await page.keyboard.press('/');
  await search.fill('a');
  await search.press('/');
  await expect(search).toHaveValue('a/');
});

test('space selects a row of a selectable list', LONG, async ({ page, enter, call }) => {
  const name = `Bruno ${tag()}`;
  await contractsOf(call, name, 1);
  const [{ id: proposal_id } = { id: 0 }] = (
    await call<{ data: { id: number }[] }>('GET', `/proposal?page=1&query=${encodeURIComponent(name)}`)
  ).data;
  await call('POST', '/financial/invoice', { proposal_id, reference: '2026-11' });
  await enter(`/financial/invoices?query=${encodeURIComponent(name)}`);
  await expect(rows(page)).toHaveCount(1);
  await main(page).getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selecionada')).toBeVisible();
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selecionada')).toHaveCount(0);
});

for (const width of [1366, 390]) {
  test(
    `views: saved, opened, first of the list, renamed, deleted, at ${width} px`,
    LONG,
    async ({ page, enter, staffWith }) => {
      await crowd(tag(), 1);
      const me = await staffWith('CLIENT_VIEW');
      await page.setViewportSize({ width, height: 860 });
      await enter('/clients?type=OWNER&situation=ACTIVE', me);
      const opener = page.getByRole('button', { name: /^Filtros salvos/ });
      const entry = (name: string) => page.getByRole('menuitem', { name });

      await test.step('saved', async () => {
        await opener.click();
        await entry('Salvar filtro').click();
        const window = page.getByRole('dialog', { name: 'Salvar filtro' });
        await window.getByRole('button', { name: 'Salvar filtro' }).click();
        await expect(window.getByText('Informe o nome do filtro')).toBeVisible();
        await window.getByLabel('Nome').fill('Proprietários ativos');
        await window.getByLabel('Abrir a lista com este filtro').check();
        await expectAccessible(page);
        await window.getByRole('button', { name: 'Salvar filtro' }).click();
        await expect(notice(page, 'Filtro “Proprietários ativos” salvo')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Filtros salvos: Proprietários ativos' })).toBeVisible();
      });

      await test.step('opened', async () => {
        await page.getByRole('button', { name: 'Remover filtro Tipo' }).click();
        await expect(page).toHaveURL('/app/clients?situation=ACTIVE');
        await opener.click();
        await expectAccessible(page);
        await entry('Proprietários ativos').first().click();
        await expect(page).toHaveURL(/type=OWNER/);
        await expect(page.getByRole('button', { name: 'Remover filtro Tipo' })).toBeVisible();
      });

      await test.step('and changed', async () => {
        await page.getByRole('button', { name: 'Remover filtro Situação' }).click();
        await opener.click();
        await entry('Atualizar “Proprietários ativos”').click();
        await expect(notice(page, 'Filtro “Proprietários ativos” atualizado')).toBeVisible();
      });

      await test.step('the list opens with it in every browser', async () => {
        const other = await page.context().browser()?.newContext({ baseURL: process.env.E2E_URL, locale: 'pt-BR' });
        const fresh = await other?.newPage();
        if (!other || !fresh) throw new Error('No browser');
        await fresh.setViewportSize({ width, height: 860 });
        await fresh.goto('/app/login?redirect=/clients');
        await fresh.getByLabel('E-mail').fill(me.email);
        await fresh.getByLabel('Senha', { exact: true }).fill(me.password);
        await fresh.getByRole('button', { name: 'Entrar' }).click();
        await expect(fresh.getByRole('button', { name: 'Filtros salvos: Proprietários ativos' })).toBeVisible({
          timeout: 30_000,
        });
        await expect(fresh).toHaveURL('/app/clients?type=OWNER');
        // From then on it restores its last state, without a filter as well.
        await fresh.getByRole('button', { name: 'Remover filtro Tipo' }).click();
        await expect(fresh).toHaveURL('/app/clients');
        await goByMenu(fresh, 'Alterar senha');
        await goByMenu(fresh, 'Clientes');
        await expect(fresh.getByRole('heading', { level: 1 })).toHaveText('Clientes');
        await expect(rows(fresh).first()).toBeVisible();
        await expect(fresh).toHaveURL('/app/clients');
        await other.close();
      });

      await test.step('renamed and deleted', async () => {
        await opener.click();
        await entry('Editar filtros salvos').click();
        const window = page.getByRole('dialog', { name: 'Filtros salvos desta lista' });
        await window.getByTitle('Alterar nome do filtro salvo Proprietários ativos').click();
        await window.getByLabel('Nome').fill('Donos');
        await page.keyboard.press('Enter');
        await expect(window.getByRole('switch', { name: 'A lista abre com Donos' })).toBeChecked();
        await expectAccessible(page);
        await window.getByRole('button', { name: 'Deletar filtro salvo Donos' }).click();
        await page
          .getByRole('dialog', { name: 'Deletar filtro salvo' })
          .getByRole('button', { name: 'Deletar filtro salvo' })
          .click();
        await expect(window).toBeHidden();
        await opener.click();
        await expect(entry('Donos')).toHaveCount(0);
      });
    },
  );
}

test('a view with removed filters opens with the remaining ones', LONG, async ({ page, enter, staffWith, request }) => {
  await crowd(tag(), 1);
  const me = await staffWith('CLIENT_VIEW');
  const session = await request.post(`${process.env.E2E_URL}/api/user/admin/session`, { data: me });
  const { token } = await session.json();
  const made = await request.post(`${process.env.E2E_URL}/api/view`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      list: '/clients',
      name: 'Antiga',
      first: false,
      filters: { type: 'DROPPED', gone: 'x', situation: 'ACTIVE' },
    },
  });
  expect(made.status()).toBe(201);
  await enter('/clients', me);
  await page.getByRole('button', { name: /^Filtros salvos/ }).click();
  await page.getByRole('menuitem', { name: 'Antiga' }).click();
  await expect(page).toHaveURL('/app/clients?situation=ACTIVE');
  await expect(rows(page).first()).toBeVisible();
});

test('Enter and Tab pick the only match of a searchable list', LONG, async ({ page, enter, call }) => {
  const name = `Dora ${tag()}`;
  await owner(call, name);
  await enter('/properties/register');
  const state = page.getByRole('combobox', { name: 'Estado' });
  for (const [typed, key, label] of [
    ['sp', 'Tab', 'SP'],
    ['df', 'Enter', 'DF'],
  ] as const) {
    await state.fill(typed);
    await state.press(key);
    await expect(state).toHaveValue(label);
  }
  const ownerField = page.getByRole('combobox', { name: 'Proprietário' });
  await ownerField.fill(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await ownerField.press('Tab');
  await expect(ownerField).toHaveValue(new RegExp(name));
  await expect(page.getByRole('option')).toHaveCount(0);
});
