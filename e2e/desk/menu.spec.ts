import { expect, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { goByMenu, mainMenu, openSettings, settings, tabs } from '../menu.ts';

/** The specification's entries: what the menu calls each, its address and its page's heading. */
const SPECIFIED = [
  ['Dashboard', '/', 'Dashboard'],
  ['Caixa', '/financial/movimentations', 'Caixa'],
  ['Faturas', '/financial/invoices', 'Faturas abertas'],
  ['Repasses', '/financial/transfers', 'Resumo Financeiro'],
  ['Comissões', '/financial/comissions', 'Comissões'],
  ['Clientes', '/clients', 'Clientes'],
  ['Imóveis', '/properties', 'Imóveis'],
  ['Contratos', '/contracts', 'Contratos'],
  ['Agendamentos', '/schedules', 'Agendamentos'],
  ['Suporte', '/support', 'Suporte'],
  ['Blog', '/blog', 'Blog'],
  ['Contatos', '/contacts', 'Contatos'],
  ['Usuários', '/settings/users', 'Usuários'],
  ['Permissões', '/settings/permissions', 'Permissões'],
  ['Notificações personalizadas', '/settings/notifications', 'Notificações personalizadas'],
  ['Modelos de contrato', '/settings/contracts', 'Modelos de contrato'],
  ['Alterar senha', '/settings/password-change', 'Alterar senha'],
] as const;

test('each specified entry is in sight at 1366 × 768 and opens its page', LONG, async ({ page, enter }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await enter('/');
  const menu = mainMenu(page);
  await expect(menu.getByTitle('Dashboard')).toBeVisible();
  const hidden = () => menu.evaluate((box) => box.scrollHeight - box.clientHeight);
  expect(await hidden()).toBe(0);
  // A browser's own bars leave some 640 of a screen of 768.
  await page.setViewportSize({ width: 1366, height: 640 });
  expect(await hidden()).toBe(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const [label, address, heading] of SPECIFIED) {
    if (label === 'Usuários') await openSettings(page);
    const entry = menu.getByTitle(label, { exact: true });
    await expect(entry).toBeInViewport({ ratio: 1 });
    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/app${address}`);
    await expect(entry).toHaveAttribute('aria-current', 'page');
  }
});

test('tabs keep their entry current, and the settings stay as they were left', LONG, async ({ page, enter }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await enter('/');
  await goByMenu(page, 'Cobrança', 'Acordos');
  await expect(page).toHaveURL('/app/financial/agreements');
  await expect(page.getByRole('heading', { level: 1, name: 'Acordos' })).toBeVisible();
  await expect(tabs(page).locator('[aria-current="page"]')).toHaveText('Acordos');
  await expect(mainMenu(page).locator('[aria-current="page"]')).toHaveText('Cobrança');

  await goByMenu(page, 'Bancos');
  const pix = page.getByRole('link', { name: 'Começar: Pix' });
  await expect(pix).toBeVisible();
  for (const title of ['Boletos', 'Pagamentos', 'Extrato'])
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
  // The frame is as high as the screen, tabs included.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await pix.click();
  await expect(page).toHaveURL('/app/settings/bank-link');
  await expect(mainMenu(page).locator('[aria-current="page"]')).toHaveText('Bancos');
  await page.reload();
  await expect(settings(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(mainMenu(page).getByTitle('Diagnóstico')).toBeVisible();
  await settings(page).click();
  await expect(mainMenu(page).getByTitle('Diagnóstico')).toHaveCount(0);
  await page.reload();
  await expect(settings(page)).toHaveAttribute('aria-expanded', 'false');

  // A menu that is taller than the screen shows that it goes on.
  await page.setViewportSize({ width: 1366, height: 500 });
  const bar = await mainMenu(page).evaluate((box) => [
    box.scrollHeight > box.clientHeight,
    getComputedStyle(box).scrollbarWidth,
  ]);
  expect(bar).toEqual([true, 'thin']);

  // Below 1200 it is a drawer, with its words.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(mainMenu(page)).toHaveCount(0);
  await goByMenu(page, 'Agendamentos');
  await expect(page).toHaveURL('/app/schedules');
  await expect(mainMenu(page)).toHaveCount(0);
});
