import { randomInt } from 'node:crypto';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { lateInvoice, lease } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { TODAY } from '../people.ts';
import { property, tag } from '../properties.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Dashboard = { resume: { date: string; value: number; type: string }[] };

const amount = (value: number) => value.toLocaleString('pt-BR', { minimumFractionDigits: 2 }).replace('-', '−');

/** The most viewed property, with a visit today. */
async function wantedHouse(call: Call) {
  const [street, visitor, views] = [`Rua ${tag()}`, `Lívia ${tag()}`, 1_000_000 + randomInt(1_000_000)];
  const id = await property(call, { street, price: 2140, status: 'AVAILABLE' });
  const { db } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  await db.updateTable('property').set({ views }).where('id', '=', id).execute();
  const visit = await db
    .insertInto('schedule')
    .values({ property_id: id, name: visitor, phone: '32988412076', date: TODAY, shift: 'AM', status: 'PENDING' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.destroy();
  return { id, street, visitor, visit: visit.id, views: views.toLocaleString('pt-BR') };
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test('pending tasks, rents by month, popular properties', LONG, async ({ page, signIn, call }) => {
      const house = await wantedHouse(call);
      await lateInvoice(call);
      const ending = await lease(call, { start_date: '2024-12-01', end_date: '2026-12-05' });
      const paid = await lateInvoice(call);
      await call('PATCH', `/invoice/${paid.id}/down`, { paid_amount: 1654.5, pay_day: TODAY });
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/dashboard'));
      await signIn();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await expect(page.getByText('Sexta-feira, 20 de novembro de 2026')).toBeVisible();

      const today = page.getByRole('region', { name: 'Hoje' });
      const kind = (name: string) => today.getByRole('button', { name: new RegExp(`^${name} \\d`) }).click();
      await test.step('each kind, with its action', async () => {
        await kind('Faturas');
        await expect(today.getByRole('link', { name: /^Abrir: Fatura \d+/ }).first()).toBeVisible();
        await kind('Términos');
        const ends = today.getByRole('listitem').filter({ hasText: `Término do contrato ${ending.id}` });
        await expect(ends).toContainText('em 15 dias');
        await kind('Visitas');
        const visit = today.getByRole('listitem').filter({ hasText: `Visita ${house.visit}` });
        await expect(visit).toContainText(`${house.street}, 915, com ${house.visitor}`);
        await expect(visit).toContainText('hoje, manhã');
        await visit.getByRole('button', { name: /^Confirmar/ }).click();
        await expect(notice(page, 'Atualizado!')).toBeVisible();
        await expect(visit.getByRole('link', { name: /^Abrir/ })).toBeVisible();
        await kind('Tudo');
      });

      await test.step('the rents, as a table too', async () => {
        const { resume } = (await (await answered).json()) as Dashboard;
        const rents = page.getByRole('region', { name: 'Resumo' });
        await expect(rents).toContainText('Últimos 12 meses, em milhares de reais');
        await rents.getByText('Ver os números em tabela').click();
        await expect(rents.getByRole('row')).toHaveCount(13);
        const november = rents.getByRole('row').last();
        for (const { value } of resume.slice(-3)) await expect(november).toContainText(amount(value));
      });

      await test.step('most viewed properties', async () => {
        const ring = page.getByRole('region', { name: 'Imóveis em alta' });
        await expect(ring.getByRole('listitem').filter({ hasText: house.street })).toContainText(house.views);
        const card = page
          .getByRole('list', { name: 'Alta possibilidade de locação' })
          .getByRole('listitem')
          .filter({ hasText: house.street });
        await expect(card).toContainText('R$ 2.140,00 /mês');
        await expect(card).toContainText('Apartamento, São Mateus');
        await expectAccessible(page);
        await card.getByRole('link', { name: `${house.street}, 915` }).click();
        await expect(page).toHaveURL(new RegExp(`/properties/info/${house.id}$`));
      });
    });

    test(
      'the smallest group sees no finance, and no links to records',
      LONG,
      async ({ page, signIn, staffWith, call }) => {
        const house = await wantedHouse(call);
        await signIn(await staffWith('GROUP_VIEW'));
        const cards = page.getByRole('list', { name: 'Alta possibilidade de locação' });
        await expect(cards.getByRole('listitem').filter({ hasText: house.street })).toBeVisible();
        await expect(cards.getByRole('link')).toHaveCount(0);
        await expect(page.getByRole('region', { name: 'Imóveis em alta' })).toContainText(house.street);
        await expect(page.getByRole('region', { name: 'Resumo' })).toHaveCount(0);
        await expect(page.getByRole('region', { name: 'Hoje' })).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Novo' })).toHaveCount(0);
        await expectAccessible(page);
      },
    );
  });
}

test('the page works without the figures when they fail to load', LONG, async ({ page, signIn }) => {
  await page.route('**/api/dashboard', (route) => route.fulfill({ status: 500, json: {} }));
  await signIn();
  const alert = page.getByRole('alert').filter({ hasText: 'Ocorreu um erro ao tentar recuperar dados' });
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('region', { name: 'Hoje' })).toBeVisible();
  await page.unroute('**/api/dashboard');
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('region', { name: 'Resumo' })).toBeVisible();
});

test('on a phone the rents are drawn before Hoje has come', LONG, async ({ page, enter }) => {
  await page.setViewportSize(SCREENS.phone);
  await page.route('**/api/dashboard/today*', () => {});
  await enter('/');
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('Últimos 12 meses');
  await expect(page.getByRole('region', { name: 'Hoje' })).toContainText('Hoje');
});
