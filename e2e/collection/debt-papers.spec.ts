import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { LONG } from '../long.ts';

test.use({ viewport: { width: 1366, height: 860 } });

// 1.500,00 fifteen days late. As the invoice: 150,00 + ten days of 0,03 %, 4,50. By the clause: 150,00 + 1 % ÷ 30 × 15, 7,50.
test(
  'a debt from the late list to its papers: clause, notice, protest and dossier',
  LONG,
  async ({ page, enter, call }) => {
    const { tenant } = await lateInvoice(call);
    await enter('/financial/shall');
    await page.getByRole('searchbox').fill(tenant.name);
    await expect(page).toHaveURL(/query=/);
    // Waits until the search results, with their menus, have replaced the previous rows.
    const menus = page.getByRole('button', { name: /^Mais ações da fatura/ });
    await expect(menus).toHaveCount(1);
    await menus.click();
    await page.getByRole('menuitem', { name: 'Cobrança e papéis' }).click();
    await expect(page.getByRole('tab', { name: 'Cobrança' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('R$ 1.654,50').first()).toBeVisible();

    await test.step('the contract’s own clause', async () => {
      await page.getByRole('button', { name: 'Mais papéis' }).click();
      await page.getByRole('menuitem', { name: 'Encargos do contrato' }).click();
      const window = page.getByRole('dialog', { name: 'Encargos do contrato' });
      await window.getByLabel('Juros ao mês').fill('1');
      await window.getByLabel('Dia de atraso em que começam').fill('0');
      await window.getByLabel('Cláusula').fill('cláusula 7ª');
      await window.getByRole('button', { name: 'Salvar' }).click();
      await expect(notice(page, 'Encargos registrados')).toBeVisible();
      await expect(page.getByText('R$ 1.657,50').first()).toBeVisible();
    });

    await test.step('the notice, delivered by hand', async () => {
      await page.getByRole('button', { name: 'Emitir aviso' }).click();
      const window = page.getByRole('dialog', { name: 'Emitir aviso prévio' });
      await window.getByText('Em mãos', { exact: true }).click();
      await window.getByRole('button', { name: 'Emitir aviso' }).click();
      const row = page.getByRole('row').filter({ hasText: 'Aviso prévio' });
      await expect(row).toContainText('Sem entrega registrada');
      await row.getByRole('button', { name: /^Ações de Aviso prévio/ }).click();
      await page.getByRole('menuitem', { name: 'Registrar a entrega' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Registrar' }).click();
      await expect(row).toContainText('Entregue');
    });

    await test.step('a listing waits for the term, a protest does not', async () => {
      await page.getByRole('button', { name: 'Registrar', exact: true }).click();
      const window = page.getByRole('dialog', { name: 'Registrar o que foi feito' });
      await window.getByLabel('Órgão, cartório ou juízo').fill('1º Tabelionato');
      await window.getByRole('button', { name: 'Registrar' }).click();
      await expect(window.getByText(/^O prazo do aviso vai até/)).toBeVisible();
      await window.getByRole('combobox', { name: 'O que foi feito' }).click();
      await page.getByRole('option', { name: 'Protesto' }).click();
      await window.getByRole('button', { name: 'Registrar' }).click();
      await expect(page.getByRole('row').filter({ hasText: 'Protesto, 1º Tabelionato' })).toContainText('Em vigor');
      await expect(page.getByText('Protestado', { exact: true })).toBeVisible();
    });

    await test.step('the dossier', async () => {
      await page.getByRole('button', { name: 'Mais papéis' }).click();
      const saved = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Dossiê para o protesto' }).click();
      expect((await saved).suggestedFilename()).toMatch(/^dossie-contrato-\d+-protesto\.zip$/);
    });
  },
);
