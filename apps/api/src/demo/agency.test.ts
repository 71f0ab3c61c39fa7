import { expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { startApp } from '#test/harness.ts';
import { LONG } from '#test/long.ts';
import { makeDemoAgency } from './agency.ts';

test('the demonstration agency has balanced books, and boletos in every state', {
  ...LONG,
  timeout: 300_000,
}, async () => {
  const app = await startApp({ today: '2026-11-20' });
  try {
    await makeDemoAgency(app.deps);
    expect(await verifyBooks(app.db)).toEqual([]);
    const { rows } = await app.pool.query<{ status: string; registration: string; open_of_paid: string }>(
      `select b.status, b.registration, count(*) filter (where b.status = 'OPEN' and i.status <> 'PENDING') as open_of_paid
       from boleto b join invoice i on i.id = b.invoice_id group by 1, 2`,
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['OPEN', 'PAID', 'CANCELED']));
    expect(new Set(rows.map(({ registration }) => registration))).toContain('REFUSED');
    expect(rows.filter(({ open_of_paid }) => Number(open_of_paid) > 0)).toEqual([]);
    const remittances = await app.db.selectFrom('remittance').select('sequence').orderBy('sequence').execute();
    expect(remittances.map(({ sequence }) => sequence)).toEqual(remittances.map((_, index) => index + 1));
    expect(remittances.length).toBeGreaterThan(8);
  } finally {
    await app.stop();
  }
});
