import type { Locator, Page } from '@playwright/test';
import { askForVisit, openTicket } from '../attendance.ts';
import { client } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, settled, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { mainMenu, tabs } from '../menu.ts';
import { photograph, property, tag } from '../properties.ts';

/** Everyday actions on a phone: 390 × 844. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const THUMB = 44;

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

/** Checks the touch target's size, then taps it. */
async function press(page: Page, place: Locator) {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  const label = `${await place.getAttribute('aria-label')} ${await place.textContent()}`;
  expect(box?.height ?? 0, `height of ${label}`).toBeGreaterThanOrEqual(THUMB);
  expect(box?.width ?? 0, `width of ${label}`).toBeGreaterThanOrEqual(THUMB);
  await place.tap();
  await expectNoSideways(page);
}

/** Within thumb reach: its centre is in the lower half of the screen. */
async function expectInReach(place: Locator) {
  const box = await place.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeGreaterThan(410);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
}

test('a client is found and called', LONG, async ({ page, enter, call }) => {
  const name = `Aurora ${tag()}`;
  await client(call, { name });
  await enter('/');
  await press(page, page.getByRole('button', { name: /^Buscar/ }));
  const field = page.getByRole('combobox', { name: 'Buscar cadastro' });
  await field.fill(name);
  await press(page, page.getByRole('option', { name: new RegExp(name) }));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const [phone, chat] = [`Ligar para ${name}`, `WhatsApp de ${name}`].map((words) =>
    page.getByRole('link', { name: words }),
  ) as [Locator, Locator];
  await expect(phone).toHaveAttribute('href', 'tel:+5532988412076');
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/5532988412076/);
  for (const link of [phone, chat]) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB);
  await expectInReach(phone);
  await expectNoSideways(page);
});

test('a late payment is found, and its reminder can be sent', LONG, async ({ page, enter, call }) => {
  const { tenant } = await lateInvoice(call);
  await enter('/');
  await press(page, page.getByRole('button', { name: 'Abrir menu' }));
  await press(page, mainMenu(page).getByRole('link', { name: 'Cobrança', exact: true }));
  await press(page, tabs(page).getByRole('link', { name: 'Inadimplências' }));
  await settled(page);
  const search = page.getByRole('searchbox').first();
  await search.fill(tenant.name);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: tenant.name });
  await expect(row).toContainText('há 15 dias');
  await press(page, row.getByRole('button', { name: /Mensagem/ }));
  const message = page.getByRole('dialog', { name: 'Mensagem de cobrança' });
  const chat = message.getByRole('link', { name: 'Abrir no WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/55/);
  expect((await chat.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB);
  await press(page, message.getByRole('button', { name: 'Fechar' }).first());
  // Tapped anywhere on the row.
  await press(page, row.getByRole('button', { name: /^Abrir/ }));
  const window = page.getByRole('dialog', { name: /^Fatura/ });
  await expect(window).toBeVisible();
  const pay = window.getByRole('button', { name: 'Marcar como pago' });
  await expectInReach(pay);
  await expectNoSideways(page);
});

test('a visit is confirmed', LONG, async ({ page, enter, call }) => {
  const name = `Otávio ${tag()}`;
  await askForVisit(name, await property(call));
  await enter('/schedules');
  const visit = page.getByRole('listitem').filter({ hasText: name });
  const number = visit.getByRole('link', { name: '(32) 98841-2076' });
  await expect(number).toHaveAttribute('href', 'tel:+5532988412076');
  expect((await number.boundingBox())?.height).toBeGreaterThanOrEqual(THUMB);
  await press(page, visit.getByRole('button', { name: 'Confirmar' }));
  await expect(visit).toContainText('Confirmado');
});

test('a ticket is answered', LONG, async ({ page, enter, call }) => {
  const id = await openTicket(await client(call, { name: 'Tereza Braga' }), `Vazamento ${tag()}`);
  await enter('/support');
  await press(page, page.getByRole('link', { name: `Abrir ticket ${id}` }));
  const answer = page.getByLabel('Resposta');
  await answer.tap();
  await answer.fill('O encanador vai hoje.');
  const reply = page.getByRole('button', { name: 'Responder' });
  await expectInReach(reply);
  await press(page, reply);
  await expect(page.getByRole('log', { name: 'Conversa' })).toContainText('O encanador vai hoje.');
});

test('several photographs are uploaded at once, with progress and result', LONG, async ({ page, enter, call }) => {
  const id = await property(call);
  await enter(`/properties?open=${id}&tab=imagens`);
  const record = page.getByRole('dialog', { name: `Imóvel ${id}` });
  const input = record.getByLabel('Escolher fotos').and(page.locator('input'));
  // Camera and gallery both: the phone lets the user choose.
  await expect(input).toHaveAttribute('accept', /image\/\*/);
  await expect(input).not.toHaveAttribute('capture');

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let passed = 0;
  await page.route('**/api/property/*/images', async (route) => {
    passed += 1;
    // The first upload succeeds, the others wait.
    if (passed > 1) await held;
    await route.continue();
  });
  const [choosing] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page, record.locator('button').filter({ hasText: 'Escolher fotos' })),
  ]);
  await choosing.setFiles([
    await photograph('sala.jpg', '#0f606d'),
    await photograph('quarto.jpg', '#934d2c'),
    await photograph('fachada.jpg', '#1e5ba1'),
  ]);
  const all = record.getByRole('progressbar', { name: 'Arquivos enviados' });
  await expect(all).toHaveAttribute('aria-valuetext', '1 de 3 enviados', { timeout: 30_000 });
  await expect(all).toHaveAttribute('aria-valuenow', '33');
  await expectNoSideways(page);
  letGo();
  await expect(notice(page, 'Imagens enviadas com sucesso')).toBeVisible({ timeout: 30_000 });
  await expect(all).toHaveCount(0);
  await expect(record.getByRole('list', { name: 'Imagens' }).getByRole('listitem')).toHaveCount(3);
});

test(
  'an export from the "⋯" of a page shows that it goes on, then its file or why there is none',
  LONG,
  async ({ page, enter, call }) => {
    await client(call);
    await enter('/clients');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/**/export/csv*', async (route) => {
      await held;
      await route.continue();
    });
    const head = page.locator('[data-page-actions]');
    const exportAs = async (format: string) => {
      await press(page, head.getByRole('button', { name: 'Mais ações' }));
      await press(page, head.getByRole('button', { name: 'Exportar' }));
      await press(page, head.getByRole('menuitem', { name: format }));
      await expect(head.getByRole('button', { name: 'Exportar' })).toBeHidden();
    };
    const working = head.getByRole('status').filter({ hasText: 'Aguarde um momento' });

    const download = page.waitForEvent('download');
    await exportAs('Texto (CSV)');
    await expect(working).toBeVisible();
    letGo();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expect(working).toBeHidden();

    await page.route('**/api/**/export/xlsx*', (route) => route.abort());
    await exportAs('Planilha (XLSX)');
    await expect(page.getByRole('alert')).toContainText('Sem conexão');
    await expect(working).toBeHidden();
  },
);
