import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openTicket } from '../attendance.ts';
import { document as newDocument } from '../clients.ts';
import { lateInvoice, lease } from '../contracts.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { mainMenu } from '../menu.ts';
import { carry, photograph, property, tag } from '../properties.ts';

const MAX_STEPS = 90;

test.beforeEach(async ({ page, signIn }) => {
  // Each Tab step is checked.
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
});

const hasFocus = (place: Locator) => place.evaluate((element) => element === element.ownerDocument.activeElement);

/** The focused element has a visible indicator: a ring, or the line of a field. */
const focusShows = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return false;
    const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
    return drawn.some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow, borderStyle } = getComputedStyle(one);
      const isField = element.matches('input, textarea, [contenteditable]') && borderStyle !== 'none';
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' || isField;
    });
  });

/** Reaches the element by Tab alone, checking the focus indicator at each step. */
async function tabTo(page: Page, place: Locator, key = 'Tab') {
  await expect(place).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(place)) return;
    await page.keyboard.press(key);
    const shows = await focusShows(page);
    const where = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
    if (where && !where.startsWith('<body')) expect(shows, `the focus shows on ${where}`).toBe(true);
  }
  throw new Error(`${place} is not reached by ${key}`);
}

/** The focus is trapped in the window. */
async function expectTrapped(page: Page, window: Locator) {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press(key);
      const within = await window.evaluate((element) => element.contains(element.ownerDocument.activeElement));
      expect(within, `${key} ${step}`).toBe(true);
    }
}

async function byPalette(page: Page, text: string, option: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Buscar cadastro' })).toBeFocused();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: option })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

test('a client is found and opened', async ({ page, call }) => {
  const { tenant } = await lease(call);
  await byPalette(page, tenant.name, new RegExp(`^${tenant.name}.*Inquilino`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(tenant.name);
  // Continues from the start of the page, not of the menu.
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab').nth(1)).toBeFocused();
});

test('a payment is registered', async ({ page, call }) => {
  const { id } = await lateInvoice(call);
  await page.goto('/app/financial/invoices');
  await settled(page);
  const open = page.getByRole('button', { name: new RegExp(`^Abrir fatura ${id},`) });
  await byPalette(page, `baixar ${id}`, new RegExp(`Fatura ${id} `));
  const window = page.getByRole('dialog', { name: `Fatura ${id}` });
  const pay = window.getByRole('button', { name: 'Marcar como pago' });
  await expect(pay).toBeVisible();
  await expectTrapped(page, window);
  await tabTo(page, window.getByRole('textbox', { name: 'Pago em' }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('20/11/2026');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: 'Tem certeza?' });
  await expect(question).toBeVisible();
  await expectTrapped(page, question);
  await page.keyboard.press('Control+Enter');
  await expect(notice(page, 'A fatura foi marcada como paga.')).toBeVisible();
  await expect(window.getByText('Pago', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(open).toHaveCount(0);
});

test('a window returns the focus to its opener', async ({ page, call }) => {
  const { id } = await lateInvoice(call);
  await page.goto(`/app/financial/invoices?id=${id}`);
  const open = page.getByRole('main').getByRole('button', { name: /^Abrir/ });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Fatura ${id}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('a transfer is rescheduled, and concluded', async ({ page, call }) => {
  const { id: invoice } = await lateInvoice(call);
  const { transfers } = await call<{ transfers: { id: number }[] }>('PATCH', `/invoice/${invoice}/down`, {
    paid_amount: 1_500,
    fine: 0,
    interest: 0,
  });
  const id = transfers[0]?.id ?? 0;
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/financial\/transfers/);
  await byPalette(page, `repasse ${id}`, `Abrir repasse ${id}`);
  const window = page.getByRole('dialog', { name: `Repasse ${id}` });
  await expect(window.getByRole('button', { name: 'Concluir transfereência' })).toBeVisible();
  await expectTrapped(page, window);
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog').last();
  await expect(question).toHaveAccessibleName('Concluir transfereência');
  await expectTrapped(page, question);
  await page.keyboard.press('Control+Enter');
  await expect(window.getByText('Efetuado', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
});

test('a readjustment is applied', async ({ page, call }) => {
  const day = '2024-03-10';
  const { id } = await lease(call, { start_date: '2023-03-10', end_date: '2029-12-31', next_readjustment: day });
  await byPalette(page, 'reajustes de março de 2024', 'Reajustes de março de 2024');
  const chosen = page.getByRole('checkbox', { name: `Escolher o contrato ${id}` });
  await expect(chosen).toBeChecked();
  await tabTo(page, chosen);
  await page.keyboard.press('Space');
  await expect(chosen).not.toBeChecked();
  await page.keyboard.press('Space');
  await expect(chosen).toBeChecked();
  const index = page.getByRole('combobox', { name: `Índice do contrato ${id}` });
  await tabTo(page, index);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'IPCA', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: /^Aplicar a/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Aplicar/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(notice(page, /contratos? reajustados?/)).toBeVisible();
});

test('a transfer is moved on the calendar', async ({ page, call }) => {
  const { id: invoice } = await lateInvoice(call);
  const { transfers } = await call<{ transfers: { id: number; user: { name: string } }[] }>(
    'PATCH',
    `/invoice/${invoice}/down`,
    { paid_amount: 1_500, fine: 0, interest: 0 },
  );
  const id = transfers[0]?.id ?? 0;
  await call('PATCH', `/financial/transfers/${id}/date`, { date: '2027-05-10' });
  await page.goto('/app/financial/transfers?month=2027-04');
  await settled(page);
  const next = page.getByRole('button', { name: 'Próximo mês' });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/month=2027-05/);
  await settled(page);
  const chip = page
    .getByRole('region', { name: /^Repasses de maio/i })
    .getByRole('button')
    .first();
  await tabTo(page, chip);
  await page.keyboard.press('Space');
  await expect(page.getByText(/em mãos: 10 de maio de 2027/)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(/em mãos: 17 de maio de 2027/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(notice(page, 'Repasse reagendado')).toBeVisible();
  expect((await call<{ due_date: string }>('GET', `/transfer/${id}`)).due_date).toBe('2027-05-17');
});

test('photographs are selected, reordered and removed', async ({ page, call }) => {
  const id = await property(call);
  const names = async () =>
    (await call<{ images: { name: string }[] }>('GET', `/property/${id}/admin`)).images.map(({ name }) => name);
  await page.goto(`/app/properties?open=${id}&tab=imagens`);
  const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
  const choosing = page.waitForEvent('filechooser', { timeout: 30_000 });
  await tabTo(page, record.locator('button').filter({ hasText: 'Escolher fotos' }));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles([await photograph('sala.jpg', '#0f606d'), await photograph('quarto.jpg', '#934d2c')]);
  await expect(notice(page, 'Imagens enviadas com sucesso')).toBeVisible({ timeout: 60_000 });
  await expect.poll(names).toEqual(['sala.jpg', 'quarto.jpg']);
  await tabTo(page, record.getByRole('button', { name: 'Ordenar foto 1' }));
  await carry(page, 'ArrowRight');
  await expect.poll(names).toEqual(['quarto.jpg', 'sala.jpg']);
  await tabTo(page, record.getByRole('button', { name: 'Remover foto 2' }));
  await page.keyboard.press('Enter');
  await expect(record.getByRole('button', { name: 'Remover foto 1' })).toBeFocused();
  await expect.poll(names, { timeout: 20_000 }).toEqual(['quarto.jpg']);
  await expect(record).toBeVisible();
});

test('a ticket is answered', async ({ page, call }) => {
  const { tenant } = await lease(call);
  const id = await openTicket(tenant.id, `Vazamento ${tag()}`);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/support$/);
  await tabTo(page, page.getByRole('main').getByRole('link', { name: `Abrir ticket ${id}` }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Resposta'));
  await page.keyboard.type('O encanador vai amanhã.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Resposta')).toHaveValue('');
  await expect(page.getByText('O encanador vai amanhã.')).toBeVisible();
});

test('a list does not take the focus by itself', async ({ page }) => {
  await page.goto('/app/settings/users');
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await settled(page);
  await expect(page.locator('body')).toBeFocused();
});

test('a client is registered', async ({ page }) => {
  const name = `Nair ${tag()}`;
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/clients$/);
  await expect(page.getByRole('button', { name: 'Novo cliente' })).toBeVisible();
  await page.keyboard.press('n');
  const drawer = page.getByRole('dialog', { name: 'Novo cliente' });
  await expect(drawer).toBeVisible();
  await expectTrapped(page, drawer);
  await tabTo(page, drawer.getByLabel('Nome'));
  await page.keyboard.type(name);
  await tabTo(page, drawer.getByRole('textbox', { name: 'CPF' }));
  await page.keyboard.type(newDocument());
  await tabTo(page, drawer.getByRole('textbox', { name: 'Telefone', exact: true }));
  await page.keyboard.type('32988412076');
  await page.keyboard.press('Control+Enter');
  await expect(notice(page, 'Usuário adicionado')).toBeVisible();
});

test('the shortcut window describes each shortcut, and all of them work', async ({ page }) => {
  await page.keyboard.press('?');
  const window = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  for (const words of ['Em qualquer página', 'Ir para', 'Nas listas', 'Nas janelas', 'Nos formulários'])
    await expect(window.getByRole('heading', { name: words })).toBeVisible();
  await expectAccessible(page);
  const goTo = window.locator('section').filter({ has: page.getByRole('heading', { name: 'Ir para' }) });
  const rows = await goTo.locator('dl > div').evaluateAll((all) =>
    all.map((row) => ({
      keys: [...row.querySelectorAll('kbd')].map((key) => key.textContent ?? ''),
      label: row.querySelector('dd')?.textContent ?? '',
    })),
  );
  expect(rows.length).toBeGreaterThan(8);
  expect(new Set(rows.map(({ keys }) => keys.join())).size).toBe(rows.length);
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  for (const { keys, label } of rows) {
    for (const key of keys) await page.keyboard.press(key.toLowerCase());
    // A page that is a tab has its name there, and its entry in the menu is current.
    await expect(mainMenu(page).locator('li [aria-current="page"]')).toHaveCount(1);
    await expect(
      page.getByRole('navigation').locator('li [aria-current="page"]').filter({ hasText: label }).first(),
    ).toBeVisible();
  }
});

test('shortcuts without Ctrl are plain keys in a field, and can be switched off', async ({ page }) => {
  await page.goto('/app/clients');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.type('gn?');
  await expect(search).toHaveValue('gn?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await search.fill('');
  await search.blur();

  await page.keyboard.press('?');
  const window = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await tabTo(page, window.getByRole('switch', { name: 'Usar atalhos de uma tecla' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Buscar em tudo' })).toBeVisible();
});
