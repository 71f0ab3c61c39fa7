import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

const SCREENS = { desktop: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } };

type Lates = { amount: number; total: number };

/**
 * The last late payments that the page received. Other stories' late payments are in the counters too, and their changes
 * are read live.
 */
function watchLates(page: Page): () => Promise<Lates> {
  let last: Promise<Lates> | undefined;
  page.on('response', (answer) => {
    if (!answer.url().includes('/api/financial/late') || answer.request().method() !== 'GET') return;
    const figures: Promise<Lates> = answer.json();
    // The browser drops the body of a list that is requested again; a failure of the last one shows where it is read.
    figures.catch(() => {});
    last = figures;
  });
  return () => last ?? Promise.reject(new Error('no late payments were received'));
}

const reais = (amount: number) => `R$\u00a0${amount.toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`;

async function expectCounters(page: Page, last: () => Promise<Lates>) {
  const shown = (name: string) => page.getByText(name, { exact: true }).locator('..').innerText();
  const agree = async () => {
    const { amount, total } = await last();
    return [
      (await shown('Valor devedor')).includes(reais(amount)),
      (await shown('Pagamentos atrasados')).includes(String(total)),
    ];
  };
  await expect.poll(agree).toEqual([true, true]);
}

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    const phone = screen === 'phone';
    test.use({ viewport, hasTouch: phone, permissions: ['clipboard-read', 'clipboard-write'] });

    /** Chooses an action of a row behind "⋯"; on a phone the message is visible. */
    const choose = async (page: Page, label: string) => {
      if (phone && label === 'Mensagem') return page.getByRole('button', { name: new RegExp(`^${label} `) }).click();
      await page.getByRole('button', { name: /^Mais ações da fatura/ }).click();
      await page.getByRole('menuitem', { name: label }).click();
    };

    // 1.500,00 fifteen days late: 10% are 150,00; ten days of 0,03% are 4,50; in all 1.654,50.
    test('late payments with their calculation, settled by hand', LONG, async ({ page, enter, call }) => {
      const { id, tenant, street } = await lateInvoice(call);
      const last = watchLates(page);
      await enter('/financial/shall');
      await expect(page.getByRole('heading', { level: 1, name: 'Inadimplências' })).toBeVisible();

      await page.getByRole('searchbox').fill(tenant.name);
      await expect(page).toHaveURL(/query=/);
      const row = page.getByRole(phone ? 'listitem' : 'row').filter({ hasText: tenant.name });
      await expect(row).toContainText('há 15 dias');
      await expect(row).toContainText('R$ 1.654,50');
      await expect(page.getByText('1–1 de 1')).toBeVisible();
      if (phone) await expect(row).toContainText(street);
      else {
        for (const cell of ['10/2026', '05/11/2026', '1.500,00', '0,00', '154,50']) {
          await expect(row.getByRole('cell', { name: cell }).first()).toBeVisible();
        }
        await row.getByRole('button', { name: /^154,50/ }).click();
        const why = page.getByRole('dialog', { name: /por quê/ });
        await expect(why).toContainText('Multa e juros de R$ 154,50');
        await expect(why).toContainText('15 dias de atraso. Do 1º ao 4º dia não há multa.');
        await expect(why).toContainText('10% × 1.500,00');
        await expect(why).toContainText('0,03% × 10 dias × 1.500,00');
        await page.keyboard.press('Escape');
      }
      await expectAccessible(page);

      await test.step('the row matches its invoice', async () => {
        await row.getByRole('button', { name: /^R\$ 1\.654,50/ }).click();
        const why = page.getByRole('dialog', { name: /^R\$ 1\.654,50 para/ });
        await expect(why).toContainText('R$ 1.654,50 para pagamento hoje');
        for (const amount of ['150,00', '4,50', '1.654,50']) await expect(why).toContainText(amount);
        await why.getByRole('link', { name: `Fatura ${id}, linha por linha` }).click();
        await expect(why).toBeHidden();
        const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
        await expect(invoice.getByLabel('Multa', { exact: true })).toHaveValue('150,00');
        await expect(invoice.getByLabel('Juros', { exact: true })).toHaveValue('4,50');
        await expect(invoice).toContainText('R$ 1.654,50');
        await page.goBack();
        await expect(invoice).toBeHidden();
      });

      await page.getByRole('button', { name: `Baixa manual da fatura ${id}, ${tenant.name}` }).click();
      const question = page.getByRole('dialog', { name: 'Tem certeza?' });
      await expect(question).toContainText('R$ 1.654,50');
      await page.route('**/api/financial/shall/*/manual', (route) => route.abort(), { times: 1 });
      await question.getByRole('button', { name: 'Sim, foi pago' }).click();
      await expect(notice(page, 'Ocorreu um problema ao tentar efetuar baixa manual')).toBeVisible();
      await question.getByRole('button', { name: 'Sim, foi pago' }).click();
      await expect(notice(page, 'A fatura foi marcada como paga.')).toBeVisible();
      await expect(page.getByText('Nenhum atraso com esta busca')).toBeVisible();
      await expectCounters(page, last);
      const paid = await call<{ status: string; paid_amount: number; payment_method: string }>('GET', `/invoice/${id}`);
      expect(paid).toMatchObject({ status: 'PAID', paid_amount: 1654.5, payment_method: 'MANUAL' });

      await page.getByRole('button', { name: 'Limpar busca' }).last().click();
      await expect(page).not.toHaveURL(/query=/);
    });

    test('the message is previewed, then sent or copied', LONG, async ({ page, enter, call, context }) => {
      const { id, tenant } = await lateInvoice(call);
      const email = `inquilino${id}@exemplo.com.br`;
      await call('PATCH', `/user/${tenant.id}/user`, { cellphone: '32991124455', email });
      await enter(`/financial/shall?query=${encodeURIComponent(tenant.name)}`);
      await choose(page, 'Mensagem');
      const message = page.getByRole('dialog', { name: 'Mensagem de cobrança' });
      await expect(message).toContainText('Total para pagamento hoje, 20/11/2026: R$ 1.654,50');
      await expectAccessible(page);

      const whatsApp = message.getByRole('link', { name: 'Abrir no WhatsApp' });
      const href = new URL((await whatsApp.getAttribute('href')) ?? '');
      expect(href.origin + href.pathname).toBe('https://wa.me/5532991124455');
      expect(href.searchParams.get('text')).toContain('Multa: R$\u00a0150,00\nJuros: R$\u00a04,50');
      await expect(whatsApp).toHaveAttribute('target', '_blank');
      const mail = message.getByRole('link', { name: 'Enviar por e-mail' });
      const subject = encodeURIComponent('Aluguel de 10/2026 em aberto');
      expect(await mail.getAttribute('href')).toContain(`mailto:${email}?subject=${subject}&body=`);

      await message.getByRole('button', { name: 'Copiar mensagem' }).click();
      await expect(notice(page, 'Mensagem copiada.')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Total para pagamento hoje');
      await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
      const [chat] = await Promise.all([context.waitForEvent('page'), whatsApp.click()]);
      await chat.close();
      await message.getByRole('button', { name: 'Fechar' }).click();

      await page.getByRole('link', { name: tenant.name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/clients/info/${tenant.id}`));
      await test.step('what was sent stands in the client’s history', async () => {
        await page.getByRole('tab', { name: 'Histórico' }).click();
        const sent = page.getByRole('tabpanel', { name: 'Histórico' }).getByRole(phone ? 'listitem' : 'row');
        for (const channel of ['por WhatsApp', 'copiado para enviar'])
          await expect(
            sent.filter({ hasText: `Mensagem de cobrança da fatura ${id}, de outubro de 2026, ${channel}` }),
          ).toHaveCount(1);
      });
      expect((await call<{ status: string }>('GET', `/invoice/${id}`)).status).toBe('PENDING');
    });

    test(
      'the page of the invoice, opened in another tab by staff of this list alone',
      LONG,
      async ({ page, enter, staffWith, call, context }) => {
        const { id, tenant } = await lateInvoice(call);
        const staff = await staffWith('FINANCIAL_SHALL_VIEW', 'FINANCIAL_SHALL_UPDATE');
        await enter(`/financial/shall?query=${encodeURIComponent(tenant.name)}`, staff);
        await choose(page, 'Emitir boleto');
        const question = page.getByRole('dialog', { name: 'Deseja emitir o boleto?' });
        await expect(question).toContainText('R$ 1.654,50');
        const [tab] = await Promise.all([
          context.waitForEvent('page'),
          question.getByRole('button', { name: 'Emitir boleto' }).click(),
        ]);
        await expect(question).toBeHidden();
        const { url } = await call<{ url: string }>('GET', `/invoice/${id}`);
        await expect(tab).toHaveURL(new RegExp(`${new URL(url, page.url()).pathname}$`));
        await expect(tab.getByText('1.654,50').first()).toBeVisible();
        expect(await call('GET', `/boleto/${id}/invoice`)).toEqual([]); // No number was taken.
      },
    );
  });
}

test(
  'read-only users have no actions, and a concurrent settlement is reported',
  LONG,
  async ({ page, enter, staffWith, call }) => {
    const { id, proposal_id, tenant } = await lateInvoice(call);
    const path = `/financial/shall?query=${encodeURIComponent(tenant.name)}`;
    await enter(path, await staffWith('FINANCIAL_SHALL_VIEW'));
    const row = page.getByRole('row').filter({ hasText: tenant.name });
    await expect(row).toBeVisible();
    await expect(row.getByRole('button', { name: /^Baixa manual/ })).toHaveCount(0);
    await expect(row.getByRole('link')).toHaveCount(1); // The invoice, which they may see.
    await row.getByRole('button', { name: /^Mais ações/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Emitir boleto', 'Link e Pix', 'Mensagem']);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Sair da conta' }).click();
    await enter(path);
    await expect(row.getByRole('link', { name: `Contrato ${proposal_id}` })).toHaveAttribute(
      'href',
      new RegExp(`/contracts/info/${proposal_id}$`),
    );
    await row.getByRole('button', { name: /^Baixa manual/ }).click();
    await call('PATCH', `/financial/shall/${id}/manual`);
    await page.getByRole('dialog').getByRole('button', { name: 'Sim, foi pago' }).click();
    await expect(notice(page, 'Esta fatura já foi paga.')).toBeVisible();
  },
);
