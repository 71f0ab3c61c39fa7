import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal } from '#test/answers.ts';
import { arrived } from '#test/arrived-payments.ts';
import { startApp } from '#test/harness.ts';

const TODAY = '2026-03-10';
const app = await startApp({ today: TODAY });
const { as, db, contract, invoice } = app;
const staff = as('*');
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
