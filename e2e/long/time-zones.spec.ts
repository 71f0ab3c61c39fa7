import type { Page } from '@playwright/test';
import { askForVisit } from '../attendance.ts';
import { choose, client } from '../clients.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { ADMIN, TODAY } from '../people.ts';
import { property, tag } from '../properties.ts';

const ZONES = ['America/Sao_Paulo', 'Asia/Tokyo', 'Pacific/Honolulu'];

/** Midnights at which Brazil's clocks went forward, and a leap day. */
const BIRTHS = ['1930-01-01', '1949-12-01', '1985-11-02', '1988-02-29', '2010-12-31'];

/** An instant, its day in São Paulo, and that day in words. */
const MIDNIGHTS = [
  ['2026-12-31T23:56:00-03:00', '31/12/2026', 'Quinta-feira, 31 de dezembro de 2026'],
  ['2027-01-01T00:00:30-03:00', '01/01/2027', 'Sexta-feira, 1 de janeiro de 2027'],
  ['2028-02-29T23:56:00-03:00', '29/02/2028', 'Terça-feira, 29 de fevereiro de 2028'],
] as const;

const typed = (day: string) => day.split('-').reverse().join('/');
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Calendário' });

for (const timezoneId of ZONES) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test('a birth that is typed is saved and read back the same', async ({ page, enter, call }) => {
      const id = await client(call, { name: `Elisa ${tag()}` });
      await enter(`/clients?open=${id}`);
      const record = page.getByRole('dialog', { name: 'Cadastro do Cliente' });
      for (const birth of BIRTHS) {
        await page.goto(`/app/clients?open=${id}`);
        await record.getByRole('tab', { name: 'Mais detalhes' }).click();
        await record.getByLabel('RG').fill(`MG-${birth}`);
        await record.getByLabel('Data de nascimento').fill(typed(birth));
        await page.keyboard.press('Tab');
        if (birth === BIRTHS[0]) await choose(page, 'Estado civil', 'Solteiro(a)');
        await record.getByRole('button', { name: 'Salvar alterações' }).click();
        await expect(notice(page, 'Dados atualizados').first()).toBeVisible();
        const kept = await call<{ information: { birth_date: string } }>('GET', `/user/${id}`);
        expect(kept.information.birth_date).toBe(birth);
        await page.reload();
        await record.getByRole('tab', { name: 'Mais detalhes' }).click();
        await expect(record.getByLabel('Data de nascimento')).toHaveValue(typed(birth));
      }
    });

    test('an invoice falls due and is paid on the days that were said', async ({ page, enter, call }) => {
      const { id } = await lateInvoice(call);
      await enter(`/financial/invoices?open=${id}`);
      const window = page.getByRole('dialog', { name: /^Fatura \d+/ });
      await expect(window).toContainText('05/11/2026');
      await expect(window.getByLabel('Pago em')).toHaveValue(typed(TODAY));
      await window.getByLabel('Pago em').fill('01/11/2026');
      await page.keyboard.press('Tab');
      await choose(page, 'Forma de pagamento', 'Pix');
      await window.getByRole('button', { name: 'Marcar como pago' }).click();
      await page.getByRole('button', { name: 'Sim, foi pago' }).click();
      await expect(window.getByText('Pago', { exact: true })).toBeVisible();
      expect(await call('GET', `/invoice/${id}`)).toMatchObject({ due_date: '2026-11-05', pay_day: '2026-11-01' });
      await page.reload();
      await expect(window).toContainText('01/11/2026');
    });

    test('a visit is on its day, and its check-in at the hour of the agency', async ({ page, enter, call }) => {
      const name = `Otávio ${tag()}`;
      await askForVisit(name, await property(call, { street: `Rua ${tag()}` }));
      const { progress } = await call<{ progress: { id: number; user: { name: string } }[] }>('GET', '/schedule/admin');
      const { id } = progress.find(({ user }) => user.name === name) ?? { id: 0 };
      await call('PATCH', `/schedule/admin/${id}/CONFIRMED/status`);
      await call('PATCH', `/schedule/admin/${id}/checkIn/date`);
      const hour = { hour: '2-digit', minute: '2-digit', timeZone: 'America/Sao_Paulo' } as const;
      const now = new Date();
      const about = [-1, 0, 1].map((minutes) =>
        new Date(now.getTime() + minutes * 60_000).toLocaleTimeString('pt-BR', hour),
      );
      await enter('/schedules');
      const visit = page.getByRole('row').filter({ hasText: name });
      await expect(visit).toContainText('24/11/2026');
      await expect(visit).toContainText(new RegExp(about.join('|')));
    });

    for (const [moment, day, words] of MIDNIGHTS)
      test(`at ${moment} it is the agency's day`, async ({ page }) => {
        await page.clock.install({ time: new Date(moment) });
        await page.goto(`${process.env.E2E_RUNNING_URL}/app/login`);
        await page.getByLabel('E-mail').fill(ADMIN.email);
        await page.getByLabel('Senha', { exact: true }).fill(ADMIN.password);
        await page.getByRole('button', { name: 'Entrar' }).click();
        await expect(page.getByText(words)).toBeVisible();

        await page.goto(`${process.env.E2E_RUNNING_URL}/app/financial/reports`);
        const until = page.getByLabel('Até');
        await expect(until).toHaveValue(day);
        await expect(page.getByRole('textbox', { name: 'De', exact: true })).toHaveValue(`01${day.slice(2)}`);
        await until.click();
        await expect(calendar(page).locator('[aria-current="date"]')).toHaveText(String(Number(day.slice(0, 2))));
        await expect(calendar(page).locator('[data-today]:not([data-hidden])')).toHaveCount(1);
      });
  });
}
