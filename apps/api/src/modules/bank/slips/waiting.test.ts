import { afterAll, expect, test } from 'vitest';
import { arrived } from '#test/bank/arrived-payments.ts';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';

const app = await startApp({ today: '2026-11-22' });
const { as, db, invoice, stop } = app;
afterAll(stop);

const issuer = as('BOLETO_CREATE');

test('counts pending invoices without a boleto', LONG, async () => {
  expect((await as('BOLETO_VIEW').get('/boleto?page=1')).json().agreement).toBeNull();
  await fillAgency(db);
  await agree(db, '341');
  expect((await as('BOLETO_VIEW').get('/boleto?page=1')).json().agreement).toBe('Itaú');

  // Two of 1.500,00; the one that was received does not wait.
  const [first, second] = [await invoice({ reference: '2026-12' }), await invoice({ reference: '2026-12' })];
  const paid = await invoice({ reference: '2026-12' });
  await as('FINANCIAL_INVOICE_CREATE').patch(`/invoice/${paid.id}/down`, { paid_amount: 1_500, fine: 0, interest: 0 });
  const waiting = () => issuer.get('/boleto/waiting').then((answer) => answer.json());
  expect(await waiting()).toEqual({ invoices: [first.id, second.id], amount: 3_000 });

  await issuer.post('/boleto/batch', { invoices: [first.id] });
  expect(await waiting()).toEqual({ invoices: [second.id], amount: 1_500 });
});

test('no boleto is made of an invoice whose payment has arrived and waits for a person, by any door', async () => {
  const { id: invoice_id, proposal_id, user_id, amount } = await invoice({ reference: '2026-12' });
  await arrived(app, { invoice: invoice_id, amount, paid_on: '2026-11-22' });
  expect((await as('*').delete(`/invoice/${invoice_id}/refund`)).statusCode).toBe(200);

  expect((await issuer.get('/boleto/waiting')).json().invoices).not.toContain(invoice_id);
  const alone = await issuer.post('/boleto/manual', { invoice_id, proposal_id, user_id });
  expect([alone.statusCode, alone.json().code]).toEqual([409, 'INVOICE_PAYMENT_WAITS']);
  const chosen = await issuer.post('/boleto/batch', { invoices: [invoice_id] });
  expect(chosen.json()).toMatchObject({ created: 0, refused: [{ invoice_id }] });
  expect(await db.selectFrom('boleto').select('id').where('invoice_id', '=', invoice_id).execute()).toEqual([]);
});

test('requires the permission to issue boletos', async () => {
  expect((await as('BOLETO_VIEW').get('/boleto/waiting')).statusCode).toBe(403);
});
