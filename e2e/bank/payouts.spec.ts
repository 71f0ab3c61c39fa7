import { startInterServer } from '../../apps/api/test/servers/bank/inter-payout-server.ts';
import { bankTest, PARTNER } from '../bank-agency.ts';
import { expect, pressInBar } from '../fixtures.ts';
import { LONG } from '../long.ts';

const test = bankTest('2026-03-10');

test(
  'the bank that pays is connected; a payment over the limit is approved by another person, and paid',
  LONG,
  async ({ page, enter, agency: { db, ask, make, call } }) => {
    const bank = await startInterServer();
    const payee = await make.client({ type: 'OWNER', name: 'Ana Prado' });
    const account = { bank_name: 'Itaú', agency_number: '1234', code: '341', account_number: '56789-0' };
    await db
      .insertInto('bank_account')
      .values({ client_id: payee.id, holder_name: payee.name, document: payee.cpf_cnpj, ...account })
      .execute();
    const given = await make.contract({ current_price: 150_000, property: { owners: [payee] } });
    const { id } = await make.invoice({ contract: given });
    const { transfers } = await call<{ transfers: { id: number }[] }>('PATCH', `/invoice/${id}/down`, {
      paid_amount: 1_500,
    });

    await enter('/settings/payouts');
    await page.getByLabel('Outra pessoa aprova acima de').fill('1.000,00');
    await page.getByRole('button', { name: 'Salvar proteções' }).click();
    await page.getByText('Endereços do banco, para quem cuida do sistema').click();
    await page.getByLabel('Endereço da API').fill(bank.url);
    await page.getByLabel('Endereço do token').fill(bank.tokenUrl);
    await page.getByRole('textbox', { name: 'Client id' }).fill(bank.clientId);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(bank.clientSecret);
    await page.getByRole('textbox', { name: 'Certificado', exact: true }).fill(bank.clientCertificate.cert);
    await page.getByRole('textbox', { name: 'Chave do certificado', exact: true }).fill(bank.clientCertificate.key);
    await page.getByRole('textbox', { name: /Autoridade/ }).fill(bank.ca);
    await page.getByRole('button', { name: 'Conectar para pagar' }).click();
    await page.getByRole('button', { name: 'Testar agora' }).click();
    await expect(page.getByText('Conectado', { exact: true })).toBeVisible();

    await page.goto('/app/financial/transfers');
    await page.getByRole('checkbox', { name: `Escolher repasse ${transfers[0]?.id}, Ana Prado` }).check();
    await pressInBar(page, 'Pagar repasse');
    const dialog = page.getByRole('dialog', { name: 'Pagar repasses' });
    // 1.500,00 less the fee of 10%.
    await expect(dialog).toContainText('R$ 1.350,00');
    await dialog.getByRole('button', { name: 'Pagar por Pix' }).click();
    await page.getByRole('dialog', { name: 'Pagar por Pix' }).getByRole('button', { name: 'Pagar por Pix' }).click();
    await expect(page.getByText('O pagamento espera a aprovação de outra pessoa.')).toBeVisible();
    expect(bank.payments.size).toBe(0);

    await enter('/financial/payments', PARTNER);
    await page.getByRole('button', { name: /^Aprovar pagamento/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Aprovar/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Aguardando aprovação' })).toBeHidden();
    await expect
      .poll(async () => {
        // The bank is polled a minute after the order; this skips the wait.
        await db
          .updateTable('payout')
          .set({ next_try_at: new Date(0) })
          .execute();
        await ask('payouts');
        return (await call<{ status: string }>('GET', `/transfer/${transfers[0]?.id}`)).status;
      })
      .toBe('DONE');
    expect([...bank.payments.values()].map(({ valor }) => valor)).toEqual(['1350.00']);
    await bank.close();
  },
);
