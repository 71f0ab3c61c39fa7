import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { tidyTotals } from '#api/modules/ledger/ledger.service.ts';
import { load } from './load.ts';
import { fill } from './portfolio.ts';
import { newDatabase, type Place, type Server, startServer } from './server.ts';

/** Half of them receipts, half payouts. */
const ENTRIES = 100_000;
const YEAR = 'startDate=2025-01-01&endDate=2026-11-20';

const LISTS = [
  '/financial/resume',
  '/financial/commissions?page=1',
  '/financial/commissions?start=2025-08-01&page=1',
  '/financial/late?page=1',
  '/financial/transactions?page=1',
  '/financial/transactions?start=2025-08-01&method=PIX&page=1',
  '/movimentation/rents?page=1',
  `/movimentation/rents?${YEAR}&page=1`,
  `/movimentation/rents?${YEAR}&page=2000`,
  '/movimentation/expenses?page=1',
  '/user/10000001/statement?start=2025-08-01',
];

/** The finance pages over a grown ledger, and a report of all of it beside the work of others. */
export async function measureFinance(place: Place, seconds: number) {
  const { connection, db, pool, deps } = await newDatabase(place, 'bench_finance');
  await fill(pool, Math.ceil((ENTRIES / 2) * (32 / 31)));
  await settleAll(pool);
  await tidyTotals(deps);
  const server = await startServer(connection);
  console.log(`\n${ENTRIES} lançamentos, um pedido depois do outro`);
  console.log('| chamada | por segundo | p50 ms | p99 ms |');
  console.log('|---|---|---|---|');
  for (const path of LISTS) {
    const { perSecond, p50, p99 } = await load(1, Math.min(3, seconds), () => server.call('GET', path));
    console.log(`| ${path} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
  }
  await measureReport(server);
  await server.stop();
  await db.destroy();
}

async function measureReport(server: Server) {
  // What the process takes for itself as it warms up is not the report's.
  await server.call('GET', '/report/rents?startDate=2026-11-01&endDate=2026-11-20');
  const before = await residentMegabytes(server.pid);
  let peak = before;
  let saving = true;
  const watch = (async () => {
    while (saving) peak = Math.max(peak, await residentMegabytes(server.pid));
  })();
  const report = server.call('GET', `/report/rents?${YEAR}`).finally(() => {
    saving = false;
  });
  const from = performance.now();
  const { p99 } = await load(
    2,
    Number.POSITIVE_INFINITY,
    () => server.call('GET', '/invoice?page=1'),
    undefined,
    () => saving,
  );
  const took = (performance.now() - from) / 1000;
  const size = (await report).length;
  await watch;
  console.log(
    `\nrelatório de ${ENTRIES} linhas: ${took.toFixed(1)} s, ${(size / 1e6).toFixed(1)} MB; memória ${before.toFixed(0)} → ${peak.toFixed(0)} MB; outras chamadas p99 ${p99.toFixed(1)} ms`,
  );
}

async function residentMegabytes(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Each paid invoice with its transfer and the two entries, all in SQL. */
async function settleAll(pool: Pool) {
  await pool.query(`insert into transfer (user_id, property_id, proposal_id, invoice_id, amount, lines, due_date, status, done_on)
    select o.client_id, i.property_id, i.proposal_id, i.id, 135000,
      '[{"kind":"RENT","name":"Aluguel","amount":150000},{"kind":"ADMIN_FEE","name":"Taxa de administração","note":"10% × 1.500,00","amount":-15000}]',
      i.pay_day, 'DONE', i.pay_day
    from invoice i join property_owner o on o.property_id = i.property_id where i.status = 'PAID' order by i.pay_day, i.id`);
  await pool.query(`insert into ledger_entry (day, kind, description, invoice_id, payment_method, rent, fee_rate)
    select pay_day, 'SETTLEMENT', 'Fatura ' || id, id, (array['PIX','BOLETO','MANUAL'])[1 + id % 3], 150000, 1000
    from invoice where status = 'PAID' order by pay_day, id`);
  await pool.query(`insert into ledger_entry (day, kind, description, transfer_id)
    select done_on, 'PAYOUT', 'Repasse ' || id, id from transfer order by done_on, id`);
  await pool.query(`insert into ledger_line (entry_id, position, account, amount, client_id)
    select e.id, side.position, side.account, side.amount, case side.account when 'OWNERS' then t.user_id end
    from ledger_entry e join transfer t on t.invoice_id = e.invoice_id,
      (values (0, 'CASH', 150000), (1, 'OWNERS', -135000), (2, 'ADMIN_FEES', -15000)) side (position, account, amount)`);
  await pool.query(`insert into ledger_line (entry_id, position, account, amount, client_id)
    select e.id, side.position, side.account, side.amount, case side.account when 'OWNERS' then t.user_id end
    from ledger_entry e join transfer t on t.id = e.transfer_id,
      (values (0, 'OWNERS', 135000), (1, 'CASH', -135000)) side (position, account, amount)`);
  await pool.query('vacuum analyze');
}
