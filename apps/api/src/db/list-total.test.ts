import type { Reference } from '@morada/domain/base/calendar';
import { daysDueIn } from '@morada/domain/lease/readjustment';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/verify.service.ts';
import { startApp } from '#test/harness.ts';
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

  test('stay the same when compacted, also concurrently and beside writers', async () => {
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

  test('verify finds a wrong total', async () => {
    await sql`insert into list_total values ('invoice', 'PAID', null, 1, 0)`.execute(db);
    expect(await verifyBooks(db)).toEqual([
      { says: 'totais de uma lista diferentes das suas linhas', rows: [{ id: 'invoice', kind: 'PAID', day: null }] },
    ]);
  });
});
