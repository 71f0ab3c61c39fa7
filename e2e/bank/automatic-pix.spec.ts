import { startPixServer } from '../../apps/api/test/servers/bank/pix-server.ts';
import { bankTest } from '../bank-agency.ts';
import { expect } from '../fixtures.ts';
import { LONG } from '../long.ts';

const TODAY = '2026-03-01';
const PASSWORD = 'uma-senha-boa';
const test = bankTest(TODAY);

test(
  'Pix Automático is offered in the contract, authorised from the client area, and charges the invoice',
  LONG,
  async ({ page, enter, browser, agency: { url, ask, make, call } }) => {
    const bank = await startPixServer({ now: () => new Date(`${TODAY}T15:00:00Z`) });
    const { cert: certificate, key: private_key } = bank.clientCertificate;
    await call('PUT', '/bank-link', {
      ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
      ...{ certificate, private_key, authority: bank.ca, pix_key: bank.key },
    });
    await call('PUT', '/bank-link/recurring', {
      ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
      ...{ branch: null, account: bank.account, account_type: 'CORRENTE' },
    });
    // 1.500,00 due on 10/03: its debit may be ordered from 28/02 to 08/03.
    const invoice = await make.invoice();
    const { user } = await call<{ user: { email: string } }>('GET', `/user/${invoice.user_id}`);
    await call('PATCH', `/user/${invoice.user_id}/user`, { ...user, password: PASSWORD });

    await enter(`/contracts/info/${invoice.proposal_id}`);
    await page.getByRole('tab', { name: 'Pix Automático' }).click();
    await page.getByRole('button', { name: 'Oferecer Pix Automático' }).click();
    await expect(page.getByText('O código do inquilino fica pronto em instantes.')).toBeVisible();
    await expect
      .poll(async () => {
        await ask('bank-link');
        const path = `/proposal/${invoice.proposal_id}/recurrence`;
        return (await call<{ recurrence: { code: string | null } | null }>('GET', path)).recurrence?.code;
      })
      .toBeTruthy();
    await page.reload();
    await page.getByRole('tab', { name: 'Pix Automático' }).click();
    await expect(page.getByRole('img', { name: 'QR Code que autoriza o Pix Automático' })).toBeVisible();

    const client = await browser.newPage({ baseURL: url });
    await client.goto('/cliente/entrar');
    await client.getByLabel('E-mail').fill(user.email);
    await client.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await client.getByRole('button', { name: 'Entrar' }).click();
    await expect(client.getByRole('heading', { level: 1 })).toContainText('Olá, ');
    await client.goto('/cliente/contratos');
    await expect(client.getByRole('img', { name: 'QR code que autoriza o Pix Automático' })).toBeVisible();
    // The tenant confirms in the bank's application.
    bank.approve([...bank.recurrences.keys()][0] ?? '');
    await bank.delivered();
    await expect(client.getByText('Autorizado.')).toBeVisible();

    await expect.poll(() => bank.recurring.size).toBe(1);
    expect([...bank.recurring.values()]).toMatchObject([
      { calendario: { dataDeVencimento: '2026-03-10' }, valor: { original: '1500.00' } },
    ]);
    await page.reload();
    await page.getByRole('tab', { name: 'Pix Automático' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Pix Automático' })).toContainText('R$ 1.500,00');
    await client.close();
    await bank.close();
  },
);
