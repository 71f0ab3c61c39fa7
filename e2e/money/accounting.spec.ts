import { readFile } from 'node:fs/promises';
import { ACCOUNTS } from '../../packages/domain/src/fiscal/accounting.ts';
import { LEDGER_ACCOUNTS } from '../../packages/domain/src/ledger/ledger.ts';
import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';

test(
  'the month waits for the accountant’s codes; mapped, its file is made and kept',
  LONG,
  async ({ page, enter, demo }) => {
    await demo.db.updateTable('agency').set({ cnpj: '11222333000181' }).execute();
    await enter('/fiscal/accounting');
    await expect(page.getByRole('heading', { level: 1, name: 'Contabilidade' })).toBeVisible();
    const make = page.getByRole('button', { name: 'Gerar para o Domínio' });
    await make.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Preencha antes de gerar o arquivo' })).toContainText(
      '“Caixa”',
    );

    await page.getByRole('button', { name: 'Preencher' }).click();
    const drawer = page.getByRole('dialog', { name: 'Plano de contas' });
    for (const [place, account] of ACCOUNTS.entries())
      await drawer.getByLabel(LEDGER_ACCOUNTS[account].name, { exact: true }).fill(String(100 + place));
    // The agency's own code for what it owes to owners.
    await drawer.getByLabel('Valores de proprietários', { exact: true }).fill('100');
    await drawer.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(drawer).toContainText('A conta 100 é de “Caixa”, dinheiro da imobiliária');
    await drawer.getByLabel('Valores de proprietários', { exact: true }).fill('2101');
    await drawer.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(drawer).toBeHidden();

    await expect(page.getByRole('table', { name: 'Totais por conta' })).toContainText('2101');
    const [saved] = await Promise.all([page.waitForEvent('download'), make.click()]);
    expect(saved.suggestedFilename()).toMatch(/^dominio-\d{4}-\d{2}\.txt$/);
    const lines = (await readFile(await saved.path(), 'latin1')).split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['|0000|11222333000181|', expect.stringMatching(/^\|6000\|[XDCV]\|\|\|\|$/)]);
    await expect(page.getByRole('table', { name: 'Arquivos gerados' })).toContainText(saved.suggestedFilename());

    await page.getByRole('button', { name: 'Próximo mês' }).click();
    await expect(page.getByText('Nenhum lançamento neste mês')).toBeVisible();
  },
);
