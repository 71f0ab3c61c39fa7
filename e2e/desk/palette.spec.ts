import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { client, crowd } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, settled, test } from '../fixtures.ts';
import { inLongForm, LONG } from '../long.ts';
import { property, tag } from '../properties.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar cadastro, fatura ou ação' });
const option = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Resultados' }).getByRole('option', { name });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function look(page: Page, text: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field(page).fill(text);
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test(
  'finds a client without accents, by mouse of the field or by key, and remembers whom one opened',
  LONG,
  async ({ page, signIn, call }) => {
    const family = tag();
    const id = await client(call, { name: `Íris Conceição ${family}` });
    await signIn();
    const button = page.getByRole('button', { name: 'Buscar cliente, imóvel, contrato…' });
    await button.click();
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
    await expect(button).toBeFocused();

    // Typed at once: the first letters precede the field. A letter with an accent would be inserted without a key.
    const typed = `iris conceicao ${family.normalize('NFD').replace(/\p{M}/gu, '')}`;
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed);
    await expect(field(page)).toHaveValue(typed);
    const found = option(page, new RegExp(`Íris Conceição ${family}`));
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await expect(found).toContainText('Inquilino');
    await expect(page.getByRole('status').filter({ hasText: '1 resultado' })).toBeAttached();
    const active = await field(page).getAttribute('aria-activedescendant');
    await expect(found).toHaveAttribute('id', active ?? '');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/clients/info/${id}$`));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`Íris Conceição ${family}`);
    await expect(page.locator('#content')).toBeFocused();

    await page.goto('/app/contacts');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(group(page, 'Recentes').getByRole('option').first()).toContainText(`Íris Conceição ${family}`);
    await expect(group(page, 'Ações').getByRole('option').first()).toContainText('Novo cliente');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/clients/info/${id}$`));
  },
);

test('Enter before the answer waits for it; arrows go round', LONG, async ({ page, signIn, call }) => {
  const family = tag();
  const id = await client(call, { name: `Abel ${family}` });
  await signIn();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await field(page).fill(`abel ${family}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/clients/info/${id}$`));

  await page.keyboard.press('Control+k');
  const all = page.getByRole('listbox', { name: 'Resultados' }).getByRole('option');
  await expect(field(page)).toBeFocused();
  await expect(all.first()).toContainText(`Abel ${family}`);
  await page.keyboard.press('ArrowUp');
  await expect(all.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(all.first()).toHaveAttribute('aria-selected', 'true');
});

test(
  'an invoice is settled from it, and one that was paid is not offered to be',
  LONG,
  async ({ page, signIn, call }) => {
    const { id, tenant, property_id, proposal_id, street } = await lateInvoice(call);
    await signIn();
    await look(page, `baixar ${id}`);
    const invoice = option(page, new RegExp(`Fatura ${id} ·`));
    for (const words of [tenant.name, 'R$ 1.500,00', 'venceu em 05/11/2026', 'Dar baixa'])
      await expect(invoice).toContainText(words);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    const window = page.getByRole('dialog', { name: `Fatura ${id}` });
    await expect(window.getByRole('button', { name: 'Marcar como pago' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toHaveCount(0);

    await look(page, `contrato ${proposal_id}`);
    await expect(option(page, new RegExp(`Contrato ${proposal_id} ·`))).toContainText(tenant.name);
    await field(page).fill(street);
    await expect(group(page, 'Imóveis').getByRole('option').first()).toContainText(`Imóvel ${property_id}`);
    await expect(group(page, 'Faturas')).toContainText(`Fatura ${id}`);

    await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_500, fine: 0, interest: 0 });
    await field(page).fill(`pagar fatura ${id} `);
    await expect(invoice).toContainText('Paga');
    await expect(invoice).not.toContainText('Dar baixa');
  },
);

test('more of a kind are seen in its list', LONG, async ({ page, signIn }) => {
  const family = `Numerosa${tag()}`;
  await crowd(family, 7);
  await signIn();
  await look(page, family);
  await expect(group(page, 'Clientes').getByRole('option')).toHaveCount(6);
  await option(page, 'Ver todos em Clientes').click();
  await expect(page).toHaveURL(/\/clients\?query=Numerosa/);
  await settled(page);
  await expect(page.getByText(/de 7$/)).toBeVisible();
});

test('finds actions and pages by their words, also misspelt', LONG, async ({ page, signIn }) => {
  await signIn();
  const jobs = [
    ['novo cliente', 'Novo cliente', /\/clients\/create$/],
    ['novo imovel', 'Novo imóvel', /\/properties\/register$/],
    ['nova proposta', 'Adicionar contrato', /\/contracts\/create$/],
    ['reaj', 'Reajustes do mês', /\/contracts\/readjustments$/],
    ['rejustes', 'Reajustes do mês', /\/contracts\/readjustments$/],
    ['gerar boleto', 'Gerar boleto', /\/financial\/boletos\?issue=new$/],
    ['importar retorno', 'Importar retorno do banco', /\/financial\/boletos\?down=new$/],
    ['boletos de outubro', 'Boletos em aberto de outubro de 2026', /\/financial\/boletos\?month=2026-10$/],
    ['faturas de outubro', 'Faturas de outubro de 2026', /\/financial\/invoices\?.*month=2026-10/],
    ['agenda', 'Agendamentos', /\/schedules$/],
    ['repasse 999999', 'Abrir repasse 999999', /\/financial\/transfers\?open=999999$/],
  ] as const;
  // The words are proved by command-parser.test.ts; the short form goes to a page, to a page misspelt and to a filter.
  for (const [text, label, address] of jobs.filter((_, number) => inLongForm() || number % 4 === 0)) {
    await page.goto('/app/contacts');
    await look(page, text);
    await expect(option(page, label)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page, text).toHaveURL(address);
  }

  await page.goto('/app/contacts');
  await look(page, 'tema escuro');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await look(page, 'xyzwq');
  await expect(page.getByText('Nada encontrado.')).toBeVisible();
  await field(page).fill('sair');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
});

test('offers permitted actions only', LONG, async ({ page, signIn, staffWith, call }) => {
  const { id, tenant, street } = await lateInvoice(call);
  await signIn(await staffWith('CLIENT_VIEW'));
  await look(page, tenant.name);
  await expect(page.getByRole('group')).toHaveCount(1);
  await expect(group(page, 'Clientes').getByRole('option')).toHaveCount(1);
  for (const text of [`baixar ${id}`, street, 'novo cliente', 'reajustes', 'repasse 1', 'faturas de outubro']) {
    await field(page).fill(text);
    await expect(page.getByText('Nada encontrado.'), text).toBeVisible();
  }
  await field(page).fill('clientes');
  await expect(option(page, 'Clientes')).toBeVisible();
});

test('asks before leaving unsaved changes', LONG, async ({ page, signIn, call }) => {
  const id = await property(call, { type: 'SALE' });
  await signIn();
  await page.goto('/app/clients/create');
  await page.getByLabel('Nome').fill('Alguém');
  await look(page, `imóvel ${id}`);
  await expect(option(page, new RegExp(`Imóvel ${id}`))).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Descartar alterações' }).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page).toHaveURL(/\/clients\/create$/);
  await expect(page.getByLabel('Nome')).toHaveValue('Alguém');
});

test('without a connection it says so and still lists actions', LONG, async ({ page, signIn }) => {
  await signIn();
  await page.route('**/api/search?**', (route) => route.abort());
  await look(page, 'novo cliente');
  await expect(option(page, 'Novo cliente')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Sem conexão com o servidor' })).toBeVisible();
});

test.describe('phone', LONG, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an icon opens it full-screen', async ({ page, signIn, call }) => {
    const family = tag();
    const id = await client(call, { name: `Célia ${family}` });
    await signIn();
    await page.getByRole('button', { name: 'Buscar', exact: true }).tap();
    await field(page).fill(`celia ${family}`);
    const found = option(page, new RegExp(`Célia ${family}`));
    expect((await found.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
    await found.tap();
    await expect(page).toHaveURL(new RegExp(`/clients/info/${id}$`));
  });
});
