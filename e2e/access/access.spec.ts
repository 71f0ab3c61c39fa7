import { expect, test } from '../fixtures.ts';
import { LONG } from '../long.ts';
import { ADMIN } from '../people.ts';

test('without a session every page redirects to the login, and back after it', async ({ page }) => {
  await page.goto('/app/contracts?status=CLOSED');
  await expect(page.getByRole('heading', { name: 'Autentifique-se' })).toBeVisible();
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Informe seu e-mail!')).toBeVisible();
  await expect(page.getByText('Informe sua senha!')).toBeVisible();
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha', { exact: true }).fill('não é esta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('E-mail ou senha incorretos.')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Contratos' })).toBeVisible();
  await expect(page).toHaveURL(/\/contracts\?.*CLOSED/);
});

test('the menu lists permitted pages, and a forbidden page explains itself and links to the dashboard', async ({
  page,
  signIn,
  staffWith,
}) => {
  await signIn(await staffWith('CLIENT_VIEW'));
  await expect(page.getByText('Olá, Otávio')).toBeVisible();
  const menu = page.getByRole('navigation');
  await expect(menu.getByRole('link', { name: 'Clientes', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Faturas' })).toHaveCount(0);
  await page.goto('/app/financial/invoices');
  await expect(page).toHaveURL(/\/app\/$/);
  await expect(page.getByText('Você não tem permissão para abrir a página deste endereço.')).toBeVisible();
  await page.goto('/app/clients');
  await expect(page.getByRole('button', { name: 'Novo cliente' })).toHaveCount(0);
});

test('an unknown address shows a not-found page', LONG, async ({ page, enter }) => {
  await enter('/nada/aqui');
  await expect(page.getByText('Página não encontrada')).toBeVisible();
});

test("'Sair da conta' ends the session, on the server too", LONG, async ({ page, startSession }) => {
  await startSession();
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/api/') && request.headers().authorization !== undefined),
    page.goto('/app/clients'),
  ]);
  const authorization = call.headers().authorization ?? '';
  await page.getByRole('button', { name: 'Sair da conta' }).click();
  await expect(page.getByRole('heading', { name: 'Autentifique-se' })).toBeVisible();
  const after = await page.request.get(`${process.env.E2E_URL}/api/user?page=1`, { headers: { authorization } });
  expect(after.status()).toBe(401);
});

test('the session is kept encrypted in the browser', async ({ page, enter }) => {
  await enter('/clients?query=ana');
  const [call] = await Promise.all([
    page.waitForRequest((request) => request.headers().authorization !== undefined),
    page.reload(),
  ]);
  const token = call.headers().authorization?.replace('Bearer ', '') ?? '';
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(token.length).toBeGreaterThan(20);
  expect(stored.length).toBeGreaterThan(50);
  for (const secret of [token, 'Mariana', 'Administradores']) expect(stored).not.toContain(secret);
});
