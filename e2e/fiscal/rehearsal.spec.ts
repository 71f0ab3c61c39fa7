import { test } from '../demo.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';

test(
  'the last twelve months with typed rates, a contract in detail, and a batch that is undone',
  LONG,
  async ({ page, enter, demo }) => {
    // An owner of old payments pays IBS and CBS from now on.
    const { user_id } = await demo.db
      .selectFrom('transfer')
      .select('user_id')
      .where('rent', '>', 0)
      .where('deleted_at', 'is', null)
      .orderBy('received_on')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await demo.db
      .updateTable('client')
      .set({ tax_regime: 'REGULAR', taxpayer_since: '2026-01-01' })
      .where('id', '=', user_id)
      .execute();
    await enter('/fiscal/rehearsal');
    const contracts = page.getByRole('table', { name: 'Contratos' });
    await expect(page.getByText(/estimativa/)).toBeVisible();

    await test.step('a rate of zero gives the books back', async () => {
      for (const name of ['CBS', 'IBS']) {
        const rate = page.getByRole('textbox', { name: `${name}, alíquota inteira` });
        await rate.fill('0');
        await rate.press('Enter');
        await expect(page).toHaveURL(new RegExp(`${name.toLowerCase()}=0`));
      }
      await expect(page.getByText(/imposto de R\$\s0,00/)).toHaveCount(3);
    });

    await test.step('one contract, invoice by invoice', async () => {
      await contracts
        .getByRole('button', { name: /^Abrir ensaio do contrato/ })
        .first()
        .click();
      const window = page.getByRole('dialog', { name: /^Ensaio do contrato/ });
      await expect(window.getByRole('row').nth(1)).toBeVisible();
      await window.getByRole('button', { name: 'Fechar' }).last().click();
    });

    await test.step('what would happen to chosen contracts', async () => {
      await contracts
        .getByRole('checkbox', { name: /^Escolher contrato/ })
        .first()
        .check();
      await page.getByRole('button', { name: 'Imposto incluído' }).click();
      const window = page.getByRole('dialog', { name: 'IBS e CBS do contrato' });
      await expect(window).toContainText('Passam para incluído no aluguel');
      await expect(window).toContainText('Dá para desfazer por 10 minutos.');
      await window.getByRole('combobox', { name: 'Aditivo' }).click();
      await page.getByRole('option').first().click();
      await expect(window).toContainText('Passam para incluído no aluguel');
      await window.getByRole('button', { name: 'Alterar 1 contrato' }).click();
      await expect(window).toContainText('1 contrato alterado');
      await window.getByRole('button', { name: 'Desfazer' }).click();
      await page.getByRole('dialog', { name: 'Desfazer' }).getByRole('button', { name: 'Desfazer' }).click();
      await expect(window).toContainText('Desfeito: 1 contrato');
    });
  },
);
