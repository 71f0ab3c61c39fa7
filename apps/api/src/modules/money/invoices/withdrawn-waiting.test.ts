import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#api/context.ts';
import { restoreOpen } from '#api/modules/bank/receipts/open-lines.service.ts';
import { acceptOnline } from '#api/modules/collection/agreements/acceptance.service.ts';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { arrived } from '#test/bank/arrived-payments.ts';
import { refusal } from '#test/calls/answers.ts';
import { fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { until } from '#test/until.ts';
import { deleteInvoice, refundInvoice } from './invoices.service.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, ctx, contract, invoice } = app;
const ACCEPTED = { name: 'Tereza Prado', address: '203.0.113.7', version: 1 };
const staff = as('*');
beforeAll(() => fillAgency(db));
afterAll(app.stop);

/** An invoice of 1.500,00, of which a bank reports a Pix of 1.000,00: a person decides on it. */
async function waiting(reference: '2026-03' | '2026-04' = '2026-03') {
  const lease = await contract();
  const { id } = await invoice({ contract: lease, reference });
  const [line] = await arrived(app, { invoice: id, amount: 100_000, paid_on: TODAY });
  return { id, line, lease: lease.id };
}
const openOf = (lease: number) =>
  db
    .selectFrom('invoice')
    .select('id')
    .where('proposal_id', '=', lease)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'PENDING')
    .execute();
const settle = (line: number | undefined, invoice_id: number, rest?: object) =>
  staff.post(`/boleto/down/open/${line}/settle`, { invoice_id, ...(rest && { rest }) });

describe('an invoice whose payment waits for a person is not withdrawn, since what is owed instead would be asked for whole', () => {
  const leaving = { left_on: TODAY, penalty: 0 };
  test.each<[string, (of: { id: number; lease: number }) => ReturnType<typeof staff.get>]>([
    ['by its deletion', ({ id }) => staff.delete(`/financial/invoice/${id}/delete`)],
    ['by a sheet', ({ lease }) => staff.put(`/proposal/${lease}/termination`, leaving)],
    ['by the end of its contract', ({ lease }) => staff.patch(`/proposal/${lease}/close`)],
    ['by the deletion of its contract', ({ lease }) => staff.delete(`/proposal/${lease}`)],
  ])('%s', async (_, act) => {
    const subject = await waiting('2026-04');
    expect(refusal(await act(subject))).toEqual([409, 'INVOICE_PAYMENT_WAITS']);
    expect(await openOf(subject.lease)).toEqual([{ id: subject.id }]);
    const rest = { fate: 'OPEN_BALANCE' };
    expect((await settle(subject.line, subject.id, rest)).statusCode).toBe(204);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('by undoing the end whose last invoice it is', async () => {
    const lease = await contract();
    const made = await staff.put(`/proposal/${lease.id}/termination`, leaving);
    await arrived(app, { invoice: made.json().invoice_id, amount: 10_000, paid_on: TODAY });
    expect(refusal(await staff.delete(`/proposal/${lease.id}/termination`))).toEqual([409, 'INVOICE_PAYMENT_WAITS']);
  });
});

/** Carries work out in a transaction that stays open until `commit`. */
async function begun<T>(work: (trx: Db) => Promise<T>) {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const { promise: done, resolve } = Promise.withResolvers<T>();
  const ended = db.transaction().execute(async (trx) => {
    resolve(await work(trx));
    await committed;
  });
  await Promise.race([done, ended]);
  return async () => {
    commit();
    await ended;
  };
}
const whenWaiting = () =>
  until(
    () => sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db),
    ({ rows }) => rows.length > 0,
  );
const linesOf = (invoiceId: number) =>
  db.selectFrom('bank_line').select(['id', 'state', 'amount']).where('invoice_id', '=', invoiceId).execute();

describe('a payment that arrives in the moment of a withdrawal', () => {
  type Withdrawn = { id: number; withdraw: () => Promise<string> };
  test.each<[string, string, () => Promise<Withdrawn>]>([
    [
      'a deletion',
      'INVOICE_PAYMENT_WAITS',
      async () => {
        const { id } = await invoice({ contract: await contract(), reference: '2026-04' });
        return { id, withdraw: async () => (await staff.delete(`/financial/invoice/${id}/delete`)).json().code };
      },
    ],
    [
      'an agreement',
      'DEBT_PAYMENT_WAITS',
      async () => {
        const lease = await contract();
        const { id } = await invoice({ contract: lease, reference: '2026-02' });
        const terms = { instalments: 2, first_due: '2026-03-18', charges_off: 0, rent_off: 0, monthly_interest: 0 };
        const offer = await staff.post('/debt-agreement', { proposal_id: lease.id, invoices: [id], ...terms });
        const accepted = acceptOnline.bind(null, ctx, offer.json().id, ACCEPTED);
        return {
          id,
          withdraw: () =>
            accepted().then(
              () => 'accepted',
              ({ code }) => code,
            ),
        };
      },
    ],
  ])('and came before %s refuses it', async (_, code, make) => {
    const { id, withdraw } = await make();
    const commit = await begun((trx) =>
      arrived({ db: trx, deps: app.deps }, { invoice: id, amount: 100_000, paid_on: TODAY }),
    );
    const answer = withdraw();
    await whenWaiting();
    await commit();
    expect(await answer).toBe(code);
    expect(await linesOf(id)).toMatchObject([{ state: 'OPEN', amount: 100_000 }]);
  });

  test('and was ignored refuses a deletion that began after it was opened again', async () => {
    const { id, line } = await waiting('2026-04');
    await staff.post(`/boleto/down/open/${line}/ignore`, { reason: 'De outra pessoa' });
    const commit = await begun((trx) => restoreOpen({ ...ctx, db: trx }, line ?? 0));
    const answer = staff.delete(`/financial/invoice/${id}/delete`);
    await whenWaiting();
    await commit();
    expect(refusal(await answer)).toEqual([409, 'INVOICE_PAYMENT_WAITS']);
  });

  test('and came after the refund that drops a balance waits for the invoice that owes it again', async () => {
    const { id, line, lease } = await waiting();
    await settle(line, id, { fate: 'OPEN_BALANCE' });
    const [balance] = await openOf(lease);
    const commit = await begun((trx) => refundInvoice({ ...ctx, db: trx }, id));
    const received = arrived(app, { invoice: balance?.id ?? 0, amount: 20_000, paid_on: TODAY });
    await whenWaiting();
    await commit();
    await received;
    expect((await linesOf(id)).map(({ amount }) => amount).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      20_000, 100_000,
    ]);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('and settles in full is settled, or waits where the invoice is gone', async () => {
    const { id } = await invoice({ contract: await contract(), reference: '2026-04' });
    const commit = await begun((trx) => deleteInvoice({ ...ctx, db: trx }, id));
    const received = arrived(app, { invoice: id, amount: 150_000, paid_on: TODAY });
    await whenWaiting();
    await commit();
    expect(await received).toHaveLength(1);
    expect(await linesOf(id)).toMatchObject([{ state: 'OPEN', amount: 150_000 }]);
  });
});

test('a payment that waits for a balance waits for the invoice whose settlement is refunded', async () => {
  const { id, line, lease } = await waiting();
  await settle(line, id, { fate: 'OPEN_BALANCE' });
  const [balance] = await openOf(lease);
  await arrived(app, { invoice: balance?.id ?? 0, amount: 20_000, paid_on: TODAY });
  expect((await staff.delete(`/invoice/${id}/refund`)).statusCode).toBe(200);
  const { rows } = await sql`select invoice_id, amount from bank_line where state = 'OPEN' and amount in (100000, 20000)
    and invoice_id = ${id} order by amount`.execute(db);
  expect(rows).toEqual([
    { invoice_id: id, amount: 20_000 },
    { invoice_id: id, amount: 100_000 },
  ]);
  expect(await verifyBooks(db)).toEqual([]);
});
