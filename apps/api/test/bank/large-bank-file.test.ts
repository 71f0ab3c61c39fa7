import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyBooks } from '#api/modules/ledger/postings/verify.service.ts';
import { boletoNumber, contractsOf, FIRST, fill, issueBoletos, issueOpen, rentOf } from '../../bench/portfolio.ts';
import { addressOf } from '../empty-database.ts';
import { startApp } from '../harness.ts';
import { LONG } from '../long.ts';
import { form } from '../pictures.ts';
import { startServer } from '../processes/server-process.ts';
import { until } from '../until.ts';
import { itau400 } from './bank-papers.ts';

const TODAY = '2026-11-25';
/** A hundred contracts; of each, twelve open invoices, which lie in both lanes of the file. */
const FILLED = 1_600;
const PAYMENTS = 1_200;
const KILLS = 4;

test('a large bank file whose server is killed again and again settles each payment once', LONG, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'morada-large-file-'));
  const app = await startApp({ today: TODAY });
  try {
    await fill(app.pool, FILLED);
    // `fill` makes paid invoices without entries of the ledger.
    await app.db.deleteFrom('invoice').where('status', '=', 'PAID').execute();
    expect(await verifyBooks(app.db)).toEqual([]);
    await issueOpen(app.pool, FILLED, PAYMENTS);
    const invoices = Array.from({ length: PAYMENTS }, (_, index) => FIRST.invoice + FILLED + index);
    await issueBoletos(app.pool, invoices);
    const content = itau400(
      invoices.map((id) => ({
        nosso_numero: boletoNumber(id),
        amount: rentOf((id - FIRST.invoice) % contractsOf(FILLED)),
        paid_on: TODAY,
      })),
    );
    const staff = app.as('BOLETO_DOWN');
    const preview = await staff.put('/boleto/down?preview=1', form(Buffer.from(content), 'retorno.ret'));
    const { id, matched } = preview.json();
    expect(matched).toHaveLength(PAYMENTS);
    const lanes = () => app.db.selectFrom('bank_file_lane').selectAll().where('file_id', '=', id).execute();
    const file = () =>
      app.db.selectFrom('bank_file').select(['status', 'done']).where('id', '=', id).executeTakeFirstOrThrow();
    expect((await staff.post(`/boleto/down/${id}/settle`, { accept: [] })).statusCode).toBe(200);
    expect(await lanes()).toHaveLength(2);

    const serving = { DATABASE_URL: addressOf(app.connection), STORAGE_URL: folder, CLOCK: TODAY };
    let killed = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const { done } = await file();
      const server = await startServer(serving);
      await until(file, (now) => now.done > done || now.status !== 'RUNNING');
      server.kill();
      await server.exited;
      if ((await file()).status === 'RUNNING') killed += 1;
    }
    expect(killed).toBeGreaterThan(1);
    const last = await startServer(serving);
    await until(file, ({ status }) => status !== 'RUNNING');
    await last.stop();

    expect(await file()).toEqual({ status: 'DONE', done: PAYMENTS });
    expect(await lanes()).toEqual([]);
    const once = (table: 'bank_settlement' | 'transfer' | 'ledger_entry') =>
      sql<{ invoices: number; rows: number }>`
        select count(distinct invoice_id)::int as invoices, count(*)::int as rows from ${sql.table(table)}
        where invoice_id = any(${invoices}::bigint[])`.execute(app.db);
    for (const table of ['bank_settlement', 'transfer', 'ledger_entry'] as const)
      expect([table, (await once(table)).rows[0]]).toEqual([table, { invoices: PAYMENTS, rows: PAYMENTS }]);
    const paid = await app.db
      .selectFrom('invoice')
      .select('id')
      .where('id', 'in', invoices)
      .where('status', '=', 'PAID')
      .execute();
    expect(paid).toHaveLength(PAYMENTS);
    expect(await verifyBooks(app.db)).toEqual([]);
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
