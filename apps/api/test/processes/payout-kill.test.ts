import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { workOnPayouts } from '#api/modules/bank/payouts/work.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { LONG } from '#test/long.ts';
import { addressOf } from '../empty-database.ts';
import { startApp } from '../harness.ts';
import { startInterServer } from '../servers/bank/inter-payout-server.ts';
import { startServer } from './server-process.ts';

const TODAY = '2026-03-10';

test('a server killed while the bank pays pays once, and the transfer is concluded', LONG, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'morada-payouts-'));
  const app = await startApp({ today: TODAY });
  const bank = await startInterServer();
  try {
    const owner = app.as('*');
    const payee = await app.client({ type: 'OWNER', name: 'Ana' });
    await app.db
      .insertInto('bank_account')
      .values({
        ...{ client_id: payee.id, bank_name: '', agency_number: '1234', holder_name: 'Ana', document: payee.cpf_cnpj },
        ...{ code: '341', account_number: '56789-0', pix_key: 'ana@exemplo.com.br' },
      })
      .execute();
    const given = await app.contract({ current_price: 100_000, property: { owners: [payee] } });
    const { id: invoiceId } = await app.invoice({ contract: given });
    const paid = await owner.patch(`/invoice/${invoiceId}/down`, { paid_amount: 1000 });
    const transferId = paid.json().transfers[0].id;
    const linked = await owner.put('/payout-link', {
      ...{ base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId, client_secret: bank.clientSecret },
      ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key },
      ...{ authority: bank.ca, account: null },
    });
    expect(linked.statusCode, linked.body).toBe(200);
    expect((await owner.post('/financial/payouts', { transfers: [transferId] })).statusCode).toBe(201);

    const reached = bank.hang();
    const server = await startServer({
      DATABASE_URL: addressOf(app.connection),
      STORAGE_URL: folder,
      CLOCK: TODAY,
      SECRETS_KEY: 'uma chave para os segredos dos testes',
    });
    await reached;
    server.kill();
    await server.exited;
    const state = async () => app.db.selectFrom('payout').select(['state', 'request_code']).executeTakeFirstOrThrow();
    expect(await state()).toEqual({ state: 'SENT', request_code: null });

    bank.recover();
    for (let round = 0; round < 2; round += 1) {
      await sql`update payout set next_try_at = now()`.execute(app.db);
      await workOnPayouts(app.deps);
    }
    expect(bank.only()).toMatchObject({ valor: '900.00', status: 'PAGO' });
    expect((await state()).state).toBe('PAID');
    expect((await owner.get(`/transfer/${transferId}`)).json().status).toBe('DONE');
    expect(await verifyBooks(app.db)).toEqual([]);
  } finally {
    await bank.close();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
