import { expectAccessible } from '../accessible.ts';
import { lateInvoice, pdf } from '../contracts.ts';
import { expect, notice, test } from '../fixtures.ts';
import { LONG } from '../long.ts';

// 1.500,00 fifteen days late: 1.654,50 in three instalments of 551,50.
test(
  'a late invoice is offered as instalments, accepted on paper, and returns when the agreement is cancelled',
  LONG,
  async ({ page, enter, call }) => {
    const { id, tenant } = await lateInvoice(call);
    await enter(`/financial/shall?query=${encodeURIComponent(tenant.name)}`);
    await page.getByRole('button', { name: `Mais ações da fatura ${id}` }).click();
    await page.getByRole('menuitem', { name: 'Fazer acordo' }).click();
    const offer = page.getByRole('dialog', { name: 'Fazer acordo' });
    await expect(offer.getByRole('heading', { name: 'Parcelas, R$ 1.654,50' })).toBeVisible();
    await expect(offer.getByRole('row').filter({ hasText: 'Parcela 3' })).toContainText('551,50');
    await expectAccessible(page);
    await offer.getByRole('button', { name: 'Oferecer acordo' }).click();

    const record = page.getByRole('dialog', { name: /^Acordo \d+$/ });
    await expect(record.getByText('A emitir com o aceite').first()).toBeVisible();
    await record.getByRole('button', { name: 'Registrar aceite em papel' }).click();
    const acceptance = page.getByRole('dialog', { name: 'Registrar aceite em papel' });
    await acceptance.getByLabel('Quem assinou').fill(tenant.name);
    await acceptance.getByLabel('Termo assinado').setInputFiles(pdf('termo.pdf'));
    await expect(notice(page, 'Aceite registrado: as faturas viraram parcelas.')).toBeVisible();
    await expect(record.getByText('Em vigor')).toBeVisible();
    await expectAccessible(page);
    expect(await call('GET', `/invoice/${id}`)).toMatchObject({ status: 'REPLACED' });

    await record.getByRole('button', { name: 'Cancelar acordo' }).click();
    const question = page.getByRole('dialog', { name: 'Cancelar acordo' });
    await question.getByLabel('Motivo').fill('Engano');
    await question.getByRole('button', { name: 'Cancelar acordo' }).click();
    await expect(record.getByText('Cancelado')).toBeVisible();
    expect(await call('GET', `/invoice/${id}`)).toMatchObject({ status: 'PENDING', late: { total: 1654.5 } });
  },
);
