import { addDays, type CalendarDate } from '@morada/domain/base/calendar';
import type { Page, TestInfo } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { linesOf } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, pressInHead, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { tag } from '../properties.ts';

const SCREENS = {
  desktop: { width: 1366, height: 860, received: '2026-11-07', entered: '2024-03-14' },
  phone: { width: 390, height: 844, received: '2026-11-08', entered: '2024-05-14' },
} as const;

const card = (page: Page, name: string) => page.getByText(name, { exact: true }).locator('..').first();

async function expectCards(page: Page, figures: { Entrada: string; Saída: string; Saldo: string }) {
  for (const [name, amount] of Object.entries(figures)) {
    await expect(card(page, name).getByRole('button', { name: amount })).toBeVisible();
  }
}

const day = (date: string) => `startDate=${date}&endDate=${date}`;

/** Day for each attempt, because entries of earlier attempts remain. */
const dayOf = (first: CalendarDate, { retry, repeatEachIndex }: TestInfo) =>
  addDays(first, -2 * (retry + repeatEachIndex));

for (const [screen, { received: receivedFirst, entered: enteredFirst, ...viewport }] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });

    // Days of its own keep other stories' entries out of the figures.
    test('rents: the cards, the report, the invoice behind a row', LONG, async ({ page, enter, call }, info) => {
      const received = dayOf(receivedFirst, info);
      const { id, tenant } = await lateInvoice(call);
      await call('PATCH', `/invoice/${id}/down`, { paid_amount: 1_500, fine: 0, interest: 0, pay_day: received });
      await enter(`/financial/movimentations?${day(received)}`);
      await expectCards(page, { Entrada: 'R$ 1.500,00', Saída: 'R$ 0,00', Saldo: 'R$ 1.500,00' });
      await card(page, 'Entrada').getByRole('button').click();
      const why = page.getByRole('dialog', { name: /por quê/ });
      await expect(why).toContainText('Entrada de R$ 1.500,00');
      await expect(why).toContainText('Aluguel recebido1.500,00');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Novo' })).toBeDisabled();
      await expectAccessible(page);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        phone ? pressInHead(page, 'Baixar relatório') : page.getByRole('button', { name: 'Baixar relatório' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('relatorio.xlsx');
      expect((await linesOf(file)).flat().join(' ')).toContain(tenant.name);

      await page.getByRole('button', { name: `Abrir fatura ${id}, ${tenant.name}` }).click();
      const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
      await expect(invoice.getByText('Pago', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(invoice).toBeHidden();
    });

    test(
      'an expense: entered, put right, taken out; the ledger keeps it all',
      LONG,
      async ({ page, enter, call }, info) => {
        const entered = dayOf(enteredFirst, info);
        const [description, [year, month, date]] = [`Água ${tag()}`, entered.split('-')];
        await enter(`/financial/movimentations?kind=expenses&${day(entered)}`);
        await expect(page.getByText('Nenhuma movimentação neste período')).toBeVisible();

        await page.getByRole('button', { name: 'Novo' }).click();
        const drawer = page.getByRole('dialog', { name: 'Nova movimentação' });
        await drawer.getByRole('button', { name: 'Lançar no caixa' }).click();
        await expect(drawer.getByText('Informe a descrição e preço')).toHaveCount(2);
        await expectAccessible(page);
        await drawer.getByLabel('Descrição').fill(description);
        await drawer.getByLabel('Valor').fill('80,50');
        await drawer.getByLabel('Data').fill(`${date}/${month}/${year}`);
        await drawer.getByLabel('Documento').fill('NF 12');
        await drawer.getByRole('button', { name: 'Lançar no caixa' }).click();
        await expect(notice(page, 'Movimentação lançada no caixa.')).toBeVisible();
        await expect(drawer).toBeHidden();
        const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: description });
        await expect(row).toContainText('−R$ 80,50');
        await expectCards(page, { Entrada: 'R$ 0,00', Saída: 'R$ 80,50', Saldo: '−R$ 80,50' });

        await row.getByRole('button', { name: /^Editar movimentação/ }).click();
        const record = page.getByRole('dialog', { name: /^Movimentação \d+/ });
        await record.getByLabel('Valor').fill('90');
        await record.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(record).toBeHidden();
        await expectCards(page, { Entrada: 'R$ 0,00', Saída: 'R$ 90,00', Saldo: '−R$ 90,00' });

        if (phone) {
          await row.getByRole('button', { name: /^Editar/ }).click();
          await record.getByRole('button', { name: 'Mais ações' }).click();
          await page.getByRole('menuitem', { name: 'Deletar movimentação' }).click();
        } else {
          await row.getByRole('button', { name: /^Deletar movimentação/ }).click();
        }
        const question = page.getByRole('dialog', { name: 'Deletar movimentação' });
        await expect(question).toContainText(
          `No livro, a saída de R$ 90,00 é estornada por um lançamento contrário, também em ${date}/${month}/${year}.`,
        );
        await question.getByRole('button', { name: 'Deletar movimentação' }).click();
        await expect(notice(page, 'A movimentação foi deletada.')).toBeVisible();
        await expect(page.getByText('Nenhuma movimentação neste período')).toBeVisible();
        await expectCards(page, { Entrada: 'R$ 0,00', Saída: 'R$ 0,00', Saldo: 'R$ 0,00' });

        const { data } = await call<{ data: { amount: number }[] }>(
          'GET',
          `/financial/transactions?start=${entered}&end=${entered}`,
        );
        expect(data.map(({ amount }) => amount)).toEqual([90, -90, 80.5, -80.5]);
      },
    );
  });
}

test('what is shown lies in the address: type and period', LONG, async ({ page, enter }) => {
  await enter('/financial/movimentations');
  await expect(page.getByRole('button', { name: 'Período: Mês atual, até hoje' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await expect(page).toHaveURL(/kind=sales/);
  await expect(page.getByRole('button', { name: 'Baixar relatório' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Novo' })).toBeEnabled();

  await page.getByRole('button', { name: /^Período/ }).click();
  await page.getByRole('dialog', { name: 'Período' }).getByRole('button', { name: 'out' }).click();
  await expect(page).toHaveURL(/startDate=2026-10-01&endDate=2026-10-31/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Tipo' })).toHaveValue('Vendas');
  await expect(page.getByRole('button', { name: 'Período: Outubro de 2026' })).toBeVisible();

  await page.getByRole('button', { name: /^Período/ }).click();
  await page.getByRole('dialog', { name: 'Período' }).getByRole('button', { name: 'nov' }).click();
  await expect(page).not.toHaveURL(/Date=/); // The month is not over: what it means is up to today.

  await page.route('**/api/movimentation/**', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Despesas' }).click();
  await expect(page.getByRole('alert')).toContainText('Não foi possível retornar os dados do gráfico');
});

test('two people at one entry, and one who may only look', LONG, async ({ page, enter, staffWith, call }) => {
  const description = `Luz ${tag()}`;
  const { id } = await call<{ id: number }>('POST', '/movimentation', {
    ...{ description, type: 'OUTPUT', subtype: 'OTHER', price: 120, date: '2024-07-14' },
  });
  const path = `/financial/movimentations?kind=expenses&${day('2024-07-14')}`;
  await enter(`${path}&open=movimentation-${id}`);
  const record = page.getByRole('dialog', { name: `Movimentação ${id}` });
  await record.getByLabel('Valor').fill('130');
  await call('PATCH', `/movimentation/${id}`, { doc: 'NF 7' });
  await record.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(record.getByRole('alert')).toContainText('Mariana Dias salvou esta movimentação');
  await record.getByRole('button', { name: 'Comparar' }).click();
  await expect(record.getByLabel('Documento')).toHaveValue('NF 7');
  await expect(record.getByLabel('Valor')).toHaveValue('R$\u00a0130,00');
  await record.getByRole('button', { name: 'Salvar alterações' }).click();
  await expect(record).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: description })).toContainText('−R$ 130,00');

  await call('PATCH', `/movimentation/${id}`, { doc: 'NF 8' });
  const row = page.getByRole('row').filter({ hasText: description });
  await row.getByRole('button', { name: /^Deletar movimentação/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deletar movimentação' }).click();
  await expect(notice(page, 'Outra pessoa salvou este cadastro antes.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: description })).toContainText('NF 8');

  await page.getByRole('button', { name: 'Sair da conta' }).click();
  await enter(path, await staffWith('FINANCIAL_MOVIMENTATION_VIEW'));
  await expect(page.getByRole('row').filter({ hasText: description })).toBeVisible();
  for (const name of [/^Novo/, /^Editar/, /^Deletar/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.goto('/app/financial/movimentations');
  await expect(page.getByText('Os lançamentos de aluguéis vêm das faturas e dos repasses.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Baixar relatório' })).toHaveCount(0);
});

test('what is entered while the book is read for the first time is in it', LONG, async ({ page, enter }) => {
  const description = `Selo ${tag()}`;
  await enter('/');
  // Response read before the entry was written; it arrives after that call's response.
  await page.route(
    /\/api\/movimentation\/expenses/,
    async (route) => {
      const entered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      const before = await route.fetch();
      await entered;
      await route.fulfill({ response: before });
    },
    { times: 1 },
  );
  await page.goto('/app/financial/movimentations?kind=expenses');
  await page.getByRole('button', { name: 'Novo' }).click();
  const drawer = page.getByRole('dialog', { name: 'Nova movimentação' });
  await drawer.getByLabel('Descrição').fill(description);
  await drawer.getByLabel('Valor').fill('12');
  await drawer.getByRole('button', { name: 'Lançar no caixa' }).click();
  await expect(page.getByRole('row').filter({ hasText: description })).toBeVisible();
});
