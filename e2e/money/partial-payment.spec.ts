import { expectAccessible } from '../accessible.ts';
import { lateInvoice } from '../contracts.ts';
import { expect, settled, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

type Invoice = { rest: { invoice_id: number }; amount: number; due_date: string; status: string };

for (const [screen, viewport] of Object.entries({
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
})) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test(
      'a partial payment asks about the rest, which becomes an invoice of its own',
      LONG,
      async ({ page, enter, call }) => {
        // 1.500,00 due on 5 November, with a fine of 150,00 and interest of 4,50 on the 20th.
        const { id } = await lateInvoice(call);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await enter(`/financial/invoices?open=${id}`);
        const invoice = page.getByRole('dialog', { name: `Fatura ${id}` });
        await invoice.getByLabel('Valor recebido').fill('1000,00');
        await expect(invoice).toContainText('654,50 a menos que o total.');
        await expect(invoice.getByRole('combobox', { name: 'O que fazer com a diferença' })).toHaveValue(
          'Saldo em aberto',
        );
        await expect(invoice.getByLabel('Vencimento do saldo')).toHaveValue('30/11/2026');
        // Figures are dimmed while they are worked out again.
        await settled(page);
        await expectAccessible(page);

        await invoice.getByRole('button', { name: 'Marcar como pago' }).click();
        const question = page.getByRole('dialog', { name: 'Tem certeza?' });
        await expect(question).toContainText('a menos que o total: uma fatura do saldo vence em 30/11/2026.');
        await question.getByRole('button', { name: 'Sim, foi pago' }).click();
        await expect(invoice).toContainText('a menos que o total: saldo em aberto na fatura');
        const { rest } = await call<Invoice>('GET', `/invoice/${id}`);
        expect(await call<Invoice>('GET', `/invoice/${rest.invoice_id}`)).toMatchObject({
          amount: 654.5,
          due_date: '2026-11-30',
          status: 'PENDING',
        });
      },
    );
  });
}
