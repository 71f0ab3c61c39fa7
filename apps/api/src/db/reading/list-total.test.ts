import type { Reference } from '@morada/domain/base/calendar';
import { daysDueIn } from '@morada/domain/lease/readjustment';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { compactListTotals, listTotal, readjustmentTotal } from './list-total.ts';

describe('list totals', async () => {
  const app = await startApp({ today: '2026-03-10' });
  afterAll(app.stop);
  const { db } = app;
  const staff = app.as('*');

  const left = async () => (await sql<{ n: number }>`select count(*) as n from list_total`.execute(db)).rows[0]?.n;

  test('follow inserts, updates and deletes', async () => {
    const { id: ana } = await app.client({ type: 'OWNER' });
    await app.client({ type: 'TENANT' });
    const owners = await listTotal(db, 'client', ['OWNER']);
    const tenants = await listTotal(db, 'client', ['TENANT']);
    await sql`update client set type = 'TENANT' where id = ${ana}`.execute(db);
    expect(await listTotal(db, 'client', ['OWNER'])).toBe(owners - 1);
    expect(await listTotal(db, 'client', ['TENANT'])).toBe(tenants + 1);
    await sql`update client set deleted_at = now() where id = ${ana}`.execute(db);
    expect(await listTotal(db, 'client', ['TENANT'])).toBe(tenants);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('rents to be readjusted follow their contracts and properties', async () => {
    const of = (month: Reference) => readjustmentTotal(db, daysDueIn(month, '2026-11-24'));
    const { id } = await app.contract({ next_readjustment: '2027-08-15' });
    expect(await of('2027-08')).toBe(1);
    await sql`update proposal set next_readjustment = '2027-09-01' where id = ${id}`.execute(db);
    expect([await of('2027-08'), await of('2027-09')]).toEqual([0, 1]);
    const sold = (type: string) =>
      sql`update property set type = ${type} where id = (select property_id from proposal where id = ${id})`.execute(
        db,
      );
    await sold('SALE');
    expect(await of('2027-09')).toBe(0);
    expect(await verifyBooks(db)).toEqual([]);
    await sold('RENT');
    expect(await of('2027-09')).toBe(1);
    await sql`update proposal set status = 'CLOSED' where id = ${id}`.execute(db);
    expect(await of('2027-09')).toBe(0);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('exclude changes of a rolled back transaction', async () => {
    const before = await listTotal(db, 'client');
    const undone = db.transaction().execute(async (trx) => {
      await sql`update client set deleted_at = now()`.execute(trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await listTotal(db, 'client')).toBe(before);
  });

  test('stay the same when compacted, also concurrently and beside writers', LONG, async () => {
    const { id } = await app.invoice();
    await staff.patch(`/invoice/${id}/down`, { paid_amount: 1500, fine: 0, interest: 0 });
    const paid = await listTotal(db, 'invoice', ['PAID']);
    const more = Array.from({ length: 6 }, () => app.client({}));
    await Promise.all([compactListTotals(db), compactListTotals(db), ...more]);
    await compactListTotals(db);
    const together = await left();
    await compactListTotals(db);
    expect(await left()).toBe(together);
    expect(await listTotal(db, 'invoice', ['PAID'])).toBe(paid);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('are rewritten by a fold only where rows were appended', async () => {
    await compactListTotals(db);
    const written = async () =>
      (
        await sql<{ list: string; version: string }>`
          select distinct list, xmin::text as version from list_total order by 1, 2`.execute(db)
      ).rows;
    const before = await written();
    await sql`update client set active = not active`.execute(db);
    await compactListTotals(db);
    const after = await written();
    const kept = ({ list }: { list: string }) => list !== 'client';
    expect(after.filter(kept)).toEqual(before.filter(kept));
    expect(after).not.toEqual(before);
    expect(await verifyBooks(db)).toEqual([]);
  });

  test('hold open invoices by due date and amount', async () => {
    const open = async () =>
      (
        await sql<{ day: string; rows: number; amount: number }>`
          select day, sum(rows) as rows, sum(amount) as amount from list_total where list = 'invoice' and kind = 'PENDING'
          group by day having sum(rows) <> 0 order by day`.execute(db)
      ).rows;
    const before = await open();
    const { id } = await app.invoice();
    await sql`update invoice set due_date = '2031-05-06', price = price + 1 where id = ${id}`.execute(db);
    await sql`update invoice set price = price - 1 where id = ${id}`.execute(db);
    expect(await open()).toEqual([...before, { day: '2031-05-06', rows: 1, amount: 150_000 }]);
    await sql`update invoice set deleted_at = now() where id = ${id}`.execute(db);
    expect(await open()).toEqual(before);
  });

  test('verify finds a wrong total', async () => {
    await sql`insert into list_total values ('invoice', 'PAID', null, 1, 0)`.execute(db);
    expect(await verifyBooks(db)).toEqual([
      { says: 'totais de uma lista diferentes das suas linhas', rows: [{ id: 'invoice', kind: 'PAID', day: null }] },
    ]);
  });
});
