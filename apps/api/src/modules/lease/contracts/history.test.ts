import { afterAll, expect, test } from 'vitest';
import { startApp } from '#test/harness.ts';

const { as, client, contract, db, stop } = await startApp({ today: '2026-03-10' });
afterAll(stop);

const staff = as('PROPOSAL_VIEW', 'PROPOSAL_EDIT');

/** Backdates the trail, whose clock is the database's. */
const leftOn = (id: number, day: string) =>
  db
    .updateTable('trail')
    .set({ at: `${day}T15:00:00Z` })
    .where('record', '=', 'proposal')
    .where('record_id', '=', id)
    .where('at', '>', '2026-11-01')
    .execute();

test('lists who changed what, newest first', async () => {
  const { id } = await contract();
  await staff.patch(`/proposal/${id}`, { discount: 50, transfer_date: 5 });
  const guarantor = await client({ name: 'Fábio', type: 'GUARANTOR' });
  await staff.put(`/proposal/${id}/guarantor`, { user_id: guarantor.id });
  await staff.put(`/proposal/${id}/extra`, {
    description: 'IPTU',
    amount: 100,
    type: 'DEBIT',
    influence: 'EXPENSE',
    boleto: 1,
  });
  const { entries } = (await as('PROPOSAL_VIEW').get(`/proposal/${id}/history`)).json();
  expect(entries.map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
    ['create-extra', 'Mariana Dias'],
    ['add-guarantor', 'Mariana Dias'],
    ['update', 'Mariana Dias'],
    ['create', 'Sistema'],
  ]);
  expect(entries[2].changes).toEqual([
    { field: 'discount', before: 0, after: 5_000 },
    { field: 'transfer_date', before: 10, after: 5 },
  ]);
});

test('lists the rent of each period', async () => {
  const { id } = await contract({ start_date: '2025-01-01' });
  await leftOn(id, '2025-01-01');
  await staff.patch(`/proposal/${id}`, { current_price: 1_600 });
  await leftOn(id, '2026-01-01');
  await staff.patch(`/proposal/${id}`, {
    current_price: 1_660.96,
    readjustment: { index: 'IPCA', percent: 3.81 },
  });
  await leftOn(id, '2026-03-10');
  expect((await staff.get(`/proposal/${id}/history`)).json().rents).toEqual([
    { from: '2026-03-10', until: null, price: 1_660.96, index: 'IPCA' },
    { from: '2026-01-01', until: '2026-03-09', price: 1_600, index: null },
    { from: '2025-01-01', until: '2025-12-31', price: 1_500, index: null },
  ]);
});

test('answers 404 and 403', async () => {
  expect((await staff.get('/proposal/999999/history')).statusCode).toBe(404);
  const { id } = await contract();
  expect((await as('PROPOSAL_CREATE').get(`/proposal/${id}/history`)).statusCode).toBe(403);
});
