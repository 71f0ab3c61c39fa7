import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { as, client, contract, db, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('*');
let id: number;
let guarantor: { id: number; user_id: number };
let extra: { id: number };
let template: { id: number };

beforeAll(async () => {
  ({ id } = await contract());
  const person = await client({ type: 'GUARANTOR' });
  guarantor = (await staff.put(`/proposal/${id}/guarantor`, { user_id: person.id })).json();
  extra = (
    await staff.put(`/proposal/${id}/extra`, {
      description: 'IPTU',
      amount: 100,
      type: 'DEBIT',
      influence: 'EXPENSE',
      transfer: 1,
    })
  ).json();
  template = (await staff.post('/contract/template', { name: 'Modelo', body: '<p>Texto</p>' })).json();
  await staff.patch(`/proposal/${id}/close`);
});

const everything = async () => ({
  contract: await db.selectFrom('proposal').selectAll().where('id', '=', id).execute(),
  parties: await db.selectFrom('contract_party').selectAll().execute(),
  extras: await db.selectFrom('extra_value').selectAll().execute(),
  invoices: await db.selectFrom('invoice').selectAll().execute(),
  readjustments: await db.selectFrom('readjustment').selectAll().execute(),
  terminations: await db.selectFrom('termination').selectAll().execute(),
});

describe('an ended contract refuses', () => {
  test.each([
    ['terms', () => staff.patch(`/proposal/${id}`, { discount: 10 })],
    ['extension', () => staff.patch(`/proposal/${id}`, { end_date: '2030-01-01' })],
    ['closing', () => staff.patch(`/proposal/${id}/close`)],
    ['termination', () => staff.put(`/proposal/${id}/termination`, { left_on: '2026-03-10' })],
    ['draft of a termination', () => staff.post(`/proposal/${id}/termination/draft`, { left_on: '2026-03-10' })],
    ['guarantor', async () => staff.put(`/proposal/${id}/guarantor`, { user_id: (await client()).id })],
    ['party', async () => staff.put(`/proposal/${id}/party`, { client_id: (await client()).id, role: 'TENANT' })],
    ['end of a party', () => staff.put(`/proposal/${id}/party/${guarantor.id}/end`, { valid_to: '2026-03-10' })],
    ['return of a party', () => staff.put(`/proposal/${id}/party/${guarantor.id}/reopen`)],
    ['removal of a party', () => staff.delete(`/proposal/${id}/party/${guarantor.id}`)],
    [
      'another principal tenant',
      async () =>
        staff.put(`/proposal/${id}/principal`, {
          client_id: (await client()).id,
          valid_from: '2026-03-10',
          stays: false,
        }),
    ],
    ['removal of a guarantor', () => staff.delete(`/proposal/${id}/guarantor?id=${guarantor.id}`)],
    [
      'extra value',
      () =>
        staff.put(`/proposal/${id}/extra`, {
          description: 'Multa',
          amount: 1,
          type: 'DEBIT',
          influence: 'RENT',
          boleto: 1,
        }),
    ],
    ['removal of an extra value', () => staff.delete(`/proposal/${id}/extra?id=${extra.id}`)],
    ['month ahead', () => staff.post('/financial/invoice', { proposal_id: id, reference: '2026-03' })],
    [
      'readjustment',
      () =>
        staff.post('/readjustment', {
          month: '2027-01',
          contracts: [{ proposal_id: id, index: null, percent: 5, current_price: 1_500 }],
        }),
    ],
  ])('%s', async (_, write) => {
    const before = await everything();
    expect((await write()).statusCode).toBe(409);
    expect(await everything()).toEqual(before);
  });

  // The document signed at the end is added after it.
  test('accepts documents only', async () => {
    const answer = await staff.put(`/proposal/${id}/contract`, { template_id: template.id });
    expect(answer.statusCode).toBe(201);
  });
});
