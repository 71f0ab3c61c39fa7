import { afterAll, expect, test } from 'vitest';
import { agree, fillAgency } from '#test/collection.ts';
import { startApp } from '#test/harness.ts';

const { as, db, invoice, stop } = await startApp({ today: '2026-11-22' });
afterAll(stop);

const issuer = as('BOLETO_CREATE');

test('counts pending invoices without a boleto', async () => {
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

test('requires the permission to issue boletos', async () => {
  expect((await as('BOLETO_VIEW').get('/boleto/waiting')).statusCode).toBe(403);
});
