import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { refusal } from '#test/answers.ts';
import { startApp } from '#test/harness.ts';
import { billDay } from './billing.service.ts';

const { as, clock, contract, ctx, db, invoice, stop } = await startApp({ today: '2026-02-01' });
afterAll(stop);
const staff = as('*');
const lapsed = async () => (await staff.get('/financial/billing/lapsed')).json();
const bill = (id: number) => staff.post(`/financial/billing/lapsed/${id}`, {});
const waive = (id: number) => staff.delete(`/financial/billing/lapsed/${id}`);
const invoicesOf = async (id: number) =>
  (await staff.get(`/invoice/${id}/proposal`))
    .json()
    .map(({ reference, due_date, price, amount }: Record<string, unknown>) => [reference, due_date, price, amount]);

/**
 * As migration 0026 leaves one on 24 June 2026: 1.500,00 to 10 March, due on the 10th, March issued by its 10 of 31 days
 * (483,87) in April; May and June were not billed.
 */
async function lapse() {
  clock.today = '2026-04-01';
  const lease = await contract({
    ...{
      start_date: '2024-01-01',
      end_date: '2026-03-10',
      transfer_date: 10,
      ends_at_term: true,
      next_readjustment: '2027-01-01',
    },
    property: { fees: [{ name: 'Condomínio', price: 20_000 }] },
  });
  await invoice({ contract: lease, reference: '2026-04' });
  await db
    .updateTable('proposal')
    .set({ ends_at_term: false, billed_through: '2026-06' })
    .where('id', '=', lease.id)
    .execute();
  await db
    .insertInto('lapsed_lease')
    .values({ proposal_id: lease.id, from_reference: '2026-05', to_reference: '2026-06', by_days: true })
    .execute();
  clock.today = '2026-06-24';
  return lease.id;
}

const april = ['2026-04', '2026-04-10', 483.87, 683.87];

describe('leases that stopped being billed at their end', () => {
  test('are listed with the unbilled months, and not billed by the hourly job', async () => {
    const id = await lapse();
    await billDay(ctx);
    expect(await invoicesOf(id)).toEqual([april]);
    expect(await lapsed()).toMatchObject([
      {
        id,
        end_date: '2026-03-10',
        months: [
          { reference: '2026-05', amount: 1_700 },
          { reference: '2026-06', amount: 1_700 },
        ],
        // 1.500,00 less 483,87.
        rest: { description: 'Restante do aluguel de mar/2026, contrato prorrogado', amount: 1_016.13 },
        total: 4_416.13,
        due_date: '2026-07-04',
      },
    ]);
    clock.today = '2026-06-30';
    await billDay(ctx);
    expect((await invoicesOf(id))[0]).toEqual(['2026-07', '2026-07-10', 1_500, 1_700]);
    expect((await waive(id)).statusCode).toBe(204);
  });

  test('billed: each month gets an invoice, due like a new one, once', async () => {
    const id = await lapse();
    const answers = await Promise.all([bill(id), bill(id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(await invoicesOf(id)).toEqual([
      ['2026-06', '2026-07-04', 1_500, 1_700],
      ['2026-05', '2026-07-04', 1_500, 2_716.13],
      april,
    ]);
    expect(await lapsed()).toEqual([]);
    expect(refusal(await waive(id))).toEqual([409, 'LAPSE_NOT_FOUND']);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('waived: nothing is billed or charged by the termination sheet', async () => {
    const id = await lapse();
    const sheet = async () =>
      (await staff.post(`/proposal/${id}/termination/draft`, { left_on: '2026-06-15' }))
        .json()
        .lines.filter(({ kind }: { kind: string }) => kind === 'RENT' || kind === 'EXTRA')
        .map(({ name, amount }: { name: string; amount: number }) => [name, amount]);
    const june = ['Aluguel', 750];
    expect(await sheet()).toEqual([
      ['Aluguel', 1_500],
      ['Aluguel', 1_500],
      june,
      ['Restante do aluguel de mar/2026, contrato prorrogado', 1_016.13],
    ]);
    expect((await waive(id)).statusCode).toBe(204);
    expect(await sheet()).toEqual([june]);
    expect([await lapsed(), await invoicesOf(id)]).toEqual([[], [april]]);
  });

  test('extended first: the remainder of the month is charged once, and the months stay listed', async () => {
    const id = await lapse();
    await staff.patch(`/proposal/${id}`, { end_date: '2027-03-10' });
    expect(await lapsed()).toMatchObject([]);
    const row = await db
      .selectFrom('lapsed_lease')
      .select(['by_days', 'decision'])
      .where('proposal_id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ by_days: false, decision: null });
  });
});
