import type { Page } from '@playwright/test';
import { pdfText } from '../../apps/api/test/pdf-text.ts';
import { expectAccessible } from '../accessible.ts';
import { linesOf } from '../clients.ts';
import { expect, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { PAINT, receivedRent } from '../received.ts';

const SCREENS = {
  desktop: { width: 1366, height: 860, year: 2018 },
  phone: { width: 390, height: 844, year: 2017 },
};

const figure = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..').first();

async function expectFigures(page: Page, figures: Record<string, string>) {
  for (const [label, amount] of Object.entries(figures)) await expect(figure(page, label)).toContainText(amount);
}

// By hand: 1.500,00 at 10% with 100,00 of paint, part of the base: 1.500,00 − 160,00 + 100,00 = 1.440,00.
for (const [screen, { year, ...viewport }] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });

    test(
      'an owner’s statement: from the transfer, by month, as PDF and as a spreadsheet',
      LONG,
      async ({ page, startSession, call }) => {
        const { transfer, invoice } = await receivedRent(call, year, { price: 1_500, commission: 10, extra: PAINT });
        const { id: owner, name } = transfer.user;
        await call('PATCH', `/transfer/${transfer.id}`, { status: 'DONE' });
        await startSession();

        await test.step('opened from the transfer: the month starts with the amount owed', async () => {
          await page.goto(`/app/financial/transfers?open=${transfer.id}`);
          await page.getByRole('link', { name: 'Ver extrato' }).click();
          await expect(page.getByRole('heading', { level: 1, name: 'Extrato do proprietário' })).toBeVisible();
          await expect(page.getByRole('combobox', { name: 'Proprietário' })).toHaveValue(name);
          await expectFigures(page, {
            ...{ 'Saldo anterior': 'R$ 1.440,00', Créditos: 'R$ 0,00' },
            ...{ Débitos: 'R$ 1.440,00', 'Saldo final': 'R$ 0,00' },
          });
        });

        await test.step('the month of the rent, line by line', async () => {
          await page.goto(`/app/financial/statements?owner=${owner}&start=${year}-03-01&end=${year}-03-31`);
          await expectFigures(page, {
            'Saldo anterior': 'R$ 0,00',
            Créditos: 'R$ 1.440,00',
            'Saldo final': 'R$ 1.440,00',
          });
          const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: 'Aluguel recebido' });
          await row
            .getByRole('button', { name: phone ? 'R$ 1.440,00' : '1.440,00' })
            .first()
            .click();
          const why = page.getByRole('dialog', { name: 'Aluguel recebido: R$ 1.440,00' });
          for (const words of ['1.500,00', '10% × 1.600,00', '−160,00', 'Pintura', '100,00'])
            await expect(why).toContainText(words);
          await expectAccessible(page);
          await expect(why.getByRole('link', { name: `Fatura ${invoice}` })).toHaveAttribute(
            'href',
            `/app/financial/invoices?open=${invoice}`,
          );
          await page.keyboard.press('Escape');
        });

        await test.step('the PDF has the figures of the screen', async () => {
          const [opened] = await Promise.all([
            page.context().waitForEvent('response', (answer) => answer.url().includes(`/user/${owner}/statement/pdf`)),
            page.getByRole('button', { name: 'Abrir PDF' }).click(),
          ]);
          expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf']);
          const path = `/api/user/${owner}/statement/pdf?start=${year}-03-01&end=${year}-03-31`;
          const { url } = await call<{ url: string }>('POST', '/ticket', { path });
          const said = await pdfText(await (await page.request.get(`${process.env.E2E_URL}${url}`)).body());
          for (const words of [
            `Extrato do proprietário ${name} CPF`,
            `Período de 01/03/${year} a 31/03/${year}`,
            `05/03/${year} Aluguel recebido Fatura ${invoice}`,
            'Taxa de administração, 10% × 1.600,00 −160,00',
            'Pintura, acréscimo 100,00',
            'Saldo final R$ 1.440,00',
          ])
            expect(said).toContain(words);
        });

        await test.step('the spreadsheet has the figures of the screen', async () => {
          const [file] = await Promise.all([page.waitForEvent('download'), pressInHead(page, 'Baixar planilha')]);
          expect(file.suggestedFilename()).toBe(`extrato-${owner}-${year}-03.xlsx`);
          const lines = await linesOf(file);
          expect(lines.map((cells) => [cells[1], cells.at(-1)])).toEqual([
            ['Lançamento', 'Saldo'],
            ['Saldo anterior', '0'],
            ['Aluguel recebido', '1440'],
            ['Saldo final', '1440'],
          ]);
        });
      },
    );

    test('a client is selected; a period without entries; an unknown client', LONG, async ({ page, enter, call }) => {
      const { transfer } = await receivedRent(call, year, { price: 2_000, commission: 8 });
      await enter('/financial/statements');
      await expect(page.getByText('De qual proprietário?')).toBeVisible();
      await page.getByRole('combobox', { name: 'Proprietário' }).fill(transfer.user.name);
      await page.getByRole('option', { name: transfer.user.name }).click();
      await expect(page).toHaveURL(new RegExp(`owner=${transfer.user.id}`));
      await expect(page.getByText('Nenhum lançamento no período')).toBeVisible();
      await expectFigures(page, { 'Saldo anterior': 'R$ 1.840,00', 'Saldo final': 'R$ 1.840,00' });
      await expectAccessible(page);

      await page.goto(`/app/clients/info/${transfer.user.id}?tab=repasses`);
      await page.getByRole('link', { name: 'Extrato do proprietário' }).click();
      await expect(page).toHaveURL(new RegExp(`/financial/statements\\?owner=${transfer.user.id}`));

      await page.goto('/app/financial/statements?owner=999999');
      await expect(page.getByText('Cliente não encontrado')).toBeVisible();
    });

    test('users without access to owners arrive from a transfer', LONG, async ({ page, enter, staffWith }) => {
      await enter('/financial/statements', await staffWith('FINANCIAL_TRANSFER_VIEW'));
      await expect(page.getByText('Abra o extrato pela janela de um repasse')).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Proprietário' })).toBeHidden();
    });
  });
}
