import { expectAccessible } from '../accessible.ts';
import { issuedOn, lease } from '../contracts.ts';
import { expect, test } from '../fixtures.ts';
import { formOf, LONG } from '../long.ts';

const SCREENS = {
  desktop: { width: 1366, height: 860 },
  phone: { width: 390, height: 844 },
};

// One after the other: both pay the same person.
test.describe.configure({ mode: 'default' });

// By hand: a fee of 1.000,00, 30 % of it 300,00; the accountant withheld 33,00, so 267,00 leave the cash.
for (const [screen, viewport] of Object.entries(SCREENS)) {
  test.describe(screen, formOf(screen), () => {
    test.use({ viewport, hasTouch: screen === 'phone' });

    test(
      'a broker’s part of a fee: rule, rent received, payment, and the payment undone',
      LONG,
      async ({ page, enter, call }) => {
        const contract = await lease(call);
        await call('PUT', `/proposal/${contract.id}/extra`, {
          ...{ description: 'Intermediação', amount: 1000, type: 'CREDIT', influence: 'EXPENSE' },
          ...{ transfer: true, brokerage: true },
        });
        await enter('/financial/people');
        await expect(page.getByRole('heading', { level: 1, name: 'Comissões de pessoas' })).toBeVisible();
        await page.getByRole('button', { name: `Definir pessoas do contrato ${contract.id}` }).click();
        const rule = page.getByRole('dialog', { name: `Comissão do contrato ${contract.id}` });
        await rule.getByRole('button', { name: 'Adicionar pessoa' }).click();
        await rule.getByRole('textbox', { name: 'Parte' }).fill('30');
        await expect(rule).toContainText('Fica com a imobiliária: 70%');
        await expectAccessible(page);
        await rule.getByRole('button', { name: 'Definir divisão' }).click();
        await expect(rule).toBeHidden();
        const fee = page.getByRole(screen === 'phone' ? 'listitem' : 'row').filter({ hasText: contract.street });
        await expect(fee).toContainText('R$ 300,00 · pela regra do contrato');

        const { id, amount } = await call<{ id: number; amount: number }>('POST', '/financial/invoice', {
          ...{ proposal_id: contract.id, reference: '2026-12' },
        });
        await issuedOn(id, '2026-11-20');
        await call('PATCH', `/invoice/${id}/down`, { paid_amount: amount });
        await page.reload();
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Ver extrato comissões de/ })
          .first()
          .click();
        const person = page.getByRole('dialog').first();
        await expect(person).toContainText('Locação, corretor');
        await person.getByRole('button', { name: 'Registrar pagamento' }).click();
        const payment = page.getByRole('dialog', { name: /^Pagamento a / });
        await payment.getByRole('textbox', { name: 'Número' }).fill('2026/11');
        await payment.getByRole('textbox', { name: 'INSS retido' }).fill('33');
        await expect(payment).toContainText('Sai do caixaR$ 267,00');
        await expectAccessible(page);
        await payment.getByRole('button', { name: 'Registrar pagamento' }).click();
        await expect(payment).toBeHidden();
        await expect(person).toContainText('Pagamento, RPA 2026/11');
        await person.getByRole('button', { name: 'Desfazer RPA 2026/11' }).click();
        await page.getByRole('button', { name: 'Desfazer pagamento' }).click();
        await expect(person.getByText('Nenhum pagamento neste mês')).toBeVisible();
        await call('DELETE', `/invoice/${id}/refund`);
      },
    );
  });
}
