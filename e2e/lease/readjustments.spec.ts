import { firstDay, lastDay, type Reference } from '@morada/domain/base/calendar';
import type { Page } from '@playwright/test';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { lease } from '../contracts.ts';
import { expect, notice, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

// Each screen uses a year of its own, because all stories share one database. The indices are the published ones (IGP-M
// 8,50% and IPCA 5,53% for the year to April 2025, IGP-M −3,18% for 2023), within a hundredth lost by accumulating
// months.
const SCREENS = {
  desktop: {
    ...{ viewport: { width: 1366, height: 860 }, year: 2026, period: '05/2025 a 04/2026' },
    // 1.500,00 × 1,0062 and × 1,0439
    ...{ igpm: '0,62%', byIgpm: 'R$ 1.509,30', ipca: '4,39%', byIpca: 'R$ 1.565,85' },
  },
  phone: {
    ...{ viewport: { width: 390, height: 844 }, year: 2025, period: '05/2024 a 04/2025' },
    // 1.500,00 × 1,0851 and × 1,0553
    ...{ igpm: '8,51%', byIgpm: 'R$ 1.627,65', ipca: '5,53%', byIpca: 'R$ 1.582,95' },
  },
};

const totals = (page: Page) => page.getByRole('region', { name: 'Soma dos escolhidos' });
const chosen = (page: Page, id: number) => page.getByRole('checkbox', { name: `Escolher o contrato ${id}` });
const choose = async (page: Page, field: string | RegExp, option: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
/** Moves contracts left by a previous attempt out of the month. */
async function free(month: Reference) {
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db
    .updateTable('proposal')
    .set({ next_readjustment: '2029-12-01' })
    .where('next_readjustment', '>=', firstDay(month))
    .where('next_readjustment', '<=', lastDay(month))
    .execute();
  await db.destroy();
}
const due = (day: string) => ({
  start_date: `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`,
  end_date: '2029-12-31',
  next_readjustment: day,
});

for (const [screen, { viewport, year, period, igpm, byIgpm, ipca, byIpca }] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test.beforeEach(async ({ page, startSession }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await startSession();
    });

    const row = (page: Page, text: string) =>
      page.getByRole(screen === 'phone' ? 'listitem' : 'row').filter({ hasText: text });
    /** On a phone the bar shows the number of chosen contracts, and the sums are without their difference. */
    const expectChosen = (page: Page, count: number, all: number) =>
      screen === 'phone'
        ? expect(
            page.getByRole('button', {
              name: count === 1 ? 'Aplicar ao escolhido' : `Aplicar aos ${count} escolhidos`,
            }),
          ).toBeVisible()
        : expect(totals(page)).toContainText(`${count} de ${all}`);
    const wide = (...words: string[]) => (screen === 'phone' ? [] : words);
    const priceOf = async (call: Parameters<typeof lease>[0], id: number) =>
      (await call<{ current_price: number }>('GET', `/proposal/${id}`)).current_price;

    test('two contracts in one batch, by one percentage by hand, and undone', LONG, async ({ page, call }) => {
      await free(`${year}-05`);
      const one = await lease(call, due(`${year}-05-10`));
      const other = await lease(call, { ...due(`${year}-05-20`), current_price: 2_350 });
      await page.goto('/app/contracts');
      await pressInHead(page, 'Reajustes do mês');
      await expect(page.getByRole('heading', { level: 2, name: 'Novembro de 2026' })).toBeVisible();
      await page.goto(`/app/contracts/readjustments?month=${year}-05`);

      await test.step('each by its index over twelve months', async () => {
        await expect(page.getByRole('combobox', { name: `Índice do contrato ${one.id}` })).toHaveValue('IGP-M');
        for (const words of [igpm, period, byIgpm]) await expect(row(page, one.tenant.name)).toContainText(words);
        await choose(page, `Índice do contrato ${one.id}`, 'IPCA');
        for (const words of [ipca, byIpca]) await expect(row(page, one.tenant.name)).toContainText(words);
      });

      await test.step('only selected contracts count', async () => {
        // Whose base was changed is chosen, the other one not by itself.
        await expectChosen(page, 1, 2);
        for (const words of ['R$ 1.500,00', byIpca, ...wide(ipca)]) await expect(totals(page)).toContainText(words);
        await page.getByRole('checkbox', { name: 'Escolher todos' }).check();
        await expect(chosen(page, other.id)).toBeChecked();
      });

      await test.step('one percentage for all of them', async () => {
        await page.getByRole('button', { name: 'Mudar índice de todos' }).click();
        const fields = page.getByRole('dialog', { name: 'Mudar índice de todos' });
        await fields.getByRole('textbox', { name: 'Percentual' }).fill('4,5');
        await fields.getByRole('button', { name: 'Usar em todos desta página' }).click();
        // 1.500,00 × 1,045 and 2.350,00 × 1,045
        await expect(row(page, one.tenant.name)).toContainText('R$ 1.567,50');
        await expect(row(page, one.tenant.name)).toContainText('+R$ 67,50');
        await expect(row(page, other.tenant.name)).toContainText('R$ 2.455,75');
        await expectChosen(page, 2, 2);
        for (const words of ['R$ 3.850,00', 'R$ 4.023,25', ...wide('+R$ 173,25', '4,5%')])
          await expect(totals(page)).toContainText(words);
        await expectAccessible(page);
      });

      await test.step('applied after a preview', async () => {
        await page.getByRole('button', { name: 'Aplicar aos 2 escolhidos' }).click();
        const question = page.getByRole('dialog', { name: 'Aplicar 2 reajustes' });
        await expect(question).toContainText('passa de R$ 3.850,00 para R$ 4.023,25 por mês (+R$ 173,25)');
        await expect(question).toContainText('o que já foi cobrado fica como está');
        await question.getByRole('button', { name: 'Aplicar reajustes' }).click();
        await expect(notice(page, '2 contratos reajustados')).toBeVisible();
        await expect(page.getByText(`Nenhum reajuste em maio de ${year}`)).toBeVisible();
        expect([await priceOf(call, one.id), await priceOf(call, other.id)]).toEqual([1_567.5, 2_455.75]);
      });

      await test.step('undone', async () => {
        await page.getByRole('tab', { name: 'Lotes aplicados' }).click();
        const batch = row(page, `05/${year}`).filter({ hasText: '2 contratos' }).first();
        await expect(batch).toContainText('Aplicado');
        await expect(batch).toContainText('Mariana Dias');
        await expectAccessible(page);
        await batch.getByRole('button', { name: /^Abrir lote/ }).click();
        const lot = page.getByRole('dialog', { name: /^Lote \d+: 2 contratos/ });
        await expect(lot.getByRole('row', { name: one.tenant.name })).toContainText('R$ 1.567,50');
        await lot.getByRole('button', { name: 'Fechar' }).last().click();
        await batch.getByRole('button', { name: /^Desfazer o lote/ }).click();
        const question = page.getByRole('dialog', { name: /^Desfazer o lote/ });
        await expect(question).toContainText('voltam ao aluguel e à data de reajuste que tinham antes');
        await question.getByRole('button', { name: 'Desfazer lote' }).click();
        await expect(notice(page, 'Os aluguéis voltaram aos valores de antes')).toBeVisible();
        await expect(batch).toContainText('Desfeito');
        await expect(batch.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0);
        await page.getByRole('tab', { name: 'Reajustes do mês' }).click();
        await expect(row(page, one.tenant.name)).toContainText(byIgpm);
        expect([await priceOf(call, one.id), await priceOf(call, other.id)]).toEqual([1_500, 2_350]);
      });
    });

    test('skipped contracts with their reasons; a batch that can no longer be undone', LONG, async ({ page, call }) => {
      await free(`${year}-06`);
      const good = await lease(call, due(`${year}-06-10`));
      const changed = await lease(call, due(`${year}-06-20`));
      await page.goto(`/app/contracts/readjustments?month=${year}-06`);
      await page.getByRole('checkbox', { name: 'Escolher todos' }).check();
      await expectChosen(page, 2, 2);
      await call('PATCH', `/proposal/${changed.id}`, { current_price: 1_650 });
      await page.getByRole('button', { name: 'Aplicar aos 2 escolhidos' }).click();
      await page.getByRole('button', { name: 'Aplicar reajustes' }).click();
      const result = page.getByRole('dialog', { name: 'Resultado do lote' });
      await expect(result).toContainText('1 contrato reajustado. 1 contrato ficou de fora:');
      const refused = result.getByRole('listitem').filter({ hasText: `Contrato ${changed.id}` });
      await expect(refused).toContainText(changed.tenant.name);
      await expect(refused).toContainText('O aluguel mudou desde a simulação.');
      await result.getByRole('button', { name: 'Fechar' }).last().click();
      await expect(row(page, changed.tenant.name)).toContainText('R$ 1.650,00');

      await call('PATCH', `/proposal/${changed.id}`, { current_price: 1_660 });
      await page.getByRole('button', { name: 'Aplicar ao escolhido' }).click();
      await page.getByRole('button', { name: 'Aplicar reajustes' }).click();
      await expect(result).toContainText('Nenhum contrato foi reajustado. 1 contrato ficou de fora:');
      await expectAccessible(page);
      await result.getByRole('button', { name: 'Fechar' }).last().click();
      await expect(row(page, changed.tenant.name)).toContainText('R$ 1.660,00');

      await call('PATCH', `/proposal/${good.id}`, { current_price: 1_700 });
      await page.getByRole('tab', { name: 'Lotes aplicados' }).click();
      await row(page, `06/${year}`)
        .getByRole('button', { name: /^Desfazer o lote/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Desfazer lote' }).click();
      await expect(
        notice(page, 'Um dos contratos mudou depois do lote: ele não pode mais ser desfeito.'),
      ).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
      await expect(row(page, `06/${year}`).first()).toContainText('Aplicado');
    });

    test('a negative index, and unpublished months', LONG, async ({ page, call }) => {
      const fallen = await lease(call, due('2024-01-10'));
      const follows = await lease(call, { ...due('2024-01-10'), readjusts_down: true });
      await page.goto('/app/contracts/readjustments?month=2024-01');
      for (const words of ['−3,18%', 'R$ 0,00']) await expect(row(page, fallen.tenant.name)).toContainText(words);
      // 1.500,00 × 0,9682
      for (const words of ['R$ 1.452,30', '−R$ 47,70'])
        await expect(row(page, follows.tenant.name)).toContainText(words);
      // Said once above the list, not in each row.
      for (const words of ['fica como está.', 'e o contrato acompanha a queda.'])
        await expect(page.getByText(new RegExp(`^O IGP-M acumulado é negativo.*${words}`))).toBeVisible();

      const awaited = await lease(call, due('2027-04-10'));
      await page.goto('/app/contracts/readjustments?month=2027-04');
      await expect(
        page.getByText(
          'Falta o IGP-M de dezembro de 2026, janeiro de 2027, fevereiro de 2027 e março de 2027: informe o percentual.',
        ),
      ).toBeVisible();
      await expect(chosen(page, awaited.id)).toBeDisabled();
      await choose(page, `Índice do contrato ${awaited.id}`, 'Percentual');
      await page.getByRole('textbox', { name: `Percentual do contrato ${awaited.id}` }).fill('-2,5');
      await expect(row(page, awaited.tenant.name)).toContainText('R$ 1.462,50');
      await expect(row(page, awaited.tenant.name)).toContainText('O aluguel diminui, como foi acertado.');
      await expect(chosen(page, awaited.id)).toBeChecked();

      await page.getByRole('link', { name: 'Contratos' }).last().click();
      await expect(page.getByRole('dialog', { name: 'Descartar alterações' })).toBeVisible();
    });
  });
}

test('the selection is kept across pages', LONG, async ({ page, call, enter }) => {
  test.setTimeout(120_000);
  await free('2023-08');
  for (let day = 1; day <= 21; day += 1) await lease(call, due(`2023-08-${String(day).padStart(2, '0')}`));
  await enter('/contracts/readjustments?month=2023-08');
  await page.getByRole('checkbox', { name: 'Escolher todos desta página' }).check();
  await expect(totals(page)).toContainText('20 de 20');
  await page
    .getByRole('checkbox', { name: /^Escolher o contrato/ })
    .first()
    .uncheck();
  await page.getByRole('button', { name: 'Página 2' }).click();
  await expect(totals(page)).toContainText('19 de 21');
  await page.getByRole('button', { name: 'Página 1' }).click();
  await expect(page.getByRole('checkbox', { name: /^Escolher o contrato/ }).first()).not.toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Escolher também o da outra página' }).click();
  await expect(totals(page)).toContainText('1 de 21');
});

test('read-only users see the simulation and cannot apply it', LONG, async ({ page, call, enter, staffWith }) => {
  const { id, tenant } = await lease(call, due('2024-03-10'));
  await enter('/contracts/readjustments?month=2024-03', await staffWith('PROPOSAL_VIEW'));
  await expect(page.getByRole('row').filter({ hasText: tenant.name })).toContainText('IGP-M');
  await expect(chosen(page, id)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Aplicar/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Lotes aplicados' }).click();
  await expect(page.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0);
});
