import { addToReference, type Reference } from '@morada/domain/base/calendar';
import { afterAll, describe, expect, test } from 'vitest';
import { refusal } from '#test/calls/answers.ts';
import { startApp } from '#test/harness.ts';

const { as, client, owner, property, contract, invoice, db, stop } = await startApp();
afterAll(stop);

/** Twenty-two months of one contract, all paid: each leaves a transfer of 1.350,00, which is 90% of 1.500,00. */
async function twoYears() {
  const landlord = await owner();
  const place = await property({ owners: [{ id: landlord.id }], street: 'Rua Halfeld', number: '30' });
  const lease = await contract({ property_id: place.id, next_readjustment: '2028-06-01' });
  const bills: number[] = [];
  for (let month: Reference = '2026-03'; bills.length < 22; month = addToReference(month, 1)) {
    const { id } = await invoice({ contract: lease, reference: month });
    bills.push(id);
    await as('*').patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
  }
  return { lease, landlord, newest: bills.toReversed() };
}

const { lease, landlord, newest } = await twoYears();
type Page = { data: { id: number }[]; page: number; lastPage: number; total: number };

describe('GET /user/:id/invoices', () => {
  const read = async (id: number, query = ''): Promise<Page> =>
    (await as('FINANCIAL_INVOICE_VIEW').get(`/user/${id}/invoices${query}`)).json();

  test('returns pages of twenty, newest first', async () => {
    const first = await read(lease.user_id);
    expect(first.data.map((row) => row.id)).toEqual(newest.slice(0, 20));
    expect(first).toMatchObject({ page: 1, lastPage: 2, total: 22 });
    expect(first.data[0]).toEqual({
      id: newest[0],
      reference: '2027-12',
      due_date: '2027-12-10',
      amount: 1500,
      status: 'PAID',
      property: 'Rua Halfeld, 30',
    });
    expect((await read(lease.user_id, '?page=2')).data.map((row) => row.id)).toEqual(newest.slice(20));
    expect(await read(lease.user_id, '?page=3')).toEqual({ data: [], page: 3, lastPage: 2, total: 22 });
    expect(await read(lease.user_id, '?page=abc')).toMatchObject({ status: 422 });
  });

  test('leaves out deleted invoices and those of others', async () => {
    const bill = await invoice();
    expect((await read(bill.user_id)).data).toMatchObject([{ id: bill.id, status: 'PENDING' }]);
    await as('*').delete(`/financial/invoice/${bill.id}/delete`);
    expect(await read(bill.user_id)).toEqual({ data: [], page: 1, lastPage: 1, total: 0 });
    expect((await read(landlord.id)).total).toBe(0);
  });
});

describe('GET /user/:id/transfers', () => {
  const read = async (id: number, query = ''): Promise<Page> =>
    (await as('FINANCIAL_TRANSFER_VIEW').get(`/user/${id}/transfers${query}`)).json();

  test('returns pages of twenty, newest first', async () => {
    const first = await read(landlord.id);
    expect([first.data.length, first.lastPage, first.total]).toEqual([20, 2, 22]);
    expect(first.data[0]).toEqual({
      id: expect.any(Number),
      due_date: '2026-03-17',
      amount: 1350,
      status: 'PENDING',
      property: 'Rua Halfeld, 30',
    });
    const ids = [...first.data, ...(await read(landlord.id, '?page=2')).data].map((row) => row.id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(new Set(ids).size).toBe(22);
    expect(await read(landlord.id, '?page=9')).toEqual({ data: [], page: 9, lastPage: 2, total: 22 });
    expect((await read(lease.user_id)).total).toBe(0);
  });
});

describe.each([
  ['invoices', ['FINANCIAL_INVOICE_VIEW', 'FINANCIAL_VIEW', 'FINANCIAL_SHALL_VIEW', 'PROPOSAL_VIEW'], 'CLIENT_VIEW'],
  ['transfers', ['FINANCIAL_TRANSFER_VIEW', 'FINANCIAL_VIEW', 'PROPOSAL_VIEW'], 'FINANCIAL_INVOICE_VIEW'],
])('/user/:id/%s', (list, allowed, refused) => {
  test('requires a permission for that money', async () => {
    for (const permission of allowed)
      expect((await as(permission).get(`/user/${lease.user_id}/${list}`)).statusCode).toBe(200);
    expect((await as(refused).get(`/user/${lease.user_id}/${list}`)).statusCode).toBe(403);
  });

  test.each(['999999', '0', 'abc'])('answers 404 to the client %s', async (id) => {
    expect((await as('*').get(`/user/${id}/${list}`)).statusCode).toBe(404);
  });

  test('answers 404 for a deleted client', async () => {
    const { id } = await client();
    await as('*').delete(`/user/${id}/admin`);
    expect(refusal(await as('*').get(`/user/${id}/${list}`))).toEqual([404, 'CLIENT_NOT_FOUND']);
  });
});

test('statistics count every invoice that was not deleted, and every ticket', async () => {
  const bill = await invoice({ contract: lease, reference: '2028-01' });
  for (const title of ['Torneira', 'Portão', 'Segunda via'])
    await db.insertInto('ticket').values({ user_id: lease.user_id, title, level: 'LOW' }).execute();
  const statistics = async (id: number) => (await as('CLIENT_VIEW').get(`/user/${id}`)).json().statistics;
  expect(await statistics(lease.user_id)).toEqual({ invoices: 23, messages: 3 });
  await as('*').delete(`/financial/invoice/${bill.id}/delete`);
  expect(await statistics(lease.user_id)).toEqual({ invoices: 22, messages: 3 });
  expect(await statistics(landlord.id)).toEqual({ invoices: 0, messages: 0 });
});

test('the register shows the latest twenty of each', async () => {
  const shown = async (id: number) => (await as('*').get(`/user/${id}`)).json();
  expect((await shown(lease.user_id)).invoices.map((row: { id: number }) => row.id)).toEqual(newest.slice(0, 20));
  expect((await shown(landlord.id)).transfers).toHaveLength(20);
});
