import type { PayoutRow } from '@morada/contract/bank/payout-tasks';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consumePasswordLink } from '#api/modules/access/session/password-links.service.ts';
import { importRuns } from '#api/modules/desk/imports/runs.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { permitInternal } from '#api/outside/internal-addresses.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { AGREEMENTS } from '#test/collection.ts';
import { cpf } from '#test/factories.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { form } from '#test/pictures.ts';
import { startInterServer } from '#test/servers/bank/inter-payout-server.ts';
import { staffPeople } from '#test/staff-people.ts';
import { findPaymentBundles } from '../reconciliation/explaining.queries.ts';
import { carryHeldChanges } from './held-changes.service.ts';
import { workOnPayouts } from './work.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, client, contract, invoice } = app;
let bank: Awaited<ReturnType<typeof startInterServer>>;
afterAll(app.stop);
beforeEach(async () => {
  await app.empty();
  await sql`update payout_safeguard set approve_over = null, daily_limit = null, new_account = 'FREE', wait_hours = 24, people_days = 7`.execute(
    db,
  );
  bank = await startInterServer();
});
afterEach(async () => {
  expect(await verifyBooks(db)).toEqual([]);
  await bank.close();
});

const owner = as('*');
const maker = as('PAYOUT_EDIT', 'FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT');
const approver = as('PAYOUT_APPROVE');

type Account = { code?: string; account_number?: string; pix_key?: string | null };
/** A pending transfer of a settled rent, less 10%, to a new owner. */
async function transfer(name: string, rent: number, account: Account = {}, of?: { id: number; cpf_cnpj: string }) {
  const payee = of ?? (await client({ type: 'OWNER', name }));
  if (!of)
    await db
      .insertInto('bank_account')
      .values({
        client_id: payee.id,
        ...{ bank_name: '', agency_number: '1234', holder_name: name, document: payee.cpf_cnpj },
        ...{ code: '341', account_number: '56789-0', pix_key: `${name.toLowerCase()}@exemplo.com.br`, ...account },
      })
      .execute();
  const given = await contract({ current_price: rent * 100, property: { owners: [payee] } });
  const { id } = await invoice({ contract: given });
  const paid = await owner.patch(`/invoice/${id}/down`, { paid_amount: rent });
  return { id: paid.json().transfers[0].id as number, payee };
}

const access = (changes: object = {}) => ({
  base_url: bank.url,
  token_url: bank.tokenUrl,
  client_id: bank.clientId,
  client_secret: bank.clientSecret,
  certificate: bank.clientCertificate.cert,
  private_key: bank.clientCertificate.key,
  authority: bank.ca,
  account: null,
  ...changes,
});
async function connect(changes: object = {}) {
  const answer = await owner.put('/payout-link', access(changes));
  expect(answer.statusCode, answer.body).toBe(200);
}
const protect = async (changes: object) => {
  const none = { approve_over: null, daily_limit: null, new_account: 'FREE', wait_hours: 24 };
  expect((await owner.put('/payout/safeguards', { ...none, ...changes })).statusCode).toBe(204);
};
const order = (transfers: number[], per_owner = false, by = maker) =>
  by.post('/financial/payouts', { transfers, per_owner });
const filed = (transfers: number[], pay_on = '2026-03-12') => maker.post('/financial/payments', { transfers, pay_on });
/** From then on payments have a file for Itaú. */
async function agreeWithItau() {
  await sql`update agency set name = 'Morada Imóveis Ltda.', cnpj = '11222333000181'`.execute(db);
  const fields = { agency: '7307', agency_digit: '8', account: '14446', account_digit: '4' };
  await db
    .insertInto('bank_agreement')
    .values({ bank: '341', fields: JSON.stringify(fields), payment_agreement: '712105', payment_sequence: 35 })
    .execute();
}
async function ordered(transfers: number[], per_owner = false) {
  const answer = await order(transfers, per_owner);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().id as number;
}
/** One round of the job that runs every minute, with every sent payment due. */
async function round() {
  await sql`update payout set next_try_at = now() where state = 'SENT'`.execute(db);
  await workOnPayouts(app.deps);
}
const show = async (id: number) => (await maker.get(`/financial/payments/${id}/payouts`)).json();
const states = async (id: number) => ((await show(id)).payouts as PayoutRow[]).map(({ state }) => state);
const statusOf = async (id: number) => (await maker.get(`/transfer/${id}`)).json().status;
const approve = (id: number, by = approver) => by.post(`/payout/approvals/${id}/approve`, {});
const tasks = async () => (await approver.get('/payout/tasks')).json();

describe('the bank’s call', () => {
  test('pays by key and by account, and concludes the transfers by its own path', async () => {
    await connect({ account: '123456' });
    const ana = await transfer('Ana', 1000);
    const rui = await transfer('Rui', 2000, { pix_key: null });
    const id = await ordered([ana.id, rui.id]);
    await round();
    expect(await states(id)).toEqual(['SENT', 'SENT']);
    await round();
    expect(await states(id)).toEqual(['PAID', 'PAID']);
    // Rents of 1.000,00 and 2.000,00 less 10%.
    expect([...bank.payments.values()].map(({ valor, destinatario }) => [valor, destinatario])).toEqual([
      ['900.00', { tipo: 'CHAVE', chave: 'ana@exemplo.com.br' }],
      [
        '1800.00',
        {
          ...{ tipo: 'DADOS_BANCARIOS', nome: 'Rui', cpfCnpj: rui.payee.cpf_cnpj, agencia: '1234' },
          ...{ contaCorrente: '567890', tipoConta: 'CONTA_CORRENTE', instituicaoFinanceira: { ispb: '60701190' } },
        },
      ],
    ]);
    expect(bank.calls.every(({ account }) => account === '123456')).toBe(true);
    expect([await statusOf(ana.id), await statusOf(rui.id)]).toEqual(['DONE', 'DONE']);
    const { payouts } = await show(id);
    const paid = [ana.id, rui.id].length;
    const bundles = await findPaymentBundles(db, { start: app.clock.today, end: app.clock.today });
    expect(bundles.map(({ entries, amount }) => [entries.length, amount]).sort()).toEqual([
      [1, -180_000],
      [1, -90_000],
      [paid, -270_000],
    ]);
    expect((await trailOf(db, 'payout', payouts[0].id)).map(({ action }) => action)).toEqual(['send', 'pay']);
    expect((await maker.get(`/receipt/transfer/${ana.id}`)).statusCode).toBe(200);
  });

  test('pays an owner once for several transfers', async () => {
    await connect();
    const one = await transfer('Bia', 1000);
    const two = await transfer('Bia', 500, {}, one.payee);
    const id = await ordered([one.id, two.id], true);
    await round();
    await round();
    // 900,00 + 450,00
    expect(bank.only().valor).toBe('1350.00');
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['DONE', 'DONE']);
    expect(await states(id)).toEqual(['PAID']);
  });

  test('asks again for a lost answer with the same key, and pays once', async () => {
    await connect();
    const { id: transferId } = await transfer('Caio', 1000);
    const id = await ordered([transferId]);
    bank.lose(1);
    await round();
    expect((await show(id)).payouts[0]).toMatchObject({ state: 'SENT', answered: false });
    expect(await statusOf(transferId)).toBe('PENDING');
    await round();
    await round();
    expect(await states(id)).toEqual(['PAID']);
    expect(bank.only().status).toBe('PAGO');
    const keys = bank.calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('never repeats an order blindly after an hour: a person decides by the statement', async () => {
    await connect();
    const { id: transferId } = await transfer('Dora', 1000);
    const id = await ordered([transferId]);
    bank.lose(1);
    await round();
    const [{ id: payout }] = (await show(id)).payouts;
    expect(refusal(await approver.post(`/payout/${payout}/settle`, { paid: false }))).toEqual([409, 'PAYOUT_AT_BANK']);
    await sql`update payout set sent_at = now() - interval '61 minutes'`.execute(db);
    await round();
    expect(bank.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect((await tasks()).unanswered).toMatchObject([{ id: payout, owner: 'Dora', amount: 900 }]);
    app.clock.today = '2026-03-12';
    for (const pay_day of ['2026-03-09', '2026-03-13'])
      expect(refusal(await approver.post(`/payout/${payout}/settle`, { paid: true, pay_day }))).toEqual([
        ...[422, 'PAYOUT_PAY_DAY'],
      ]);
    const decided = await Promise.all([true, true].map((paid) => approver.post(`/payout/${payout}/settle`, { paid })));
    expect(decided.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    // A Pix is paid on the day on which it is sent, unless the statement says otherwise.
    expect((await maker.get(`/transfer/${transferId}`)).json()).toMatchObject({ status: 'DONE', done_on: TODAY });
  });

  test('frees the transfers of a refused payment, with the reason in Hoje until they are ordered again', async () => {
    await bank.close();
    bank = await startInterServer({ keys: { 'eva@exemplo.com.br': '1' } });
    await connect();
    const { id: transferId } = await transfer('Fabio', 1000);
    const id = await ordered([transferId]);
    await round();
    expect((await show(id)).payouts).toMatchObject([{ state: 'REFUSED', problem: 'A chave informada não existe.' }]);
    expect((await tasks()).failed).toMatchObject([
      { batch_id: id, owner: 'Fabio', problem: 'A chave informada não existe.' },
    ]);
    expect(await statusOf(transferId)).toBe('PENDING');
    await ordered([transferId]);
    expect((await tasks()).failed).toEqual([]);
  });

  test.each([
    ['CANCELADO_SEM_SALDO', undefined, 'Não havia saldo na conta.'],
    ['REPROVADO', 'Chave de outro documento.', 'Chave de outro documento.'],
  ])('takes %s, said later, for a refusal', async (status, error, problem) => {
    await bank.close();
    bank = await startInterServer({ atOnce: false });
    await connect();
    const { id: transferId } = await transfer('Gil', 1000);
    const id = await ordered([transferId]);
    await round();
    bank.finish(bank.only().codigoSolicitacao, status, error);
    await round();
    expect((await show(id)).payouts).toMatchObject([{ state: 'REFUSED', problem }]);
    expect((await maker.get(`/transfer/${transferId}`)).json()).toMatchObject({ status: 'PENDING', payment_id: null });
  });

  test('waits for an approval in the bank’s own pages, and for states that it doesn’t know', async () => {
    await bank.close();
    bank = await startInterServer({ approval_over: 50_000, atOnce: false });
    await connect();
    const { id: transferId } = await transfer('Hugo', 1000);
    const id = await ordered([transferId]);
    await round();
    expect((await show(id)).payouts).toMatchObject([{ state: 'SENT', bank_state: 'AGUARDANDO_APROVACAO' }]);
    bank.finish(bank.only().codigoSolicitacao, 'EM_ANALISE_NOVA');
    await round();
    expect((await show(id)).payouts).toMatchObject([{ state: 'SENT', bank_state: 'EM_ANALISE_NOVA' }]);
    bank.finish(bank.only().codigoSolicitacao);
    await round();
    expect(await states(id)).toEqual(['PAID']);
  });

  test('sends nothing while the bank is away, or denies access', LONG, async () => {
    await connect();
    const { id: transferId } = await transfer('Ida', 1000);
    const id = await ordered([transferId]);
    bank.fail(10);
    await round();
    expect(await states(id)).toEqual(['APPROVED']);
    expect((await tasks()).failing_since).not.toBeNull();
    bank.fail(0);
    await connect({ certificate: bank.otherCertificate.cert, private_key: bank.otherCertificate.key });
    await round();
    expect(await states(id)).toEqual(['APPROVED']);
    expect((await tasks()).problem).toBe('O banco não aceitou o certificado ou as credenciais.');
    await connect();
    await round();
    await round();
    expect(await statusOf(transferId)).toBe('DONE');
    expect(bank.payments.size).toBe(1);
  });

  test('holds what it is paying: no conclusion by hand, no cancellation, no second order', async () => {
    await connect();
    const { id: transferId } = await transfer('Joel', 1000);
    const id = await ordered([transferId]);
    expect(refusal(await maker.patch(`/transfer/${transferId}`, { status: 'DONE' }))).toEqual([409, 'PAYOUT_AT_BANK']);
    expect((await order([transferId])).statusCode).toBe(409);
    bank.lose(1);
    await round();
    expect((await maker.delete(`/financial/payments/${id}`)).statusCode).toBe(409);
    expect((await maker.post(`/financial/payments/${id}/conclude`, {})).statusCode).toBe(409);
    await round();
    await round();
    expect(await statusOf(transferId)).toBe('DONE');
  });

  test('is canceled before it is sent, and not afterwards, in a race with the job', async () => {
    await connect();
    const { id: transferId } = await transfer('Kim', 1000);
    const id = await ordered([transferId]);
    const [canceled] = await Promise.all([maker.delete(`/financial/payments/${id}`), workOnPayouts(app.deps)]);
    await round();
    const wasCanceled = canceled.statusCode === 204;
    expect(await states(id)).toEqual([wasCanceled ? 'CANCELED' : 'PAID']);
    expect(bank.payments.size).toBe(wasCanceled ? 0 : 1);
    expect(await statusOf(transferId)).toBe(wasCanceled ? 'PENDING' : 'DONE');
  });

  test('concludes on the day on which the bank paid, also when it is read later', async () => {
    await bank.close();
    bank = await startInterServer({ atOnce: false });
    await connect();
    const [one, two, three] = [
      await transfer('Lena', 1000),
      await transfer('Lino', 1000),
      await transfer('Lola', 1000),
    ];
    await ordered([one.id, two.id, three.id]);
    await round();
    app.clock.today = '2026-03-12';
    // 23:30 of the 10th in São Paulo; the bank's own time without a zone; and a day before the order.
    const moments = ['2026-03-11T02:30:00Z', '2026-03-11T08:00:00', '2025-01-01T08:00:00'];
    for (const [index, pix] of [...bank.payments.values()].entries()) {
      bank.finish(pix.codigoSolicitacao);
      for (const event of pix.historico) event.dataHoraEvento = moments[index] ?? '';
    }
    await round();
    const doneOn = async ({ id }: { id: number }) => (await maker.get(`/transfer/${id}`)).json().done_on;
    expect([await doneOn(one), await doneOn(two), await doneOn(three)]).toEqual([
      ...['2026-03-10', '2026-03-11', '2026-03-10'],
    ]);
  });

  test('takes a paid one back when the money returned', async () => {
    await connect();
    const { id: transferId } = await transfer('Lia', 1000);
    const id = await ordered([transferId]);
    await round();
    await round();
    const [{ id: payout }] = (await show(id)).payouts;
    expect((await approver.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' })).statusCode).toBe(200);
    expect(await states(id)).toEqual(['RETURNED']);
    expect(await statusOf(transferId)).toBe('PENDING');
    expect((await tasks()).failed).toMatchObject([{ id: payout, problem: 'Conta encerrada' }]);
    expect((await approver.post(`/payout/${payout}/return`, { reason: 'Outra vez' })).statusCode).toBe(409);
  });

  test('takes one back that needed a second person only by the word of two', async () => {
    await connect();
    const { id: transferId } = await transfer('Rui', 1000);
    const id = await ordered([transferId]);
    await round();
    await round();
    await protect({ approve_over: 0 });
    const [{ id: payout }] = (await show(id)).payouts;
    const asked = await approver.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' });
    expect([asked.statusCode, asked.json()]).toEqual([200, { waits: true }]);
    // Neither the same person alone, nor another door, frees the transfer.
    expect(refusal(await approver.post(`/payout/${payout}/return/confirm`, {}))).toEqual([409, 'PAYOUT_RETURN_OWN']);
    expect(refusal(await approver.post(`/payout/${payout}/return`, { reason: 'x' }))).toEqual([
      409,
      'PAYOUT_RETURN_ASKED',
    ]);
    expect(await statusOf(transferId)).toBe('DONE');
    expect((await tasks()).returns).toMatchObject([
      { id: payout, return_asked: { reason: 'Conta encerrada', refusal: 'MAKER' } },
    ]);
    const [row] = (await owner.get(`/financial/payments/${id}/payouts`)).json().payouts;
    expect(row).toMatchObject({ state: 'RETURN_ASKED', return_asked: { reason: 'Conta encerrada', refusal: null } });
    expect((await owner.post(`/payout/${payout}/return/confirm`, {})).statusCode).toBe(204);
    expect(await statusOf(transferId)).toBe('PENDING');
  });

  test('a transfer that it has paid is undone only by the return of its Pix, by no other door', async () => {
    await connect();
    const { id: transferId } = await transfer('Iara', 1000);
    const id = await ordered([transferId]);
    await round();
    await round();
    const [{ id: payout }] = (await show(id)).payouts;
    const { invoice: of, paid_by_bank } = (await maker.get(`/transfer/${transferId}`)).json();
    expect(paid_by_bank).toBe(true);
    const words = `O banco pagou este repasse por Pix. Se o dinheiro voltou, abra o pagamento ${id} e marque o Pix como devolvido: o repasse volta a pendente.`;
    for (const refused of [
      await maker.delete(`/transfer/${transferId}/refund`),
      await owner.delete(`/transfer/${transferId}/refund`),
      await owner.delete(`/invoice/${of.id}/refund`),
    ])
      expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([409, 'PAYOUT_PAID', words]);
    expect((await maker.delete(`/financial/payments/${id}`)).statusCode).toBe(409);
    expect(refusal(await order([transferId]))).toEqual([409, 'TRANSFER_ORDERED']);
    await round();
    expect(bank.payments.size).toBe(1);
    expect((await approver.post(`/payout/${payout}/return`, { reason: 'Conta encerrada' })).statusCode).toBe(200);
    expect((await maker.get(`/transfer/${transferId}`)).json()).toMatchObject({
      ...{ status: 'PENDING', payment_id: null, paid_by_bank: false },
    });
  });

  test('keeps its secrets sealed', async () => {
    await connect();
    const row = await db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    expect([row.client_secret, row.private_key].every((text) => text?.startsWith('sealed:'))).toBe(true);
    const { body } = await owner.get('/payout-link');
    expect(body).toContain(bank.clientId);
    expect(body).not.toMatch(/PRIVATE|sealed:|segredo/);
    const { client_secret: _, certificate: __, private_key: ___, ...open } = access();
    expect((await owner.put('/payout-link', open)).statusCode).toBe(200);
    const moved = await owner.put('/payout-link', { ...open, token_url: 'https://outro.example.com/token' });
    expect([moved.statusCode, moved.json().errors[0]]).toMatchObject([
      ...[422, { field: 'client_secret', message: 'O endereço do banco mudou: informe o client secret de novo' }],
    ]);
    expect((await owner.delete('/payout-link')).statusCode).toBe(204);
    const { id } = await transfer('Mara', 1000);
    expect(refusal(await order([id]))).toEqual([409, 'PAYOUT_UNLINKED']);
  });
});

test('an address inside the own network is refused at saving', async () => {
  permitInternal(false);
  try {
    for (const changes of [{ base_url: 'https://169.254.169.254/pix' }, { token_url: 'https://localhost/token' }])
      expect(refusal(await owner.put('/payout-link', access({ base_url: 'https://200.160.2.3', ...changes })))).toEqual(
        [422, 'BANK_LINK_INTERNAL'],
      );
  } finally {
    permitInternal();
  }
});

describe('safeguards', () => {
  test('a payment over the limit waits for another person, and one of two wins', async () => {
    await connect();
    await protect({ approve_over: 899.99 });
    const { id: transferId } = await transfer('Nair', 1000);
    const id = await ordered([transferId]);
    await round();
    expect(await states(id)).toEqual(['WAITING_APPROVAL']);
    expect((await approver.get('/payout/approvals')).json().data).toMatchObject([
      { id, means: 'PIX', amount: 900, owners: ['Nair'], accounts: 1, reasons: ['AMOUNT'] },
    ]);
    expect((await approve(id, maker)).statusCode).toBe(403);
    const other = as('PAYOUT_APPROVE');
    const both = await Promise.all([approve(id), approve(id, other)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    await round();
    await round();
    expect(await states(id)).toEqual(['PAID']);
    expect((await trailOf(db, 'payment_batch', id)).map(({ action }) => action)).toContain('approve');
  });

  test('the one who made it, and the one who changed the account, don’t approve it', async () => {
    await connect();
    await protect({ new_account: 'APPROVE' });
    const { id: transferId, payee } = await transfer('Olga', 1000);
    const both = as('PAYOUT_EDIT', 'PAYOUT_APPROVE', 'FINANCIAL_TRANSFER_VIEW');
    const changer = as('PAYOUT_APPROVE', 'CLIENT_EDIT', 'CLIENT_VIEW', 'USER_CREATE');
    const account = await db
      .selectFrom('bank_account')
      .selectAll()
      .where('client_id', '=', payee.id)
      .executeTakeFirstOrThrow();
    const changed = await changer.patch(`/user/${payee.id}/bank/${account.id}`, {
      ...{ code: '260', bank_name: 'Nu', agency_number: '0001', account_number: '381967-3', account_type: 'CORRENTE' },
      ...{ holder_name: 'Olga', document: payee.cpf_cnpj, pix_key: 'olga.nova@exemplo.com.br' },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const made = await order([transferId], false, both);
    const { id } = made.json();
    expect(refusal(await approve(id, both))).toEqual([409, 'PAYOUT_OWN']);
    expect(refusal(await approve(id, changer))).toEqual([409, 'PAYOUT_OWN_ACCOUNT']);
    const refusedTo = async (person: typeof both) =>
      (await person.get('/payout/approvals')).json().data.find((row: { id: number }) => row.id === id).refusal;
    expect([await refusedTo(both), await refusedTo(changer), await refusedTo(approver)]).toEqual([
      'MAKER',
      'CHANGER',
      null,
    ]);
    expect((await approve(id)).statusCode).toBe(204);
  });

  test('who had the access of the client in hand doesn’t approve the account that was asked for in the client area', async () => {
    await connect();
    await protect({ new_account: 'APPROVE' });
    const { id: transferId, payee } = await transfer('Ondina', 1000);
    const keeper = as('PAYOUT_APPROVE', 'CLIENT_EDIT', 'CLIENT_VIEW');
    const changed = await keeper.patch(`/user/${payee.id}/user`, { email: 'meu@exemplo.com.br' });
    expect(changed.statusCode, changed.body).toBe(200);
    await db
      .insertInto('bank_account_request')
      .values({
        ...{ client_id: payee.id, account_type: 'CORRENTE', document: payee.cpf_cnpj, holder_name: 'Ondina' },
        ...{ pix_key: 'meu@exemplo.com.br', state: 'WAITING_AGENCY', confirmed_at: new Date() },
      })
      .execute();
    const { id: request } = await db.selectFrom('bank_account_request').select('id').executeTakeFirstOrThrow();
    expect((await owner.post(`/account-request/${request}/apply`)).statusCode).toBe(204);
    const id = await ordered([transferId]);
    expect(refusal(await approve(id, keeper))).toEqual([409, 'PAYOUT_OWN_ACCOUNT']);
    expect(refusal(await approve(id, owner))).toEqual([409, 'PAYOUT_OWN_ACCOUNT']);
    expect((await approve(id)).statusCode).toBe(204);
  });

  test('who added a transfer that no rent brought doesn’t approve its payment to a new account', LONG, async () => {
    await connect();
    await protect({ new_account: 'APPROVE' });
    const { id: ofRent, payee } = await transfer('Ondina', 1000);
    const adder = as('PAYOUT_APPROVE', 'FINANCIAL_TRANSFER_CREATE');
    const { property_id } = await db
      .selectFrom('transfer')
      .select('property_id')
      .where('id', '=', ofRent)
      .executeTakeFirstOrThrow();
    const added = await adder.post('/financial/transfers', {
      ...{ user_id: payee.id, property_id, amount: 900, due_date: TODAY, status: 'PENDING' },
    });
    expect(added.statusCode, added.body).toBe(201);
    const id = await ordered([added.json().id]);
    expect(refusal(await approve(id, adder))).toEqual([409, 'PAYOUT_OWN_ACCOUNT']);
    expect((await approve(await ordered([ofRent]), adder)).statusCode).toBe(204);
    // An extra value of the owner's transfer is such an amount too.
    const lease = await db
      .selectFrom('proposal')
      .selectAll()
      .where('property_id', '=', property_id)
      .executeTakeFirstOrThrow();
    const next = await invoice({ contract: lease, reference: '2026-04' });
    const raiser = as('PAYOUT_APPROVE', 'PROPOSAL_EDIT');
    const raised = await raiser.put(`/proposal/${lease.id}/extra`, {
      ...{ description: 'Ajuste', amount: 5000, type: 'DEBIT', influence: 'EXPENSE', boleto: false, transfer: true },
    });
    expect(raised.statusCode, raised.body).toBe(201);
    const settled = await owner.patch(`/invoice/${next.id}/down`, { paid_amount: next.amount / 100 });
    const inflated = await ordered([settled.json().transfers[0].id]);
    expect(refusal(await approve(inflated, raiser))).toEqual([409, 'PAYOUT_OWN_ACCOUNT']);
    expect((await approve(inflated)).statusCode).toBe(204);
  });

  test('an account that was paid before asks nobody, and a new one waits its hours', LONG, async () => {
    await connect();
    const first = await transfer('Paula', 1000);
    await ordered([first.id]);
    await round();
    await round();
    await protect({ new_account: 'WAIT', wait_hours: 2 });
    const second = await transfer('Paula', 1000, {}, first.payee);
    const known = await ordered([second.id]);
    expect((await show(known)).approval).toMatchObject({ state: 'APPROVED', reasons: [], not_before: null });
    const { id: other } = await transfer('Raul', 1000);
    const fresh = await ordered([other]);
    const { approval } = await show(fresh);
    const wait = Date.parse(approval.not_before) - Date.now();
    expect(wait).toBeGreaterThan(7_100_000);
    expect(wait).toBeLessThanOrEqual(7_200_000);
    await round();
    expect(await states(fresh)).toEqual(['APPROVED']);
    await sql`update payment_approval set not_before = now() - interval '1 second' where batch_id = ${fresh}`.execute(
      db,
    );
    await round();
    expect(await states(fresh)).toEqual(['SENT']);
  });

  test('the daily limit is shared by what goes out that day, and two at once don’t pass it', async () => {
    await connect();
    await protect({ daily_limit: 2000 });
    const [one, two, three] = [await transfer('Sara', 1000), await transfer('Tito', 1000), await transfer('Ugo', 1000)];
    await ordered([one.id]);
    // 900,00 are gone: of two more of 900,00, one fits into the 1.100,00 that are left.
    const both = await Promise.all([order([two.id]), order([three.id])]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    const refused = both.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/restam R\$\s200,00\.$/);
  });

  test('a file waits as a payment by Pix does', async () => {
    await protect({ approve_over: 0 });
    const { id: transferId } = await transfer('Vera', 1000);
    const made = await maker.post('/financial/payments', { transfers: [transferId], pay_on: '2026-03-12' });
    const { id } = made.json();
    expect((await maker.get(`/financial/payments/${id}/sheet`)).statusCode).toBe(409);
    expect((await maker.post(`/financial/payments/${id}/conclude`, {})).statusCode).toBe(409);
    expect((await approve(id)).statusCode).toBe(204);
    expect((await maker.get(`/financial/payments/${id}/sheet`)).statusCode).toBe(200);
  });

  test('a transfer of a payment that waits is not concluded beside it, and the payment can be rejected', async () => {
    await protect({ approve_over: 0 });
    const { id: transferId } = await transfer('Wanda', 1000);
    const { id } = (await filed([transferId])).json();
    const byHand = await maker.patch(`/transfer/${transferId}`, { status: 'DONE' });
    expect([byHand.statusCode, byHand.json().message]).toEqual([
      409,
      `O repasse está no pagamento ${id}, que espera a aprovação de outra pessoa. Para concluir à mão, cancele antes esse pagamento.`,
    ]);
    expect((await approver.post(`/payout/approvals/${id}/reject`, { note: 'Já foi pago' })).statusCode).toBe(204);
    expect((await approver.get('/payout/approvals')).json().data).toEqual([]);
    expect((await maker.patch(`/transfer/${transferId}`, { status: 'DONE' })).statusCode).toBe(200);
  });

  test('a transfer of a payment that waits its hours is not concluded beside it', async () => {
    await protect({ new_account: 'WAIT', wait_hours: 2 });
    const { id: transferId } = await transfer('Wilma', 1000);
    const { id } = (await filed([transferId])).json();
    expect(refusal(await maker.patch(`/transfer/${transferId}`, { status: 'DONE' }))).toEqual([409, 'PAYOUT_EARLY']);
    expect(refusal(await maker.get(`/financial/payments/${id}/sheet`))).toEqual([409, 'PAYOUT_EARLY']);
    await sql`update payment_approval set not_before = now() - interval '1 second' where batch_id = ${id}`.execute(db);
    expect((await maker.patch(`/transfer/${transferId}`, { status: 'DONE' })).statusCode).toBe(200);
  });

  test('papers are never given out of what was canceled or concluded', async () => {
    await agreeWithItau();
    const [one, two] = [await transfer('Yuri', 1000), await transfer('Zeca', 2000)];
    const { id } = (await filed([one.id, two.id])).json();
    const given = async () => {
      const answers = [
        await maker.get(`/financial/payments/${id}/file/1`),
        await maker.get(`/financial/payments/${id}/sheet`),
      ];
      return answers.map((answer) => (answer.statusCode === 200 ? 200 : answer.json().code));
    };
    expect(await given()).toEqual([200, 200]);
    await maker.patch(`/transfer/${one.id}`, { status: 'DONE' });
    // The bank's file holds both for ever, the list only what is still to be paid: 1.800,00.
    expect(await given()).toEqual(['PAYMENT_STARTED', 200]);
    const sheet = await maker.get(`/financial/payments/${id}/sheet`);
    expect(sheet.headers['content-disposition']).toBe(`attachment; filename="pagamentos-2026-03-12-1800.00.xlsx"`);
    await maker.delete(`/financial/payments/${id}`);
    expect(await given()).toEqual(['PAYMENT_CONCLUDED', 'PAYMENT_CONCLUDED']);
    const again = (await filed([two.id])).json();
    await maker.delete(`/financial/payments/${again.id}`);
    const papers = [`/financial/payments/${again.id}/file/1`, `/financial/payments/${again.id}/sheet`];
    for (const path of papers) expect(refusal(await maker.get(path))).toEqual([409, 'PAYMENT_CANCELED']);
  });

  test('only an order that a bank carried out makes an account known, not a conclusion by hand', async () => {
    await protect({ new_account: 'APPROVE' });
    const first = await transfer('Bruna', 10);
    const waiting = (await filed([first.id])).json().id;
    // The maker gives up the payment, and marks its transfer as paid.
    await maker.delete(`/financial/payments/${waiting}`);
    expect((await maker.patch(`/transfer/${first.id}`, { status: 'DONE' })).statusCode).toBe(200);
    const second = await transfer('Bruna', 20, {}, first.payee);
    const { id } = (await filed([second.id])).json();
    expect((await show(id)).approval).toMatchObject({ state: 'WAITING', reasons: ['ACCOUNT'] });
    // Approved and concluded without its list ever having left the house, it still makes nothing known.
    expect((await approve(id)).statusCode).toBe(204);
    await maker.post(`/financial/payments/${id}/conclude`, {});
    const third = await transfer('Bruna', 30, {}, first.payee);
    const given = (await filed([third.id])).json().id;
    expect((await show(given)).approval).toMatchObject({ state: 'WAITING', reasons: ['ACCOUNT'] });
    expect((await approve(given)).statusCode).toBe(204);
    expect((await maker.get(`/financial/payments/${given}/sheet`)).statusCode).toBe(200);
    await maker.post(`/financial/payments/${given}/conclude`, {});
    const fourth = await transfer('Bruna', 90_000, {}, first.payee);
    expect((await show((await filed([fourth.id])).json().id)).approval).toMatchObject({
      state: 'APPROVED',
      reasons: [],
    });
  });

  test('a manual transfer of a centavo, marked as paid, doesn’t spare a new account its hours', async () => {
    await connect();
    await protect({ new_account: 'WAIT', wait_hours: 2 });
    const { id, payee } = await transfer('Celina', 1000);
    const property = (await maker.get(`/transfer/${id}`)).json().property.id;
    await sql`update property set status = 'RENTED' where id = ${property}`.execute(db);
    const cent = { user_id: payee.id, property_id: property, amount: 0.01, due_date: '2026-03-12', status: 'DONE' };
    expect((await owner.post('/financial/transfers', cent)).statusCode).toBe(201);
    expect((await show(await ordered([id]))).approval.not_before).not.toBeNull();
  });

  test('a file that was given out counts in the limit of its day, also canceled; one kept in counts no more', async () => {
    await protect({ daily_limit: 1000 });
    const [one, two, three] = [await transfer('Dina', 1000), await transfer('Elza', 1000), await transfer('Fred', 100)];
    const kept = (await filed([one.id])).json().id;
    expect((await filed([two.id])).statusCode).toBe(409);
    await maker.delete(`/financial/payments/${kept}`);
    const { id } = (await filed([two.id])).json();
    expect((await maker.get(`/financial/payments/${id}/sheet`)).statusCode).toBe(200);
    expect((await maker.delete(`/financial/payments/${id}`)).statusCode).toBe(204);
    // 900,00 of 1.000,00 may be at the bank: 90,00 still fit, and no more.
    expect(refusal(await filed([one.id]))).toEqual([409, 'PAYOUT_DAY_FULL']);
    expect((await filed([three.id])).statusCode).toBe(201);
    expect((await filed([one.id], '2026-03-13')).statusCode).toBe(201);
  });

  test('a file given out after its day counts on the day on which it leaves', async () => {
    await protect({ daily_limit: 1000 });
    const [one, two] = [await transfer('Gina', 1000), await transfer('Hilda', 1000)];
    const { id } = (await filed([one.id], TODAY)).json();
    app.clock.today = '2026-03-11';
    await filed([two.id], '2026-03-11');
    expect(refusal(await maker.get(`/financial/payments/${id}/sheet`))).toEqual([409, 'PAYOUT_DAY_FULL']);
    app.clock.today = '2026-03-12';
    expect((await maker.get(`/financial/payments/${id}/sheet`)).statusCode).toBe(200);
    expect((await maker.get(`/financial/payments/${id}/sheet`)).statusCode).toBe(200);
    const { today } = (await maker.get('/payout/safeguards')).json();
    expect(today).toBe(900);
  });

  test('a Pix counts on the day on which it leaves, and waits for a day that has room', async () => {
    await connect();
    await protect({ daily_limit: 1000 });
    const [one, two] = [await transfer('Ilda', 1000), await transfer('Jair', 1000)];
    const early = await ordered([one.id]);
    bank.fail(10);
    await round();
    app.clock.today = '2026-03-11';
    // The bank was away on the 10th: what was approved then leaves on the 11th, and takes its 900,00.
    expect(refusal(await order([two.id]))).toEqual([409, 'PAYOUT_DAY_FULL']);
    await sql`update payout_safeguard set daily_limit = 180000`.execute(db);
    const late = await ordered([two.id]);
    await sql`update payout_safeguard set daily_limit = 100000`.execute(db);
    bank.fail(0);
    await round();
    await round();
    expect([await states(early), await states(late)]).toEqual([['PAID'], ['APPROVED']]);
    expect((await show(late)).payouts[0].problem).toMatch(/limite do dia/);
    app.clock.today = '2026-03-12';
    await round();
    await round();
    expect(await states(late)).toEqual(['PAID']);
    expect(bank.payments.size).toBe(2);
  });

  test('people who had each other’s access in hand don’t approve each other’s payments', async () => {
    await connect();
    await protect({ approve_over: 0 });
    const { id: transferId } = await transfer('Quirino', 1000);
    const id = await ordered([transferId]);
    const refusalOf = async () =>
      (await approver.get('/payout/approvals')).json().data.find((row: { id: number }) => row.id === id).refusal;
    expect(await refusalOf()).toBeNull();
    const idOf = async (...permissions: string[]) =>
      (
        await db
          .selectFrom('admin_user')
          .innerJoin('permission_group', 'permission_group.id', 'admin_user.group_id')
          .select('admin_user.id')
          .where(sql<boolean>`permissions = ${permissions}::text[]`)
          .executeTakeFirstOrThrow()
      ).id;
    const made = await idOf('PAYOUT_EDIT', 'FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_TRANSFER_EDIT');
    const person = await idOf('PAYOUT_APPROVE');
    for (const hand of [
      { admin_user_id: made, record_id: person, action: 'password', changes: null },
      { admin_user_id: person, record_id: made, action: 'update', changes: JSON.stringify({ group: ['A', 'B'] }) },
    ]) {
      const { id: trace } = await db
        .insertInto('trail')
        .values({ ...hand, actor: 'Mariana Dias', record: 'admin_user' })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(refusal(await approve(id))).toEqual([409, 'PAYOUT_TIED']);
      expect(await refusalOf()).toBe('TIED');
      await sql`update trail set at = now() - interval '7 days' where id = ${trace}`.execute(db);
    }
    expect((await approve(id)).statusCode).toBe(204);
  });

  test('a safeguard that is eased goes on for its days, is told to every other administrator, and then ends', async () => {
    await protect({ approve_over: 0 });
    await protect({});
    await connect();
    const one = await transfer('Rosa', 1000);
    const id = await ordered([one.id]);
    expect((await show(id)).approval).toMatchObject({ state: 'WAITING', reasons: ['AMOUNT'] });
    expect((await maker.get('/payout/safeguards')).json()).toMatchObject({ approve_over: null, eased: true });
    const told = (await as('*', 'CLIENT_VIEW').get('/payout/tasks')).json().changes;
    expect(told[0]).toMatchObject({ what: 'SAFEGUARDS', of: null });
    expect((await approver.get('/payout/tasks')).json().changes).toEqual([]);
    await sql`update trail set at = now() - interval '7 days' where record = 'payout_safeguard'`.execute(db);
    const other = await transfer('Rosana', 1000);
    expect((await show(await ordered([other.id]))).approval).toMatchObject({ state: 'APPROVED', reasons: [] });
    expect((await maker.get('/payout/safeguards')).json().eased).toBe(false);
  });

  describe('a second person behind changes of people', () => {
    const boss = as('*', 'CLIENT_VIEW');
    beforeEach(async () => {
      await connect();
      await protect({ new_account: 'APPROVE' });
      await sql`delete from held_change`.execute(db);
      await sql`delete from trail where record in ('admin_user', 'permission_group')`.execute(db);
      await boss.get('/dashboard/badges');
    });
    const change = async () => (await boss.get('/held-changes')).json()[0];
    const confirm = (id: number, by = boss) => by.post(`/held-changes/${id}/confirm`, {});

    type Person = ReturnType<typeof as>;
    type Colleague = { adminId: number; groupId: number };
    const ofEach =
      (act: (person: Person, colleague: Colleague, payment: number) => Promise<unknown>) =>
      async (person: Person, colleagues: readonly Colleague[], payment: number) => {
        for (const colleague of colleagues) await act(person, colleague, payment);
      };
    /** What a person can do alone to let their payment to a new account go. */
    const WAYS: Record<
      string,
      (person: Person, colleagues: readonly Colleague[], payment: number) => Promise<unknown>
    > = {
      'switching the safeguards off': (person) =>
        person.put('/payout/safeguards', {
          ...{ approve_over: null, daily_limit: null, new_account: 'FREE', wait_hours: 1, people_days: 0 },
        }),
      'a colleague made for it': async (person, colleagues, payment) => {
        const groups = (await person.get('/user/admin/groups')).json() as { id: number }[];
        const given = Array.isArray(groups) ? groups.slice(0, 30).map(({ id }) => id) : [];
        const fresh = { name: 'Outro eu', password: 'janela-azul-7' };
        for (const groupId of [...new Set([...given, ...colleagues.map((one) => one.groupId)])])
          await person.post('/user/admin/user', { ...fresh, email: `eu${payment}.${groupId}@x.test`, groupId });
      },
      'a colleague’s password': ofEach((person, { adminId }) =>
        person.patch(`/user/admin/user/${adminId}`, { password: 'janela-azul-7' }),
      ),
      'a colleague’s e-mail': ofEach((person, { adminId }, payment) =>
        person.patch(`/user/admin/user/${adminId}`, { email: `meu${adminId}.${payment}@x.test` }),
      ),
      'a colleague’s second factor': ofEach((person, { adminId }) =>
        person.delete(`/user/admin/user/${adminId}/second-factor`),
      ),
      'the group of those who approve for a colleague': ofEach((person, { adminId }) =>
        person.patch(`/user/admin/user/${adminId}`, { groupId: everyone[0]?.groupId }),
      ),
      'more rights for a group': ofEach((person, { groupId }) =>
        person.patch(`/user/admin/group/${groupId}`, { permissions: ['PAYOUT_EDIT', 'PAYOUT_APPROVE'] }),
      ),
      'a colleague’s deletion': ofEach((person, { adminId }) => person.delete(`/user/admin/user?id=${adminId}`)),
      'the link of a colleague who was invited': ofEach(async (person, { adminId }, payment) => {
        await sql`update admin_user set invited = true, deleted_at = null where id = ${adminId}`.execute(db);
        const invited = await person.put(`/user/admin/user/${adminId}/invitation`);
        expect([200, 403]).toContain(invited.statusCode);
        const { url } = invited.json();
        if (url) await approveAs(adminId, url, payment);
      }),
      'a conclusion by hand, and another payment': async (person, _, payment) => {
        const [{ transfer_id }] = (await person.get(`/financial/payments/${payment}`)).json().lines ?? [{}];
        await person.get(`/financial/payments/${payment}/sheet`);
        await person.post(`/financial/payments/${payment}/conclude`, {});
        await person.delete(`/financial/payments/${payment}`);
        await person.patch(`/transfer/${transfer_id}`, { status: 'DONE' });
        await person.delete(`/transfer/${transfer_id}/refund`);
        await order([transfer_id], false, person);
      },
      'an import of accounts, for the payee and for a new owner whom a colleague pays': async (person, _, payment) => {
        const payee = await db.selectFrom('client').select('cpf_cnpj').orderBy('id', 'desc').executeTakeFirstOrThrow();
        const mine = cpf(7_000 + payment);
        const row = (name: string, document: string) =>
          `${name};Proprietário;${document};meu${payment}@exemplo.com.br\n`;
        const sheet = `Nome;Tipo;CPF/CNPJ;Pix\n${row('Ladislau', payee.cpf_cnpj)}${row('Outro dono', mine)}`;
        const sent = await person.post(
          '/import/people/file/0',
          form(Buffer.from(sheet), 'p.csv', { type: 'text/csv' }),
        );
        const { id, mapping } = sent.json();
        await person.put(`/import/${id}/mapping`, { mapping });
        const begun = await person.post(`/import/${id}/run`, {});
        if (begun.statusCode !== 200) return;
        await importRuns.carryOut(app.deps, id);
        expect((await person.get(`/import/${id}`)).json()).toMatchObject({ fresh: 1, known: 1 });
        const owner = await db
          .selectFrom('client')
          .select(['id', 'cpf_cnpj'])
          .where('cpf_cnpj', '=', mine)
          .executeTakeFirstOrThrow();
        const { id: rent } = await transfer('Outro dono', 1000, {}, owner);
        await ordered([rent]);
      },
      'waiting until the days of people are over, without an answer of anybody': async (
        person,
        colleagues,
        payment,
      ) => {
        const administrators = sql<{ id: number; group_id: number }>`select u.id, group_id from admin_user u
          join permission_group g on g.id = u.group_id where '*' = any(permissions) and u.deleted_at is null`;
        const { rows: before } = await administrators.execute(db);
        // Takes the access of every other administrator in hand, from one group of everything to another, which needs nobody.
        for (const { id } of before)
          for (const { group_id: groupId } of before) await person.patch(`/user/admin/user/${id}`, { groupId });
        for (const way of ['switching the safeguards off', 'a colleague’s password'])
          await WAYS[way]?.(person, colleagues, payment);
        const days = sql`interval '7 days 1 minute'`;
        await sql`update trail set at = at - ${days} where record in ('admin_user', 'permission_group', 'payout_safeguard')`.execute(
          db,
        );
        await sql`update held_change set asked_at = asked_at - ${days}, not_before = not_before - ${days}`.execute(db);
        await carryHeldChanges(app.deps);
        for (const { id, group_id } of before)
          await sql`update admin_user set group_id = ${group_id} where id = ${id}`.execute(db);
        const lines = (await person.get(`/financial/payments/${payment}`)).json().lines ?? [];
        await person.delete(`/financial/payments/${payment}`);
        await order(
          lines.map(({ transfer_id }: { transfer_id: number }) => transfer_id),
          false,
          person,
        );
      },
    };
    let everyone: readonly Colleague[] = [];

    async function tryAlone(person: Person, ways: readonly string[]) {
      const { id } = await transfer('Ladislau', 1000);
      const made = await order([id], false, person);
      const payment = made.statusCode === 201 ? made.json().id : 0;
      for (const way of ways) await WAYS[way]?.(person, everyone, payment);
      for (const held of await db.selectFrom('held_change').select('id').execute()) await confirm(held.id, person);
      const waiting = (await approver.get('/payout/approvals')).json().data as { id: number }[];
      for (const one of waiting) await approve(one.id, person);
      await round();
      for (const one of waiting) await approver.post(`/payout/approvals/${one.id}/reject`, { note: 'Não pedi' });
    }

    /** As a colleague whose link to choose a password was handed over. */
    async function approveAs(adminId: number, url: string, payment: number) {
      const { email, password_hash } = await db
        .selectFrom('admin_user')
        .select(['email', 'password_hash'])
        .where('id', '=', adminId)
        .executeTakeFirstOrThrow();
      const token = url.slice(url.lastIndexOf('/') + 1);
      await consumePasswordLink(app.deps, token, 'janela-azul-9', { address: '203.0.113.7', browser: undefined });
      const entered = await app.anonymous.post('/user/admin/session', { email, password: 'janela-azul-9' });
      expect(entered.statusCode, entered.body).toBe(201);
      await staffPeople(app).holding(entered.json().token).post(`/payout/approvals/${payment}/approve`, {});
      await sql`update admin_user set password_hash = ${password_hash} where id = ${adminId}`.execute(db);
    }

    describe('no role alone gets a payment to a new account out', () => {
      const codes = ['PAYOUT_EDIT', 'PAYOUT_APPROVE', 'FINANCIAL_TRANSFER_EDIT', 'CLIENT_EDIT', 'ADMIN_USER_CREATE'];
      const pairs = codes.flatMap((one, at) => codes.slice(at + 1).map((other) => [one, other]));
      const most = [
        ...codes,
        'USER_CREATE',
        'ADMIN_GROUP_CREATE',
        'GROUP_VIEW',
        'ADMIN_USER_DESTROY',
        'FINANCIAL_TRANSFER_VIEW',
      ];
      const access = async () => {
        const ids = everyone.map(({ adminId }) => adminId);
        return sql`select u.id, u.email, u.password_hash, '*' = any(g.permissions) and u.deleted_at is not null as lost, g.permissions from admin_user u
          join permission_group g on g.id = u.group_id where u.id = any(${ids}) and g.permissions <> '{PROPOSAL_VIEW}' order by 1`.execute(
          db,
        );
      };
      beforeEach(async () => {
        everyone = [await app.signIn('PAYOUT_APPROVE'), await app.signIn('*'), await app.signIn('PROPOSAL_VIEW')];
      });

      const attempt = async (ways: readonly string[], roles: readonly string[][]) => {
        const before = (await access()).rows;
        for (const role of roles) {
          await sql`update admin_user set deleted_at = null`.execute(db);
          await tryAlone(as(...role), ways);
          expect([role, bank.payments.size]).toEqual([role, 0]);
          // The access of each person who may approve payments is as it was.
          expect([role, (await access()).rows]).toEqual([role, before]);
          const { rows } = await sql`select from admin_user u join permission_group g on g.id = u.group_id
            where u.name = 'Outro eu' and g.permissions && '{*,PAYOUT_EDIT,PAYOUT_APPROVE}'`.execute(db);
          expect([role, rows.length]).toEqual([role, 0]);
        }
        const { id } = await transfer('Leocádia', 1000);
        expect((await approve(await ordered([id]))).statusCode).toBe(204);
        await round();
        expect(bank.payments.size).toBe(1);
      };

      /** Ways of a kind of which another one stays in the short form. */
      const REPEATED = [
        'a colleague’s e-mail',
        'a colleague’s second factor',
        'a colleague’s deletion',
        'more rights for a group',
      ];
      const SLOW = Object.keys(WAYS).filter((way) => /^(an import|waiting) /.test(way));
      for (const way of Object.keys(WAYS))
        test(`by ${way}`, [...REPEATED, ...SLOW].includes(way) ? LONG : {}, () => attempt([way], [['*'], most]));
      test('by all of them, with any two of these rights', LONG, () =>
        attempt(Object.keys(WAYS), [['*'], most, ...pairs]),
      );
    });

    test('the change is made once another administrator confirms it, and not by whom it is about', async () => {
      const person = await app.signIn('*');
      const gone = await owner.patch(`/user/admin/user/${person.adminId}`, { name: 'Rute', password: 'janela-azul-7' });
      expect(refusal(gone)).toEqual([409, 'CHANGE_WAITS']);
      expect(gone.json().detail ?? gone.json().message).toMatch(/^Registrado, e ainda não vale/);
      const twice = await owner.patch(`/user/admin/user/${person.adminId}`, { password: 'janela-azul-8' });
      expect(refusal(twice)).toEqual([409, 'CHANGE_ASKED']);
      const { id, what, refusal: mine } = await change();
      expect([what, mine]).toEqual(['trocar a senha de Rute', null]);
      expect(refusal(await confirm(id, owner))).toEqual([409, 'CHANGE_OWN']);
      const subject = staffPeople(app).holding(person.token);
      expect(refusal(await subject.post(`/held-changes/${id}/confirm`, {}))).toEqual([409, 'CHANGE_ABOUT']);
      const [kept] = (await sql<{ input: object }>`select input from held_change`.execute(db)).rows;
      expect(JSON.stringify(kept?.input)).not.toContain('janela-azul');
      expect((await confirm(id)).statusCode).toBe(204);
      // The session of the person whose password was changed has ended.
      expect((await subject.get('/dashboard/badges')).statusCode).toBe(401);
      expect((await sql`select from held_change where input is not null`.execute(db)).rows).toEqual([]);
      expect((await trailOf(db, 'admin_user', person.adminId)).map(({ action }) => action)).toContain('password');
    });

    test('a person whose access the other one changed does not confirm', async () => {
      const { adminId } = await app.signIn('PROPOSAL_VIEW');
      const approvers = await app.signIn('PAYOUT_APPROVE');
      await owner.patch(`/user/admin/user/${adminId}`, { groupId: approvers.groupId });
      const { id } = await change();
      const [{ asked_by }] = (await sql<{ asked_by: number }>`select asked_by from held_change`.execute(db)).rows as [
        { asked_by: number },
      ];
      await sql`insert into trail (admin_user_id, actor, record, record_id, action)
        select ${asked_by}, 'x', 'admin_user', u.id, 'password' from admin_user u join permission_group g on g.id = u.group_id
        where g.permissions = '{*,CLIENT_VIEW}'`.execute(db);
      expect(refusal(await confirm(id))).toEqual([409, 'CHANGE_TIED']);
      expect((await change()).refusal).toBe('TIED');
    });

    test('where tenants’ money arrives is moved by two people, and what else was changed holds at once', async () => {
      const read = async () => {
        const { pix_key, phone, agreement } = (await boss.get('/agency')).json();
        return [pix_key, phone, agreement?.bank ?? null];
      };
      const [before] = await read();
      const moved = await owner.patch('/agency', { pix_key: 'outra@serra.example', phone: '3232150001' });
      expect(refusal(moved)).toEqual([409, 'CHANGE_WAITS']);
      const { bank: code, ...fields } = AGREEMENTS['341'];
      expect(refusal(await owner.put('/agency/agreement', { bank: code, fields }))).toEqual([409, 'CHANGE_WAITS']);
      expect(await read()).toEqual([before, '3232150001', null]);
      for (const { id } of (await boss.get('/held-changes')).json()) {
        expect(refusal(await confirm(id, owner))).toEqual([409, 'CHANGE_OWN']);
        expect((await confirm(id)).statusCode).toBe(204);
      }
      expect(await read()).toEqual(['outra@serra.example', '3232150001', '341']);
      // Removing the key needs no approval: no money can go to it.
      expect((await owner.patch('/agency', { pix_key: null })).statusCode).toBe(200);
    });

    test('every other administrator hears of it by e-mail and in Hoje, and only they', async () => {
      Object.assign(app.deps, { publicUrl: 'https://serra.example', outside: { mail: {} } });
      await protect({ new_account: 'APPROVE', approve_over: 0 });
      await db.deleteFrom('outgoing_mail').execute();
      const eased = { approve_over: null, daily_limit: 5000, new_account: 'FREE', wait_hours: 24, people_days: 7 };
      expect(refusal(await owner.put('/payout/safeguards', eased))).toEqual([409, 'CHANGE_WAITS']);
      // What is stricter holds at once.
      expect((await maker.get('/payout/safeguards')).json()).toMatchObject({ approve_over: 0, daily_limit: 5000 });
      const mails = await db.selectFrom('outgoing_mail').select(['recipient', 'body']).execute();
      const others = (
        await sql<{ email: string }>`select email from admin_user u join permission_group g on g.id = u.group_id
          where '*' = any(g.permissions) and deleted_at is null and g.permissions <> '{*}' order by 1`.execute(db)
      ).rows.map(({ email }) => email);
      const told = mails.filter(({ body }) => body.includes('afrouxar as proteções')).map(({ recipient }) => recipient);
      expect(told).toEqual(expect.arrayContaining(others));
      expect(new Set(told).size).toBe(told.length);
      const asking = (
        await sql<{ email: string }>`select u.email from held_change h join admin_user u on u.id = h.asked_by`.execute(
          db,
        )
      ).rows[0]?.email;
      expect(told).not.toContain(asking);
      const [row] = (await boss.get('/payout/tasks')).json().held;
      expect(row).toMatchObject({ what: 'afrouxar as proteções dos pagamentos', refusal: null, not_before: null });
      expect((await owner.get('/payout/tasks')).json().held[0].refusal).toBe('ASKER');
      expect((await approver.get('/payout/tasks')).json().held).toEqual([]);
      expect((await confirm(row.id)).statusCode).toBe(204);
      // Two people stand behind it: no pause besides.
      expect((await maker.get('/payout/safeguards')).json()).toMatchObject({ approve_over: null, eased: false });
      Object.assign(app.deps, { publicUrl: undefined, outside: {} });
    });
  });

  test('a change of where tenants’ money arrives is told to every other administrator, by e-mail and in Hoje', async () => {
    Object.assign(app.deps, { publicUrl: 'https://serra.example', outside: { mail: {} } });
    const boss = as('*', 'CLIENT_VIEW');
    await boss.get('/dashboard/badges');
    await db.deleteFrom('outgoing_mail').execute();
    const changes = async (by: typeof boss) =>
      (await by.get('/payout/tasks')).json().changes.filter(({ what }: { what: string }) => what === 'RECEIVING')
        .length;
    const [before, own] = [await changes(boss), await changes(owner)];
    expect((await owner.patch('/agency', { pix_key: 'recebe@serra.example' })).statusCode).toBe(200);
    const { bank: code, ...fields } = AGREEMENTS['341'];
    const changed = await owner.put('/agency/agreement', { bank: code, fields });
    expect(changed.statusCode, changed.body).toBe(200);
    const told = (await db.selectFrom('outgoing_mail').select(['body']).execute()).map(({ body }) => body);
    expect(told.filter((body) => body.includes('chave Pix em que a imobiliária recebe')).length).toBeGreaterThan(0);
    expect(told.filter((body) => body.includes('convênio dos boletos')).length).toBeGreaterThan(0);
    expect([(await changes(boss)) - before, await changes(owner)]).toEqual([2, own]);
    Object.assign(app.deps, { publicUrl: undefined, outside: {} });
  });

  test('are proposed from the agency’s own transfers while none is set, and no more afterwards', async () => {
    await transfer('Sebastião', 1000);
    await transfer('Severina', 2000);
    const shown = async () => (await maker.get('/payout/safeguards')).json().proposed;
    const { rows } = await sql<{ most: number; day: number }>`
      select max(amount)::bigint as most, (select max(total)::bigint from (select sum(amount) as total from transfer group by due_date) d) as day
      from (select sum(amount) as amount from transfer group by due_date, user_id) t`.execute(db);
    const proposed = await shown();
    expect(proposed).toMatchObject({ new_account: 'APPROVE', wait_hours: 24, people_days: 7 });
    expect(proposed.approve_over).toBeGreaterThan(0);
    expect(proposed.approve_over * 100).toBeLessThanOrEqual(Math.ceil((rows[0]?.most ?? 0) / 10_000) * 10_000);
    expect(proposed.daily_limit * 100).toBe(Math.ceil((rows[0]?.day ?? 0) / 10_000) * 10_000);
    await protect({ ...proposed });
    expect(await shown()).toBeNull();
  });

  test('a rejected payment frees its transfers, with the reason', async () => {
    await connect();
    await protect({ approve_over: 0 });
    const { id: transferId } = await transfer('Zoe', 1000);
    const id = await ordered([transferId]);
    expect((await approver.post(`/payout/approvals/${id}/reject`, { note: 'Conta errada' })).statusCode).toBe(204);
    expect((await show(id)).approval).toMatchObject({ state: 'REJECTED', note: 'Conta errada' });
    expect(await states(id)).toEqual(['CANCELED']);
    expect((await approve(id)).statusCode).toBe(409);
    await ordered([transferId]);
  });
});
