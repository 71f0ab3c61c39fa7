import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type SettlementOrder, settleInvoices } from '#api/modules/money/invoices/settling.service.ts';
import { startApp } from '#test/harness.ts';

const { db, ctx, contract, property, owner, invoice, stop } = await startApp({ today: '2026-03-20' });
afterAll(stop);

const MIGRATION = new URL('../../../db/migrations/0037_tax_year.sql', import.meta.url);
const settle = (orders: SettlementOrder[]) => db.transaction().execute((trx) => settleInvoices(trx, ctx, orders));

const income = () =>
  db
    .selectFrom('transfer')
    .select(['id', 'invoice_id', 'user_id', 'received_on', 'rent', 'gross', 'obligations', 'fee', 'tax'])
    .orderBy('id')
    .execute();

test('transfers from before the migration are filled as a settlement fills them', async () => {
  const thirds = await property({
    owners: [await owner(), await owner(), await owner()],
    fees: [
      { name: 'Condomínio', price: 31_001, to_owner: true },
      { name: 'IPTU', price: 9_000 },
    ],
  });
  const parts = await property({
    owners: [
      { id: (await owner()).id, share: 6_000 },
      { id: (await owner()).id, share: 4_000 },
    ],
  });
  const plain = await invoice();
  const divided = await invoice({ property_id: thirds.id, current_price: 100_001 });
  const late = await invoice({ property_id: parts.id, current_price: 150_000 });
  const lease = await contract();
  await db
    .insertInto('extra_value')
    .values([
      {
        ...{ proposal_id: lease.id, description: 'Abono', amount: 7_000, type: 'CREDIT', influence: 'RENT' },
        ...{ boleto: true, transfer: true },
      },
      {
        ...{ proposal_id: lease.id, description: 'Pintura', amount: 20_000, type: 'CREDIT', influence: 'EXPENSE' },
        ...{ boleto: false, transfer: true },
      },
    ])
    .execute();
  const reduced = await invoice({ contract: lease });
  const part = await invoice();
  expect(
    await settle([
      { id: plain.id, input: { paid_amount: 150_000, pay_day: '2026-03-10' } },
      { id: divided.id, input: { paid_amount: 140_002, pay_day: '2026-03-10' } },
      // With late charges.
      { id: late.id, input: { paid_amount: 165_500 } },
      { id: reduced.id, input: { paid_amount: 143_000, pay_day: '2026-03-09' } },
      { id: part.id, input: { paid_amount: 50_000, pay_day: '2026-03-10', rest: { fate: 'OPEN_BALANCE' } } },
    ]),
  ).toEqual(Array.from({ length: 5 }, () => undefined));

  const recorded = await income();
  expect(recorded).toHaveLength(8);
  const columns = ['received_on', 'rent', 'gross', 'obligations', 'fee', 'tax'];
  await sql`update transfer set ${sql.raw(columns.map((column) => `${column} = null`).join(', '))}`.execute(db);
  const migration = await readFile(MIGRATION, 'utf8');
  const [, backfill] = /-- Transfers made before:.*?\n(with line as .*?;)\n/s.exec(migration) ?? [];
  await sql.raw(backfill ?? '').execute(db);

  // A centavo may go to another owner, since the migration knows the parts in whole centavos only.
  const isNear = (one: number | null, other: number | null) => Math.abs((one ?? -9) - (other ?? 9)) <= 1;
  const filled = await income();
  const sums = (rows: typeof filled) =>
    Map.groupBy(rows, ({ invoice_id }) => invoice_id)
      .entries()
      .map(([id, of]) => [
        id,
        ...columns.slice(1).map((c) => of.reduce((sum, row) => sum + Number(row[c as 'rent']), 0)),
      ])
      .toArray();
  expect(sums(filled)).toEqual(sums(recorded));
  for (const [index, row] of filled.entries()) {
    const before = recorded[index];
    expect(row.received_on).toBe(before?.received_on);
    for (const column of ['rent', 'gross', 'obligations', 'fee', 'tax'] as const)
      expect(isNear(row[column], before?.[column] ?? null), `${column} of transfer ${row.id}`).toBe(true);
  }
});
