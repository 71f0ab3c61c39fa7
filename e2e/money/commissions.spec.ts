import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { linesOf } from '../clients.ts';
import { expect, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { PAINT, receivedRent, yearOf } from '../received.ts';

const SCREENS = {
  desktop: { width: 1366, height: 860, year: 2016 },
  phone: { width: 390, height: 844, year: 2015 },
};

const explained = async (page: Page, figure: string, title: string, words: string[]) => {
  await page.getByRole('button', { name: figure }).click();
  const why = page.getByRole('dialog', { name: title });
  for (const said of words) await expect(why).toContainText(said);
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();
};

// By hand: 1.500,00 at 10% with 100,00 of paint, part of the base: fee 160,00, transfer 1.500,00 − 160,00 + 100,00 =
// 1.440,00. 2.000,00 at 8%: fee 160,00, transfer 1.840,00. In all 3.500,00, 320,00 and 3.280,00.
for (const [screen, { year: first, ...viewport }] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test(
      'commissions of a month: rows, totals, their parts, and the same in comissoes.csv',
      LONG,
      async ({ page, enter, call }, info) => {
        const year = yearOf(first, info);
        const painted = await receivedRent(call, year, { price: 1_500, commission: 10, extra: PAINT });
        const plain = await receivedRent(call, year, { price: 2_000, commission: 8 });
        await enter(`/financial/comissions?start=${year}-03-01&end=${year}-03-31`);
        await expect(page.getByRole('heading', { level: 1, name: 'Comissões' })).toBeVisible();
        await expect(page.getByRole('button', { name: `Período: Março de ${year}` })).toBeVisible();

        const row = (street: string) =>
          page.getByRole(screen === 'phone' ? 'listitem' : 'row').filter({ hasText: street });
        await expect(row(painted.contract.street)).toContainText('1.440,00');
        await expect(row(plain.contract.street)).toContainText('1.840,00');
        await expect(row(plain.contract.street)).toContainText('8%');

        const totals = page.getByRole('region', { name: 'Totais do período' });
        for (const [name, amount] of [
          ['Receita', 'R$ 320,00'],
          ['Aluguéis recebidos', 'R$ 3.500,00'],
          ['Comissões', 'R$ 320,00'],
          ['Repasses', 'R$ 3.280,00'],
        ])
          await expect(totals).toContainText(`${name}${amount}`);

        await explained(page, '1.440,00', 'Repasse de R$ 1.440,00', [
          '1.500,00',
          '10% × 1.600,00',
          '−160,00',
          'Pintura',
        ]);
        await explained(page, 'R$ 3.280,00', 'Repasses: R$ 3.280,00', ['3.500,00', '−320,00', '100,00', '3.280,00']);
        await page.getByRole('button', { name: 'R$ 3.500,00' }).click();
        const why = page.getByRole('dialog', { name: 'Aluguéis recebidos: R$ 3.500,00' });
        await expect(why).toContainText(`Recebidos em março de ${year}3.500,00`);
        await expectAccessible(page);
        await page.keyboard.press('Escape');

        const [file] = await Promise.all([
          page.waitForEvent('download'),
          pressInHead(page, 'Exportar').then(() => page.getByRole('menuitem', { name: 'Texto (CSV)' }).click()),
        ]);
        expect(file.suggestedFilename()).toBe('comissoes.csv');
        const [, ...saved] = await linesOf(file);
        expect(saved.map((cells) => [cells[2], ...cells.slice(7)]).sort()).toEqual(
          [
            [String(painted.contract.id), '1500,00', '10', '160,00', '0,00', '100,00', '1440,00'],
            [String(plain.contract.id), '2000,00', '8', '160,00', '0,00', '0,00', '1840,00'],
          ].sort(),
        );

        await page.getByRole('button', { name: '1.840,00' }).click();
        await page.getByRole('link', { name: `Fatura ${plain.invoice}` }).click();
        await expect(page.getByRole('dialog', { name: `Fatura ${plain.invoice}` })).toBeVisible();
      },
    );

    test('the period is kept in the address; empty and failed periods are shown', LONG, async ({ page, enter }) => {
      await enter('/financial/comissions?start=2015-01-01&end=2015-01-31');
      await expect(page.getByText('Nenhum aluguel recebido no período')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Ver este mês' }).click();
      await expect(page).toHaveURL(/\/comissions$/);
      await page.getByRole('button', { name: 'Período: Este mês' }).click();
      await page.getByRole('button', { name: 'Mês passado' }).click();
      await expect(page).toHaveURL(/start=2026-10-01&end=2026-10-31/);
      await page.getByRole('button', { name: 'Período: Outubro de 2026' }).click();
      await page.getByRole('button', { name: 'Este ano' }).click();
      await expect(page).toHaveURL(/start=2026-01-01&end=2026-12-31/);

      await page.route('**/financial/commissions/filter**', (route) => route.fulfill({ status: 500, body: '' }));
      await page.goto('/app/financial/comissions?start=2014-01-01&end=2014-01-31');
      await expect(page.getByText('Não foi possível recuperar os dados filtrados')).toBeVisible({ timeout: 20_000 });
      await page.unroute('**/financial/commissions/filter**');
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await expect(page.getByText('Nenhum aluguel recebido no período')).toBeVisible();
    });
  });
}
