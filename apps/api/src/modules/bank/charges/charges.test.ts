import type { AddressInfo } from 'node:net';
import type { BankLink } from '@morada/contract/bank/bank-link';
import { readPix } from '@morada/domain/bank/pix/pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#api/app.ts';
import { secretSeal } from '#api/base/secrets/sealed-secret.ts';
import { connect as connectTo } from '#api/db/connection/connect.ts';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { itau400, ofx } from '#test/bank/bank-papers.ts';
import { firstError, refusal, trailOf } from '#test/calls/answers.ts';
import { AGREEMENTS } from '#test/collection.ts';
import { agreementOf, bankDesk, titled } from '#test/desks/bank-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { until } from '#test/until.ts';
import { sealLinks } from '../connections/sealing.service.ts';
import { sweepNotices } from '../receipts/pix-receipts.service.ts';
import { readPayments, workOnLinks } from '../receipts/pix-work.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const desk = await bankDesk(app);
let bank: Awaited<ReturnType<typeof startPixServer>>;

beforeEach(async () => {
  bank = await startPixServer({ now: () => new Date(`${app.clock.today}T15:00:00Z`) });
});
afterEach(async () => {
  vi.useRealTimers();
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
  base_url: bank.url,
  token_url: bank.tokenUrl,
  client_id: bank.clientId,
  client_secret: bank.clientSecret,
  certificate: bank.clientCertificate.cert,
  private_key: bank.clientCertificate.key,
  authority: bank.ca,
  pix_key: bank.key,
});
const shown = async () => (await owner().get('/bank-link')).json<{ link: BankLink | null }>().link;

/** Connects the agency, and gives the bank an address that it can reach. */
async function connect(overrides: object = {}) {
  const answer = await owner().put('/bank-link', { ...access(), ...overrides });
  expect(answer.statusCode, answer.body).toBe(200);
}
async function listen() {
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
}
/** Runs the job of each minute once. Payments of these tests fall on days of the frozen clock. */
async function round() {
  // Saving enqueues the same job, which would otherwise share the work with this round.
  await until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier = 'bank-link'`),
    ({ rowCount }) => rowCount === 0,
  );
  await app.db.updateTable('bank_link').set({ read_until: '2026-03-01T00:00:00Z' }).execute();
  await workOnLinks({ ...app.deps, publicUrl: await listen() });
}

const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paid = (id: number) =>
  until(
    () => invoiceOf(id),
    ({ status }) => status === 'PAID',
  );
const chargeOf = async (id: number) =>
  app.db.selectFrom('pix_charge').selectAll().where('invoice_id', '=', id).orderBy('id', 'desc').executeTakeFirst();
const atBank = async (id: number) => bank.charges.get((await chargeOf(id))?.txid ?? '');
const settledRuns = () =>
  until(
    () => app.db.selectFrom('bank_file').select('status').where('kind', '=', 'PIX').execute(),
    (files) => files.length > 0 && files.every(({ status }) => status === 'DONE'),
  );
const openLines = async () =>
  (await app.as('BOLETO_DOWN').get('/boleto/down/open')).json<{ data: { id: number; reason: string }[] }>().data;

const urlIn = (code: string | null | undefined) => {
  const read = readPix(code ?? '');
  return 'pix' in read ? read.pix?.url : read.problem;
};

/** An invoice of 1.500,00 due on the tenth, with its charge at the bank. */
async function charged(overrides = {}) {
  const invoice = await app.invoice(overrides);
  await round();
  const charge = await chargeOf(invoice.id);
  return { id: invoice.id, txid: charge?.txid ?? '' };
}

describe('the connection', () => {
  test('restored without its key it says so, and is connected again with its notices', LONG, async () => {
    await connect();
    await round();
    const before = await app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    expect(before.notice_origin).toBe(await listen());
    const secrets = secretSeal({ key: 'a chave de outra máquina, feita no primeiro início' });
    // Bank clients are cached per database handle: a second handle stands for another machine.
    const { db } = connectTo(app.connection, 2);
    const elsewhere = await buildApp({ ...app.deps, db, secrets });
    const { token } = await app.signIn('*');
    const call = (method: 'POST' | 'PUT', url: string, payload?: object) =>
      elsewhere.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      });
    expect((await call('POST', '/bank-link/check')).json<{ link: BankLink }>().link.problem).toBe(
      'O segredo do banco foi guardado com uma chave que não está nesta instalação.',
    );
    const { client_secret: _, ...withoutSecret } = access();
    expect(refusal(await call('PUT', '/bank-link', withoutSecret))).toEqual([422, 'BANK_LINK_SECRET_MISSING']);
    expect((await call('PUT', '/bank-link', access())).statusCode).toBe(200);
    await elsewhere.close();
    await db.destroy();

    const saved = () => app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    const { id, notice_token, notice_origin } = await saved();
    expect(secrets.openText(`bank_link.notice_token:${id}`, notice_token ?? '')).toMatch(/^[\w-]{20,}$/);
    expect([id, notice_origin]).toEqual([before.id, null]);
    await workOnLinks({ ...app.deps, secrets, publicUrl: await listen() });
    expect((await saved()).notice_origin).toBe(before.notice_origin);
  });

  test('keeps its secrets sealed, and never shows them', LONG, async () => {
    await connect();
    const row = await app.db.selectFrom('bank_link').selectAll().executeTakeFirstOrThrow();
    expect([row.client_secret, row.private_key, row.notice_token].every((text) => text?.startsWith('sealed:'))).toBe(
      true,
    );
    const text = (await owner().get('/bank-link')).body;
    expect(text).toContain(bank.clientId);
    expect(text).not.toContain(bank.clientSecret);
    expect(text).not.toMatch(/PRIVATE|sealed:/);
    expect(JSON.stringify((await trailOf(app.db, 'bank_link', row.id)).at(-1))).not.toMatch(/PRIVATE|segredo/);
  });

  test('is open to the owner of the account alone', async () => {
    for (const call of [
      app.as('BOLETO_DOWN').get('/bank-link'),
      app.as('FINANCIAL_VIEW').put('/bank-link', access()),
      app.as('FINANCIAL_VIEW').delete('/bank-link'),
    ])
      expect((await call).statusCode).toBe(403);
  });

  // biome-ignore format: a table of cases reads best aligned
  test.each<[string, () => object, string, string]>([
    ['an address without https',   () => ({ base_url: 'http://pix.example.com/v2' }),         'base_url',    'Informe o endereço da API, com https:// e a versão'],
    ['an address with a password', () => ({ token_url: 'https://me:secret@pix.example.com' }), 'token_url',   'Informe o endereço do token, com https://'],
    ['a text for a certificate',   () => ({ certificate: 'certificado.pem' }),                 'certificate', 'Cole o certificado em PEM: começa com -----BEGIN CERTIFICATE-----'],
    ['the key of another',         () => ({ private_key: bank.otherCertificate.key }),         'private_key', 'A chave não é a deste certificado'],
    ['a certificate that is cut',  () => ({ certificate: bank.clientCertificate.cert.replace(/\n.*\n/, '\n') }), 'certificate', 'Este certificado não pode ser lido'],
    ['no secret',                  () => ({ client_secret: undefined }),                       'client_secret', 'Informe o client secret'],
  ])('refuses %s, and changes nothing', async (_, wrong, field, message) => {
    const answer = await owner().put('/bank-link', { ...access(), ...wrong() });
    expect(firstError(answer)).toEqual([422, field, message]);
    expect(await app.db.selectFrom('bank_link').selectAll().execute()).toEqual([]);
  });

  test('keeps the secrets that are not entered again', LONG, async () => {
    await connect();
    const { client_secret: _, private_key: __, ...open } = access();
    expect((await owner().put('/bank-link', open)).statusCode).toBe(200);
    expect((await owner().post('/bank-link/check')).json().link).toMatchObject({ failing_since: null, problem: null });
    expect(await app.db.selectFrom('bank_link').selectAll().execute()).toHaveLength(1);
  });

  test('asks for the secrets again when the address changes', async () => {
    await connect();
    const { client_secret: _, certificate: __, private_key: ___, ...open } = access();
    for (const moved of [{ token_url: `${bank.url}/outro` }, { base_url: 'https://outro.example.com' }]) {
      const answer = await owner().put('/bank-link', { ...open, ...moved });
      expect(firstError(answer)).toEqual([
        ...[422, 'client_secret', 'O endereço do banco mudou: informe o client secret de novo'],
      ]);
    }
  });

  test('a certificate that the bank does not know is told with its time', async () => {
    const { cert: certificate, key: private_key } = bank.otherCertificate;
    await connect({ certificate, private_key });
    const { link } = (await owner().post('/bank-link/check')).json<{ link: BankLink }>();
    expect(link.problem).toBe('O banco não aceitou o certificado ou as credenciais.');
    expect(link.failing_since).not.toBeNull();
  });

  test('a wrong secret is told, and the right one ends the failure', LONG, async () => {
    await connect({ client_secret: 'outro' });
    await owner().post('/bank-link/check');
    expect((await shown())?.problem).toBe('O banco não aceitou o certificado ou as credenciais.');
    await connect();
    await owner().post('/bank-link/check');
    expect(await shown()).toMatchObject({ failing_since: null, problem: null });
  });
});

describe('charges', () => {
  test('of open invoices are registered, and of what is not owed not', LONG, async () => {
    const open = await app.invoice();
    const free = await app.invoice({ current_price: 100 });
    await app
      .as('FINANCIAL_INVOICE_CREATE')
      .patch(`/invoice/${free.id}/down`, { paid_amount: 1, fine: 0, interest: 0 });
    await connect();
    await round();
    expect(await atBank(open.id)).toMatchObject({
      status: 'ATIVA',
      calendario: { dataDeVencimento: open.due_date, validadeAposVencimento: 4 },
      valor: { original: '1500.00' },
      chave: bank.key,
    });
    expect(bank.charges.size).toBe(1);
    const charge = await chargeOf(open.id);
    expect(charge).toMatchObject({ state: 'ACTIVE', amount: 150_000, problem: null });
    expect(urlIn(charge?.code)).toContain('pix.example.com');
    expect((await shown())?.charges).toEqual({ waiting: 0, active: 1, refused: 0, paid: 0 });
    expect((await app.as('*').get(`/invoice/${open.id}/link`)).json().pix).toBe(charge?.code);
    // A second round has nothing to send.
    const calls = bank.calls.length;
    await round();
    expect(bank.calls.slice(calls).filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('made after the due date, while nothing is owed for lateness, fall due today', LONG, async () => {
    const { id } = await app.invoice();
    await app.db.updateTable('invoice').set({ due_date: '2026-03-09' }).where('id', '=', id).execute();
    await connect();
    await round();
    expect(await chargeOf(id)).toMatchObject({ state: 'ACTIVE', amount: 150_000, problem: null });
    expect(await atBank(id)).toMatchObject({
      calendario: { dataDeVencimento: TODAY, validadeAposVencimento: 3 },
      valor: { original: '1500.00' },
    });
  });

  test('follow the invoice: another amount, settled by other means, undone', async () => {
    await connect();
    const { id, txid } = await charged();
    const everything = app.as('*');
    await app.db.updateTable('invoice').set({ due_date: '2026-03-20', version: 9 }).where('id', '=', id).execute();
    await round();
    expect(await atBank(id)).toMatchObject({ txid, revisao: 1, calendario: { dataDeVencimento: '2026-03-20' } });

    await everything.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await round();
    expect(bank.charges.get(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    await everything.delete(`/invoice/${id}/refund`);
    await round();
    const again = await chargeOf(id);
    expect(again?.txid).not.toBe(txid);
    expect((await atBank(id))?.status).toBe('ATIVA');
  });

  // The invoice of 1.500,00 is due on Tuesday 10/03: day 4 owes nothing, day 5 10%, day 40 35 × 0,03% more, 15,75.
  // biome-ignore format: a table of cases reads best aligned
  test.each<[CalendarDate, string]>([
    ['2026-03-14', '1500.00'], ['2026-03-15', '1650.00'], ['2026-03-16', '1650.45'], ['2026-04-19', '1665.75'],
  ])('on %s ask for %s, as the invoice does, and settle it whole', LONG, async (day, amount) => {
    await connect();
    const { id, txid } = await charged();
    expect((await invoiceOf(id)).due_date).toBe('2026-03-10');
    app.clock.today = day;
    await round();
    expect(bank.pay(txid, { at: day }).valor).toBe(amount);
    expect(await paid(id)).toMatchObject({ paid_amount: Math.round(Number(amount) * 100), rest_amount: 0 });
    expect(await openLines()).toEqual([]);
  });

  // Six days late, 1.500,00 owe a fine of 150,00 and one day of 0,45. The bank adds up to the same, in parts of its own.
  // biome-ignore format: a table of cases reads best aligned
  test.each([
    ['as the bank tells them',    { original: { valor: '1500.00' }, multa: { valor: '149.00' }, juros: { valor: '1.45' } }, 14_900, 145],
    ['by the books, as they don’t add up', { original: { valor: '1500.00' }, multa: { valor: '149.00' } },                  15_000,  45],
    ['by the books, as they can’t be read', { original: { valor: 'muito' } },                                             15_000,  45],
    ['by the books, where there are none', { original: { valor: '1650.45' } },                                             15_000,  45],
  ] as [string, Record<string, { valor: string }>, number, number][])('are booked in parts %s', async (_, parts, fine, interest) => {
    await connect();
    const { id, txid } = await charged();
    app.clock.today = '2026-03-16';
    await round();
    bank.pay(txid, { at: '2026-03-16', parts });
    expect(await paid(id)).toMatchObject({ paid_amount: 165_045, fine, interest, rest_amount: 0 });
  });

  test('are withdrawn at the bank when the agency disconnects', async () => {
    await connect();
    const { id, txid } = await charged();
    expect((await owner().delete('/bank-link')).statusCode).toBe(204);
    await round();
    expect(bank.charges.get(txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    expect((await chargeOf(id))?.state).toBe('REMOVED');
    expect(await shown()).toBeNull();
  });

  test('a tenant without document is told, until the register has one', async () => {
    await connect();
    const tenant = await app.client({ name: 'Caio Lima' });
    await app.db.updateTable('client').set({ cpf_cnpj: '' }).where('id', '=', tenant.id).execute();
    const invoice = await app.invoice({ user_id: tenant.id });
    await round();
    const { data } = (await owner().get('/bank-link/charges?state=REFUSED')).json();
    expect(data).toMatchObject([
      {
        invoice_id: invoice.id,
        tenant: 'Caio Lima',
        amount: 1500,
        problem: 'Falta o CPF ou CNPJ do inquilino no cadastro.',
      },
    ]);
    await app.db.updateTable('client').set({ cpf_cnpj: '11144477735' }).where('id', '=', tenant.id).execute();
    expect((await owner().post(`/bank-link/charges/${data[0].id}/retry`)).statusCode).toBe(204);
    await round();
    expect((await atBank(invoice.id))?.status).toBe('ATIVA');
    expect(refusal(await owner().post(`/bank-link/charges/${data[0].id}/retry`))).toEqual([
      409,
      'PIX_CHARGE_NOT_REFUSED',
    ]);
  });

  test('an answer that was lost does not register twice', async () => {
    await connect();
    await app.invoice();
    bank.fail(1, 503, { on: /^PUT \/cobv/, performed: true });
    await round();
    expect([...bank.charges.values()].map(({ status }) => status)).toEqual(['ATIVA']);
    expect(await shown()).toMatchObject({ failing_since: null, charges: { active: 1, waiting: 0 } });
  });

  test('whose answers were all lost are withdrawn at the bank too', LONG, async () => {
    await connect();
    const { id } = await app.invoice();
    bank.fail(1_000, 503, { on: /^PUT \/cobv/, performed: true });
    await round();
    expect(await chargeOf(id)).toMatchObject({ state: 'WAITING', code: null });
    expect((await atBank(id))?.status).toBe('ATIVA');
    await app.as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    bank.recover();
    // A charge in flight is removed once its answer arrives; after a lost answer, at the retry half a minute later.
    await app.db
      .updateTable('pix_charge')
      .set({ next_try_at: new Date(0).toISOString() })
      .execute();
    await owner().put('/bank-link', access());
    await round();
    expect((await atBank(id))?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  test('wait while the bank fails, and go when it is back', LONG, async () => {
    await connect();
    // The bank fails before the invoices exist, since the job that the connection enqueued may find them.
    bank.fail(1_000, 500);
    const invoices = [await app.invoice(), await app.invoice(), await app.invoice()];
    await round();
    expect(await shown()).toMatchObject({
      problem: 'O banco está com problemas (resposta 500).',
      charges: { waiting: 3 },
    });
    bank.recover();
    await app.db
      .updateTable('pix_charge')
      .set({ next_try_at: new Date(0).toISOString() })
      .execute();
    // Saving the link creates a new client with a closed breaker: the test need not wait a minute for the old one.
    await owner().put('/bank-link', access());
    await round();
    for (const { id } of invoices) expect((await atBank(id))?.status).toBe('ATIVA');

    // A charge to be withdrawn waits for the bank too: the list shows what the counter counts.
    bank.fail(1_000, 500);
    const [paid] = invoices;
    await owner().patch(`/invoice/${paid?.id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await round();
    expect(await shown()).toMatchObject({ charges: { waiting: 1, active: 2 } });
    const waiting = (await owner().get('/bank-link/charges?state=WAITING')).json();
    expect(waiting).toMatchObject({ total: 1, data: [{ invoice_id: paid?.id, state: 'REMOVING' }] });
  });
});

describe('a bank in trouble', () => {
  const settle = (id: number) => owner().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });

  test('that never answers keeps no person waiting', LONG, async () => {
    await connect();
    await round();
    const { id } = await app.invoice();
    bank.hang();
    let ended = false;
    const working = workOnLinks(app.deps).finally(() => {
      ended = true;
    });
    // The round has called the bank, and waits.
    const before = bank.calls.length;
    await until(
      async () => bank.calls.length,
      (calls) => calls > before || bank.calls.some(({ status }) => status === null),
    );
    expect((await settle(id)).statusCode).toBe(200);
    expect((await owner().get('/invoice?page=1')).statusCode).toBe(200);
    expect(ended).toBe(false);
    bank.recover();
    await working;
  });

  test(
    'that fails for an hour is told with its first moment, asked a few times, and holds up nothing else',
    LONG,
    async () => {
      await connect();
      await round();
      bank.fail(1_000_000, 500);
      const { id } = await app.invoice();
      await workOnLinks(app.deps);
      const told = await shown();
      expect(told?.problem).toBe('O banco está com problemas (resposta 500).');
      expect(told?.failing_since).not.toBeNull();
      const asked = bank.calls.length;
      for (let minute = 1; minute < 60; minute += 1) await workOnLinks(app.deps);
      expect(await shown()).toMatchObject({ failing_since: told?.failing_since, problem: told?.problem });
      // Five failures in a row open the breaker; the rounds of these seconds send no more requests.
      expect(bank.calls.length - asked).toBeLessThanOrEqual(5);
      expect((await settle(id)).statusCode).toBe(200);
      expect((await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json()).toMatchObject({
        ...{ failing_since: told?.failing_since, problem: told?.problem },
      });
    },
  );

  test(
    'that fails while the clock moves an hour is asked once or twice a round, and what waits goes on by itself afterwards',
    LONG,
    async () => {
      await connect();
      await round();
      bank.fail(1_000_000, 500);
      const waiting = await app.invoice();
      const other = await app.invoice();
      await workOnLinks(app.deps);
      // The breaker counts by the clock of the process, the first failure is noted by that of the database.
      const began = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: began });
      const asked: number[] = [];
      for (let minute = 15; minute <= 60; minute += 15) {
        vi.setSystemTime(began + minute * 60_000);
        const before = bank.calls.length;
        await workOnLinks(app.deps);
        asked.push(bank.calls.length - before);
      }
      expect(Math.max(...asked)).toBeLessThanOrEqual(2);
      expect(Math.min(...asked)).toBe(1);
      await sql`update bank_link set failing_since = failing_since - interval '1 hour'`.execute(app.db);
      const told = await shown();
      await workOnLinks(app.deps);
      const { failing_since, problem } = (await shown()) ?? {};
      expect([failing_since, problem]).toEqual([told?.failing_since, 'O banco está com problemas (resposta 500).']);
      const since = Date.parse((await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json().failing_since);
      expect(began - since).toBeGreaterThan(3_500_000);

      // Meanwhile people work without a call to the bank.
      const before = bank.calls.length;
      expect((await settle(other.id)).statusCode).toBe(200);
      expect((await owner().get('/invoice?page=1')).statusCode).toBe(200);
      expect(bank.calls).toHaveLength(before);

      bank.recover();
      vi.setSystemTime(began + 61 * 60_000);
      await app.db
        .updateTable('pix_charge')
        .set({ next_try_at: new Date(0).toISOString() })
        .execute();
      await workOnLinks(app.deps);
      expect(await shown()).toMatchObject({ failing_since: null, problem: null });
      expect(await chargeOf(waiting.id)).toMatchObject({ state: 'ACTIVE' });
    },
  );

  test('whose tokens end early gives another, without a failure to tell', LONG, async () => {
    await connect();
    const { id, txid } = await charged();
    bank.expireTokens();
    bank.pay(txid);
    expect((await paid(id)).payment_method).toBe('PIX');
    expect(await shown()).toMatchObject({ failing_since: null, problem: null });
  });
});

describe('payments', () => {
  test('settle their invoice within the notice, once, however often it is repeated', async () => {
    await connect();
    const { id, txid } = await charged();
    const heard = await app.hear();
    bank.hold();
    bank.pay(txid);
    await bank.flush({ copies: 3 });
    expect(await paid(id)).toMatchObject({
      ...{ paid_amount: 150_000, pay_day: TODAY, payment_method: 'PIX', rest_amount: 0 },
    });
    await settledRuns();
    await until(
      async () => heard,
      (topics) => topics.includes('bank-payments'),
    );
    await round();
    expect(await app.db.selectFrom('bank_settlement').selectAll().execute()).toHaveLength(1);
    expect((await chargeOf(id))?.state).toBe('PAID');
    expect(await openLines()).toEqual([]);
  });

  test('whose notice was lost are found by the next round', async () => {
    await connect();
    const { id, txid } = await charged();
    bank.hold();
    bank.pay(txid);
    await round();
    expect((await paid(id)).payment_method).toBe('PIX');
    await bank.flush();
  });

  test('of less than is owed, of an unknown code, and a second one, wait for a person', LONG, async () => {
    await connect();
    const [short, twice] = [await charged(), await charged()];
    bank.pay(short.txid, { amount: 140_000 });
    bank.payStatic(bank.key, 9_900, 'PEDIDO0000000000000000001');
    bank.pay(twice.txid);
    await paid(twice.id);
    bank.payStatic(bank.key, 150_000, `FATURA${String(twice.id).padStart(10, '0')}`);
    const lines = await until(openLines, (found) => found.length === 3);
    expect(lines.map(({ reason }) => reason).toSorted()).toEqual([
      `A fatura já foi paga em 10/03/2026: se o inquilino pagou de novo, devolva o valor`,
      'Nenhum boleto em aberto tem este valor',
      'Pagou R$\u00a0100,00 a menos do que o devido no dia, R$\u00a01.500,00',
    ]);
    // While a person decides, the tenant isn't asked for the whole amount again.
    await round();
    expect((await chargeOf(short.id))?.state).toBe('PAID');
  });

  test('without a code of ours are left to the statement', async () => {
    await connect();
    await charged();
    bank.payStatic(bank.key, 12_345);
    await round();
    expect(await app.db.selectFrom('pix_payment').selectAll().execute()).toEqual([]);
  });

  test('given back by contest reopen the invoice, which is charged anew', async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid);
    await paid(id);
    await settledRuns();
    bank.refundByMed(endToEndId);
    await until(
      () => invoiceOf(id),
      ({ status }) => status === 'PENDING',
    );
    await round();
    const again = await chargeOf(id);
    expect(again).toMatchObject({ state: 'ACTIVE' });
    expect(again?.txid).not.toBe(txid);
  });
});

test('a payment of an odd amount waits alone, and is settled once it can be read', LONG, async () => {
  await connect();
  const one = await charged();
  const other = await charged();
  const pix = bank.pay(one.txid);
  const { valor } = pix;
  Object.assign(pix, { valor: '1.500,00' });
  bank.pay(other.txid);
  await bank.delivered();
  await round();
  expect((await paid(other.id)).status).toBe('PAID');
  expect((await invoiceOf(one.id)).status).toBe('PENDING');
  expect(await shown()).toMatchObject({ failing_since: null });
  Object.assign(pix, { valor });
  await round();
  expect((await paid(one.id)).status).toBe('PAID');
  await settledRuns();
});

test('a Pix given back after the owner was paid leaves the invoice settled, and asks for a person', LONG, async () => {
  await connect();
  const { id, txid } = await charged();
  const { endToEndId } = bank.pay(txid);
  await paid(id);
  await settledRuns();
  const transfer = await app.db
    .selectFrom('transfer')
    .selectAll()
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await app.as('*').patch(`/transfer/${transfer.id}`, { status: 'DONE' })).statusCode).toBe(200);
  bank.refundByMed(endToEndId);
  const tasks = async () => (await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json();
  const { given_back } = await until(tasks, (found) => found.given_back.length > 0);
  expect(given_back).toMatchObject([{ invoice_id: id, amount: 1500 }]);
  expect((await invoiceOf(id)).status).toBe('PAID');
});

test('a Pix given back in part leaves the invoice settled, and asks for a person', async () => {
  await connect();
  const { id, txid } = await charged();
  const { endToEndId } = bank.pay(txid);
  await paid(id);
  await settledRuns();
  bank.refundByMed(endToEndId, 20_000);
  const { given_back } = await until(
    async () => (await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json(),
    (found) => found.given_back.length > 0,
  );
  expect(given_back).toMatchObject([{ invoice_id: id, amount: 200 }]);
  expect((await invoiceOf(id)).status).toBe('PAID');
});

test('a Pix given back whose open balance is in an agreement asks for a person, and holds up no other payment', async () => {
  await connect();
  const { id, txid } = await charged();
  const { endToEndId } = bank.pay(txid, { amount: 140_000 });
  const [line] = await until(openLines, (found) => found.length === 1);
  await app.as('*').post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: id, rest: { fate: 'OPEN_BALANCE' } });
  const balance = await app.db
    .selectFrom('invoice')
    .select(['id', 'proposal_id'])
    .where('balance_of', '=', id)
    .executeTakeFirstOrThrow();
  const offer = await app.as('*').post('/debt-agreement', {
    ...{ proposal_id: balance.proposal_id, invoices: [balance.id], instalments: 2, first_due: '2026-03-12' },
    ...{ charges_off: 0, rent_off: 0, monthly_interest: 0 },
  });
  expect(offer.statusCode, offer.body).toBe(201);
  await acceptOnline(app.ctx, offer.json().id, { name: 'Ana Prado', address: '203.0.113.7', version: 1 });
  const other = await charged();
  bank.refundByMed(endToEndId);
  await bank.delivered();
  bank.pay(other.txid);
  await bank.delivered();
  await round();
  expect((await paid(other.id)).status).toBe('PAID');
  const { given_back } = (await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json();
  expect(given_back).toMatchObject([{ invoice_id: id, problem: expect.stringContaining('está em um acordo') }]);
  expect((await invoiceOf(id)).status).toBe('PAID');
});

describe('a payment', () => {
  test('refunded by hand it waits for a person, and the invoice gets no other charge', async () => {
    await connect();
    const { id, txid } = await charged();
    bank.pay(txid);
    await paid(id);
    await settledRuns();
    expect((await app.as('*').delete(`/invoice/${id}/refund`)).statusCode).toBe(200);
    const [line] = await openLines();
    expect(line?.reason).toBe('A baixa deste pagamento foi estornada');
    await round();
    expect(await chargeOf(id)).toMatchObject({ txid, state: 'PAID' });
    const again = await app.as('BOLETO_DOWN').post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: id });
    expect(again.statusCode, again.body).toBe(204);
    expect((await invoiceOf(id)).status).toBe('PAID');
  });

  test('after the undo of their run payments wait for a person', async () => {
    await connect();
    const [whole, short] = [await charged(), await charged()];
    bank.hold();
    bank.pay(whole.txid);
    bank.pay(short.txid, { amount: 140_000 });
    await round();
    await paid(whole.id);
    await settledRuns();
    expect(await openLines()).toHaveLength(1);
    const file = await app.db.selectFrom('bank_file').select('id').executeTakeFirstOrThrow();
    const undone = await app.as('BOLETO_DOWN').post(`/boleto/down/${file.id}/undo`);
    expect(undone.statusCode).toBe(200);
    await desk.finished(file.id);
    expect((await invoiceOf(whole.id)).status).toBe('PENDING');
    expect(await openLines()).toHaveLength(2);
    await bank.flush();
  });

  test('given back while it waits it settles nothing by any door', async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid, { amount: 140_000 });
    const [line] = await until(openLines, (found) => found.length === 1);
    bank.refundByMed(endToEndId);
    await until(
      () => app.db.selectFrom('pix_payment').select('returned').executeTakeFirst(),
      (row) => (row?.returned ?? 0) > 0,
    );
    const answer = await app
      .as('*')
      .post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: id, rest: { fate: 'OPEN_BALANCE' } });
    expect(refusal(answer)).toEqual([409, 'OPEN_LINE_GIVEN_BACK']);
    expect(await openLines()).toEqual([]);
    const { data, counts } = (await app.as('BOLETO_DOWN').get('/boleto/down/open?state=GIVEN_BACK')).json();
    expect([counts, data]).toMatchObject([{ open: 0, given_back: 1 }, [{ id: line?.id, payable: false }]]);
    expect((await invoiceOf(id)).status).toBe('PENDING');
  });

  test('of an invoice that its Pix has paid a boleto of the same amount waits for a person', async () => {
    // Before the connection: its first job would charge the invoice as it stands before its dates are set.
    const agreement = await agreementOf(app, AGREEMENTS['341']);
    const made = await titled(app, agreement, { nosso_numero: '00000001', amount: 150_000, due_date: TODAY });
    await connect();
    await round();
    const charge = await chargeOf(made.invoice_id);
    bank.pay(charge?.txid ?? '');
    await paid(made.invoice_id);
    await settledRuns();
    await desk.down(
      itau400([{ nosso_numero: '00000001', amount: 150_000, paid_on: TODAY, credited_on: TODAY, fee: 210 }]),
      'CN.RET',
    );
    expect(await openLines()).toMatchObject([{ reason: expect.stringContaining('já') }]);
  });

  test('of an invoice that its boleto has paid a Pix of the same amount waits for a person', LONG, async () => {
    // Before the connection: its first job would charge the invoice as it stands before its dates are set.
    const agreement = await agreementOf(app, AGREEMENTS['341']);
    const made = await titled(app, agreement, { nosso_numero: '00000001', amount: 150_000, due_date: TODAY });
    await connect();
    await round();
    const charge = await chargeOf(made.invoice_id);
    await desk.down(
      itau400([{ nosso_numero: '00000001', amount: 150_000, paid_on: TODAY, credited_on: TODAY, fee: 210 }]),
      'CN.RET',
    );
    await paid(made.invoice_id);
    bank.pay(charge?.txid ?? '');
    await settledRuns();
    expect(await openLines()).toMatchObject([{ reason: expect.stringContaining('já') }]);
  });

  test('a Pix that a statement told of first is taken back when its bank gives it back', LONG, async () => {
    await connect();
    const { id, txid } = await charged();
    bank.hold();
    const { endToEndId } = bank.pay(txid);
    bank.drop();
    // The statement names the Pix by its code, and is sent before the next reading.
    await desk.down(
      ofx([{ fitid: `FATURA${String(id).padStart(10, '0')}`, day: TODAY, amount: 150_000, memo: 'PIX RECEBIDO' }]),
      'extrato.ofx',
    );
    await paid(id);
    await round();
    await settledRuns();
    bank.refundByMed(endToEndId);
    await bank.delivered();
    await until(
      () => app.db.selectFrom('pix_payment').select('returned').executeTakeFirst(),
      (row) => (row?.returned ?? 0) > 0,
    );
    expect((await invoiceOf(id)).status).toBe('PENDING');
    expect(await openLines()).toEqual([]);
  });

  test('a Pix of a former key that is given back reopens its invoice', async () => {
    await bank.close();
    const keys = ['alugueis@exemplo.com.br', 'outra@exemplo.com.br'];
    bank = await startPixServer({ keys, now: () => new Date(`${app.clock.today}T15:00:00Z`) });
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid);
    await paid(id);
    await settledRuns();
    // The same bank and account, another key: the bank goes on telling of the former payments.
    await connect({ pix_key: 'outra@exemplo.com.br' });
    await round();
    bank.refundByMed(endToEndId);
    await bank.delivered();
    await until(
      () => invoiceOf(id),
      ({ status }) => status === 'PENDING',
    );
  });

  test('a return whose notice was lost is found by a later reading', LONG, async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid);
    await paid(id);
    await settledRuns();
    // Days later: readings begin an hour before the end of the last one, as in production.
    await app.db.updateTable('bank_link').set({ read_until: new Date().toISOString() }).execute();
    bank.hold();
    bank.refundByMed(endToEndId);
    bank.drop();
    for (let rounds = 0; rounds < 2; rounds += 1) await workOnLinks({ ...app.deps, publicUrl: await listen() });
    expect((await invoiceOf(id)).status).toBe('PENDING');
  });

  test('of an invoice settled by hand, given back, asks for a person', LONG, async () => {
    await connect();
    const { id, txid } = await charged();
    bank.hold();
    const { endToEndId } = bank.pay(txid);
    const byHand = { paid_amount: 1500, fine: 0, interest: 0, pay_day: TODAY };
    expect((await app.as('*').patch(`/invoice/${id}/down`, byHand)).statusCode).toBe(200);
    await round();
    await settledRuns();
    bank.drop();
    bank.refundByMed(endToEndId);
    await bank.delivered();
    const { given_back } = await until(
      async () => (await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json(),
      (found) => found.given_back.length > 0,
    );
    expect(given_back).toMatchObject([{ invoice_id: id, problem: expect.stringContaining('baixada à mão') }]);
  });

  test('what was paid too much, and is given back at the bank, is not given back a second time', async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid, { amount: 160_000 });
    const [line] = await until(openLines, (found) => found.length === 1);
    const choice = { invoice_id: id, rest: { fate: 'RETURN' } };
    expect((await owner().post(`/boleto/down/open/${line?.id}/settle`, choice)).statusCode).toBe(204);
    bank.refundByMed(endToEndId, 10_000);
    const back = app.db.selectFrom('transfer').select(['status', 'amount']).where('purpose', '=', 'REFUND');
    expect(
      await until(
        () => back.execute(),
        ([made]) => made?.status === 'DONE',
      ),
    ).toEqual([{ status: 'DONE', amount: 10_000 }]);
    expect((await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json().given_back).toEqual([]);
  });

  test('given back in part while it waits is settled with what is left', async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid, { amount: 160_000 });
    const [line] = await until(openLines, (found) => found.length === 1);
    bank.refundByMed(endToEndId, 10_000);
    await until(openLines, ([found]) => found?.reason.includes('uma parte') === true);
    const settled = await app.as('BOLETO_DOWN').post(`/boleto/down/open/${line?.id}/settle`, { invoice_id: id });
    expect(settled.statusCode, settled.body).toBe(204);
    expect(await invoiceOf(id)).toMatchObject({ status: 'PAID', paid_amount: 150_000 });
  });

  test('given back in part before it was read is settled with what is left, and asks for nobody', async () => {
    await connect();
    const { id, txid } = await charged();
    bank.hold();
    const { endToEndId } = bank.pay(txid, { amount: 160_000 });
    bank.refundByMed(endToEndId, 10_000);
    bank.drop();
    await round();
    expect(await invoiceOf(id)).toMatchObject({ status: 'PAID', paid_amount: 150_000 });
    expect((await app.as('BOLETO_DOWN').get('/bank-link/tasks')).json().given_back).toEqual([]);
    expect(await app.db.selectFrom('transfer').select('id').where('purpose', '=', 'REFUND').execute()).toEqual([]);
  });
});

test('a new key of the secrets seals those of the link', LONG, async () => {
  await connect();
  const secrets = secretSeal({
    key: 'uma chave nova para os segredos',
    old: ['uma chave para os segredos dos testes'],
  });
  expect(await sealLinks({ db: app.db, secrets })).toEqual({ sealed: 4, unreadable: 0 });
  expect(await sealLinks({ db: app.db, secrets })).toEqual({ sealed: 0, unreadable: 0 });
  expect(await sealLinks(app.deps)).toEqual({ sealed: 0, unreadable: 4 });
  await workOnLinks({ ...app.deps, secrets });
  expect(await shown()).toMatchObject({ failing_since: null });
});

describe('a notice', () => {
  const send = (token: string, body: object) => app.anonymous.post(`/bank-link/notices/${token}/pix`, body);

  test('with another token is of no bank', async () => {
    await connect();
    const id = `E1234567820260310120${'a'.repeat(12)}`;
    expect((await send('x'.repeat(43), { pix: [{ endToEndId: id }] })).statusCode).toBe(404);
    expect(await app.db.selectFrom('pix_payment').selectAll().execute()).toEqual([]);
  });

  test('that names too many payments which the bank does not know is refused, and says so; one of a known payment is not', async () => {
    await connect();
    await charged();
    const token = (bank.webhooks.get(bank.key)?.webhookUrl ?? '').split('/').at(-1) ?? '';
    const name = (number: number) => ({ endToEndId: `E12345678${String(number).padStart(23, '0')}` });
    const block = (from: number) => ({ pix: Array.from({ length: 1_000 }, (_, at) => name(from + at)) });
    expect((await send(token, block(0))).statusCode).toBe(204);
    expect((await send(token, block(1_000))).statusCode).toBe(204);
    expect(refusal(await send(token, { pix: [name(9_999)] }))).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await send(token, { pix: [name(5)] })).statusCode).toBe(204);
    expect((await sql`select from pix_payment`.execute(app.db)).rows).toHaveLength(2_000);
    await sql`update pix_payment set tries = 5 where end_to_end_id <= ${name(2).endToEndId}`.execute(app.db);
    const { unread } = (await owner().get('/bank-link/tasks')).json();
    expect(unread).toEqual({ count: 3, oldest: expect.stringMatching(/^E12345678/), full: true });
    expect((await owner().get('/bank-link')).json().link.notices).toBe('FULL');
    await sql`update pix_payment set noticed_at = now() - interval '31 days'`.execute(app.db);
    await sweepNotices(app.deps);
    expect((await owner().get('/bank-link/tasks')).json().unread).toEqual({ count: 0, oldest: null, full: false });
  });

  test('of a payment that the bank does not know settles nothing', async () => {
    await connect();
    const { id } = await charged();
    const { path } = bank.calls.find(({ method, path }) => method === 'PUT' && path.startsWith('/webhook')) ?? {};
    expect(path).toBe(`/webhook/${bank.key}`);
    const address = bank.webhooks.get(bank.key)?.webhookUrl ?? '';
    const answer = await fetch(`${address}/pix`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        pix: [{ endToEndId: `E12345678202603101200${'b'.repeat(11)}`, valor: '1500.00', novo: {} }],
      }),
    });
    expect(answer.status).toBe(204);
    await round();
    expect((await invoiceOf(id)).status).toBe('PENDING');
  });

  test('that arrives while the bank is away waits for it, however many rounds that takes', LONG, async () => {
    await connect();
    const { id, txid } = await charged();
    const { endToEndId } = bank.pay(txid);
    await paid(id);
    await settledRuns();
    bank.fail(1_000, 503);
    bank.refundByMed(endToEndId);
    await bank.delivered();
    for (let rounds = 0; rounds < 6; rounds += 1) await readPayments(app.deps);
    expect((await invoiceOf(id)).status).toBe('PAID');
    bank.recover();
    // Saving the link creates a new client with a closed breaker.
    await owner().put('/bank-link', access());
    await readPayments(app.deps);
    expect((await invoiceOf(id)).status).toBe('PENDING');
  });
});
