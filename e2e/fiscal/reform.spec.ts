import { test } from '../demo.ts';
import { expect, follow, notice } from '../fixtures.ts';
import { LONG } from '../long.ts';

test(
  'an owner’s declaration changes the state; a month is worked out, and the option of a contract recorded',
  LONG,
  async ({ page, enter, demo }) => {
    await enter('/fiscal/reform');
    await expect(page.getByRole('heading', { level: 1, name: 'Radar da reforma' })).toBeVisible();
    const owners = page.getByRole('table', { name: 'Proprietários' });
    const [first] = (await demo.call<{ data: { name: string }[] }>('GET', '/fiscal/reform')).data;
    const name = first?.name ?? '';
    await owners.getByRole('link', { name: `Abrir ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    await test.step('declared elsewhere', async () => {
      await page.getByRole('button', { name: 'Registrar declaração' }).click();
      const drawer = page.getByRole('dialog', { name: 'Declaração de 2026' });
      await drawer.getByLabel('Aluguéis do ano fora da imobiliária').fill('240.000,01');
      await drawer.getByLabel('Imóveis alugados fora da imobiliária').fill('4');
      await drawer.getByRole('button', { name: 'Registrar declaração' }).click();
      await expect(notice(page, 'Declaração registrada')).toBeVisible();
      await expect(page.getByText(/^Contribuinte n/).first()).toBeVisible();
      await expect(page.getByText(/^4 imóveis, em /)).toBeVisible();
      // As if the rents received since then had made the state graver.
      await demo.db.updateTable('reform_declaration').set({ state: 'SAFE' }).execute();
    });

    await test.step('a month from 2027 on', async () => {
      await page.getByRole('tab', { name: 'A partir de 2027' }).click();
      const months = page.getByRole('tabpanel', { name: 'A partir de 2027' });
      await expect(months).toContainText('Redutor social');
      await expect(months).toContainText('IBS e CBS do mês');
      await expect(months).toContainText('2,52%');
    });

    await test.step('an option that the law refuses, and one that it gives', async () => {
      const months = page.getByRole('tabpanel', { name: 'A partir de 2027' });
      await months
        .getByRole('button', { name: /^Registrar opção do contrato/ })
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: /^Opção de 3,65% do contrato/ });
      // The calendar of a date closes when its field is left.
      const date = async (label: string, value: string) => {
        await drawer.getByLabel(label).fill(value);
        await drawer.getByLabel(label).press('Tab');
      };
      await drawer.getByRole('combobox', { name: 'Como foi assinado' }).click();
      await page.getByRole('option', { name: 'Assinatura eletrônica' }).click();
      await drawer.getByText('Residencial', { exact: true }).click();
      await date('Assinado em', '17/01/2025');
      await date('Fim do prazo original', '31/05/2027');
      await drawer.getByRole('button', { name: 'Registrar opção' }).click();
      await expect(notice(page, 'O contrato foi assinado em 17/01/2025, depois de 16/01/2025.')).toBeVisible();
      await date('Assinado em', '16/01/2025');
      await drawer.getByRole('button', { name: 'Registrar opção' }).click();
      await expect(months).toContainText('Pode pagar 3,65% da receita bruta até 31/05/2027, fim do prazo original');
      await expect(months).toContainText('Com a opção:');
    });

    await test.step('the dashboard asks for the owner again', async () => {
      await expect(page.getByText('A situação mudou depois da declaração.')).toBeVisible();
      await demo.call('GET', '/fiscal/reform/year');
      await follow(page, '/');
      const today = page.getByRole('region', { name: 'Hoje' });
      await today.getByRole('button', { name: /^Impostos \d/ }).click();
      const task = today.getByRole('listitem').filter({ hasText: 'Radar da reforma' });
      await expect(task).toContainText('1 proprietário perto do limite ou contribuinte');
      await task.getByRole('link', { name: /^Consultar/ }).click();
      await expect(page.getByRole('button', { name: 'Remover filtro Declaração' })).toBeVisible();
      await expect(owners.getByRole('link', { name: /^Abrir / })).toHaveCount(1);
      await expect(owners.getByRole('link', { name: `Abrir ${name}` })).toBeVisible();
    });
  },
);
