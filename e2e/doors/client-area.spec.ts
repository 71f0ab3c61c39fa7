import type { Page } from '@playwright/test';
import { agree, fillAgency } from '../../apps/api/test/collection.ts';
import { picture } from '../../apps/api/test/pictures.ts';
import { startMailServer } from '../../apps/api/test/servers/mail-server.ts';
import { expectAccessible } from '../accessible.ts';
import { lateInvoice, pdf } from '../contracts.ts';
import { test as base, expect } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { openAgency } from '../own-agency.ts';
import { ADMIN, TODAY } from '../people.ts';

/** Opened by the first story, and the same for all. */
let agency: Awaited<ReturnType<typeof agencyWithMail>>;
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its pattern
  baseURL: async ({}, use) => {
    agency ??= await agencyWithMail();
    await use(agency.url);
  },
});
test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.afterAll(() => agency.close());

const PASSWORD = 'uma-senha-boa';
const VIEWPORTS = [
  ['desk', { width: 1366, height: 860 }],
  ['telephone', { width: 360, height: 740 }],
] as const;

/** An agency with its own mail server; the run's has none. */
async function agencyWithMail() {
  const mail = await startMailServer();
  const settings = {
    ...{ CLOCK: TODAY, CEP_URL: '', INDICES_URL: '', PUBLIC_URL: 'http://localhost' },
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'Morada <nao-responda@morada.test>' },
  };
  const { url, runtime, close: closeAgency } = await openAgency({ settings, poll: 200 });
  const { deps } = runtime;
  // The port is known only now; links in e-mails lead here.
  deps.publicUrl = url;
  await fillAgency(deps.db);
  await agree(deps.db, '341');
  const session = await fetch(`${url}/api/user/admin/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { token } = await session.json();

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  async function upload(path: string, { name, mimeType, buffer }: ReturnType<typeof pdf>) {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
    const answer = await fetch(`${url}/api${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(answer.status).toBe(201);
  }

  const close = async () => {
    await closeAgency();
    await mail.close();
  };
  return { url, mail, call, upload, close };
}

const emailOf = async (id: number) => (await agency.call<{ user: { email: string } }>('GET', `/user/${id}`)).user.email;

/** Sets the password through the link in the e-mail. */
async function firstAccess(page: Page, email: string) {
  const arrival = agency.mail.next(({ to, text }) => to.includes(email) && text.includes('/acesso/'));
  await page.getByRole('link', { name: 'Primeiro acesso ou esqueci a senha' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  await expect(page.getByRole('heading', { name: 'Confira o seu e-mail' })).toBeVisible();
  await expectAccessible(page);
  const link = /http:\/\/\S+\/cliente\/acesso\/[\w-]{43}/.exec((await arrival).text)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Nova senha, de 8 caracteres ou mais').fill(PASSWORD);
  await page.getByLabel('Repita a nova senha').fill('outra-coisa');
  await page.getByRole('button', { name: 'Salvar e entrar' }).click();
  await expect(page.getByText('As duas senhas não são iguais')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nova senha, de 8 caracteres ou mais').fill(PASSWORD);
  await page.getByLabel('Repita a nova senha').fill(PASSWORD);
  await page.getByRole('button', { name: 'Salvar e entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá, ');
}

/** Gives a client a password, as staff do. */
async function givePassword(id: number) {
  const { user } = await agency.call<{ user: { email: string } }>('GET', `/user/${id}`);
  await agency.call('PATCH', `/user/${id}/user`, { ...user, password: PASSWORD });
  return user.email;
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá, ');
}

/** By the navigation, or from the home, which links the pages that a phone's bar has no room for. */
async function openPage(page: Page, name: string) {
  const bar = page.getByRole('navigation', { name: 'Área do cliente' });
  const link = bar.getByRole('link', { name });
  if (await link.isVisible()) return link.click();
  await bar.getByRole('link', { name: 'Início' }).click();
  await page.getByRole('navigation', { name: 'Outras páginas' }).getByRole('link', { name }).click();
}

/** The page does not overflow sideways. */
const expectFitting = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Opens a link in a new window, and closes the window. */
const opened = (page: Page, name: string) =>
  Promise.all([page.waitForEvent('popup').then((popup) => popup.close()), page.getByRole('link', { name }).click()]);

for (const [name, viewport] of VIEWPORTS)
  test.describe(name, formOf(viewport.width), () => {
    test.use({ viewport });

    test('a tenant signs in through the e-mail, sees the due amount and how to pay it', async ({ page }) => {
      const lease = await lateInvoice(agency.call);
      const email = await emailOf(lease.tenant.id);
      await agency.upload(`/proposal/${lease.proposal_id}/CONTRACT`, pdf('contrato.pdf'));
      const { id: notice } = await agency.call<{ id: number }>('POST', '/notification/system', {
        name: 'Fim de ano',
        message: 'Atendemos até o dia 23.',
      });

      await page.goto('/');
      await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Área do cliente' }).click();
      await expect(page.getByRole('heading', { name: 'Área do cliente' })).toBeVisible();
      await expectAccessible(page);
      await firstAccess(page, email);
      await expect(page.getByText('Atendemos até o dia 23.')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Dispensar o aviso Fim de ano' }).click();
      await expect(page.getByText('Atendemos até o dia 23.')).toBeHidden();
      await agency.call('DELETE', `/notification/system/${notice}`);

      const area = page.getByRole('navigation', { name: 'Área do cliente' });
      await area.getByRole('link', { name: 'Faturas' }).click();
      await expect(area.getByRole('link', { name: 'Faturas' })).toHaveAttribute('aria-current', 'page');
      // 1.500,00, fifteen days late: 10% and ten days of 0,03%.
      await expect(page.getByRole('link', { name: /Aluguel de outubro de 2026/ })).toContainText('R$ 1.654,50');
      await expectAccessible(page);
      await expectFitting(page);
      await page.getByRole('link', { name: /Aluguel de outubro de 2026/ }).click();
      await expect(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible();
      await page.getByRole('button', { name: 'Emitir boleto' }).click();
      await expect(page.getByRole('heading', { name: 'Pagar com boleto' })).toBeVisible();
      await expectAccessible(page);
      await expectFitting(page);
      const boleto = await page.getByRole('link', { name: 'Abrir o boleto em PDF' }).getAttribute('href');
      expect((await page.request.get(`${agency.url}${boleto}`)).headers()['content-type']).toBe('application/pdf');

      await agency.call('PATCH', `/invoice/${lease.id}/down`, { paid_amount: 1_654.5, payment_method: 'PIX' });
      // Back from the bank's app.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('Recebemos em 20/11/2026, Pix')).toBeVisible();
      const receipt = await page.getByRole('link', { name: 'Abrir o recibo em PDF' }).getAttribute('href');
      expect((await page.request.get(`${agency.url}${receipt}`)).headers()['content-type']).toBe('application/pdf');

      await openPage(page, 'Contratos');
      const contract = page.getByRole('region', { name: /Contrato/ });
      await expect(contract).toContainText(lease.street);
      // The contract begins above the page's footer.
      const foot = await page.getByRole('contentinfo').boundingBox();
      expect((await contract.boundingBox())?.y).toBeLessThan(foot?.y ?? 0);
      await expectAccessible(page);
      await expectFitting(page);
      await opened(page, 'Abrir contrato.pdf');
    });

    test('a tenant asks for a repair, and keeps the photographs of a form that was refused', LONG, async ({ page }) => {
      const { tenant } = await lateInvoice(agency.call);
      const email = await givePassword(tenant.id);
      await page.goto('/cliente/entrar');
      await signIn(page, email);
      await page.goto('/cliente/manutencoes/nova');
      const mimeType = 'image/jpeg';
      await page.getByLabel('Fotos (opcional').setInputFiles([
        { name: 'pia.jpg', mimeType, buffer: await picture(640, 480, '#0f606d').jpeg().toBuffer() },
        { name: 'nota.jpg', mimeType, buffer: Buffer.from('nota') },
      ]);
      await expect(page.getByRole('list', { name: 'Fotos escolhidas' }).locator('canvas')).toHaveCount(1);
      await page.getByLabel('O que acontece').fill('Pinga desde ontem.');
      await page.getByRole('button', { name: 'Enviar o pedido' }).click();
      await expect(page.getByText('Informe o que precisa de reparo')).toBeVisible();
      await expect(page.getByText('nota.jpg: ')).toBeVisible();
      const kept = page.getByRole('group', { name: 'Fotos guardadas' });
      await expect(kept.locator('img')).toHaveJSProperty('naturalWidth', 640);
      await expect(kept.getByRole('checkbox', { name: 'pia.jpg' })).toBeChecked();
      await expectAccessible(page);
      await expectFitting(page);
      await page.getByLabel('O que precisa de reparo').fill('Vazamento na pia');
      await page.getByRole('button', { name: 'Enviar o pedido' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Vazamento na pia' })).toBeVisible();
      await expect(page.getByRole('img', { name: 'Foto 1 de 1' })).toBeVisible();
    });

    test('a tenant opens a ticket, gets a reply, and signs out and in', LONG, async ({ page }) => {
      const { tenant } = await lateInvoice(agency.call);
      const email = await givePassword(tenant.id);
      await page.goto('/cliente');
      await signIn(page, email);
      const area = page.getByRole('navigation', { name: 'Área do cliente' });
      await area.getByRole('link', { name: 'Chamados' }).click();
      await page.getByRole('link', { name: 'Abrir chamado' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Enviar' }).click();
      await expect(page.getByText('Informe o assunto')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel('Assunto').fill('Chuveiro queimado');
      await page.getByLabel('Mensagem').fill('Parou de esquentar hoje cedo.');
      await page.getByRole('button', { name: 'Enviar' }).click();
      await expect(page.getByRole('heading', { name: 'Chuveiro queimado' })).toBeVisible();
      const ticket = Number(page.url().split('/').at(-1));
      await agency.call('PUT', `/chat/${ticket}`, { message: 'O eletricista vai amanhã.' });
      await page.reload();
      await expect(page.getByText('O eletricista vai amanhã.')).toBeVisible();
      await page.getByLabel('Sua mensagem').fill('Obrigado!');
      await page.getByRole('button', { name: 'Enviar' }).click();
      await expect(page.getByText('Obrigado!')).toBeVisible();
      await expectAccessible(page);
      await expectFitting(page);
      await agency.call('PATCH', `/chat/${ticket}`, { status: 'CLOSED' });

      await area.getByRole('link', { name: 'Conta' }).click();
      await expect(page.getByText(email)).toBeVisible();
      await expectAccessible(page);
      await expectFitting(page);
      await page.getByRole('button', { name: 'Sair' }).click();
      await expect(page.getByText('Você saiu da sua conta.')).toBeVisible();
      await page.goto('/cliente/faturas');
      await signInTo(page, email, 'Faturas');
    });

    test('an owner sees transfers, statement and properties', LONG, async ({ page }) => {
      const lease = await lateInvoice(agency.call);
      await agency.call('PATCH', `/invoice/${lease.id}/down`, {
        paid_amount: 1_500,
        fine: 0,
        interest: 0,
        pay_day: '2026-11-05',
      });
      const [owner] = await agency.call<{ id: number }[]>('GET', `/property/${lease.property_id}/members/OWNER`);
      const email = await emailOf(owner?.id ?? 0);
      await page.goto('/cliente');
      await firstAccess(page, email);

      const area = page.getByRole('navigation', { name: 'Área do cliente' });
      await area.getByRole('link', { name: 'Repasses' }).click();
      // 1.500,00 less 10%.
      await expect(page.getByRole('listitem').filter({ hasText: lease.street })).toContainText('R$ 1.350,00');
      await expectAccessible(page);
      await expectFitting(page);
      await openPage(page, 'Extrato');
      await expect(page.getByText('Aluguel recebido')).toBeVisible();
      await expectAccessible(page);
      await expectFitting(page);
      await page.getByRole('link', { name: 'out/2026' }).click();
      await expect(page.getByText('Nenhum lançamento neste período.')).toBeVisible();
      await page.getByLabel('De', { exact: true }).fill('2026-11-01');
      await page.getByLabel('Até').fill('2026-11-20');
      await page.getByRole('button', { name: 'Mostrar' }).click();
      await expect(page.getByText('01/11/2026 a 20/11/2026')).toBeVisible();
      await expect(page.getByText('Aluguel recebido')).toBeVisible();
      const statement = await page.getByRole('link', { name: 'Abrir em PDF' }).getAttribute('href');
      expect((await page.request.get(`${agency.url}${statement}`)).headers()['content-type']).toBe('application/pdf');
      await openPage(page, 'Imóveis');
      await expect(page.getByRole('region', { name: /Imóvel/ })).toContainText(lease.tenant.name);
      await expectAccessible(page);
      await expectFitting(page);
    });
  });

async function signInTo(page: Page, email: string, heading: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos.');
  await expectAccessible(page);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('all pages work', async ({ page }) => {
    const lease = await lateInvoice(agency.call);
    const email = await givePassword(lease.tenant.id);
    await page.goto('/cliente');
    await signIn(page, email);
    await page.getByRole('link', { name: /^(Pagar com QR code ou boleto|Ver como pagar)$/ }).click();
    await page.getByRole('button', { name: 'Emitir boleto' }).click();
    await expect(page.getByRole('link', { name: 'Abrir o boleto em PDF' })).toBeVisible();
    await page.getByRole('link', { name: 'Chamados' }).click();
    await page.getByRole('link', { name: 'Abrir chamado' }).click();
    await page.getByLabel('Assunto').fill('Segunda via');
    await page.getByLabel('Mensagem').fill('Recebi o boleto, obrigado.');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page.getByRole('heading', { name: 'Segunda via' })).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByText('Você saiu da sua conta.')).toBeVisible();
  });
});
