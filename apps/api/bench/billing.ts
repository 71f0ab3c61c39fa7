import type { Pool } from 'pg';
import { systemContext } from '#api/context.ts';
import { billDay } from '#api/modules/money/invoices/billing.service.ts';
import { fill } from './portfolio.ts';
import { newDatabase, type Place } from './server.ts';

const CONTRACTS = 30_000;
const MONTH = '2026-12';
const COLUMNS = 'proposal_id, user_id, property_id, reference, due_date, price, fees, lines, status';

/** A month of a large agency's invoices by the daily job, compared with inserting the same rows directly. */
export async function measureBilling(place: Place) {
  const { db, pool, deps } = await newDatabase(place, 'bench_billing');
  await fill(pool, CONTRACTS * 16);
  await pool.query(`update proposal set billed_through = '2026-11'`);
  await pool.query('vacuum analyze');
  const billed = await seconds(() => billDay(systemContext({ ...deps, today: () => `${MONTH}-20` })));
  const rows = await takeOut(pool);
  const bare = await seconds(() => pool.query(`insert into invoice (${COLUMNS}) select ${COLUMNS} from issued`));
  console.log(
    `\nfaturamento de ${rows.toLocaleString('pt-BR')} contratos: ${billed.toFixed(2)} s; INSERT … SELECT das mesmas linhas: ${bare.toFixed(2)} s; razão ${(billed / bare).toFixed(1)}`,
  );
  await db.destroy();
}

async function takeOut(pool: Pool): Promise<number> {
  await pool.query(`create table issued as select * from invoice where reference = '${MONTH}'`);
  const { rowCount } = await pool.query(`delete from invoice where reference = '${MONTH}'`);
  await pool.query('vacuum analyze');
  return rowCount ?? 0;
}

async function seconds(action: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await action();
  return (performance.now() - from) / 1_000;
}
