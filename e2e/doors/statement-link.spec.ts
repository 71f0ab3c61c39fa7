import { startStatementServer } from '../../apps/api/test/servers/bank/statement-server.ts';
import { bankTest } from '../bank-agency.ts';
import { expect } from '../fixtures.ts';

const TODAY = '2026-03-10';
const test = bankTest(TODAY);

test('an account is connected, its statement fetched, and a bank that fails told', { tag: '@long' }, async ({
  page,
  enter,
}) => {
  const bank = await startStatementServer('077', { today: () => TODAY });
  await enter('/settings/statements');
  await page.getByLabel('Conta corrente').fill('123456789');
  await page.getByRole('textbox', { name: 'Client id' }).fill(bank.clientId);
  await page.getByRole('textbox', { name: 'Client secret' }).fill(bank.clientSecret);
  await page.getByText('Endereços do banco, para quem cuida do sistema').click();
  await page.getByLabel('Endereço da API').fill(bank.url);
  await page.getByLabel('Endereço do token').fill(bank.tokenUrl);
  await page.getByRole('textbox', { name: 'Certificado', exact: true }).fill(bank.clientCertificate.cert);
  await page.getByRole('textbox', { name: 'Chave do certificado', exact: true }).fill(bank.clientCertificate.key);
  await page.getByRole('textbox', { name: /Autoridade/ }).fill(bank.ca);
  await page.getByRole('button', { name: 'Conectar conta' }).click();
  await expect(page.getByText('Ainda não lida')).toBeVisible();

  bank.post({ id: '1', day: '2026-03-09', amount: 15_000, text: 'TED RECEBIDA' });
  await page.goto('/app/financial/reconciliation');
  const fetch = page.getByRole('button', { name: 'Buscar extrato no banco' });
  await fetch.click();
  await expect(page.getByRole('table', { name: 'Movimentos do banco' })).toContainText('TED RECEBIDA');
  await expect(page.getByText('extrato lido até 10/03/2026')).toBeVisible();

  bank.fail(1_000, 500);
  await fetch.click();
  await expect(page.getByText('(resposta 500). Até lá, importe o extrato em OFX.')).toContainText(
    'O banco não dá o extrato desde',
  );
  await bank.close();
});
