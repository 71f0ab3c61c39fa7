import type { CalendarDate } from '@morada/domain/base/calendar';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { linesOf } from '../clients.ts';
import { issuedOn, lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { tag } from '../properties.ts';
import { yearOf } from '../received.ts';

// Each screen and attempt uses a year of its own, because all stories share one database. Received: a rent of 1.500,00,
// of which 10% are the agency's, and a commission of 9.000,00; spent: 320,00. So 10.500,00 came in, and 150,00 +
// 9.000,00 − 320,00 stay.
const SCREENS = {
  desktop: { viewport: { width: 1366, height: 860 }, year: 2021 },
  phone: { viewport: { width: 390, height: 844 }, year: 2022 },
};
const FIGURES = { 'Renda Bruta': 'R$ 10.500,00', 'Renda Liquida': 'R$ 8.830,00', Taxas: 'R$ 150,00' };
const TOTALS = { Entradas: 'R$ 10.500,00', Saídas: 'R$ 320,00', Saldo: 'R$ 10.180,00' };

type Call = Parameters<typeof lateInvoice>[0];

async function earnAndSpend(call: Call, year: number) {
  const [sale, expense] = [`Casa ${tag()}`, `Energia ${tag()}`];
  const day = `${year}-05-10` as CalendarDate;
  const invoice = await lateInvoice(call, { start_date: `${year}-01-01`, next_readjustment: '2027-01-01' });
  await issuedOn(invoice.id, day);
  const payment = { paid_amount: 1_500, fine: 0, interest: 0, pay_day: day, payment_method: 'PIX' };
  await call('PATCH', `/invoice/${invoice.id}/down`, payment);
  const add = (body: object) => call('POST', '/movimentation', body);
  await add({ description: sale, type: 'INPUT', subtype: 'SALE', price: 9_000, date: `${year}-05-12`, doc: 'NF 88' });
  await add({ description: expense, type: 'OUTPUT', subtype: 'OTHER', price: 320, date: `${year}-06-15` });
  return { invoice, sale, expense };
}

const card = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
async function expectCards(page: Page, figures: Record<string, string>) {
  for (const [name, amount] of Object.entries(figures)) {
    await expect(card(page, name).getByRole('button', { name: amount })).toBeVisible();
  }
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const explain = async (page: Page, name: string) => {
  await card(page, name)
    .getByRole('button', { name: /por quê/ })
    .click();
  return page.getByRole('dialog', { name: new RegExp(`^${name}: `) });
};

for (const [screen, { viewport, year: first }] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });
    const row = (page: Page, text: string) => page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: text });

    test('from the figures of a year to their entries', LONG, async ({ page, startSession, call }, info) => {
      test.setTimeout(120_000);
      const year = yearOf(first, info);
      const { invoice, sale, expense } = await earnAndSpend(call, year);
      await startSession();

      await test.step('the summary, its lines and its months', async () => {
        await page.goto(`/app/financial?start=${year}-01-01&end=${year}-12-31`);
        await expect(page.getByRole('button', { name: `Período: ${year}` })).toBeVisible();
        await expectCards(page, FIGURES);
        const why = await explain(page, 'Renda Liquida');
        for (const line of ['Taxas150,00', 'Vendas9.000,00', 'Despesas−320,00', 'Renda Liquida8.830,00'])
          await expect(why).toContainText(line);
        await page.keyboard.press('Escape');

        const chart = page.getByRole('region', { name: 'Renda por mês' });
        const picture = chart.getByRole('img', { name: /^Gráfico: Renda por mês/ });
        await expect(picture).toContainText(phone ? 'janmarmai' : 'janfevmarabrmaijun');
        await expect(chart.getByRole('list', { name: 'Legenda' })).toHaveText('Renda BrutaRenda LiquidaTaxas');
        await chart.getByText('Ver os números em tabela').click();
        const table = chart.getByRole('table', { name: 'Renda por mês, por mês' });
        await expect(table.getByRole('row')).toHaveCount(13);
        await expect(table.getByRole('row', { name: /^mai/ })).toHaveText(`mai/${year}10.500,009.150,00150,00`);
        await expect(table.getByRole('row', { name: /^jun/ })).toHaveText(`jun/${year}0,00−320,000,00`);
      });

      await test.step('the transactions of the period: the same figures, row by row', async () => {
        const why = await explain(page, 'Renda Bruta');
        for (const line of ['Aluguéis1.500,00', 'Vendas9.000,00']) await expect(why).toContainText(line);
        await expectAccessible(page);
        await why.getByRole('link', { name: 'Ver as transações do período' }).click();
        await expect(page).toHaveURL(new RegExp(`/financial/transactions\\?start=${year}-01-01&end=${year}-12-31$`));
        await expectCards(page, TOTALS);
        await expect(row(page, 'Aluguel recebido')).toContainText(/Entrada.*R\$\u00a01\.500,00|R\$\u00a01\.500,00.*/);
        await expect(row(page, sale)).toContainText('R$\u00a09.000,00');
        await expect(row(page, expense)).toContainText('−R$\u00a0320,00');
        await expect(row(page, expense)).toContainText('Saída');
        await expect(page.getByText('1–3 de 3')).toBeVisible();
        await expectAccessible(page);
      });

      await test.step('details of a row', async () => {
        await page.getByRole('button', { name: new RegExp(`^Abrir Aluguel recebido, Fatura ${invoice.id},`) }).click();
        const window = page.getByRole('dialog', { name: `Fatura ${invoice.id}` });
        await expect(window).toContainText('R$\u00a01.500,00');
        await page.goBack();
        await expect(window).toBeHidden();
        await page.getByRole('button', { name: `Abrir Comissão de venda, ${sale}, 12/05/${year}` }).click();
        const entry = page.getByRole('dialog', { name: 'Comissão de venda' });
        await expect(entry).toContainText('NF 88');
        await entry.getByRole('button', { name: 'Fechar' }).last().click();
      });

      await test.step('one department, one way of paying', async () => {
        if (phone) await page.getByRole('button', { name: 'Filtrar' }).click();
        await page.getByRole('combobox', { name: 'Departamento' }).click();
        await page.getByRole('option', { name: 'Vendas' }).click();
        await expect(page).toHaveURL(/department=SALE/);
        await page.keyboard.press('Escape');
        await expectCards(page, { Entradas: 'R$ 9.000,00', Saídas: 'R$ 0,00', Saldo: 'R$ 9.000,00' });
        await expect(row(page, 'Aluguel recebido')).toHaveCount(0);
        await page.goto(
          `/app/financial/transactions?start=${year}-01-01&end=${year}-12-31&department=SALE&method=CARD`,
        );
        await expect(page.getByText('Nenhuma transação com estes filtros')).toBeVisible();
        const department = page.getByRole('button', { name: 'Remover filtro Departamento' });
        await department.click();
        await expect(department).toBeHidden();
        await page.getByRole('button', { name: 'Limpar filtros' }).click();
        await expectCards(page, TOTALS);
      });
    });

    test('a chosen period is kept in the address', LONG, async ({ page, enter }) => {
      await enter('/financial');
      const period = page.getByRole('button', { name: /^Período: / });
      await expect(period).toHaveText('Últimos 12 meses');
      await period.click();
      const choice = page.getByRole('dialog', { name: 'Período' });
      await choice.getByRole('button', { name: 'fev' }).click();
      await expect(page).toHaveURL(/\/financial\?start=2026-02-01&end=2026-02-28$/);
      await expect(period).toHaveText('Fevereiro de 2026');
      await expect(page.getByRole('region', { name: 'Renda por dia' })).toBeVisible();

      await period.click();
      await choice.getByText('Período', { exact: true }).click();
      await expectAccessible(page);
      await choice.getByRole('button', { name: '3 fevereiro 2026', exact: true }).click();
      await expect(choice.getByText('Agora o último dia')).toBeVisible();
      await choice.getByRole('button', { name: '17 fevereiro 2026', exact: true }).click();
      await expect(page).toHaveURL(/start=2026-02-03&end=2026-02-17$/);
      await page.reload();
      await expect(period).toHaveText('03/02/2026 a 17/02/2026');
      await period.click();
      await choice.getByText('Ano', { exact: true }).click();
      await choice.getByRole('button', { name: '2025' }).click();
      await expect(page).toHaveURL(/start=2025-01-01&end=2025-12-31$/);
      await period.click();
      await choice.getByRole('button', { name: 'Últimos 12 meses' }).click();
      await expect(page).toHaveURL(/\/financial$/);
    });

    test('a downloaded report has the figures of the page', LONG, async ({ page, enter, call }, info) => {
      const reported = yearOf(first - 10, info);
      const { sale } = await earnAndSpend(call, reported);
      await enter('/financial/reports');
      await expect(page.getByRole('radio', { name: 'Aluguéis' })).toBeChecked();
      await expectAccessible(page);
      await page.getByText('Vendas', { exact: true }).click();
      await field(page, 'De').clear();
      await field(page, 'De').press('Escape');
      await page.getByRole('button', { name: 'Buscar & Baixar' }).click();
      await expect(page.getByText('Informe o período')).toBeVisible();
      await field(page, 'De').fill(`01/05/${reported}`);
      await field(page, 'Até').fill(`30/04/${reported}`);
      await field(page, 'Até').press('Escape'); // The calendar lies over the button on a phone.
      await page.getByRole('button', { name: 'Buscar & Baixar' }).click();
      await expect(page.getByText('O fim do período vem antes do início')).toBeVisible();
      await field(page, 'Até').fill(`31/12/${reported}`);
      await field(page, 'Até').press('Escape');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Buscar & Baixar' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('relatorio.xlsx');
      await expect(notice(page, 'O arquivo relatorio.xlsx foi baixado.')).toBeVisible();
      const lines = await linesOf(file);
      expect(lines[0]).toEqual(['Data', 'Lançamento', 'Descrição', 'Documento', 'Entrada', 'Saída']);
      expect(lines.slice(1).map((line) => line.slice(1))).toEqual([
        ['Comissão de venda', sale, 'NF 88', '9000', ''],
        ['Total', '', '', '9000', '0'],
        ['Saldo', '', '', '9000', ''],
      ]);
    });
  });
}

test('failures are reported', LONG, async ({ page, signIn }) => {
  await signIn();
  await page.route('**/api/financial/resume*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/app/financial');
  await expect(page.getByRole('alert')).toContainText('Ocorreu um erro ao tentar recuperar dados');
  await page.unroute('**/api/financial/resume*');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(card(page, 'Renda Bruta').getByRole('button', { name: /por quê/ })).toBeVisible();

  await page.goto('/app/financial/reports');
  await page.route('**/api/report/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Buscar & Baixar' }).click();
  await expect(notice(page, 'Ocorreu algum problema')).toBeVisible();
});

test('users who may only save reports see that page alone', LONG, async ({ page, signIn, staffWith }) => {
  await signIn(await staffWith('FINANCIAL_REPORTS_VIEW'));
  const group = page.getByRole('list', { name: 'Financeiro' }).first();
  await expect(group.getByRole('link')).toHaveText(['Relatórios']);
  await page.goto('/app/financial');
  await expect(page).not.toHaveURL(/\/financial/);
  await page.goto('/app/financial/reports');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Buscar & Baixar' }).click(),
  ]);
  expect((await linesOf(file))[0]).toContain('Taxa de administração');
});
