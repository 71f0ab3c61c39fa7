import type { AddressInfo } from 'node:net';
import type { BoletoDetail } from '@morada/contract/bank/boletos';
import { addDays } from '@morada/domain/base/calendar';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemContext } from '#api/context.ts';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { report } from '#test/bank/bank-papers.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { bankDesk } from '#test/desks/bank-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { pdfText } from '#test/pdf-text.ts';
import { BB_AGREEMENT, startBbServer } from '#test/servers/bank/bb-server.ts';
import { type InterBoletos, startInterBoletos } from '#test/servers/bank/inter-boleto-server.ts';
import { type Sicoob, startSicoob } from '#test/servers/bank/sicoob-server.ts';
import { until } from '#test/until.ts';
import { planCharges } from '../charges/charges.service.ts';
import { followBoletos } from '../receipts/boleto-work.service.ts';
import { showLink } from './boleto-links.service.ts';

const TODAY = '2026-03-10';
const AGREEMENT = { bank: '756', fields: { agency: '4327', agreement: '229385', wallet: '1', variation: '01' } };

const app = await startApp({ today: TODAY });
let desk = await bankDesk(app);
let bank: Sicoob;

beforeEach(async () => {
  bank = await startSicoob({ now: () => new Date(`${app.clock.today}T15:00:00Z`), looks: 0 });
  await app.db
    .updateTable('agency')
    .set({
      ...{
        name: 'Casa Prado Imóveis',
        cnpj: '11222333000181',
        street: 'Rua Halfeld',
        number: '10',
        city: 'Juiz de Fora',
      },
      ...{ state: 'MG', cep: '36010000', neighborhood: 'Centro' },
    })
    .execute();
  expect((await owner().put('/agency/agreement', AGREEMENT)).statusCode).toBe(200);
});
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([]);
  await app.empty();
  await bank.close();
});
afterAll(async () => {
  await desk.jobs.stop();
  await app.stop();
});

const owner = () => app.as('*');
const access = () => ({
  ...{ bank: '756', base_url: bank.url, token_url: bank.tokenUrl, client_id: bank.clientId },
  ...{ certificate: bank.clientCertificate.cert, private_key: bank.clientCertificate.key, authority: bank.ca },
  fields: { account: '123456', scope: 'boletos_inclusao boletos_consulta' },
});
const shown = async () => (await owner().get('/boleto-link')).json().link;

async function connect(overrides: object = {}) {
  const answer = await owner().put('/boleto-link', { ...access(), ...overrides });
  expect(answer.statusCode, answer.body).toBe(200);
}
async function listen() {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
}

/** Waits until no job of boletos is due or running. */
const idle = () =>
  until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier like 'boleto-%' and run_at <= now()`),
    ({ rowCount }) => rowCount === 0,
  );

/** Runs the job of each minute once, with all calls due. Payments of these tests fall on days of the frozen clock. */
async function round() {
  await idle();
  await app.db
    .updateTable('bank_link')
    .set({ read_until: `${app.clock.today}T12:00:00Z` })
    .execute();
  await app.db
    .updateTable('boleto_call')
    .set({ next_try_at: new Date(0).toISOString() })
    .execute();
  await followBoletos({ ...app.deps, publicUrl: await listen() });
}

const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paid = (id: number) =>
  until(
    () => invoiceOf(id),
    ({ status }) => status === 'PAID',
  );
const settledRuns = () =>
  until(
    () => app.db.selectFrom('bank_file').select('status').where('kind', '=', 'BOLETO').execute(),
    (files) => files.length > 0 && files.every(({ status }) => status === 'DONE'),
  );
const openLines = async () =>
  (await app.as('BOLETO_DOWN').get('/boleto/down/open')).json<{ data: { id: number; reason: string }[] }>().data;
const tasks = async () => (await app.as('BOLETO_DOWN').get('/boleto-link/tasks')).json();

async function issue({ id, user_id, proposal_id }: { id: number; user_id: number; proposal_id: number }) {
  const answer = await app.as('BOLETO_CREATE').post('/boleto/manual', { user_id, proposal_id, invoice_id: id });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<BoletoDetail>();
}
const boleto = async (id: number) => (await owner().get(`/boleto/${id}`)).json<BoletoDetail>();
const callOf = (id: number) =>
  app.db.selectFrom('boleto_call').selectAll().where('boleto_id', '=', id).executeTakeFirst();
const atBank = (id: number) => [...bank.boletos.values()].find(({ seuNumero }) => seuNumero === String(id));

/** An invoice of 1.500,00 due on the tenth, with its boleto at the bank. */
async function registered(overrides = {}) {
  const invoice = await app.invoice(overrides);
  const { id } = await issue(invoice);
  await round();
  const known = atBank(id);
  return { invoice: invoice.id, id, number: known?.nossoNumero ?? 0 };
}

describe('the connection', () => {
  test('keeps its secrets sealed, shows none, and is open to the owner of the account alone', LONG, async () => {
    await connect();
    const row = await app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    for (const sealed of [row.certificate, row.private_key, row.notice_token]) expect(sealed).toMatch(/^sealed:/);
    const link = (await owner().get('/boleto-link')).json();
    expect(JSON.stringify({ ...link, authority: null })).not.toMatch(/PRIVATE|sealed:/);
    expect(link).not.toHaveProperty('link.certificate');
    expect((await app.as('BOLETO_CREATE').get('/boleto-link')).statusCode).toBe(403);
    expect(JSON.stringify(await trailOf(app.db, 'bank_link', row.id))).not.toMatch(/PRIVATE/);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, () => object, string, string]>([
    ['an account that is no number', () => ({ fields: { account: '12-3', scope: 'x' } }), 'fields.account', 'Conta corrente: até 10 números'],
    ['no scopes',                    () => ({ fields: { account: '123' } }),              'fields.scope',   'Preencha: Escopos'],
    ['no key',                       () => ({ private_key: undefined }),                  'private_key',    'Cole a chave do certificado'],
    ['no certificate',               () => ({ certificate: undefined }),                  'certificate',    'Cole o certificado'],
    ['the key of another',           () => ({ private_key: bank.otherCertificate.key }),  'private_key',    'A chave não é a deste certificado'],
  ])('refuses %s, and changes nothing', async (_, wrong, field, message) => {
    const answer = await owner().put('/boleto-link', { ...access(), ...wrong() });
    expect(firstError(answer)).toEqual([422, field, message]);
    expect(await app.db.selectFrom('bank_link').selectAll().execute()).toEqual([]);
  });

  test('with a certificate of another client says so, and since when, until the right one is there', async () => {
    const { cert, key } = bank.otherCertificate;
    await connect({ certificate: cert, private_key: key });
    await owner().post('/boleto-link/check');
    expect(await shown()).toMatchObject({ problem: 'O banco não aceitou o certificado ou as credenciais.' });
    expect((await tasks()).failing_since).not.toBeNull();
    await connect();
    await owner().post('/boleto-link/check');
    expect(await shown()).toMatchObject({ failing_since: null, problem: null });
  });
});

describe('boletos', () => {
  test('are registered in the background with the terms of the contract, and carry the code of the bank', async () => {
    await connect();
    const { id } = await registered();
    expect(atBank(id)).toMatchObject({
      ...{ valor: 1500, dataVencimento: '2026-03-10', dataMulta: '2026-03-15', dataJurosMora: '2026-03-16' },
      ...{ tipoJurosMora: 2, valorJurosMora: 0.9, situacaoBoleto: 'Em Aberto' },
    });
    const issued = await boleto(id);
    expect(issued).toMatchObject({ registration: 'REGISTERED', digitable_line: atBank(id)?.linhaDigitavel });
    expect(issued.pix).toBe(atBank(id)?.qrCode);
    expect(await shown()).toMatchObject({
      boletos: { waiting: 0, active: 1, refused: 0, paid: 0 },
      notices: 'NO_ADDRESS',
    });
    // The remittance by file leaves it alone.
    expect(refusal(await app.as('BOLETO_CREATE').post('/boleto/remittance'))).toEqual([409, 'NOTHING_TO_REMIT']);
    const calls = bank.calls.length;
    await round();
    expect(bank.calls.slice(calls).filter(({ path, method }) => method === 'POST' && path === '/boletos')).toEqual([]);
  });

  test('with a code of the bank leave no charge of the Pix provider to the invoice', LONG, async () => {
    await connect();
    const { invoice } = await registered();
    const link = { id: 999, active: true } as Parameters<typeof planCharges>[1];
    await planCharges(app.deps, link);
    expect(await app.db.selectFrom('pix_charge').selectAll().execute()).toEqual([]);
    app.clock.today = '2026-03-20';
    const { pix } = (await owner().get(`/invoice/${invoice}/link`)).json();
    expect(pix).toContain('pix.sicoob.com.br');
  });

  test('whose answers were lost are registered once, and withdrawn when cancelled', async () => {
    await connect();
    bank.fail(1_000, 503, { on: /boletos/, performed: true });
    const { id } = await registered();
    expect(await callOf(id)).toMatchObject({ state: 'WAITING', handle: null });
    expect((await shown()).problem).toBe('O banco está com problemas (resposta 503).');
    bank.recover();
    await connect();
    await owner().delete(`/boleto/${id}`);
    await round();
    expect(bank.boletos.size).toBe(1);
    expect(atBank(id)?.situacaoBoleto).toBe('Baixado');
    expect(await callOf(id)).toMatchObject({ state: 'REMOVED' });
  });

  test('follow the invoice: another one is issued, and the former is withdrawn', async () => {
    await connect();
    const { id, invoice } = await registered();
    app.clock.today = '2026-07-20';
    expect((await owner().post('/doctor/clock', { today: app.clock.today })).statusCode).toBe(204);
    const { proposal_id, user_id } = await invoiceOf(invoice);
    const next = await issue({ id: invoice, proposal_id, user_id });
    await round();
    expect(atBank(id)?.situacaoBoleto).toBe('Baixado');
    expect(atBank(next.id)?.situacaoBoleto).toBe('Em Aberto');
    // Day 132: a fine of 150,00 and 127 days of 0,45.
    expect(atBank(next.id)?.valor).toBe(1707.15);
  });

  test('of an invoice settled by other means are withdrawn once the settlement can no longer be undone', async () => {
    await connect();
    const { id, invoice } = await registered();
    await owner().patch(`/invoice/${invoice}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await round();
    expect(atBank(id)?.situacaoBoleto).toBe('Em Aberto');
    await app.db.updateTable('boleto').set({ settled_at: '2026-03-01T00:00:00Z' }).where('id', '=', id).execute();
    await round();
    expect(atBank(id)?.situacaoBoleto).toBe('Baixado');
    expect(await app.db.selectFrom('boleto').select('cancel_due').where('id', '=', id).executeTakeFirst()).toEqual({
      cancel_due: false,
    });
  });

  test('that the bank refuses say why, and go again with the payer of the register', async () => {
    await connect();
    const tenant = await app.client({ name: 'Caio Lima' });
    await app.db
      .updateTable('client')
      .set({ street: 'Rua A', number: '1', cep: '00000000', neighborhood: 'Centro', city: 'Juiz de Fora', state: 'MG' })
      .where('id', '=', tenant.id)
      .execute();
    const { id } = await issue(await app.invoice({ user_id: tenant.id }));
    await round();
    const refused = { registration: 'REFUSED', registration_note: 'CEP do pagador inválido.', by_call: true };
    expect(await boleto(id)).toMatchObject(refused);
    expect((await tasks()).refused).toBe(1);
    const { data } = (await app.as('BOLETO_VIEW').get('/boleto-link/boletos?state=REFUSED')).json();
    expect(data).toMatchObject([{ id, tenant: 'Caio Lima', amount: 1500, problem: 'CEP do pagador inválido.' }]);
    await app.db.updateTable('client').set({ cep: '36025000' }).where('id', '=', tenant.id).execute();
    expect((await app.as('BOLETO_CREATE').post(`/boleto-link/boletos/${id}/retry`)).statusCode).toBe(204);
    await round();
    expect(atBank(id)?.pagador.cep).toBe('36025000');
    expect(await boleto(id)).toMatchObject({ registration: 'REGISTERED', registration_note: null });
    expect(refusal(await app.as('BOLETO_CREATE').post(`/boleto-link/boletos/${id}/retry`))).toEqual([
      409,
      'BOLETO_CALL_NOT_REFUSED',
    ]);
  });

  test('stay valid and are followed when the agency goes back to files', LONG, async () => {
    await connect();
    const { id, invoice, number } = await registered();
    expect((await owner().delete('/boleto-link')).statusCode).toBe(204);
    await round();
    expect(atBank(id)?.situacaoBoleto).toBe('Em Aberto');
    bank.hold();
    bank.pay(number);
    await round();
    expect(await paid(invoice)).toMatchObject({ payment_method: 'BOLETO' });
    await settledRuns();
  });
});

test('another agreement is another one, though none was used: the link stays with its own', async () => {
  await connect();
  const before = (await owner().get('/agency')).json().agreement;
  expect(before).toMatchObject({ bank: '756', boletos: 0, by_call: true });
  const { bank: code, ...fields } = BB_AGREEMENT;
  expect((await owner().put('/agency/agreement', { bank: code, fields })).statusCode).toBe(200);
  const after = (await owner().get('/agency')).json().agreement;
  expect(after).toMatchObject({ bank: '001', by_call: false });
  expect(after.id).not.toBe(before.id);
  expect(await shown()).toBeNull();
  const kept = await app.db.selectFrom('bank_link').select(['agreement_id', 'active']).execute();
  expect(kept).toEqual([{ agreement_id: before.id, active: true }]);
  // Back at the former agreement, its boletos go by calls as before.
  expect((await owner().put('/agency/agreement', AGREEMENT)).statusCode).toBe(200);
  expect((await shown()).id).toEqual(expect.any(Number));
});

describe('payments', () => {
  test('settle their invoice within the notice, once, however often it is repeated', async () => {
    await connect();
    const { invoice, number, id } = await registered();
    bank.hold();
    bank.pay(number);
    await bank.flush({ copies: 3 });
    expect(bank.deliveries.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await paid(invoice)).toMatchObject({ paid_amount: 150_000, payment_method: 'BOLETO', rest_amount: 0 });
    await settledRuns();
    await round();
    const settlements = await app.db.selectFrom('bank_settlement').selectAll().execute();
    expect(settlements).toMatchObject([{ boleto_id: id, paid_amount: 150_000, fee: 190, credited_on: '2026-03-11' }]);
    expect(await openLines()).toEqual([]);
    expect(await callOf(id)).toMatchObject({ state: 'PAID' });
    expect((await boleto(id)).state).toBe('PAID');
  });

  test('whose notice was lost are found by the movements, late ones with fine and interest', async () => {
    await connect();
    const { invoice, number } = await registered();
    bank.hold();
    app.clock.today = '2026-03-18';
    // Day 8: a fine of 150,00, and three days of 0,45.
    expect(bank.pay(number).paid).toBe(165_135);
    await round();
    expect(await paid(invoice)).toMatchObject({ paid_amount: 165_135, fine: 15_000, interest: 135, rest_amount: 0 });
    await settledRuns();
    bank.drop();
  });

  test('of less, of an unknown boleto, and a second one, wait for a person', LONG, async () => {
    await connect();
    const [short, twice, unknown] = [await registered(), await registered(), await registered()];
    bank.hold();
    bank.pay(short.number, { amount: 140_000 });
    bank.pay(twice.number);
    const [, first] = [...bank.movements.values()];
    if (first) bank.movements.set('again', { ...first, paid: 150_100 });
    await app.db.deleteFrom('boleto_call').where('boleto_id', '=', unknown.id).execute();
    await app.db
      .updateTable('boleto')
      .set({ nosso_numero: '8888888', digitable_line: '8'.repeat(47), amount: 1 })
      .where('id', '=', unknown.id)
      .execute();
    bank.pay(unknown.number, { amount: 777 });
    await round();
    const lines = await until(openLines, (found) => found.length === 3);
    expect(lines.map(({ reason }) => reason).toSorted()).toEqual([
      expect.stringMatching(/^A fatura já foi paga|^A linha \d+ deste arquivo já/),
      'Nenhum boleto daqui tem este nosso número',
      'Pagou R$\u00a0100,00 a menos do que o devido no dia, R$\u00a01.500,00',
    ]);
    await settledRuns();
    bank.drop();
  });

  test('that the bank withdraws reopen the invoice, and the boleto can be paid again', async () => {
    await connect();
    const { invoice, number, id } = await registered();
    bank.pay(number);
    await paid(invoice);
    await settledRuns();
    bank.takeBack(number);
    await until(
      () => invoiceOf(invoice),
      ({ status }) => status === 'PENDING',
    );
    expect(await callOf(id)).toMatchObject({ state: 'ACTIVE' });
    bank.pay(number);
    expect((await paid(invoice)).paid_amount).toBe(150_000);
    await settledRuns();
  });

  test(
    'that the bank withdraws after the owner was paid leave the invoice settled, and ask for a person',
    LONG,
    async () => {
      await connect();
      const { invoice, number } = await registered();
      bank.pay(number);
      await paid(invoice);
      await settledRuns();
      const transfer = await app.db
        .selectFrom('transfer')
        .selectAll()
        .where('invoice_id', '=', invoice)
        .executeTakeFirstOrThrow();
      expect((await owner().patch(`/transfer/${transfer.id}`, { status: 'DONE' })).statusCode).toBe(200);
      bank.takeBack(number);
      const { taken_back } = await until(tasks, (found) => found.taken_back.length > 0);
      expect(taken_back).toMatchObject([{ invoice_id: invoice, amount: 1500 }]);
      expect((await invoiceOf(invoice)).status).toBe('PAID');
    },
  );

  test('that the bank withdraws, with an open balance in an agreement, hold up no other boleto', async () => {
    await connect();
    const { invoice, number } = await registered();
    bank.pay(number, { amount: 140_000 });
    const [line] = await until(openLines, (found) => found.length === 1);
    await settledRuns();
    await app
      .as('*')
      .post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: invoice, rest: { fate: 'OPEN_BALANCE' } });
    const balance = await app.db
      .selectFrom('invoice')
      .select(['id', 'proposal_id'])
      .where('balance_of', '=', invoice)
      .executeTakeFirstOrThrow();
    const offer = await app.as('*').post('/debt-agreement', {
      ...{ proposal_id: balance.proposal_id, invoices: [balance.id], instalments: 2, first_due: '2026-03-12' },
      ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
    });
    await acceptOnline(app.ctx, offer.json().id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
    bank.takeBack(number);
    await bank.delivered();
    const made = await issue(await app.invoice());
    await round();
    expect(atBank(made.id)).toBeDefined();
    expect((await tasks()).taken_back).toMatchObject([
      { invoice_id: invoice, problem: expect.stringContaining('está em um acordo') },
    ]);
  });

  test('a boleto that the bank drops is closed here', LONG, async () => {
    await connect();
    const { number, id } = await registered();
    bank.dropByTime(number);
    await round();
    expect(await boleto(id)).toMatchObject({ state: 'CANCELED', registration: 'NONE' });
  });
});

/** Banco do Brasil: boletos are numbered here, the bank keeps no late charges, and a person orders the notices. */
describe('at Banco do Brasil', () => {
  let bb: Awaited<ReturnType<typeof startBbServer>>;

  beforeEach(async () => {
    bb = await startBbServer({ now: () => new Date(`${app.clock.today}T15:00:00Z`) });
    const { bank: code, ...fields } = BB_AGREEMENT;
    expect((await owner().put('/agency/agreement', { bank: code, fields })).statusCode).toBe(200);
    const answer = await connectBb();
    expect(answer.statusCode, answer.body).toBe(200);
  });
  afterEach(() => bb.close());

  const connectBb = () =>
    owner().put('/boleto-link', {
      ...{ bank: '001', base_url: bb.url, token_url: bb.tokenUrl, client_id: bb.clientId, authority: bb.ca },
      ...{ client_secret: bb.clientSecret, fields: { application_key: bb.applicationKey } },
    });

  test('the key of the application is asked for once, and never shown', LONG, async () => {
    expect((await owner().get('/boleto-link')).body).not.toContain(bb.applicationKey);
    const { fields, version: before } = await app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    expect(fields.application_key).toMatch(/^sealed:/);
    const body = {
      ...{ bank: '001', token_url: bb.tokenUrl, client_id: bb.clientId, authority: bb.ca },
      fields: { application_key: '' },
    };
    expect((await owner().put('/boleto-link', { ...body, base_url: bb.url })).statusCode).toBe(200);
    const kept = await app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    expect(kept.version).toBeGreaterThan(before);
    await owner().post('/boleto-link/check');
    expect(await shown()).toMatchObject({ failing_since: null, problem: null });
    const moved = await owner().put('/boleto-link', { ...body, base_url: 'https://outro.example.com' });
    expect(firstError(moved)).toEqual([
      422,
      'client_secret',
      'O endereço do banco mudou: informe o client secret de novo',
    ]);
    await owner().delete('/boleto-link');
    const anew = await owner().put('/boleto-link', { ...body, base_url: bb.url, client_secret: bb.clientSecret });
    expect(firstError(anew)).toEqual([422, 'fields.application_key', 'Informe a chave da aplicação']);
  });

  const bbBoleto = (id: number) =>
    [...bb.boletos.values()].find(({ numeroTituloBeneficiario }) => numeroTituloBeneficiario === String(id));

  test('a boleto is registered without charges, and its notice settles the invoice once', LONG, async () => {
    const invoice = await app.invoice();
    const { id, nosso_numero } = await issue(invoice);
    await round();
    const known = bbBoleto(id);
    // Four days to pay without charges.
    expect(known).toMatchObject({ id: `000${nosso_numero}`, valorOriginal: 1500, numeroDiasLimiteRecebimento: 4 });
    expect(known).not.toHaveProperty('multa');
    expect(await boleto(id)).toMatchObject({ registration: 'REGISTERED', pix: known?.emv });

    bb.orderNotices(await noticeAddress());
    bb.hold();
    bb.pay(known?.id ?? '');
    await bb.flush({ copies: 3 });
    expect(await paid(invoice.id)).toMatchObject({ paid_amount: 150_000, payment_method: 'BOLETO', rest_amount: 0 });
    await settledRuns();
    // The bank lists the payment with the day of settlement, which is a later one.
    app.clock.today = '2026-03-11';
    bb.settle(known?.id ?? '');
    await round();
    await round();
    expect(await app.db.selectFrom('bank_settlement').selectAll().execute()).toMatchObject([
      { boleto_id: id, paid_amount: 150_000 },
    ]);
    expect(await openLines()).toEqual([]);
  });

  test('a payment whose notice was lost is found by the list, with the day on which it was paid', async () => {
    const { invoice, id } = await registered();
    const handle = bbBoleto(id)?.id ?? '';
    bb.pay(handle);
    app.clock.today = '2026-03-11';
    bb.settle(handle);
    await round();
    await round();
    expect(await paid(invoice)).toMatchObject({ paid_amount: 150_000, pay_day: '2026-03-10' });
    await settledRuns();
  });

  test('an agreement of another size stays with files', async () => {
    expect((await owner().delete('/boleto-link')).statusCode).toBe(204);
    const { bank: code, ...fields } = { ...BB_AGREEMENT, agreement: '1234' };
    expect((await owner().put('/agency/agreement', { bank: code, fields })).statusCode).toBe(200);
    expect(refusal(await connectBb())).toEqual([409, 'BOLETO_LINK_AGREEMENT']);
    expect(await shown()).toBeNull();
  });

  /** Address of the notices, as the page shows it to the person who orders them. */
  async function noticeAddress() {
    const { link } = await showLink({ ...systemContext(app.deps), publicUrl: await listen() });
    expect(link?.notices).toBe('BY_HAND');
    return link?.notice_address ?? '';
  }
});

/** Banco Inter: the bank numbers a boleto some time after it accepted the order, and keeps no late charges. */
describe('at Banco Inter', () => {
  let inter: InterBoletos;
  /** Numbers the ordered boletos at the bank, and waits for its notices; a round then waits for their jobs. */
  const register = async () => {
    inter.register();
    await inter.delivered();
  };

  beforeEach(async () => {
    inter = await startInterBoletos({ now: () => new Date(`${app.clock.today}T15:00:00Z`) });
    const fields = { account: '1234567', wallet: '110', operation: '7654321' };
    expect((await owner().put('/agency/agreement', { bank: '077', fields })).statusCode).toBe(200);
    await connectInter();
  });
  afterEach(() => inter.close());

  async function connectInter() {
    const { cert, key } = inter.clientCertificate;
    const answer = await owner().put('/boleto-link', {
      ...{ bank: '077', base_url: inter.url, token_url: inter.tokenUrl, client_id: inter.clientId, fields: {} },
      ...{ client_secret: inter.clientSecret, certificate: cert, private_key: key, authority: inter.ca },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const chargesOf = (id: number) => [...inter.charges.values()].filter(({ seuNumero }) => seuNumero === String(id));
  const chargeOf = (id: number) => chargesOf(id)[0];
  const pageOf = async (url: string) => (await app.app.inject({ url })).body;
  const printed = async (id: number) => pdfText((await owner().get(`/boleto/${id}/pdf`)).rawPayload);

  test('a boleto has no number until the bank tells it, and screen, PDF and page say so', LONG, async () => {
    const invoice = await app.invoice();
    const issued = await issue(invoice);
    expect(issued).toMatchObject({ nosso_numero: null, barcode: null, digitable_line: null });
    await round();
    expect(await callOf(issued.id)).toMatchObject({ state: 'PENDING' });
    // Four days to pay without charges.
    expect(chargeOf(issued.id)).toMatchObject({ valorNominal: 1500, numDiasAgenda: 4 });
    expect(await boleto(issued.id)).toMatchObject({ nosso_numero: null, registration: 'SENT', payable: true });
    expect(await pageOf(issued.url)).toContain('O banco está registrando o boleto.');
    expect(await printed(issued.id)).toContain('o banco ainda não deu o número deste boleto');
    const { data } = (await owner().get('/boleto?page=1')).json();
    expect(data).toMatchObject([{ id: issued.id, nosso_numero: null }]);

    await register();
    await round();
    const { nossoNumero, codigoBarras, linhaDigitavel } = chargeOf(issued.id)?.boleto ?? {};
    expect(await boleto(issued.id)).toMatchObject({
      ...{ registration: 'REGISTERED', nosso_numero: nossoNumero, barcode: codigoBarras },
      ...{ digitable_line: linhaDigitavel, pix: chargeOf(issued.id)?.pix?.pixCopiaECola },
    });
    expect(await pageOf(issued.url)).toContain(linhaDigitavel);
    expect(await printed(issued.id)).not.toContain('SEM REGISTRO');
    expect(chargesOf(issued.id)).toHaveLength(1);
  });

  test('a bank that refuses the address of the notices gets its boletos all the same', LONG, async () => {
    inter.fail(1_000, 400, { on: /webhook/ });
    const { id } = await issue(await app.invoice());
    await round();
    await register();
    await round();
    expect(await boleto(id)).toMatchObject({ registration: 'REGISTERED' });
    expect((await shown()).notices).toBe('NO_ADDRESS');
    expect(await app.db.selectFrom('bank_link').select('notice_origin').execute()).toEqual([{ notice_origin: null }]);
  });

  test('a notice of the number is heard, and one of a payment settles the invoice once', LONG, async () => {
    const invoice = await app.invoice();
    const { id } = await issue(invoice);
    await round();
    inter.hold();
    inter.register();
    await inter.flush();
    await until(
      () => callOf(id),
      (call) => call?.state === 'ACTIVE',
    );
    inter.hold();
    inter.pay(chargeOf(id)?.codigoSolicitacao ?? '', { by: 'PIX' });
    await inter.flush({ copies: 3 });
    expect(await paid(invoice.id)).toMatchObject({ paid_amount: 150_000, payment_method: 'BOLETO', rest_amount: 0 });
    await settledRuns();
    await round();
    expect(await app.db.selectFrom('bank_settlement').selectAll().execute()).toMatchObject([
      { boleto_id: id, paid_amount: 150_000 },
    ]);
    expect(await openLines()).toEqual([]);
  });

  test('a payment that comes before the number was read settles its invoice', LONG, async () => {
    const invoice = await app.invoice();
    const { id } = await issue(invoice);
    await round();
    inter.hold();
    inter.register();
    inter.pay(chargeOf(id)?.codigoSolicitacao ?? '');
    inter.lose();
    await round();
    expect(await paid(invoice.id)).toMatchObject({ paid_amount: 150_000 });
    await settledRuns();
  });

  test('a boleto that the bank could not issue says why, and is ordered anew', LONG, async () => {
    const { id } = await issue(await app.invoice());
    await round();
    inter.failToIssue(chargeOf(id)?.codigoSolicitacao ?? '', 'Pagador inválido');
    await until(
      () => callOf(id),
      (call) => call?.state === 'REFUSED',
    );
    // A notice that is read later changes nothing.
    inter.notify(chargeOf(id)?.codigoSolicitacao ?? '');
    await inter.delivered();
    await idle();
    const refused = { registration: 'REFUSED', registration_note: 'Pagador inválido' };
    expect(await boleto(id)).toMatchObject({ ...refused, state: 'OPEN' });
    expect((await app.as('BOLETO_CREATE').post(`/boleto-link/boletos/${id}/retry`)).statusCode).toBe(204);
    await round();
    await register();
    await round();
    expect(chargesOf(id).map(({ situacao }) => situacao)).toEqual(['FALHA_EMISSAO', 'A_RECEBER']);
    expect(await boleto(id)).toMatchObject({ registration: 'REGISTERED', registration_note: null });
  });

  test(
    'one that the bank declined gets a number of ours when the agency goes back to files, and the bank no order',
    LONG,
    async () => {
      const { id } = await issue(await app.invoice());
      await round();
      inter.failToIssue(chargeOf(id)?.codigoSolicitacao ?? '', 'Pagador inválido');
      await until(
        () => callOf(id),
        (call) => call?.state === 'REFUSED',
      );
      expect((await owner().delete('/boleto-link')).statusCode).toBe(204);
      expect((await boleto(id)).nosso_numero).toMatch(/^0001\/110\/\d{10}-\d$/);
      // An hour later the former link orders nothing.
      await app.db.updateTable('boleto_call').set({ next_try_at: '2026-01-01T00:00:00Z' }).execute();
      await round();
      expect(chargesOf(id)).toHaveLength(1);
    },
  );

  test('one that is cancelled in the screens of the bank, and whose notice was lost, is found on the next day', async () => {
    const { id } = await issue(await app.invoice());
    await round();
    await register();
    await round();
    inter.hold();
    inter.drop(chargeOf(id)?.codigoSolicitacao ?? '');
    inter.lose();
    app.clock.today = addDays(app.clock.today, 3);
    await round();
    expect(await callOf(id)).toMatchObject({ state: 'REMOVED' });
    expect(await boleto(id)).toMatchObject({ state: 'CANCELED' });
  });

  test('one that is cancelled while the bank registers it is withdrawn as soon as the bank can', LONG, async () => {
    const { id } = await issue(await app.invoice());
    await round();
    await owner().delete(`/boleto/${id}`);
    await round();
    expect(await callOf(id)).toMatchObject({ state: 'REMOVING', problem: null });
    await register();
    await round();
    expect(chargeOf(id)?.situacao).toBe('CANCELADO');
    expect(await callOf(id)).toMatchObject({ state: 'REMOVED' });
  });

  test('one that the bank was not told of gets a number of ours when the agency goes back to files', async () => {
    await desk.jobs.stop();
    const { id } = await issue(await app.invoice());
    expect((await owner().delete('/boleto-link')).statusCode).toBe(204);
    const { id: running } = await app.db.selectFrom('boleto').select('number as id').executeTakeFirstOrThrow();
    const numbered = await boleto(id);
    expect(numbered.nosso_numero).toMatch(new RegExp(`^0001/110/${String(running).padStart(10, '0')}-\\d$`));
    expect(numbered.digitable_line).toMatch(/^077.*0000150000$/);
    desk = await bankDesk(app);
  });
});

describe('a payment', () => {
  test('refunded by hand waits for a person, and its boleto is not to be paid again', LONG, async () => {
    await connect();
    const { invoice, number, id } = await registered();
    bank.pay(number);
    await paid(invoice);
    await settledRuns();
    expect((await app.as('*').delete(`/invoice/${invoice}/refund`)).statusCode).toBe(200);
    expect([(await openLines()).length, (await boleto(id)).state]).toEqual([1, 'CANCELED']);
  });

  test('that a report told of first waits for a person once that report is undone', LONG, async () => {
    await connect();
    const { invoice, number, id } = await registered();
    const { nosso_numero } = await boleto(id);
    const rows = [
      ['Nosso número', 'Pagador', 'Vencimento', 'Data pagto', 'Valor título', 'Valor pago'],
      [`${nosso_numero}`, 'Ana Prado', '10/03/2026', '10/03/2026', '1.500,00', '1.500,00'],
    ];
    const { id: file } = await desk.preview(await report(rows), 'relatorio.pdf');
    await desk.settle(file);
    expect((await invoiceOf(invoice)).status).toBe('PAID');
    bank.pay(number);
    await settledRuns();
    expect(await desk.undo(file)).toMatchObject({ status: 'UNDONE' });
    expect([(await invoiceOf(invoice)).status, (await openLines()).length]).toEqual(['PENDING', 1]);
    expect((await boleto(id)).state).toBe('CANCELED');
  });

  test('of a boleto that was registered by file is taken back like one by call', async () => {
    await connect();
    const { invoice, number, id } = await registered();
    // Registered by a remittance before the agency connected: no call of ours knows it.
    await app.db.deleteFrom('boleto_call').where('boleto_id', '=', id).execute();
    await app.db.updateTable('boleto').set({ registration: 'REGISTERED' }).where('id', '=', id).execute();
    bank.hold();
    bank.pay(number);
    await round();
    await paid(invoice);
    await settledRuns();
    bank.drop();
    bank.takeBack(number);
    await bank.delivered();
    await until(
      () => app.db.selectFrom('boleto_payment').select('taken_back_at').executeTakeFirst(),
      (row) => row?.taken_back_at !== null,
    );
    expect((await invoiceOf(invoice)).status).toBe('PENDING');
  });

  test('that waits and that the bank withdraws settles nothing', LONG, async () => {
    await connect();
    const { invoice, number } = await registered();
    bank.pay(number, { amount: 140_000 });
    const [line] = await until(openLines, (found) => found.length === 1);
    await settledRuns();
    bank.takeBack(number);
    await bank.delivered();
    await until(
      () => app.db.selectFrom('boleto_payment').select('taken_back_at').executeTakeFirst(),
      (row) => row?.taken_back_at !== null,
    );
    expect(await openLines()).toEqual([]);
    const answer = await app
      .as('*')
      .post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: invoice, rest: { fate: 'OPEN_BALANCE' } });
    expect(refusal(answer)).toEqual([409, 'OPEN_LINE_GIVEN_BACK']);
    expect((await invoiceOf(invoice)).status).toBe('PENDING');
  });

  test('whose withdrawal was noticed by none is found within a day', async () => {
    await connect();
    const { invoice, number, id } = await registered();
    bank.pay(number);
    await paid(invoice);
    await settledRuns();
    bank.hold();
    bank.takeBack(number);
    bank.drop();
    await round();
    expect((await invoiceOf(invoice)).status).toBe('PAID');
    await app.db
      .updateTable('boleto_payment')
      .set({ reported_at: new Date(Date.now() - 86_500_000).toISOString() })
      .execute();
    await round();
    expect((await invoiceOf(invoice)).status).toBe('PENDING');
    expect((await boleto(id)).state).toBe('OPEN');
  });

  test('that was withdrawn and that the list of movements still tells settles nothing', async () => {
    await connect();
    const { invoice, number } = await registered();
    bank.pay(number);
    await paid(invoice);
    await settledRuns();
    const told = [...bank.movements];
    bank.takeBack(number);
    await until(
      () => invoiceOf(invoice),
      ({ status }) => status === 'PENDING',
    );
    // A list of movements is a history: the settlement of this morning stays in it.
    for (const [key, row] of told) bank.movements.set(key, row);
    await round();
    await settledRuns();
    expect((await invoiceOf(invoice)).status).toBe('PENDING');
  });
});

test(
  'a notice that comes after its payment was read asks for the movements five times, and no longer',
  LONG,
  async () => {
    await connect();
    const { invoice, number } = await registered();
    bank.hold();
    bank.pay(number);
    await round();
    await paid(invoice);
    await bank.flush();
    await idle();
    const left = () => app.db.selectFrom('boleto_notice').select('tries').execute();
    expect(await left()).toEqual([{ tries: 1 }]);
    for (let rounds = 0; rounds < 4; rounds += 1) await followBoletos(app.deps);
    expect(await left()).toEqual([{ tries: 5 }]);
    await followBoletos(app.deps);
    expect(await left()).toEqual([]);
  },
);

test('a notice with another token is of no bank', async () => {
  await connect();
  const answer = await app.anonymous.post(`/boleto-link/notices/${'x'.repeat(43)}`, { nossoNumero: 18 });
  expect(answer.statusCode).toBe(404);
  expect(await app.db.selectFrom('boleto_notice').selectAll().execute()).toEqual([]);
});
