import type { AddressInfo } from 'node:net';
import type { Recurrence, recurrences } from '@morada/contract/bank/recurrences';
import type { Answer } from '@morada/contract/base/endpoint';
import { readPix } from '@morada/domain/bank/pix/pix';
import type { CalendarDate } from '@morada/domain/base/calendar';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal, trailOf } from '#test/calls/answers.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { bankDesk } from '#test/desks/bank-desk.ts';
import { clientDesk, clientSession, wordsOf } from '#test/desks/client-desk.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { startPixServer } from '#test/servers/bank/pix-server.ts';
import { until } from '#test/until.ts';
import { workOnLinks } from '../receipts/pix-work.service.ts';
import { insertRecurrence } from './recurrences.queries.ts';

/** The invoice of the tests is of 1.500,00, due on Tuesday 10/03: its charge is sent from 28/02 to 08/03. */
const TODAY = '2026-03-01';
const app = await startApp({ today: TODAY });
const desk = await bankDesk(app);
let bank: Awaited<ReturnType<typeof startPixServer>>;

beforeEach(async () => {
  bank = await startPixServer({ now: () => new Date(`${app.clock.today}T15:00:00Z`) });
  const { url: base_url, tokenUrl: token_url, clientId: client_id, clientSecret: client_secret, ca: authority } = bank;
  const { cert: certificate, key: private_key } = bank.clientCertificate;
  const access = { base_url, token_url, client_id, client_secret, certificate, private_key, authority };
  await owner().put('/bank-link', { ...access, pix_key: bank.key });
  const answer = await owner().put('/bank-link/recurring', setting());
  expect(answer.statusCode, answer.body).toBe(204);
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
const setting = (overrides = {}) => ({
  ...{ active: true, policy: 'PERMITE_3R_7D', with_minimum: false },
  ...{ branch: null, account: bank.account, account_type: 'CORRENTE' },
  ...overrides,
});

/** Runs the job of each minute once, with all waiting recurrences and charges due. */
async function round() {
  await until(
    () => app.pool.query(`select from graphile_worker.jobs where task_identifier = 'bank-link'`),
    ({ rowCount }) => rowCount === 0,
  );
  for (const table of ['recurrence', 'recurring_charge'] as const)
    await app.db
      .updateTable(table)
      .set({ next_try_at: new Date(0).toISOString() })
      .execute();
  await app.db.updateTable('bank_link').set({ read_until: '2026-02-20T00:00:00Z' }).execute();
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  await workOnLinks({ ...app.deps, publicUrl: `http://127.0.0.1:${port}` });
}

const shown = async (contract: number) =>
  (await owner().get(`/proposal/${contract}/recurrence`)).json<{ available: boolean; recurrence: Recurrence | null }>();
const tasks = async () =>
  (await app.as('BOLETO_DOWN').get('/bank-link/recurring/tasks')).json<Answer<typeof recurrences.tasks>>();
const invoiceOf = (id: number) =>
  app.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const settled = (id: number) =>
  until(
    () => invoiceOf(id),
    ({ status }) => status === 'PAID',
  );
const chargesOf = (id: number) =>
  app.db.selectFrom('recurring_charge').selectAll().where('invoice_id', '=', id).orderBy('id').execute();
const atBank = () => [...bank.recurring.values()];
const on = (day: CalendarDate) => {
  app.clock.today = day;
};

async function offered(contract?: number) {
  const id = contract ?? (await app.contract()).id;
  expect((await owner().post(`/proposal/${id}/recurrence`)).statusCode).toBe(204);
  await round();
  const { id_rec } = await app.db
    .selectFrom('recurrence')
    .select('id_rec')
    .where('proposal_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { contract: id, idRec: id_rec ?? '' };
}

/** An invoice whose contract has an approved recurrence, with its charge at the bank. */
async function charged() {
  const invoice = await app.invoice();
  const { contract, idRec } = await offered(invoice.proposal_id);
  bank.approve(idRec);
  await bank.delivered();
  await round();
  return { id: invoice.id, contract, idRec, txid: atBank()[0]?.txid ?? '' };
}

describe('the authorisation', () => {
  test('is offered without a fixed amount, approved by the tenant, and keeps its history', LONG, async () => {
    const { contract, idRec } = await offered();
    expect(bank.recurrences.get(idRec)).toMatchObject({
      status: 'CRIADA',
      vinculo: { contrato: `Contrato ${contract}` },
      calendario: { dataInicial: '2026-03-10', periodicidade: 'MENSAL' },
      politicaRetentativa: 'PERMITE_3R_7D',
    });
    expect(bank.recurrences.get(idRec)).not.toHaveProperty('valor');
    const { recurrence } = await shown(contract);
    const read = readPix(recurrence?.code ?? '');
    expect('pix' in read && read.pix?.recurrence_url).toContain('pix.example.com/qr/v2/rec/');

    bank.approve(idRec);
    await bank.delivered();
    const approved = await until(
      () => shown(contract),
      (found) => found.recurrence?.state === 'APPROVED',
    );
    expect(approved.recurrence?.steps.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['WAITING', 'CREATED', 'APPROVED']),
    );
    expect(approved.recurrence?.code).toBeNull();
    expect(refusal(await owner().post(`/proposal/${contract}/recurrence`))).toEqual([409, 'RECURRENCE_STANDING']);
    const actions = (await trailOf(app.db, 'proposal', contract)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['offer-recurrence', 'recurrence-state']));
  });

  test('is offered by a statement that is planned without its values, as a prepared one is after some time', async () => {
    const { id: proposal_id, user_id: client_id } = await app.contract();
    const { id: link_id } = await app.db.selectFrom('bank_link').select('id').executeTakeFirstOrThrow();
    const terms = { object: 'Aluguel', first: '2026-03-10' as const, last: null, minimum: null };
    const offer = { ...terms, link_id, proposal_id, client_id, policy: 'PERMITE_3R_7D' as const };
    const made = await app.db.transaction().execute(async (trx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
      return [await insertRecurrence(trx, offer), await insertRecurrence(trx, offer)];
    });
    expect(made).toEqual([true, false]);
  });

  test('is made once although the answer to its creation was lost', LONG, async () => {
    bank.fail(1, 503, { on: /^POST \/rec$/, performed: true });
    const { contract } = await offered();
    expect(bank.recurrences.size).toBe(1);
    expect((await shown(contract)).recurrence).toMatchObject({ state: 'CREATED', problem: null });
  });

  test('whose notice was lost is read by the next round', LONG, async () => {
    const { contract, idRec } = await offered();
    bank.hold();
    bank.approve(idRec);
    bank.drop();
    await round();
    expect((await shown(contract)).recurrence?.state).toBe('APPROVED');
  });

  test('ended by the tenant at the bank stops what comes, and staff hear of it', LONG, async () => {
    const { id, contract, idRec } = await charged();
    bank.cancelByPayer(idRec);
    await bank.delivered();
    await round();
    expect((await shown(contract)).recurrence).toMatchObject({ state: 'CANCELED', ended_by: 'USUARIO_PAGADOR' });
    expect((await tasks()).ended).toMatchObject([{ proposal_id: contract, ended_by: 'USUARIO_PAGADOR' }]);
    await round();
    expect(await chargesOf(id)).toHaveLength(1);
    // A new offer to the tenant removes the task.
    await offered(contract);
    expect((await tasks()).ended).toEqual([]);
  });

  test('ends at once when the contract goes to another tenant, who is offered one of their own', async () => {
    const { contract, idRec } = await charged();
    const other = await app.client();
    const given = { client_id: other.id, valid_from: TODAY, stays: false };
    expect((await owner().put(`/proposal/${contract}/principal`, given)).statusCode).toBe(204);
    expect(await app.db.selectFrom('recurrence').select(['canceling', 'ended_by']).execute()).toEqual([
      { canceling: true, ended_by: 'USUARIO_RECEBEDOR' },
    ]);
    await round();
    expect(bank.recurrences.get(idRec)?.status).toBe('CANCELADA');
    expect((await owner().post(`/proposal/${contract}/recurrence`)).statusCode).toBe(204);
  });

  test('ended by the agency, or with its contract, is cancelled at the bank with its charges', async () => {
    const { contract, idRec, txid } = await charged();
    expect((await owner().delete(`/proposal/${contract}/recurrence`)).statusCode).toBe(204);
    await round();
    expect(bank.recurrences.get(idRec)?.status).toBe('CANCELADA');
    expect(bank.recurring.get(txid)?.status).toBe('CANCELADA');
    expect((await shown(contract)).recurrence).toMatchObject({ state: 'CANCELED', ended_by: 'USUARIO_RECEBEDOR' });
    expect((await tasks()).ended).toEqual([]);

    const other = await offered();
    await app.db.updateTable('proposal').set({ status: 'CLOSED' }).where('id', '=', other.contract).execute();
    await round();
    expect(bank.recurrences.get(other.idRec)?.status).toBe('CANCELADA');
    expect(refusal(await owner().post(`/proposal/${other.contract}/recurrence`))).toEqual([409, 'RECURRENCE_CLOSED']);
  });

  test('needs an agency that offers it, and a right of the call', async () => {
    await owner().put('/bank-link/recurring', setting({ active: false }));
    const { id } = await app.contract();
    expect(refusal(await owner().post(`/proposal/${id}/recurrence`))).toEqual([409, 'RECURRENCE_UNAVAILABLE']);
    expect((await app.as('PROPOSAL_VIEW').post(`/proposal/${id}/recurrence`)).statusCode).toBe(403);
    expect((await app.as('BOLETO_DOWN').get('/bank-link/recurring')).statusCode).toBe(403);
  });
});

describe('charges', () => {
  test('are made once for each invoice, in the days that the rules allow, and settle it', async () => {
    on('2026-02-27');
    const invoice = await app.invoice();
    const { idRec } = await offered(invoice.proposal_id);
    bank.approve(idRec);
    await round();
    expect(atBank()).toEqual([]);
    on('2026-02-28');
    await round();
    await round();
    expect(atBank()).toMatchObject([
      { idRec, valor: { original: '1500.00' }, calendario: { dataDeVencimento: '2026-03-10' }, status: 'ATIVA' },
    ]);
    on('2026-03-10');
    bank.hold();
    bank.collect(atBank()[0]?.txid ?? '');
    await bank.flush({ copies: 2, order: 'reversed' });
    expect(await settled(invoice.id)).toMatchObject({ paid_amount: 150_000, payment_method: 'PIX', rest_amount: 0 });
    await round();
    expect(await chargesOf(invoice.id)).toMatchObject([{ state: 'PAID' }]);
    expect(await app.db.selectFrom('bank_settlement').selectAll().execute()).toHaveLength(1);
  });

  test('of an invoice that was issued too late are not made', LONG, async () => {
    on('2026-03-09');
    const invoice = await app.invoice();
    const { idRec } = await offered(invoice.proposal_id);
    bank.approve(idRec);
    await round();
    expect(atBank()).toEqual([]);
  });

  test('follow the invoice: another amount, and paid by other means', LONG, async () => {
    const { id, txid } = await charged();
    await app.db.updateTable('invoice').set({ price: 160_000 }).where('id', '=', id).execute();
    await app.db.updateTable('invoice').set({ price: 150_000 }).where('id', '=', id).execute();
    await app.db.updateTable('recurring_charge').set({ amount: 140_000 }).where('invoice_id', '=', id).execute();
    await round();
    await round();
    expect(bank.recurring.get(txid)?.status).toBe('CANCELADA');
    expect(atBank().map(({ status, valor }) => [status, valor.original])).toEqual([
      ['CANCELADA', '1500.00'],
      ['ATIVA', '1500.00'],
    ]);
    await owner().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await round();
    expect(atBank().map(({ status }) => status)).toEqual(['CANCELADA', 'CANCELADA']);
  });

  test('collected after the invoice was paid wait for a person', LONG, async () => {
    const { id, txid } = await charged();
    on('2026-03-10');
    await owner().patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    await round();
    bank.collect(txid);
    const open = await until(
      async () => (await app.as('BOLETO_DOWN').get('/boleto/down/open')).json<{ data: { reason: string }[] }>().data,
      (lines) => lines.length > 0,
    );
    expect(open).toHaveLength(1);
    expect((await invoiceOf(id)).paid_amount).toBe(150_000);
  });

  test('are tried again on three days, and then told to staff', LONG, async () => {
    const { id, txid } = await charged();
    for (const day of ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-14'] as const) {
      on(day);
      bank.miss(txid);
      await bank.delivered();
      await round();
    }
    expect(bank.recurring.get(txid)?.tentativas.map(({ tipo, dataLiquidacao }) => [tipo, dataLiquidacao])).toEqual([
      ...[
        ['AGND', '2026-03-10'],
        ['NTAG', '2026-03-11'],
      ],
      ...[
        ['NTAG', '2026-03-12'],
        ['NTAG', '2026-03-14'],
      ],
    ]);
    expect(await chargesOf(id)).toMatchObject([{ state: 'FAILED' }]);
    expect((await tasks()).failed).toMatchObject([{ invoice_id: id, due_date: '2026-03-10', amount: 1500 }]);
    const { lates } = (await owner().get('/financial/late')).json();
    expect(lates).toMatchObject([{ id, automatic: { failed: true, on: null } }]);
  });

  // 10% of 1.500,00 from the fifth day, and two days at 0,03%: 150,00 and 0,90 with the payment of 17/03.
  test('paid late leave their late charges to the next invoice, once', async () => {
    const { id, contract, txid } = await charged();
    on('2026-03-10');
    bank.hold();
    bank.miss(txid);
    bank.drop();
    on('2026-03-16');
    await round();
    on('2026-03-17');
    bank.hold();
    bank.collect(txid);
    await bank.flush({ copies: 2 });
    expect(await settled(id)).toMatchObject({ paid_amount: 150_000, rest_amount: 15_090, rest_fate: 'NEXT_INVOICE' });
    await round();
    const next = await app.invoice({ contract: { id: contract } as never, reference: '2026-04' });
    expect(next.lines.filter(({ late }) => late).map(({ amount }) => amount)).toEqual([15_000, 90]);
    expect(next.fees).toBe(15_090);
  });

  test('that the bank refuses say why, and the link of plain charges is not hindered', async () => {
    await owner().put('/bank-link/recurring', setting({ account: '999' }));
    const { id } = await charged();
    expect(await chargesOf(id)).toMatchObject([{ state: 'REFUSED', problem: expect.stringContaining('conta') }]);
    expect((await tasks()).failed).toHaveLength(1);
    expect((await owner().get('/bank-link')).json().link).toMatchObject({
      failing_since: null,
      charges: { active: 1 },
    });
  });
});

test('tenants ask for it in their area, authorise with a payment, and end it', async () => {
  const invoice = await app.invoice();
  const { browser } = clientDesk(app.app);
  const enter = async (id: number) => browser(`cliente=${await clientSession({ db: app.db }, id)}`);
  const own = await enter(invoice.user_id);
  const path = `/cliente/contratos/${invoice.proposal_id}`;
  expect(wordsOf(await own.get('/cliente/contratos'))).toContain('Quero o Pix Automático');
  const stranger = await enter((await app.client({ name: 'Bia Reis' })).id);
  expect((await stranger.post(`${path}/automatico`)).statusCode).toBe(404);

  expect((await own.post(`${path}/automatico`)).statusCode).toBe(303);
  await round();
  const [found] = bank.recurrences.values();
  const { body } = await own.get('/cliente/contratos');
  expect(body).toContain('80800014br.gov.bcb.pix25');
  // Journey 4: the code that the bank itself makes of the charge and the recurrence.
  const [charge] = bank.charges.values();
  const page = (await own.get(`/cliente/faturas/${invoice.id}`)).body;
  const code = /id="automatico" data-code="([^"]*)"/.exec(page)?.[1] ?? '';
  const read = readPix(code);
  expect('pix' in read && [read.pix?.url, read.pix?.recurrence_url]).toEqual([
    charge?.loc.location,
    [...bank.locations.values()][0]?.location,
  ]);
  bank.pay(charge?.txid ?? '');
  bank.approve(found?.idRec ?? '', 4);
  await settled(invoice.id);
  await round();
  expect(await app.db.selectFrom('recurrence').select(['state', 'journey']).execute()).toEqual([
    { state: 'APPROVED', journey: 'JORNADA_4' },
  ]);

  expect(wordsOf(await own.get('/cliente/contratos'))).toContain('Autorizado. Cada fatura sai da sua conta');
  // The server's own round may come before the page is read.
  bank.fail(1_000, 503, { on: /^PATCH \/rec/ });
  expect((await own.post(`${path}/sem-automatico`)).headers.location).toContain('#automatico-');
  expect(wordsOf(await own.get('/cliente/contratos'))).toContain('Cancelando no banco');
  bank.recover();
  await round();
  expect(bank.recurrences.get(found?.idRec ?? '')?.status).toBe('CANCELADA');
  expect((await own.post(`${path}/sem-automatico`)).headers.location).toContain('semautomatico=sim');
  // The bank names the agency, through whose connection the tenant asked.
  expect(wordsOf(await own.get('/cliente/contratos'))).toContain('O anterior foi encerrado por você.');
  expect((await shown(invoice.proposal_id)).recurrence).toMatchObject({
    ended_by: 'USUARIO_PAGADOR',
    end_reason: null,
  });
  expect((await tasks()).ended).toMatchObject([{ proposal_id: invoice.proposal_id, ended_by: 'USUARIO_PAGADOR' }]);
});

test('a late debit and a Pix of the same invoice, read together, hold up no other payment', async () => {
  const tenants = [];
  for (let count = 0; count < 4; count += 1) {
    const invoice = await app.invoice();
    const { idRec } = await offered(invoice.proposal_id);
    bank.approve(idRec);
    await bank.delivered();
    tenants.push(invoice.id);
  }
  await round();
  const debits = atBank().map(({ txid }) => txid);
  expect(debits).toHaveLength(4);
  const other = await app.invoice();
  on('2026-03-10');
  bank.hold();
  for (const txid of debits) bank.miss(txid);
  bank.drop();
  on('2026-03-16');
  await round();
  on('2026-03-17');
  await round();
  bank.hold();
  const pixOf = async (id: number) =>
    (await app.db.selectFrom('pix_charge').select('txid').where('invoice_id', '=', id).executeTakeFirstOrThrow()).txid;
  // Each of four tenants pays by the code what is owed, and is debited without the late charges as well.
  const codes = await Promise.all(tenants.map(pixOf));
  const code = await pixOf(other.id);
  for (const txid of codes) bank.pay(txid, { at: '2026-03-17' });
  for (const txid of debits) bank.collect(txid);
  bank.pay(code, { at: '2026-03-17' });
  bank.drop();
  await round();
  for (const id of [other.id, ...tenants])
    await until(
      () => invoiceOf(id),
      ({ status }) => status === 'PAID',
    );
});

test('invoices of a tenant who authorised it get no boleto, where boletos come with invoices', async () => {
  await fillAgency(app.db);
  await agree(app.db, '341');
  const comeWithInvoices = (boletos_with_invoices: boolean) =>
    app.db.updateTable('agency').set({ boletos_with_invoices }).execute();
  const { contract: debited, idRec } = await offered();
  bank.approve(idRec);
  await bank.delivered();
  await round();
  const { id: other } = await app.contract();
  await comeWithInvoices(true);
  for (const proposal_id of [debited, other]) {
    const issued = await owner().post('/financial/invoice', { proposal_id, reference: '2026-04' });
    expect(issued.statusCode, issued.body).toBe(201);
  }
  await comeWithInvoices(false);
  expect(await app.db.selectFrom('boleto').select('proposal_id').execute()).toEqual([{ proposal_id: other }]);
});
