import type { CalendarDate } from '@morada/domain/base/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import { systemContext } from '#api/context.ts';
import { connect } from '#api/db/connection/connect.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { LONG } from '#test/long.ts';
import { cpf } from '../factories.ts';
import { startApp } from '../harness.ts';

const first = await startApp({ today: '2026-03-10' });
const { app, db, connection, clock, signIn, client, owner, property, contract, invoice } = first;

// A second server on the same database, with its own pool.
const pool = connect(connection);
const second = { ...first.deps, db: pool.db };
const secondApp = await buildApp(second);

const { token } = await signIn('*');
let servers: string[] = [];

const ROUNDS = process.env.FUZZ_TIMES ? 20 : 8;

beforeAll(async () => {
  servers = [await app.listen({ port: 0, host: '127.0.0.1' }), await secondApp.listen({ port: 0, host: '127.0.0.1' })];
});
afterAll(async () => {
  await secondApp.close();
  await pool.db.destroy();
  await first.stop();
});

type Request = { method: string; path: string; body?: object; headers?: Record<string, string> };

/** The same call many times concurrently, alternating between two servers; statuses with their bodies. */
const atOnce = (times: number, request: (index: number) => Request) =>
  Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const { method, path, body, headers } = request(index);
      const answer = await fetch(`${servers[index % servers.length]}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body && JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    }),
  );

const count = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const transfersOf = (id: number) =>
  db
    .selectFrom('transfer')
    .select(['id', 'status'])
    .where('invoice_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
const entriesOf = async (column: 'invoice_id' | 'transfer_id', id: number) =>
  (await db.selectFrom('ledger_entry').select('kind').where(column, '=', id).orderBy('id').execute()).map(
    (row) => row.kind,
  );

describe('at the same instant, on two servers', () => {
  test('fifty calls settle one invoice once', async () => {
    const { id } = await invoice();
    const answers = await atOnce(50, () => ({
      method: 'PATCH',
      path: `/invoice/${id}/down`,
      body: { paid_amount: 1500 },
    }));
    expect(count(answers)).toEqual({ 200: 1, 409: 49 });
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.message))).toEqual(
      new Set(['Esta fatura já foi paga.']),
    );
    expect(await transfersOf(id)).toHaveLength(1);
    expect(await entriesOf('invoice_id', id)).toEqual(['SETTLEMENT']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('twenty calls conclude one transfer once', LONG, async () => {
    const { id } = await paidInvoice();
    const transfer = (await transfersOf(id))[0]?.id ?? 0;
    const answers = await atOnce(20, () => ({
      method: 'PATCH',
      path: `/transfer/${transfer}`,
      body: { status: 'DONE' },
    }));
    expect(count(answers)).toEqual({ 200: 1, 409: 19 });
    expect(await entriesOf('transfer_id', transfer)).toEqual(['PAYOUT']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a refund concurrent with the payout: one of them succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await paidInvoice();
      const transfer = (await transfersOf(id))[0]?.id ?? 0;
      const [refund, payout] = await atOnce(2, (index) =>
        (index + round) % 2 === 0
          ? { method: 'DELETE', path: `/invoice/${id}/refund` }
          : { method: 'PATCH', path: `/transfer/${transfer}`, body: { status: 'DONE' } },
      ).then((answers) => (round % 2 === 0 ? answers : answers.toReversed()));
      // Refund first: the transfer is gone. Payout first: the transfer prevents the refund.
      expect([refund?.status, payout?.status]).toBeOneOf([
        [200, 404],
        [409, 200],
      ]);
    }
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a settlement concurrent with a deletion, and with the contract’s end', LONG, async () => {
    for (let round = 0; round < 10; round += 1) {
      const lease = await contract();
      const { id } = await invoice({ contract: lease, reference: '2026-04' });
      const end =
        round % 2 === 0
          ? { method: 'DELETE', path: `/proposal/${lease.id}` }
          : { method: 'PATCH', path: `/proposal/${lease.id}/close` };
      const [paid, ended] = await atOnce(2, (index) =>
        index === 0 ? { method: 'PATCH', path: `/invoice/${id}/down`, body: { paid_amount: 1500 } } : end,
      );
      const whenPaidFirst = round % 2 === 0 ? [200, 409] : [200, 200];
      expect([paid?.status, ended?.status]).toBeOneOf([whenPaidFirst, [404, round % 2 === 0 ? 204 : 200]]);
    }
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('two invoices of one contract paid concurrently use the extra value once', async () => {
    const lease = await contract();
    const invoices = [
      await invoice({ contract: lease, reference: '2026-03' }),
      await invoice({ contract: lease, reference: '2026-04' }),
    ];
    await db
      .insertInto('extra_value')
      .values({
        proposal_id: lease.id,
        description: 'Reparo',
        amount: 5_000,
        type: 'DEBIT',
        influence: 'EXPENSE',
        boleto: false,
        transfer: true,
      })
      .execute();
    const answers = await atOnce(2, (index) => ({
      method: 'PATCH',
      path: `/invoice/${invoices[index]?.id}/down`,
      body: { paid_amount: 1500 },
    }));
    expect(count(answers)).toEqual({ 200: 2 });
    const amounts = await db.selectFrom('transfer').select('amount').where('proposal_id', '=', lease.id).execute();
    // 1500,00 − 10% = 1350,00; one of the two with 50,00 more.
    expect(amounts.map((row) => row.amount).sort()).toEqual([135_000, 140_000]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('two contracts on one property: one succeeds', async () => {
    const { id: property_id } = await property();
    const tenants = [await client(), await client()];
    const answers = await atOnce(2, (index) => ({
      method: 'POST',
      path: '/proposal/manual',
      body: terms({ property_id, user_id: tenants[index]?.id }),
    }));
    expect(count(answers)).toEqual({ 201: 1, 409: 1 });
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'Este imóvel já tem um contrato em andamento',
    );
  });

  test('the same creation retried with one key: one record, one answer', LONG, async () => {
    const { id: property_id } = await property();
    const { id: user_id } = await client();
    const contracts = await atOnce(8, () => ({
      method: 'POST',
      path: '/proposal/manual',
      body: terms({ property_id, user_id }),
      headers: { 'idempotency-key': 'contract-1' },
    }));
    expect(count(contracts)).toEqual({ 201: 8 });
    expect(new Set(contracts.map(({ body }) => body.id)).size).toBe(1);

    const clients = await atOnce(8, () => ({
      method: 'POST',
      path: '/user/manual',
      body: { name: 'Ana Prado', cpf_cnpj: cpf(700_001), type: 'TENANT', phone: '32988412076' },
      headers: { 'idempotency-key': 'client-1' },
    }));
    expect(count(clients)).toEqual({ 201: 8 });
    expect(new Set(clients.map(({ body }) => body.id)).size).toBe(1);

    const payee = await owner();
    const rented = await contract({ property: { owners: [payee] } });
    const transfers = await atOnce(8, () => ({
      method: 'POST',
      path: '/financial/transfers',
      body: { user_id: payee.id, property_id: rented.property_id, amount: 100, due_date: '2026-03-20', status: 'DONE' },
      headers: { 'idempotency-key': 'transfer-1' },
    }));
    expect(count(transfers)).toEqual({ 201: 8 });
    expect(new Set(transfers.map(({ body }) => body.id)).size).toBe(1);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('a client registered twice: the second document is refused', async () => {
    const answers = await atOnce(6, (index) => ({
      method: 'POST',
      path: '/user/manual',
      body: { name: `Pessoa ${index}`, cpf_cnpj: cpf(700_002), type: 'TENANT', phone: '32988412076' },
    }));
    expect(count(answers)).toEqual({ 201: 1, 409: 5 });
  });
});

test(
  'two servers run the daily job of many missed days concurrently: each month of each contract once',
  LONG,
  async () => {
    const before = await db
      .selectFrom('invoice')
      .select((q) => q.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const day: CalendarDate = '2026-06-30';
    clock.today = '2026-03-10';
    const made = [];
    for (let index = 0; index < 30; index += 1) made.push((await contract({ transfer_date: index + 1 })).id);
    clock.today = day;
    const runs = await Promise.all([
      billDay(systemContext(first.deps)),
      billDay(systemContext(second)),
      billDay(systemContext(first.deps)),
    ]);

    const issued = await db
      .selectFrom('invoice')
      .select(['proposal_id', 'reference'])
      .where('proposal_id', 'in', made)
      .execute();
    // Due from March to 10 July: four months for all, and July's for those due from the 1st to the 10th.
    expect(issued).toHaveLength(30 * 4 + 10);
    expect(new Set(issued.map((row) => `${row.proposal_id} ${row.reference}`)).size).toBe(issued.length);
    const after = await db
      .selectFrom('invoice')
      .select((q) => q.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(runs.reduce((sum, run) => sum + run, 0)).toBe(after.n - before.n);
    expect(await verifyBooks(db)).toEqual([]);
  },
);

async function paidInvoice() {
  const made = await invoice();
  const [answer] = await atOnce(1, () => ({
    method: 'PATCH',
    path: `/invoice/${made.id}/down`,
    body: { paid_amount: 1500 },
  }));
  expect(answer?.status).toBe(200);
  return made;
}

const terms = (parties: object) => ({
  current_price: 1500,
  commission: 10,
  transfer_date: 10,
  guarantee: 'OTHER',
  start_date: '2026-03-01',
  end_date: '2028-08-31',
  ...parties,
});
