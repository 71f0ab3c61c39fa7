import { formatDigitableLine } from '@morada/domain/bank/boleto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { lateBoleto, withAgreement } from '../boletos.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, pressInBar, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

test.describe.configure({ timeout: 90_000 });

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

const boletoWindow = (page: Page) => page.getByRole('dialog', { name: /^Boleto 109/ });
const search = (page: Page, name: string) => page.goto(`/app/financial/boletos?query=${encodeURIComponent(name)}`);

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone, permissions: ['clipboard-read', 'clipboard-write'] });

    // 1.500,00 fifteen days late: 10% are 150,00; ten days of 0,03% are 4,50; in all 1.654,50.
    test(
      'issued for a tenant, opened as PDF and as the tenant’s page',
      LONG,
      async ({ page, enter, call, context }) => {
        await withAgreement();
        const { id, tenant } = await lateInvoice(call);
        await enter('/financial/boletos');
        await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Gerar boleto de uma fatura' }).click();
        const form = page.getByRole('dialog', { name: 'Gerar boleto' });
        await form.getByLabel('Inquilino').fill(tenant.name);
        await page.getByRole('option', { name: tenant.name }).click();
        await form.getByRole('combobox', { name: 'Fatura' }).click();
        await page.getByRole('option', { name: /10\/2026 · R\$ 1\.500,00 · venceu 05\/11\/2026/ }).click();
        await expectAccessible(page);
        await form.getByRole('button', { name: 'Gerar boleto' }).click();
        await expect(notice(page, 'O boleto foi gerado.')).toBeVisible();

        const made = boletoWindow(page);
        for (const words of ['R$ 1.654,50', '150,00', '4,50', 'Sem registro', tenant.name]) {
          await expect(made).toContainText(words);
        }
        await expect(made.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
        await expectAccessible(page);
        const [boleto] = await call<{ digitable_line: string; pix: string }[]>('GET', `/boleto/${id}/invoice`);
        const line = boleto?.digitable_line ?? '';
        await expect(made).toContainText(formatDigitableLine(line));
        await made.getByRole('button', { name: 'Copiar Pix copia e cola' }).click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(boleto?.pix);

        const [pdf] = await Promise.all([
          context.waitForEvent('response', (answer) => answer.url().includes('/pdf')),
          made.getByRole('button', { name: 'Abrir PDF' }).click(),
        ]);
        expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);

        if (phone) await made.getByRole('button', { name: 'Mais ações' }).click();
        const [tab] = await Promise.all([
          context.waitForEvent('page'),
          made.getByRole(phone ? 'menuitem' : 'button', { name: 'Abrir link do inquilino' }).click(),
        ]);
        await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Aluguel de outubro de 2026');
        await expect(tab.locator('main')).toContainText('1.654,50');
        await expect(tab.getByText(formatDigitableLine(line))).toBeVisible();
      },
    );

    test('found in the list, its line copied, withdrawn', LONG, async ({ page, signIn, call }) => {
      const { id, nosso_numero, digitable_line, tenant, street } = await lateBoleto(call);
      await signIn();
      await search(page, tenant.name);
      const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: tenant.name });
      for (const words of [street, 'R$ 1.654,50', 'Em aberto', 'Sem registro']) await expect(row).toContainText(words);
      await expectAccessible(page);

      if (phone) {
        await row.getByRole('button', { name: `Abrir boleto ${nosso_numero}` }).click();
        await boletoWindow(page).getByRole('button', { name: 'Copiar Linha digitável' }).click();
        await boletoWindow(page).getByRole('button', { name: 'Mais ações' }).click();
      } else {
        await row.getByRole('button', { name: `Ações do boleto ${nosso_numero}` }).click();
        await page.getByRole('menuitem', { name: 'Copiar linha digitável' }).click();
        await expect(notice(page, 'Linha digitável copiada.')).toBeVisible();
        await row.getByRole('button', { name: `Ações do boleto ${nosso_numero}` }).click();
      }
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digitable_line);

      await page.getByRole('menuitem', { name: 'Cancelar boleto' }).click();
      const question = page.getByRole('dialog', { name: 'Cancelar boleto' });
      await expect(question).toContainText('R$ 1.654,50');
      await question.getByRole('button', { name: 'Cancelar boleto' }).click();
      await expect(notice(page, 'O boleto foi cancelado.')).toBeVisible();
      expect(await call('GET', `/boleto/${id}`)).toMatchObject({ state: 'CANCELED' });

      await page.goto(`/app/financial/boletos?query=${encodeURIComponent(tenant.name)}&state=CANCELED`);
      await expect(row).toContainText('Cancelado');
      await page.getByRole('button', { name: 'Remover filtro Situação' }).click();
      await expect(page.getByText('Nenhum boleto com estes filtros')).toBeVisible();
    });

    test(
      'from the list of invoices: several at once, and the invoice shows its own',
      LONG,
      async ({ page, enter, call }) => {
        await withAgreement();
        const { id, tenant } = await lateInvoice(call);
        await enter(`/financial/invoices?query=${encodeURIComponent(tenant.name)}`);
        await page.getByRole('checkbox', { name: `Escolher fatura ${id}, ${tenant.name}` }).check();
        await expect(page.getByRole('status').filter({ hasText: '1 selecionada' })).toContainText('R$ 1.500,00');
        await expectAccessible(page);
        await pressInBar(page, 'Gerar boletos');
        const batch = page.getByRole('dialog', { name: 'Gerar boletos' });
        await expect(batch).toContainText('R$ 1.654,50');
        await batch.getByRole('button', { name: 'Gerar boletos de 1 fatura' }).click();
        await expect(batch).toContainText('1 boleto gerado · R$ 1.654,50');
        await batch.getByRole('button', { name: 'Fechar', exact: true }).last().click();

        await page
          .getByRole('button', { name: `Abrir fatura ${id}` })
          .first()
          .click();
        const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
        await expect(invoice.getByRole('heading', { name: 'Boleto' })).toBeVisible();
        await expect(invoice).toContainText('Link do inquilino');
        await expect(invoice.getByRole('button', { name: 'Abrir PDF' })).toBeVisible();
        await expectAccessible(page);

        await invoice.getByRole('button', { name: 'Marcar como pago' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Sim, foi pago' }).click();
        await expect(invoice.getByRole('button', { name: 'Recibo' })).toBeVisible();
        for (const way of ['Linha digitável', 'Pix copia e cola', 'Link do inquilino'])
          await expect(invoice).not.toContainText(way);
        await expect(invoice.getByRole('button', { name: 'Enviar por WhatsApp' })).toHaveCount(0);
      },
    );
  });
}

test(
  'a remittance lists its boletos, is saved, and updates their registration',
  LONG,
  async ({ page, enter, call }) => {
    const { tenant } = await lateBoleto(call);
    await enter('/financial/boletos');
    await page.getByRole('button', { name: 'Gerar remessa' }).click();
    const drawer = page.getByRole('dialog', { name: 'Gerar remessa' });
    await expect(drawer).toContainText(/\d+ boletos? a registrar/);
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Gerar remessa' }).click(),
    ]);
    await expect(drawer.getByRole('status')).toContainText(file.suggestedFilename());
    await expect(drawer.getByRole('status')).toContainText('Entre no site do Itaú');
    await expect(drawer.getByRole('button', { name: `Baixar ${file.suggestedFilename()}` })).toBeVisible();
    await drawer.getByRole('button', { name: 'Fechar', exact: true }).last().click();
    await search(page, tenant.name);
    await expect(page.getByRole('row').filter({ hasText: tenant.name })).toContainText('Enviado ao banco');
  },
);

test('read-only users cannot issue boletos', LONG, async ({ page, signIn, staffWith, call }) => {
  const { nosso_numero, tenant } = await lateBoleto(call);
  await signIn(await staffWith('BOLETO_VIEW'));
  await search(page, tenant.name);
  await page.getByRole('button', { name: `Ações do boleto ${nosso_numero}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Abrir PDF',
    'Abrir link do inquilino',
    'Copiar link do inquilino',
    'Copiar linha digitável',
    'Enviar por WhatsApp',
  ]);
  await page.keyboard.press('Escape');
  for (const name of ['Gerar boletos', 'Efetuar baixa', 'Mais ações']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
});
