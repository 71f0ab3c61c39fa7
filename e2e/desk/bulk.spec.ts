import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { connect } from '../../apps/api/src/db/connection/connect.ts';
import { expectAccessible } from '../accessible.ts';
import { lateBoleto } from '../boletos.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, follow, notice, pressInBar, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';
import { property, tag } from '../properties.ts';

test.describe.configure({ timeout: 120_000 });

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Three late invoices of 1.654,50 today, whose tenants one search finds. */
async function family(call: Call) {
  const name = `Alcântara ${tag()}`;
  const invoices = [];
  for (const first of ['Ana', 'Davi', 'Rui']) {
    const invoice = await lateInvoice(call);
    await call('PATCH', `/user/${invoice.tenant.id}/update/name`, { value: `${first} ${name}` });
    invoices.push({ ...invoice, who: `${first} ${name}` });
  }
  return { name, invoices };
}

/** Locks a contract until the returned function is called. */
async function hold(proposalId: number) {
  const { db, pool } = connect(JSON.parse(process.env.E2E_DATABASE ?? '{}'), 1);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from proposal where id = $1 for update', [proposalId]);
  return async () => {
    await client.query('rollback');
    client.release();
    await db.destroy();
  };
}

const statusOf = async (call: Call, id: number) => (await call<{ status: string }>('GET', `/invoice/${id}`)).status;
const chosen = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone });

    test('all records of a filter are previewed, paid, followed from another page and undone', async ({
      page,
      enter,
      call,
      staffWith,
    }) => {
      const { name, invoices } = await family(call);
      const [first, second, third] = invoices as [(typeof invoices)[0], (typeof invoices)[0], (typeof invoices)[0]];
      const box = ({ id, who }: typeof first) => page.getByRole('checkbox', { name: `Escolher fatura ${id}, ${who}` });
      const dialog = page.getByRole('dialog', { name: 'Marcar como pagas' });
      // Runs belong to their creator, so each story has its own user.
      await enter(`/financial/invoices?query=${encodeURIComponent(name)}`, await staffWith('*'));

      await test.step('everything the filter finds is selected, except some', async () => {
        await box(first).check();
        await expect(chosen(page, '1 selecionada · R$ 1.500,00')).toBeVisible();
        await pressInBar(page, 'Selecionar as 3 do filtro');
        await expect(chosen(page, '3 selecionadas')).toBeVisible();
        await box(third).uncheck();
        await expect(chosen(page, '2 selecionadas')).toBeVisible();
        await box(third).check();
        await expectAccessible(page);
      });

      await test.step('preview of records and amounts', async () => {
        await pressInBar(page, 'Marcar como pagas');
        await expect(dialog).toContainText('R$ 4.963,50');
        await expect(dialog).toContainText('Dá para desfazer por 10 minutos.');
        await expect(dialog.getByRole('tab', { name: 'Ficam de fora 0' })).toBeVisible();
        const row = dialog.getByRole(phone ? 'listitem' : 'row').filter({ hasText: first.who });
        await row.getByRole('button', { name: /1\.654,50/ }).click();
        const why = page.getByRole('dialog', { name: first.who });
        for (const words of ['1.500,00', 'Multa', '150,00', 'Juros', '4,50']) await expect(why).toContainText(words);
        await page.keyboard.press('Escape');
        await expect(why).toBeHidden();
        await expectAccessible(page);
      });

      await test.step('it continues while its creator is on another page', async () => {
        // One invoice was paid by hand meanwhile; another is locked, so that its block waits.
        await call('PATCH', `/invoice/${third.id}/down`, { paid_amount: 1_500, fine: 0, interest: 0 });
        const release = await hold(second.proposal_id);
        await dialog.getByRole('button', { name: 'Marcar 3 faturas como pagas' }).click();
        await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 de 3 faturas');
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Fechar' }).last().click();
        await follow(page, '/');
        const head = page.getByRole('banner').getByRole('button', { name: /0 de 3/ });
        await expect(head).toBeVisible();
        await release();
        await expect(notice(page, '2 faturas pagas. 1 ficou de fora.')).toBeVisible();
        await expect(head).toBeHidden();
      });

      await test.step('the result is listed and can be saved', async () => {
        await page
          .getByRole('banner')
          .getByRole('button', { name: /Desfazer$/ })
          .click();
        await expect(dialog.getByRole('status').filter({ hasText: 'pagas' })).toContainText(
          '2 faturas pagas · R$ 3.309,00',
        );
        await dialog.getByRole('tab', { name: 'Ficaram como estavam 1' }).click();
        await expect(dialog).toContainText(/Mudou depois da conferência, por .+\./);
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Mais ações' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: 'Salvar resultado (CSV)' }).click(),
        ]);
        expect(await readFile(await file.path(), 'utf8')).toMatch(/;Não foi feito;"Mudou depois da conferência/);
      });

      await test.step('undone, except for invoices paid by hand', async () => {
        if (phone) await dialog.getByRole('button', { name: 'Mais ações' }).click();
        await page.getByRole(phone ? 'menuitem' : 'button', { name: 'Desfazer', exact: true }).click();
        const question = page.getByRole('dialog', { name: 'Desfazer' });
        await expect(question).toContainText('As faturas voltam para pendente');
        await question.getByRole('button', { name: 'Desfazer' }).click();
        await expect(dialog).toContainText('Desfeito: 2 faturas');
        await expectAccessible(page);
        expect([
          await statusOf(call, first.id),
          await statusOf(call, second.id),
          await statusOf(call, third.id),
        ]).toEqual(['PENDING', 'PENDING', 'PAID']);
      });
    });

    test(
      'boletos are downloaded together, and their cancellation cannot be undone',
      LONG,
      async ({ page, enter, call }) => {
        const { tenant, invoice_id, nosso_numero } = await lateBoleto(call);
        await enter(`/financial/boletos?query=${encodeURIComponent(tenant.name)}`);
        await page.getByRole('checkbox', { name: `Escolher boleto ${nosso_numero}, ${tenant.name}` }).check();
        const [file] = await Promise.all([page.waitForEvent('download'), pressInBar(page, 'Baixar PDF')]);
        expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

        await pressInBar(page, 'Cancelar');
        const dialog = page.getByRole('dialog', { name: 'Cancelar boletos' });
        await expect(dialog).toContainText('Não dá para desfazer.');
        await dialog.getByRole('button', { name: 'Cancelar 1 boleto' }).click();
        await expect(dialog).toContainText('1 boleto cancelado · R$ 1.654,50');
        expect(await call('GET', `/boleto/${invoice_id}/invoice`)).toMatchObject([{ state: 'CANCELED' }]);
      },
    );
  });
}

test('properties are taken off the market in bulk, and restored', LONG, async ({ page, enter, call }) => {
  const street = `Rua ${tag()}`;
  for (let number = 0; number < 2; number += 1) await property(call, { street });
  await enter(`/properties?query=${encodeURIComponent(street)}`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Selecionar os 2 do filtro' }).click();
  await page.getByRole('button', { name: 'Indisponível', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar situação' });
  await expect(dialog).toContainText('Passam para indisponível');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Alterar 2 imóveis' }).click();
  await expect(dialog).toContainText('2 imóveis alterados');
  await dialog.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('dialog', { name: 'Desfazer' }).getByRole('button', { name: 'Desfazer' }).click();
  await expect(dialog).toContainText('Desfeito: 2 imóveis');
});

test(
  'read-only users can select to export, and get no other action',
  LONG,
  async ({ page, enter, call, staffWith }) => {
    const { name } = await family(call);
    await enter(`/financial/invoices?query=${encodeURIComponent(name)}`, await staffWith('FINANCIAL_INVOICE_VIEW'));
    await page.getByRole('checkbox', { name: 'Escolher todos desta página' }).check();
    const bar = page.getByRole('region', { name: 'Itens selecionados' });
    await expect(bar.getByRole('button')).toHaveText(['Exportar', 'Limpar seleção']);
    await bar.getByRole('button', { name: 'Exportar' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Texto (CSV)' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(4);
  },
);
